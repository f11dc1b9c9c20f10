// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/more_settings.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QRegularExpression>
#include <QToolButton>
#include <QToolTip>
#include <algorithm>

#include "core/rules/range_rule.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/labels.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

struct GroupOfKeys {
  const char* title;
  std::vector<Key> keys;
};

const std::vector<GroupOfKeys>& groups() {
  static const std::vector<GroupOfKeys> table = {
      {QT_TRANSLATE_NOOP("shardscope::ui::MoreSettings", "Context & experts"),
       {Key::cpKind, Key::etp, Key::hotTokenShare, Key::capacityFactor, Key::padToCapacity}},
      {QT_TRANSLATE_NOOP("shardscope::ui::MoreSettings", "Training"),
       {Key::optimizer, Key::weightBytes, Key::gradientBytes, Key::optimizerBytes, Key::adapter, Key::dropout,
        Key::fineTune, Key::flashAttention, Key::trainTokens}},
      {QT_TRANSLATE_NOOP("shardscope::ui::MoreSettings", "Memory"),
       {Key::shardGroup, Key::recomputeLayers, Key::stageLayers}},
      {QT_TRANSLATE_NOOP("shardscope::ui::MoreSettings", "Loss & kernels"),
       {Key::crossEntropy, Key::crossEntropyChunks, Key::weightGradientCache}},
      {QT_TRANSLATE_NOOP("shardscope::ui::MoreSettings", "Overlap"),
       {Key::overlapTp, Key::overlapEp, Key::epDeduplicate, Key::flatNetwork}},
      {QT_TRANSLATE_NOOP("shardscope::ui::MoreSettings", "Software"), {Key::stack, Key::flopConvention}},
      {QT_TRANSLATE_NOOP("shardscope::ui::MoreSettings", "Limits"),
       {Key::globalBatchTokensMin, Key::globalBatchTokensMax, Key::pricePerGpuHour}},
  };
  return table;
}

QString qstring(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString shown(const Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return {};
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    QStringList items;
    for (const auto item : *list) items << QString::number(item);
    return items.join(QLatin1Char(' '));
  }
  return QString::fromStdString(describe(value));
}

// What the user typed as a value of this kind; nothing if it is not one.
std::optional<Value> parsed(const Field<Scenario>& f, const QString& text) {
  const QString trimmed = text.trimmed();
  if (trimmed.isEmpty()) {
    if (f.kind == FieldKind::integerList) return Value(std::vector<std::int64_t>{});
    return f.nullable ? std::optional<Value>(Value{}) : std::nullopt;
  }
  bool good = false;
  if (f.kind == FieldKind::integer) {
    const Value value(static_cast<std::int64_t>(trimmed.toLongLong(&good)));
    return good ? std::optional(value) : std::nullopt;
  }
  if (f.kind == FieldKind::number) {
    const Value value(trimmed.toDouble(&good));
    return good ? std::optional(value) : std::nullopt;
  }
  std::vector<std::int64_t> items;
  for (const auto& item : trimmed.split(QRegularExpression(QStringLiteral("[\\s,]+")), Qt::SkipEmptyParts)) {
    items.push_back(item.toLongLong(&good));
    if (!good) return std::nullopt;
  }
  return Value(items);
}

}  // namespace

MoreSettings::MoreSettings(QWidget* parent) : QWidget(parent) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(10, 4, 10, 8);
  grid->setVerticalSpacing(4);
  grid->setColumnStretch(1, 1);
  search_ = new QLineEdit(this);
  search_->setClearButtonEnabled(true);
  connect(search_, &QLineEdit::textChanged, this, &MoreSettings::filter);
  grid->addWidget(search_, 0, 0, 1, 3);
  int line = 1;
  for (std::size_t g = 0; g < groups().size(); ++g) {
    auto* title = makeTitle(this);
    groupTitles_.push_back(title);
    grid->addWidget(title, line++, 0, 1, 3);
    for (const Key key : groups()[g].keys) {
      auto* label = new QLabel(this);
      label->setWordWrap(true);
      auto* editor = makeEditor(key);
      label->setBuddy(editor);
      grid->addWidget(label, line, 0);
      auto* reset = makeReset(key);
      grid->addWidget(editor, line, 1);
      grid->addWidget(reset, line++, 2);
      rows_.push_back({key, label, editor, reset, static_cast<int>(g)});
    }
  }
  retranslate();
}

QWidget* MoreSettings::makeEditor(Key key) {
  const auto& f = field(key);
  if (f.kind == FieldKind::boolean) {
    auto* box = new QCheckBox(this);
    connect(box, &QCheckBox::clicked, this, [this, key](bool on) { emit edited(key, on, settingWords(key, on)); });
    return box;
  }
  if (f.kind == FieldKind::word) {
    auto* box = new QComboBox(this);
    for (const auto word : f.words) box->addItem(wordName(key, qstring(word)), qstring(word));
    connect(box, &QComboBox::activated, this, [this, key, box](int index) {
      const auto text = box->itemData(index).toString();
      emit edited(key, text.toStdString(), settingWords(key, text.toStdString()));
    });
    return box;
  }
  auto* edit = new QLineEdit(this);
  connect(edit, &QLineEdit::editingFinished, this, [this, key, edit] { readText(key, edit); });
  return edit;
}

