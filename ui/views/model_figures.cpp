// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model_figures.hpp"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/cost/parameters.hpp"
#include "core/explain/explain.hpp"
#include "ui/store/model_origin.hpp"
#include "ui/text/numbers.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

using Kind = ModelFigure::Kind;

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::ModelFigures)
};

// Layers alike, in order of first appearance: 3 × 599,277,568 + 58 × 11,507,288,064.
QString layersText(const std::vector<std::int64_t>& perLayer) {
  constexpr std::size_t kMost = 3;
  std::vector<std::pair<std::int64_t, std::int64_t>> layers;  // how many, how large
  for (const auto size : perLayer) {
    const auto same = std::find_if(layers.begin(), layers.end(), [&](const auto& l) { return l.second == size; });
    if (same == layers.end())
      layers.emplace_back(1, size);
    else
      ++same->first;
  }
  QStringList parts;
  for (std::size_t i = 0; i < std::min(layers.size(), kMost); ++i)
    parts << QStringLiteral("%1 × %2").arg(count(layers[i].first), count(layers[i].second));
  if (layers.size() > kMost) parts << QStringLiteral("…");
  return parts.join(QStringLiteral("\n"));
}

QString signedCount(std::int64_t value) { return (value < 0 ? QChar(0x2212) : QChar(u'+')) + count(std::abs(value)); }

// Who decided whether the head shares the input table; a catalogue entry does not say.
QString tiedText(const ModelShape& shape, const ModelOrigin& origin) {
  const QString whether = shape.tied ? Texts::tr("yes") : Texts::tr("no");
  QString why;
  if (shape.tied != origin.choice.shape.tied)
    why = Texts::tr("set by hand");
  else if (origin.read)
    why = origin.read->tiedIsSaid ? Texts::tr("the file says so") : Texts::tr("default of the class");
  return why.isEmpty() ? whether : Texts::tr("%1, %2").arg(whether, why);
}

class Rows {
 public:
  void title(const QString& text) { rows.push_back({text, {}, Kind::title}); }
  void add(const QString& label, const QString& value, Kind kind = Kind::plain) {
    rows.push_back({label, value, kind});
  }
  void add(const QString& label, std::int64_t value, Kind kind = Kind::plain) { add(label, count(value), kind); }
  void addIfAny(const QString& label, std::int64_t value) {
    if (value > 0) add(label, value);
  }
  std::vector<ModelFigure> rows;
};

void addTotals(Rows& rows, const ModelShape& shape, const ParameterBreakdown& parts) {
  rows.add(Texts::tr("Total parameters"), parts.total, Kind::total);
  if (!isMoe(shape)) return;  // cards differ in what they leave out
  rows.add(Texts::tr("Active per token"), parts.activeWithBothTables, Kind::total);
  rows.add(Texts::tr("… without the input table"), parts.activeWithoutInputTable);
  rows.add(Texts::tr("… without both tables"), parts.activeWithoutTables);
}

void addKinds(Rows& rows, const KindBreakdown& kinds) {
  rows.title(Texts::tr("All layers, by kind"));
  rows.add(Texts::tr("Attention"), kinds.attention);
  rows.addIfAny(Texts::tr("MLP"), kinds.mlp);
  rows.addIfAny(Texts::tr("Routed experts"), kinds.experts);
  rows.addIfAny(Texts::tr("Shared experts"), kinds.sharedExperts);
  rows.addIfAny(Texts::tr("Routers"), kinds.router);
  rows.add(Texts::tr("Norms and small parts"), kinds.norms);
}

void addHeads(Rows& rows, const ModelShape& shape) {
  rows.title(Texts::tr("Heads"));
  if (usesMla(shape)) {
    rows.add(Texts::tr("KV heads"), Texts::tr("latent, %1 + %2 a token").arg(shape.kvRank).arg(shape.ropeDim));
    rows.add(Texts::tr("Head size"),
             Texts::tr("%1 + %2, values %3").arg(shape.nopeDim).arg(shape.ropeDim).arg(shape.vDim));
    return;
  }
  rows.add(Texts::tr("KV heads"), Texts::tr("%1 of %2").arg(count(kvHeads(shape)), count(shape.heads)));
  rows.add(Texts::tr("Head size"), headDim(shape));
}

