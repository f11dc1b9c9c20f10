// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/rules_panel.hpp"

#include <QEvent>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/rules/rules.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

const char* iconName(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warn" : "info";
}

// "TP 8" or "TP 4 · PP 2": the edit as a button.
QString shortEdit(const Edit& edit) {
  QStringList parts;
  for (const auto& [key, value] : edit) {
    QString name = QString::fromUtf8(keyName(key).data(), static_cast<qsizetype>(keyName(key).size()));
    name = name.section(QLatin1Char('.'), -1);
    if (name.size() <= 3) name = name.toUpper();
    parts << QStringLiteral("%1 %2").arg(name, QString::fromStdString(describe(value)));
  }
  return parts.join(QStringLiteral(" · "));
}

}  // namespace

RulesPanel::RulesPanel(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  summary_ = makeSection(this);
  column->addWidget(summary_);
  scroll_ = new QScrollArea(this);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column->addWidget(scroll_, 1);
  rebuild();
}

void RulesPanel::render(const Scenario& scenario, const Report& report) {
  const bool same = report.issues == issues_ && report.verdict == verdict_ && report.memory.peak == memory_.peak &&
                    report.memory.capacity == memory_.capacity;
  scenario_ = scenario;
  if (same && list_) return;   // the same rules with the same numbers
  issues_ = report.issues;
  verdict_ = report.verdict;
  memory_ = report.memory;
  rebuild();
}

void RulesPanel::rebuild() {
  auto* list = new QWidget;
  markAsPanel(list);
  cards_ = new QVBoxLayout(list);
  cards_->setContentsMargins(0, 0, 0, 0);
  cards_->setSpacing(0);
  if (auto* verdict = makeVerdictCard()) cards_->addWidget(verdict);
  int errors = 0;
  int warnings = 0;
  int hints = 0;
  for (const auto severity : {Severity::error, Severity::warning, Severity::hint})
    for (const auto& issue : issues_) {
      if (issue.severity != severity) continue;
      cards_->addWidget(makeIssueCard(issue));
      ++(severity == Severity::error ? errors : severity == Severity::warning ? warnings : hints);
    }
  cards_->addWidget(makePasses());
  cards_->addStretch(1);
  QStringList parts;
  const int passes = static_cast<int>(ruleTable().size()) - errors - warnings - hints;
  if (errors) parts << tr("Errors %1").arg(errors);
  if (warnings) parts << tr("Warnings %1").arg(warnings);
  if (hints) parts << tr("Hints %1").arg(hints);
  parts << tr("Passed %1").arg(passes);
  summary_->setText(parts.join(QStringLiteral(" · ")));
  scroll_->setWidget(list);   // deletes the old one
  list_ = list;
}

QWidget* RulesPanel::makeIssueCard(const Issue& issue) {
  const auto name = ruleName(issue.rule);
  return makeCard(issue.severity,
                  QStringLiteral("<b>%1</b> %2").arg(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                                                     sentence(issue, scenario_).toHtmlEscaped()),
                  fix(issue, scenario_));
}

QWidget* RulesPanel::makeVerdictCard() {
  if (verdict_ == Verdict::doesNotFit)
    return makeCard(Severity::error,
                    tr("<b>Memory</b> Stage %1 needs %2, the GPU has %3. Try a larger TP or PP, ZeRO-3, or full recompute.")
                        .arg(memory_.peakStage)
                        .arg(gibUnit(memory_.peak), gibUnit(memory_.capacity)),
                    std::nullopt);
  if (verdict_ == Verdict::tight)
    return makeCard(Severity::warning,
                    tr("<b>Memory</b> Stage %1 needs %2: below the GPU's %3, but over the fit limit of %4. It may run out.")
                        .arg(memory_.peakStage)
                        .arg(gibUnit(memory_.peak), gibUnit(memory_.capacity), gibUnit(memory_.fitLimit)),
                    std::nullopt);
  return nullptr;
}

QWidget* RulesPanel::makeCard(Severity severity, const QString& html, const std::optional<Edit>& edit) {
  auto* card = new QFrame;
  auto* row = new QHBoxLayout(card);
  row->setContentsMargins(10, 8, 10, 8);
  row->setSpacing(8);
  auto* picture = new QLabel(card);
  picture->setPixmap(icon(iconName(severity)).pixmap(16, 16));
  picture->setAlignment(Qt::AlignTop);
  row->addWidget(picture);
  auto* text = new QLabel(html, card);
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  row->addWidget(text, 1);
  if (!edit) return card;
  auto* button = new QPushButton(tr("Fix"), card);
  button->setToolTip(shortEdit(*edit));
  button->setAccessibleName(tr("Fix: %1").arg(shortEdit(*edit)));
  connect(button, &QPushButton::clicked, this,
          [this, fixed = *edit] { emit fixRequested(fixed, tr("fix: %1").arg(shortEdit(fixed))); });
  row->addWidget(button, 0, Qt::AlignTop);
  return card;
}

// The rules that hold, folded away unless asked for; open from the start when nothing else is to be said.
QWidget* RulesPanel::makePasses() {
  auto* box = new QWidget;
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(6, 6, 10, 8);
  auto* head = new QToolButton(box);
  head->setAutoRaise(true);
  head->setCheckable(true);
  head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  head->setText(tr("Rules that hold"));
  auto* list = new QWidget(box);
  auto* rows = new QGridLayout(list);
  rows->setContentsMargins(4, 0, 0, 0);
  rows->setColumnStretch(1, 1);
  int line = 0;
  for (const auto& info : ruleTable()) {
    const bool fails = std::any_of(issues_.begin(), issues_.end(), [&](const Issue& i) { return i.rule == info.id; });
    if (fails) continue;
    auto* mark = new QLabel(QStringLiteral("✓"), list);
    auto* text = new QLabel(QString::fromStdString(ruleText(info.id, currentLanguage())), list);
    text->setWordWrap(true);
    text->setForegroundRole(QPalette::PlaceholderText);
    text->setToolTip(QString::fromUtf8(info.name.data(), static_cast<qsizetype>(info.name.size())));
    rows->addWidget(mark, line, 0, Qt::AlignTop);
    rows->addWidget(text, line++, 1);
  }
  const bool open = passesOpen_ || (issues_.empty() && verdict_ == Verdict::fits);
  const auto show = [head, list](bool on) {
    head->setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
    list->setVisible(on);
  };
  head->setChecked(open);
  show(open);
  connect(head, &QToolButton::toggled, this, [this, show](bool on) {
    passesOpen_ = on;
    show(on);
  });
  column->addWidget(head);
  column->addWidget(list);
  return box;
}

void RulesPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) rebuild();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