void MoreSettings::readText(Key key, QLineEdit* edit) {
  const auto& f = field(key);
  if (!edit->isModified()) return;
  edit->setModified(false);
  const auto value = parsed(f, edit->text());
  if (!value || fits(f, *value) != FieldError::none)
    return refuse(key, edit,
                  tr("“%1” is not possible for %2. Allowed: %3.")
                      .arg(edit->text(), settingName(key), QString::fromStdString(describeAllowed(f))));
  const Scenario asked = applied(scenario_, {{key, *value}});
  if (const auto issue = firstUnwritable(asked)) return refuse(key, edit, sentence(*issue, asked));
  emit edited(key, *value, settingWords(key, *value));
}

void MoreSettings::refuse(Key key, QLineEdit* edit, const QString& reason) {
  edit->setText(shown(field(key).read(scenario_)));
  QToolTip::showText(edit->mapToGlobal(QPoint(0, edit->height())), reason, edit);
  emit refused(reason);
}

QToolButton* MoreSettings::makeReset(Key key) {
  auto* button = new QToolButton(this);
  button->setAutoRaise(true);
  QSizePolicy keepsPlace(QSizePolicy::Fixed, QSizePolicy::Fixed);
  keepsPlace.setRetainSizeWhenHidden(true);
  button->setSizePolicy(keepsPlace);
  connect(button, &QToolButton::clicked, this, [this, key] {
    const auto usual = field(key).read(Scenario{});
    emit edited(key, usual, tr("%1: reset").arg(settingName(key)));
  });
  return button;
}

const MoreSettings::Row* MoreSettings::rowOf(Key key) const {
  const auto found = std::find_if(rows_.begin(), rows_.end(), [key](const Row& row) { return row.key == key; });
  return found == rows_.end() ? nullptr : &*found;
}

QWidget* MoreSettings::editor(Key key) const { return rowOf(key) ? rowOf(key)->editor : nullptr; }
QToolButton* MoreSettings::resetButton(Key key) const { return rowOf(key) ? rowOf(key)->reset : nullptr; }

void MoreSettings::render(const Scenario& scenario) {
  pending_.reset();
  scenario_ = scenario;
  rendered_ = true;
  for (const auto& row : rows_) renderEditor(row, scenario);
}

void MoreSettings::renderEditor(const Row& row, const Scenario& scenario) {
  const auto& f = field(row.key);
  const Value own = f.read(scenario);
  const Value inEffect = f.read(withDefaults(scenario));
  if (auto* box = qobject_cast<QCheckBox*>(row.editor)) {
    const auto* on = std::get_if<bool>(&inEffect);
    box->setChecked(on && *on);
  } else if (auto* combo = qobject_cast<QComboBox*>(row.editor)) {
    combo->setCurrentIndex(combo->findData(shown(inEffect)));
  } else if (auto* edit = qobject_cast<QLineEdit*>(row.editor); edit && !edit->isModified()) {
    edit->setText(shown(own));
    edit->setPlaceholderText(shown(inEffect));
  }
  const bool differs = own != f.read(Scenario{});
  row.label->setText(differs ? QStringLiteral("● ") + settingName(row.key) : settingName(row.key));
  row.reset->setVisible(differs && !row.label->isHidden());
}

void MoreSettings::filter(const QString& text) {
  std::vector<bool> any(groupTitles_.size(), false);
  for (const auto& row : rows_) {
    const bool hit = text.trimmed().isEmpty() || settingName(row.key).contains(text.trimmed(), Qt::CaseInsensitive) ||
                     qstring(keyName(row.key)).contains(text.trimmed(), Qt::CaseInsensitive);
    row.label->setVisible(hit);
    row.editor->setVisible(hit);
    row.reset->setVisible(hit && field(row.key).read(scenario_) != field(row.key).read(Scenario{}));
    if (hit) any[static_cast<std::size_t>(row.group)] = true;
  }
  for (std::size_t g = 0; g < any.size(); ++g) groupTitles_[g]->setVisible(any[g]);
}

void MoreSettings::retranslate() {
  search_->setPlaceholderText(tr("Find a setting"));
  search_->setAccessibleName(tr("Find a setting"));
  for (std::size_t g = 0; g < groupTitles_.size(); ++g) groupTitles_[g]->setText(tr(groups()[g].title));
  for (const auto& row : rows_) {
    row.reset->setIcon(icon("reset"));
    row.reset->setToolTip(tr("Back to the default"));
    row.reset->setAccessibleName(tr("Reset %1").arg(settingName(row.key)));
    row.editor->setAccessibleName(settingName(row.key));
    row.editor->setToolTip(QStringLiteral("%1\n%2").arg(qstring(keyName(row.key)),
                                                        QString::fromStdString(describeAllowed(field(row.key)))));
    if (auto* combo = qobject_cast<QComboBox*>(row.editor))
      for (int i = 0; i < combo->count(); ++i) combo->setItemText(i, wordName(row.key, combo->itemData(i).toString()));
    if (rendered_) renderEditor(row, scenario_);
  }
}

void MoreSettings::showEvent(QShowEvent* event) {
  if (pending_) render(Scenario(*pending_));
  QWidget::showEvent(event);
}

void MoreSettings::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) retranslate();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
