// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/advice_page.hpp"

#include <QApplication>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/text/explain_html.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/moves_list.hpp"
#include "ui/views/panel.hpp"
#include "ui/views/plan_card.hpp"

namespace shardscope::ui {

AdvicePage::AdvicePage(AdviceBoard& board, QWidget* parent) : QWidget(parent), board_(board) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  splitter_ = new QSplitter(Qt::Vertical, this);
  splitter_->setChildrenCollapsible(false);
  splitter_->setHandleWidth(4);
  auto* top = new QWidget(splitter_);
  markAsPanel(top);
  auto* topColumn = new QVBoxLayout(top);
  topColumn->setContentsMargins(0, 0, 0, 0);
  topColumn->setSpacing(0);
  trial_ = new QWidget(top);
  trial_->setAutoFillBackground(true);
  trial_->setBackgroundRole(QPalette::AlternateBase);
  auto* trialRow = new QHBoxLayout(trial_);
  trialRow->setContentsMargins(12, 4, 10, 4);
  trialText_ = new QLabel(trial_);
  trialText_->setWordWrap(true);
  trialApply_ = new QPushButton(trial_);
  trialEnd_ = new QPushButton(trial_);
  trialRow->addWidget(trialText_, 1);
  trialRow->addWidget(trialApply_);
  trialRow->addWidget(trialEnd_);
  trial_->hide();
  connect(trialApply_, &QPushButton::clicked, this, &AdvicePage::applyTrial);
  connect(trialEnd_, &QPushButton::clicked, this, &AdvicePage::endTrial);
  memory_ = new MemoryChart(top);
  topColumn->addWidget(trial_);
  topColumn->addWidget(memory_, 1);
  splitter_->addWidget(top);
  splitter_->addWidget(buildSteps());
  splitter_->setStretchFactor(0, 2);
  splitter_->setStretchFactor(1, 5);
  splitter_->setSizes({200, 500});
  column->addWidget(splitter_);
  connect(&board_, &AdviceBoard::changed, this, [this] {
    if (isVisible()) render();
  });
  retranslate();
}

QWidget* AdvicePage::buildSteps() {
  scroll_ = new QScrollArea(splitter_);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  auto* list = new QWidget;
  markAsPanel(list);
  auto* rows = new QVBoxLayout(list);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  stepsTitle_ = makeSection(list);
  stepsHint_ = new QLabel(stepsTitle_);
  stepsHint_->setForegroundRole(QPalette::PlaceholderText);
  auto* title = new QHBoxLayout(stepsTitle_);
  title->setContentsMargins(0, 0, 12, 0);
  title->addWidget(stepsHint_, 0, Qt::AlignRight);
  rows->addWidget(stepsTitle_);
  obstacle_ = new QLabel(list);
  obstacle_->setWordWrap(true);
  obstacle_->setContentsMargins(12, 8, 10, 8);
  rows->addWidget(obstacle_);
  for (auto& step : steps_) {
    step = new StepRow(StepRow::Kind::wide, list);
    connect(step, &StepRow::applyRequested, this, &AdvicePage::applyRequested);
    connect(step, &StepRow::tryRequested, this, &AdvicePage::tryAlternative);
    connect(step, &StepRow::explainRequested, this,
            [this, step](const QString& key) { emit explainRequested(key, *step); });
    rows->addWidget(step);
  }
  rows->addWidget(buildPlans(list));
  movesTitle_ = makeSection(list);
  rows->addWidget(movesTitle_);
  noMoves_ = new QLabel(list);
  noMoves_->setContentsMargins(12, 8, 10, 8);
  noMoves_->setForegroundRole(QPalette::PlaceholderText);
  noMoves_->setWordWrap(true);
  rows->addWidget(noMoves_);
  moves_ = new MovesList(list);
  rows->addWidget(moves_);
  rows->addStretch(1);
  connect(moves_, &MovesList::tryRequested, this, [this](int index) {
    if (index >= 0) triedStep_ = 0;
    renderMemory();
  });
  connect(moves_, &MovesList::applyRequested, this, &AdvicePage::applyRequested);
  scroll_->setWidget(list);
  return scroll_;
}

