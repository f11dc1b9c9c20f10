// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/rules_panel.hpp"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/rules/rules.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
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
  const bool same = report.issues == issues_;
  scenario_ = scenario;
  if (same && list_) return;   // the same rules with the same numbers
  issues_ = report.issues;
  rebuild();
}

void RulesPanel::rebuild() {
  auto* list = new QWidget;
  markAsPanel(list);
  cards_ = new QVBoxLayout(list);
  cards_->setContentsMargins(0, 0, 0, 0);
  cards_->setSpacing(0);
  int errors = 0;
  int warnings = 0;
  int hints = 0;
  for (const auto severity : {Severity::error, Severity::warning, Severity::hint})
    for (const auto& issue : issues_) {
      if (issue.severity != severity) continue;
      cards_->addWidget(makeCard(issue));
      ++(severity == Severity::error ? errors : severity == Severity::warning ? warnings : hints);
    }
  if (issues_.empty()) {
    auto* good = new QLabel(tr("Every rule holds."), list);
    good->setContentsMargins(12, 10, 12, 10);
    cards_->addWidget(good);
  }
  cards_->addStretch(1);
  QStringList parts;
  const int passes = static_cast<int>(ruleTable().size()) - errors - warnings - hints;
  if (errors) parts << tr("%n error(s)", nullptr, errors);
  if (warnings) parts << tr("%n warning(s)", nullptr, warnings);
  if (hints) parts << tr("%n hint(s)", nullptr, hints);
  parts << tr("%n pass(es)", nullptr, passes);
  summary_->setText(parts.join(QStringLiteral(" · ")));
  scroll_->setWidget(list);   // deletes the old one
  list_ = list;
}

QWidget* RulesPanel::makeCard(const Issue& issue) {
  auto* card = new QFrame;
  auto* row = new QHBoxLayout(card);
  row->setContentsMargins(10, 8, 10, 8);
  row->setSpacing(8);
  auto* picture = new QLabel(card);
  picture->setPixmap(icon(iconName(issue.severity)).pixmap(16, 16));
  picture->setAlignment(Qt::AlignTop);
  row->addWidget(picture);
  const auto name = ruleName(issue.rule);
  auto* text = new QLabel(QStringLiteral("<b>%1</b> %2").arg(
                              QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                              sentence(issue, scenario_).toHtmlEscaped()), card);
  text->setWordWrap(true);
  text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  row->addWidget(text, 1);
  if (const auto edit = fix(issue, scenario_)) {
    auto* button = new QPushButton(tr("Fix"), card);
    button->setToolTip(shortEdit(*edit));
    button->setAccessibleName(tr("Fix: %1").arg(shortEdit(*edit)));
    connect(button, &QPushButton::clicked, this,
            [this, fixed = *edit] { emit fixRequested(fixed, tr("fix: %1").arg(shortEdit(fixed))); });
    row->addWidget(button, 0, Qt::AlignTop);
  }
  return card;
}

void RulesPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) rebuild();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
