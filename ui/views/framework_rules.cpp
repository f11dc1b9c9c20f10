// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/framework_rules.hpp"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSettings>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/rules/rules.hpp"
#include "ui/text/language.hpp"

namespace shardscope::ui {
namespace {

const QString kSetting = QStringLiteral("rules/framework");
const QString kAny = QStringLiteral("any");

QString text(std::string_view utf8) { return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size())); }

}  // namespace

FrameworkRules::FrameworkRules(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 6, 10, 6);
  row->setSpacing(8);
  label_ = new QLabel(this);
  chooser_ = new QComboBox(this);
  label_->setBuddy(chooser_);
  row->addWidget(label_);
  row->addWidget(chooser_, 1);
  column->addLayout(row);
  cardColumn_ = new QVBoxLayout;
  cardColumn_->setSpacing(0);
  column->addLayout(cardColumn_);
  restHead_ = new QToolButton(this);
  restHead_->setAutoRaise(true);
  restHead_->setCheckable(true);
  restHead_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  rest_ = new QLabel(this);
  rest_->setWordWrap(true);
  rest_->setContentsMargins(14, 0, 10, 8);
  rest_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(restHead_, 0, Qt::AlignLeft);
  column->addWidget(rest_);
  fillChooser();
  connect(restHead_, &QToolButton::toggled, this, &FrameworkRules::renderRest);
  connect(chooser_, &QComboBox::activated, this, [this] {
    QSettings().setValue(kSetting, chooser_->currentData());
    judge();
    emit choiceChanged();
  });
  judge();
}

FrameworkSet FrameworkRules::chosen() const {
  const QString choice = chooser_->currentData().toString();
  const auto framework = frameworkNamed(choice.toStdString());
  return choice == kAny ? kAllFrameworks : framework ? bitOf(*framework) : FrameworkSet{0};
}

QString FrameworkRules::refusedBy(const Issue& issue) const {
  for (const auto& finding : findings_) {
    const auto& rule = ruleOf(finding);
    const bool isGraver = finding.severity < ruleTable()[static_cast<std::size_t>(issue.rule)].severity;
    if (finding.isOwn && rule.own == issue.rule && isGraver) return text(frameworkTitle(finding.framework));
  }
  return {};
}

void FrameworkRules::fillChooser() {
  const QSignalBlocker quiet(chooser_);
  const QString kept =
      chooser_->count() > 0 ? chooser_->currentData().toString() : QSettings().value(kSetting).toString();
  chooser_->clear();
  chooser_->addItem(tr("no framework"), QString());
  for (int i = 0; i < static_cast<int>(Framework::count); ++i) {
    const auto framework = static_cast<Framework>(i);
    chooser_->addItem(text(frameworkTitle(framework)), text(frameworkName(framework)));
  }
  chooser_->addItem(tr("any framework"), kAny);
  chooser_->setCurrentIndex(std::max(0, chooser_->findData(kept)));
  chooser_->setAccessibleName(tr("Framework whose rules are shown"));
  label_->setText(tr("Also the rules of"));
}

void FrameworkRules::render(const Scenario& scenario) {
  if (scenario == scenario_ && !findings_.empty()) return;
  scenario_ = scenario;
  judge();
}

void FrameworkRules::judge() {
  const QString choice = chooser_->currentData().toString();
  const auto framework = frameworkNamed(choice.toStdString());
  findings_.clear();
  if (choice == kAny) findings_ = checkAllFrameworks(scenario_);
  if (framework) findings_ = checkFramework(scenario_, *framework);
  shown_.clear();
  std::copy_if(findings_.begin(), findings_.end(), std::back_inserter(shown_), [](const FrameworkFinding& finding) {
    return finding.state == FrameworkState::broken && !finding.isOwn;
  });
  std::stable_sort(shown_.begin(), shown_.end(), [](const auto& a, const auto& b) { return a.severity < b.severity; });
  renderCards();
  renderRest();
}

void FrameworkRules::renderCards() {
  while (cards_.size() < shown_.size()) {
    auto* card = new RuleCard(this);
    connect(card, &RuleCard::fixRequested, this, &FrameworkRules::fixRequested);
    cardColumn_->addWidget(card);
    cards_.push_back(card);
  }
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    cards_[i]->setVisible(i < shown_.size());
    if (i >= shown_.size()) continue;
    const auto& finding = shown_[i];
    cards_[i]->render({finding.severity,
                       QStringLiteral("%1 · %2").arg(text(frameworkTitle(finding.framework)), text(ruleOf(finding).id)),
                       QString::fromStdString(message(finding, scenario_, currentLanguage())),
                       fix(finding, scenario_, chosen())});
  }
}

void FrameworkRules::renderRest() {
  restHead_->setVisible(!findings_.empty());
  const bool open = restHead_->isChecked() && !findings_.empty();
  restHead_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  rest_->setVisible(open);
  const auto count = [this](FrameworkState state) {
    return static_cast<int>(std::count_if(findings_.begin(), findings_.end(),
                                          [state](const FrameworkFinding& f) { return f.state == state; }));
  };
  const int undecided = count(FrameworkState::undecidable);
  restHead_->setText(undecided == 0
                         ? tr("%1 hold").arg(count(FrameworkState::holds))
                         : tr("%1 hold · %2 not to be decided here").arg(count(FrameworkState::holds)).arg(undecided));
  if (!open) return;
  QStringList lines;
  for (const auto& finding : findings_) {
    if (finding.state == FrameworkState::broken) continue;
    const QString sign = finding.state == FrameworkState::holds ? QStringLiteral("✓") : QStringLiteral("?");
    lines << QStringLiteral("%1 %2  %3")
                 .arg(sign, text(ruleOf(finding).id),
                      QString::fromStdString(message(finding, scenario_, currentLanguage())));
  }
  rest_->setText(lines.join(QLatin1Char('\n')));
}

void FrameworkRules::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    fillChooser();
    renderCards();
    renderRest();
  }
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