QWidget* AdvicePage::buildPlans(QWidget* parent) {
  auto* box = new QWidget(parent);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  plansTitle_ = makeSection(box);
  column->addWidget(plansTitle_);
  auto* inner = new QVBoxLayout;
  inner->setContentsMargins(12, 10, 12, 10);
  inner->setSpacing(6);
  auto* cards = new QHBoxLayout;
  cards->setSpacing(8);
  for (auto& card : plans_) {
    card = new PlanCard(box);
    connect(card, &PlanCard::applyRequested, this, &AdvicePage::planRequested);
    cards->addWidget(card, 1);
  }
  inner->addLayout(cards);
  auto* remarkRow = new QHBoxLayout;
  remark_ = new QLabel(box);
  remark_->setWordWrap(true);
  thresholdLabel_ = new QLabel(box);
  threshold_ = new QDoubleSpinBox(box);
  threshold_->setRange(0, 50);
  threshold_->setDecimals(0);
  threshold_->setSuffix(QStringLiteral(" %"));
  threshold_->setValue(100 * board_.threshold());
  thresholdLabel_->setBuddy(threshold_);
  connect(threshold_, &QDoubleSpinBox::valueChanged, this,
          [this](double percent) { board_.setThreshold(percent / 100); });
  remarkRow->addWidget(remark_, 1);
  remarkRow->addWidget(thresholdLabel_);
  remarkRow->addWidget(threshold_);
  inner->addLayout(remarkRow);
  checkColumn_ = new QVBoxLayout;
  checkColumn_->setSpacing(2);
  inner->addLayout(checkColumn_);
  column->addLayout(inner);
  return box;
}

void AdvicePage::retranslate() {
  stepsTitle_->setText(tr("Decision steps for this model and cluster"));
  stepsHint_->setText(tr("each amount opens Explain"));
  plansTitle_->setText(tr("Plans side by side"));
  thresholdLabel_->setText(tr("More dimensions are worth a gain above"));
  threshold_->setAccessibleName(thresholdLabel_->text());
  threshold_->setToolTip(
      tr("Of two plans the one with fewer parallel dimensions is preferred\n"
         "unless the other is faster by more than this"));
  trialApply_->setText(tr("Apply"));
  trialApply_->setAccessibleName(tr("Apply what is on trial"));
  trialEnd_->setText(tr("End trial"));
  memory_->setPlaceholder(tr("No valid split: see Rules."));
  render();
}

void AdvicePage::render() {
  renderSteps(board_, *obstacle_, steps_);
  renderPlans();
  renderMoves();
  renderMemory();
}

std::optional<Edit> AdvicePage::onTrial() const {
  if (moves_->tried() >= 0) return board_.plans()->moves[static_cast<std::size_t>(moves_->tried())].edit;
  return triedStep_ > 0 ? tried_ : std::nullopt;
}

void AdvicePage::renderMemory() {
  // Another question has other alternatives.
  const auto& advice = board_.advice();
  const auto& now = board_.store().scenario();
  if (triedStep_ > 0 &&
      (now != triedFrom_ || !advice || advice->steps[static_cast<std::size_t>(triedStep_ - 1)].alternative != tried_))
    triedStep_ = 0;
  const auto edit = onTrial();
  for (std::size_t i = 0; i < steps_.size(); ++i) steps_[i]->setTried(triedStep_ == static_cast<int>(i) + 1);
  trial_->setVisible(edit.has_value());
  if (!edit) return memory_->render(board_.store().report());
  const auto report = evaluate(applied(board_.store().scenario(), *edit));
  const bool isMove = moves_->tried() >= 0;
  const QString figures =
      isMove ? moveFigures(board_.plans()->moves[static_cast<std::size_t>(moves_->tried())]) : planFigures(report);
  trialText_->setText(tr("On trial: %1 (%2)").arg(shortEdit(*edit), figures));
  memory_->render(report);
}

void AdvicePage::tryAlternative(int step) {
  const auto& advice = board_.advice();
  if (!advice) return;
  const bool isOver = triedStep_ == step;  // a second press ends it, as with moves
  moves_->endTrial();
  triedStep_ = isOver ? 0 : step;
  triedFrom_ = board_.store().scenario();
  tried_ = advice->steps[static_cast<std::size_t>(step - 1)].alternative;
  renderMemory();
}

void AdvicePage::applyTrial() {
  const auto edit = onTrial();
  if (!edit) return;
  const QString what = moves_->tried() >= 0 ? shortEdit(*edit) : tr("alternative of step %1").arg(triedStep_);
  endTrial();
  emit applyRequested(*edit, what);
}

