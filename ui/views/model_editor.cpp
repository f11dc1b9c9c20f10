// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model_editor.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <span>

#include "core/scenario/fields.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/model_texts.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

// Groups of dimensionGroups() in each column.
constexpr std::array<std::size_t, 3> kFirstColumn = {0, 1, 2};
constexpr std::array<std::size_t, 2> kSecondColumn = {3, 4};
constexpr int kGap = 16;
constexpr int kFieldWidth = 84;  // at least, pixels at a 12 px body

const Field<ModelShape>& fieldAt(std::size_t index) { return modelFields()[index]; }

std::size_t fieldNamed(std::string_view name) {
  std::size_t index = 0;
  while (fieldAt(index).name != name) ++index;
  return index;
}

QString qstring(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

bool mayBeEmpty(const Field<ModelShape>& field) { return field.min <= 0; }

QString shown(const Field<ModelShape>& field, const ModelShape& shape) {
  const auto value = field.read(shape);
  const auto* whole = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  const bool isZero = (whole && *whole == 0) || (real && *real == 0);
  if (isZero && mayBeEmpty(field)) return {};
  return real ? QString::number(*real, 'g', 6) : QString::fromStdString(describe(value));
}

// What a person typed, with or without separators of thousands; nothing if it is no such number.
std::optional<Value> parsed(const Field<ModelShape>& field, QString text) {
  static const QRegularExpression kSeparators(QStringLiteral("[\\s,_]"));
  text.remove(kSeparators);
  bool good = true;
  Value value;
  if (field.kind == FieldKind::number)
    value = text.isEmpty() ? 0.0 : text.toDouble(&good);
  else
    value = text.isEmpty() ? std::int64_t{0} : std::int64_t{text.toLongLong(&good)};
  return good && fits(field, value) == FieldError::none ? std::optional(value) : std::nullopt;
}

}  // namespace

ModelEditor::ModelEditor(QWidget* parent) : QWidget(parent) {
  halves_ = new QHBoxLayout(this);
  halves_->setContentsMargins(12, 8, 12, 8);
  halves_->setSpacing(kGap);
  fields_ = new QVBoxLayout;
  side_ = new QVBoxLayout;
  auto* columns = new QHBoxLayout;
  columns->setSpacing(kGap);
  for (const auto groups : {std::span<const std::size_t>(kFirstColumn), std::span<const std::size_t>(kSecondColumn)}) {
    auto* column = new QVBoxLayout;
    column->setSpacing(4);
    for (const auto group : groups) addGroup(column, group);
    column->addStretch(1);
    columns->addLayout(column);
  }
  fields_->setSpacing(4);
  fields_->addLayout(columns);
  side_->setSpacing(4);
  halves_->addLayout(fields_);
  halves_->addLayout(side_, 1);
  retranslate();
  fitToText();
}

void ModelEditor::fitInto(int width) {
  const auto margins = halves_->contentsMargins();
  const int needed =
      margins.left() + fields_->minimumSize().width() + kGap + side_->minimumSize().width() + margins.right();
  const auto direction = needed > width ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
  if (halves_->direction() != direction) halves_->setDirection(direction);
}

void ModelEditor::addGroup(QVBoxLayout* column, std::size_t group) {
  auto* title = makeTitle(this);
  titles_.push_back(title);
  title->setProperty("group", static_cast<int>(group));
  column->addWidget(title);
  auto* grid = new QGridLayout;
  grid->setVerticalSpacing(3);
  grid->setHorizontalSpacing(8);
  grid->setColumnStretch(0, 1);
  column->addLayout(grid);
  const auto dimensions = dimensionGroups()[group].dimensions;
  for (const auto name : dimensions) {
    const auto index = fieldNamed(name);
    auto* label = new QLabel(this);
    auto* editor = makeEditor(index);
    label->setBuddy(editor);
    grid->addWidget(label, grid->rowCount(), 0);
    grid->addWidget(editor, grid->rowCount() - 1, 1);
    rows_.push_back({index, label, editor});
  }
  column->addSpacing(8);
}

QWidget* ModelEditor::makeEditor(std::size_t index) {
  const auto& field = fieldAt(index);
  if (field.kind == FieldKind::boolean) {
    auto* box = new QCheckBox(this);
    connect(box, &QCheckBox::clicked, this, [this, index](bool on) {
      fieldAt(index).write(shape_, on);
      emit edited();
    });
    return box;
  }
  if (field.kind == FieldKind::word) {
    auto* box = new QComboBox(this);
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (const auto word : field.words) box->addItem(qstring(word), qstring(word));
    connect(box, &QComboBox::activated, this, [this, index, box](int item) {
      fieldAt(index).write(shape_, box->itemData(item).toString().toStdString());
      emit edited();
    });
    return box;
  }
  auto* edit = new QLineEdit(this);
  edit->setAlignment(Qt::AlignRight);
  const auto row = rows_.size();
  connect(edit, &QLineEdit::textEdited, this, [this, row](const QString& text) { readText(row, text); });
  return edit;
}