void addFlops(Rows& rows, const FlopsPerToken& work, std::int64_t tokens) {
  const auto text = [](double flops) { return QString::fromStdString(explainValueText(flops, ExplainUnit::flops)); };
  rows.title(Texts::tr("Work per token, sequence of %1").arg(count(tokens)));
  rows.add(Texts::tr("Forward, causal"), text(work.forwardCausal));
  rows.add(Texts::tr("Forward, every score"), text(work.forwardFull));
  rows.add(Texts::tr("Training, causal"), text(work.trainingCausal));
  rows.add(Texts::tr("Training, every score"), text(work.trainingFull));
}

}  // namespace

std::vector<ModelFigure> modelFigures(const ModelShape& shape, const ModelOrigin& origin, std::int64_t tokens) {
  const auto* read = origin.read && shape == origin.choice.shape ? &*origin.read : nullptr;
  const auto parts = read ? read->parameters : parameterBreakdown(shape);
  Rows rows;
  addTotals(rows, shape, parts);
  rows.add(Texts::tr("Layers"), layersText(parts.perLayer));
  rows.add(Texts::tr("Embedding"), parts.embedding);
  rows.addIfAny(Texts::tr("Positions"), parts.positions);
  if (shape.tied && parts.head == 0)
    rows.add(Texts::tr("Head"), Texts::tr("tied to the embedding"));
  else
    rows.add(Texts::tr("Head"), parts.head);
  rows.add(Texts::tr("Tied head"), tiedText(shape, origin));
  rows.add(Texts::tr("Around the layers"), parts.rest);
  if (const auto beyond = parts.total - totalParameters(withoutExactTotals(shape)); !read && beyond != 0)
    rows.add(Texts::tr("Exact total differs by"), signedCount(beyond));
  rows.addIfAny(Texts::tr("Multi-token prediction, apart"), parts.multiTokenPrediction);
  addKinds(rows, parts.perKind);
  addHeads(rows, shape);
  addFlops(rows, read ? flopsPerToken(*read, tokens) : flopsPerToken(shape, tokens), tokens);
  return std::move(rows.rows);
}

ModelFigures::ModelFigures(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  setFocusPolicy(Qt::TabFocus);
  grid_->setContentsMargins(4, 4, 4, 4);
  grid_->setHorizontalSpacing(12);
  grid_->setVerticalSpacing(2);
  grid_->setColumnStretch(1, 1);
}

void ModelFigures::addRow() {
  const Row row{new QLabel(this), new QLabel(this)};
  row.label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  row.value->setAlignment(Qt::AlignRight | Qt::AlignTop);
  row.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
  for (auto* part : {row.label, row.value}) part->setTextFormat(Qt::PlainText);
  const int line = static_cast<int>(rows_.size());
  grid_->addWidget(row.label, line, 0);
  grid_->addWidget(row.value, line, 1);
  rows_.push_back(row);
}

void ModelFigures::render(const std::vector<ModelFigure>& figures) {
  if (figures.empty()) {
    for (const auto& row : rows_)
      if (!row.value->text().isEmpty()) row.value->setText(notAvailable());
  }
  while (rows_.size() < figures.size()) addRow();
  for (std::size_t i = 0; i < rows_.size() && !figures.empty(); ++i) {
    const auto& row = rows_[i];
    const bool isUsed = i < figures.size();
    for (auto* part : {row.label, row.value}) part->setVisible(isUsed);
    if (!isUsed) continue;
    const bool isTitle = figures[i].kind == Kind::title;
    row.label->setText(figures[i].label);
    row.value->setText(figures[i].value);
    row.label->setContentsMargins(0, isTitle ? scaledInt(5) : 0, 0, 0);
    row.label->setFont(textFont(isTitle ? TextRole::strong : TextRole::body));
    row.value->setFont(textFont(figures[i].kind == Kind::total ? TextRole::strong : TextRole::body));
  }
  setAccessibleDescription(text());
}

QString ModelFigures::text() const {
  QStringList lines;
  for (const auto& row : rows_)
    if (row.label->isVisibleTo(this)) lines << (row.label->text() + QLatin1Char(' ') + row.value->text()).trimmed();
  return lines.join(QLatin1Char('\n'));
}

void ModelFigures::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return QApplication::clipboard()->setText(text());
  QWidget::keyPressEvent(event);
}

void ModelFigures::paintEvent(QPaintEvent*) {
  if (hasFocus()) paintFocusRing(*this);
}

void ModelFigures::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

}  // namespace shardscope::ui