void AdvicePage::endTrial() {
  // The strip goes, and its buttons with it: the focus stays on the page.
  if (trial_->isAncestorOf(QApplication::focusWidget())) memory_->setFocus(Qt::OtherFocusReason);
  triedStep_ = 0;
  moves_->endTrial();
  renderMemory();
}

void AdvicePage::renderPlans() {
  const auto& advice = board_.advice();
  plansTitle_->parentWidget()->setVisible(advice.has_value());
  if (!advice) return;
  const auto& plans = board_.plans();
  const auto& now = board_.store().scenario();
  const auto preferred = plans ? plans->comparison.preferred : PlanKind::rules;
  plans_[0]->render(advice->feasible ? tr("Recommended, by the rules") : tr("Nearest try: nothing fits"),
                    {.plan = &board_.recommended(),
                     .now = &now,
                     .isPreferred = preferred == PlanKind::rules,
                     .isCurrent = board_.isFollowed()});
  const auto other = [&](PlanCard* card, const QString& title, PlanKind kind, const std::optional<Plan>* found) {
    const Plan* plan = found && *found ? &**found : nullptr;
    card->setEnabled(!board_.plansAreStale());
    card->render(title, {.plan = plan,
                         .now = &now,
                         .isSought = !plans,
                         .isPreferred = preferred == kind,
                         .isCurrent = plan && isSamePlan(now, plan->scenario)});
  };
  other(plans_[1], tr("Best of the sweep"), PlanKind::sweep, plans ? &plans->comparison.best : nullptr);
  other(plans_[2], tr("FSDP alone"), PlanKind::fsdp, plans ? &plans->comparison.fsdp : nullptr);
  remark_->setText(
      plans ? QString::fromStdString(comparisonText(plans->comparison, board_.recommended(), currentLanguage()))
            : QString());
  std::size_t shown = 0;
  for (std::size_t i = 0; i < advice->checks.size(); ++i) {
    if (advice->checks[i].verdict == AdviceVerdict::yes) continue;
    if (shown == checks_.size()) {
      checks_.push_back(new QLabel(this));
      checks_.back()->setWordWrap(true);
      auto* label = checks_.back();
      label->setForegroundRole(QPalette::PlaceholderText);
      label->setTextFormat(Qt::RichText);
      label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
      connect(label, &QLabel::linkActivated, this,
              [this, label](const QString& link) { emit explainRequested(explainKeyOf(link), *label); });
      checkColumn_->addWidget(label);
    }
    checks_[shown]->setText(
        quietLinks(QStringLiteral("△ ") + checkPage(*advice, i), currentTheme().color(Token::secondaryText)));
    checks_[shown++]->show();
  }
  for (; shown < checks_.size(); ++shown) checks_[shown]->hide();
}

void AdvicePage::renderMoves() {
  const auto& report = board_.store().report();
  const auto& plans = board_.plans();
  const bool isHopeless = plans && !plans->moves.empty() && plans->moves.front().verdict == Verdict::doesNotFit;
  movesTitle_->setText(report.verdict != Verdict::doesNotFit ? tr("Make it faster")
                       : isHopeless                          ? tr("No change and no pair makes it fit; nearest")
                                                             : tr("Make it fit"));
  if (board_.plansAreStale()) moves_->endTrial();
  moves_->render(plans ? plans->moves : std::vector<AdviceMove>{});
  moves_->setEnabled(!board_.plansAreStale());
  noMoves_->setVisible(!plans || plans->moves.empty());
  if (report.verdict == Verdict::invalid)
    noMoves_->setText(tr("The configuration is not possible: see Rules."));
  else if (!plans)
    noMoves_->setText(tr("Trying every change…"));
  else
    noMoves_->setText(report.verdict == Verdict::doesNotFit ? tr("No single change and no pair needs less memory.")
                                                            : tr("No single change and no pair is faster."));
}

void AdvicePage::setThreshold(double threshold) { threshold_->setValue(100 * threshold); }

std::vector<QWidget*> AdvicePage::panels() const { return {memory_, steps_[0]}; }

void AdvicePage::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && onTrial()) return endTrial();
  QWidget::keyPressEvent(event);
}

void AdvicePage::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  if (event->type() == QEvent::PaletteChange && isVisible()) renderPlans();  // links carry their colour
  QWidget::changeEvent(event);
}

void AdvicePage::showEvent(QShowEvent* event) {
  render();
  QWidget::showEvent(event);
}

}  // namespace shardscope::ui
