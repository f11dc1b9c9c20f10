// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model_figures.hpp"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "core/cost/parameters.hpp"
#include "ui/store/model_origin.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("shardscope::ui::ModelFigures", text); }

// Layers alike, in order of first appearance: 3 × 599,277,568 + 58 × 11,507,288,064.
using Layers = std::vector<std::pair<std::int64_t, std::int64_t>>;  // how many, how large

Layers layersAlike(const std::vector<std::int64_t>& perLayer) {
  Layers layers;
  for (const auto size : perLayer) {
    const auto same = std::find_if(layers.begin(), layers.end(), [&](const auto& l) { return l.second == size; });
    if (same == layers.end())
      layers.emplace_back(1, size);
    else
      ++same->first;
  }
  return layers;
}

Layers layersOf(const ModelShape& shape) {
  const auto moe = moeLayers(shape), dense = shape.layers - moe;
  Layers layers;
  if (dense > 0) layers.emplace_back(dense, denseLayerParameters(shape).total());
  if (moe > 0) layers.emplace_back(moe, moeLayerParameters(shape).total());
  return layers;
}

QString layersText(const Layers& layers) {
  constexpr std::size_t kMost = 3;
  QStringList parts;
  for (std::size_t i = 0; i < std::min(layers.size(), kMost); ++i)
    parts << QStringLiteral("%1 × %2").arg(count(layers[i].first), count(layers[i].second));
  if (layers.size() > kMost) parts << QStringLiteral("…");
  return parts.join(QStringLiteral("\n"));
}

ParameterBreakdown breakdown(const ModelShape& shape) {
  ParameterBreakdown parts;
  parts.total = totalParameters(shape);
  parts.activeWithBothTables = activeParameters(shape);
  parts.embedding = shape.vocab * shape.hidden;
  parts.positions = shape.learnedPositions * shape.hidden;
  parts.head = shape.tied ? 0 : parts.embedding;
  parts.rest = finalNormParameters(shape);
  parts.activeWithoutInputTable = parts.activeWithBothTables - (shape.tied ? 0 : parts.embedding);
  parts.activeWithoutTables = parts.activeWithBothTables - parts.embedding - parts.head;
  return parts;
}

QString signedCount(std::int64_t value) { return (value < 0 ? QChar(0x2212) : QChar(u'+')) + count(std::abs(value)); }

}  // namespace

std::vector<ModelFigure> modelFigures(const ModelShape& shape, const std::optional<ParameterBreakdown>& counted) {
  const auto parts = counted ? *counted : breakdown(shape);
  std::vector<ModelFigure> figures;
  const auto add = [&](const char* label, std::int64_t value, bool isTotal = false) {
    figures.push_back({translated(label), count(value), isTotal});
  };
  add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Total parameters"), parts.total, true);
  if (isMoe(shape)) {  // cards differ in what they leave out
    add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Active per token"), parts.activeWithBothTables, true);
    add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "… without the input table"), parts.activeWithoutInputTable);
    add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "… without both tables"), parts.activeWithoutTables);
  }
  figures.push_back({translated(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Layers")),
                     layersText(counted ? layersAlike(parts.perLayer) : layersOf(shape))});
  add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Embedding"), parts.embedding);
  if (parts.positions > 0) add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Positions"), parts.positions);
  if (shape.tied && parts.head == 0)
    figures.push_back({translated(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Head")),
                       translated(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "tied to the embedding"))});
  else
    add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Head"), parts.head);
  add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Norms and small parts"), parts.rest);
  if (const auto beyond = parts.total - totalParameters(withoutExactTotals(shape)); !counted && beyond != 0)
    figures.push_back(
        {translated(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Exact total differs by")), signedCount(beyond)});
  if (parts.multiTokenPrediction > 0)
    add(QT_TRANSLATE_NOOP("shardscope::ui::ModelFigures", "Multi-token prediction, apart"), parts.multiTokenPrediction);
  return figures;
}

ModelFigures::ModelFigures(QWidget* parent) : QWidget(parent), grid_(new QGridLayout(this)) {
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setVerticalSpacing(3);
  grid_->setColumnStretch(1, 1);
}

void ModelFigures::render(const std::vector<ModelFigure>& figures) {
  if (figures.empty()) {
    for (const auto& row : rows_) row.value->setText(notAvailable());
    return;
  }
  while (rows_.size() < figures.size()) {
    const Row row{new QLabel(this), new QLabel(this)};
    row.label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    row.value->setAlignment(Qt::AlignRight | Qt::AlignTop);
    row.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    const int line = static_cast<int>(rows_.size());
    grid_->addWidget(row.label, line, 0);
    grid_->addWidget(row.value, line, 1);
    rows_.push_back(row);
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const bool isUsed = i < figures.size();
    for (auto* part : {rows_[i].label, rows_[i].value}) part->setVisible(isUsed);
    if (!isUsed) continue;
    rows_[i].label->setText(figures[i].label);
    rows_[i].value->setText(figures[i].value);
    rows_[i].value->setAccessibleName(figures[i].label);
    QFont font = this->font();
    font.setBold(figures[i].isTotal);
    rows_[i].value->setFont(font);
  }
}

QString ModelFigures::text() const {
  QStringList lines;
  for (const auto& row : rows_)
    if (row.label->isVisibleTo(this)) lines << row.label->text() + QLatin1Char(' ') + row.value->text();
  return lines.join(QLatin1Char('\n'));
}

}  // namespace shardscope::ui