void ModelEditor::readText(std::size_t row, const QString& text) {
  const auto& field = fieldAt(rows_[row].field);
  if (const auto value = parsed(field, text)) field.write(shape_, *value);
  renderDefaults();
  emit edited();
}

void ModelEditor::render(const ModelShape& shape) {
  shape_ = shape;
  for (const auto& row : rows_) renderRow(row);
  renderDefaults();
}

void ModelEditor::renderRow(const Row& row) {
  const auto& field = fieldAt(row.field);
  const auto value = field.read(shape_);
  if (auto* box = qobject_cast<QCheckBox*>(row.editor)) {
    box->setChecked(std::get<bool>(value));
  } else if (auto* combo = qobject_cast<QComboBox*>(row.editor)) {
    combo->setCurrentIndex(combo->findData(QString::fromStdString(describe(value))));
  } else if (auto* edit = qobject_cast<QLineEdit*>(row.editor)) {
    if (const auto text = shown(field, shape_); edit->text() != text) edit->setText(text);
    edit->setCursorPosition(0);
  }
}

void ModelEditor::renderDefaults() {
  for (const auto& row : rows_)
    if (auto* edit = qobject_cast<QLineEdit*>(row.editor))
      edit->setPlaceholderText(dimensionDefault(fieldAt(row.field).name, shape_));
}

std::optional<DimensionFault> ModelEditor::typedFault() const {
  for (const auto& row : rows_) {
    const auto* edit = qobject_cast<QLineEdit*>(row.editor);
    const auto& field = fieldAt(row.field);
    if (!edit || parsed(field, edit->text())) continue;
    const QString allowed = QString::fromStdString(describeAllowed(field));
    const QString name = dimensionName(field.name);
    return DimensionFault{std::string(field.name),
                          edit->text().trimmed().isEmpty()
                              ? tr("%1 must be given. Allowed: %2.").arg(name, allowed)
                              : tr("“%1” is not possible for %2. Allowed: %3.").arg(edit->text(), name, allowed)};
  }
  return std::nullopt;
}

void ModelEditor::mark(const std::optional<DimensionFault>& fault) {
  marked_ = fault ? fault->dimension : std::string();
  const auto& theme = currentTheme();
  for (const auto& row : rows_) {
    const bool isWrong = !marked_.empty() && fieldAt(row.field).name == marked_;
    auto* edit = qobject_cast<QLineEdit*>(row.editor);
    if (!edit) continue;
    edit->setAccessibleDescription(isWrong ? fault->text : QString());
    const QString name = dimensionName(fieldAt(row.field).name);
    row.label->setText(isWrong ? QStringLiteral("✕ ") + name : name);
    QPalette ink = palette();
    if (isWrong) ink.setColor(row.label->foregroundRole(), theme.color(Token::bad));
    if (row.label->palette() != ink) row.label->setPalette(ink);
  }
}

QWidget* ModelEditor::editor(std::string_view dimension) const {
  for (const auto& row : rows_)
    if (fieldAt(row.field).name == dimension) return row.editor;
  return nullptr;
}

// All as wide as the widest list of words needs.
void ModelEditor::fitToText() {
  int width = scaledInt(kFieldWidth);
  for (const auto& row : rows_)
    if (qobject_cast<QComboBox*>(row.editor)) width = std::max(width, row.editor->sizeHint().width());
  for (const auto& row : rows_)
    if (!qobject_cast<QCheckBox*>(row.editor)) row.editor->setFixedWidth(width);
}

void ModelEditor::retranslate() {
  const auto groups = dimensionGroups();
  for (auto* title : titles_) title->setText(groups[static_cast<std::size_t>(title->property("group").toInt())].title);
  for (const auto& row : rows_) {
    const auto& field = fieldAt(row.field);
    const QString name = dimensionName(field.name);
    row.label->setText(name);
    row.editor->setAccessibleName(name);
    row.editor->setToolTip(
        QStringLiteral("%1\n%2").arg(qstring(field.name), QString::fromStdString(describeAllowed(field))));
    if (auto* combo = qobject_cast<QComboBox*>(row.editor)) {
      combo->setItemText(0, QStringLiteral("RMSNorm"));
      combo->setItemText(1, QStringLiteral("LayerNorm"));
    }
  }
  renderDefaults();
}

void ModelEditor::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitToText();
}

// Only now do the lists know the style that they are drawn in.
void ModelEditor::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  fitToText();
}

}  // namespace shardscope::ui
