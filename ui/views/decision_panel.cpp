// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/decision_panel.hpp"

#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/scenario/derived.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/text/labels.hpp"
#include "ui/views/panel.hpp"
#include "ui/views/plan_card.hpp"

namespace shardscope::ui {

DecisionPanel::DecisionPanel(AdviceBoard& board, QWidget* parent) : QWidget(parent), board_(board) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  scroll_ = new QScrollArea(this);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->setFocusPolicy(Qt::NoFocus);
  column->addWidget(scroll_);
  auto* list = new QWidget;
  markAsPanel(list);
  auto* rows = new QVBoxLayout(list);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  obstacle_ = new QLabel(list);
  obstacle_->setWordWrap(true);
  obstacle_->setContentsMargins(12, 8, 10, 8);
  rows->addWidget(obstacle_);
  for (auto& step : steps_) {
    step = new StepRow(StepRow::Kind::narrow, list);
    connect(step, &StepRow::applyRequested, this, &DecisionPanel::applyRequested);
    rows->addWidget(step);
  }
  auto* cards = new QVBoxLayout;
  cards->setContentsMargins(8, 8, 8, 8);
  cards->setSpacing(6);
  for (auto* card : {&recommended_, &faster_}) {
    *card = new PlanCard(list);
    connect(*card, &PlanCard::applyRequested, this, &DecisionPanel::planRequested);
    cards->addWidget(*card);
  }
  rows->addLayout(cards);
  rows->addStretch(1);
  scroll_->setWidget(list);
  connect(&board_, &AdviceBoard::changed, this, [this] {
    if (isVisible()) render();
  });
  render();
}

void DecisionPanel::render() {
  renderSteps(board_, *obstacle_, steps_);
  renderPlans();
}

// What the plan of the sweep has over that of the rules.
QString DecisionPanel::sweepTitle(const Plan& best) const {
  if (!runs(board_.recommended().report.verdict)) return tr("Fits, by sweep");
  return gainOver(board_.recommended(), best).value_or(0) > 0 ? tr("Faster, by sweep")
                                                              : tr("At the batch asked for, by sweep");
}

QString DecisionPanel::fsdpTitle(const Plan& fsdp) const {
  return fsdp.dimensions < board_.recommended().dimensions ? tr("Simpler: FSDP alone") : tr("FSDP alone");
}

void DecisionPanel::renderPlans() {
  const bool asked = board_.advice().has_value();
  const auto& plans = board_.plans();
  const auto preferred = plans ? plans->comparison.preferred : PlanKind::rules;
  const bool other = preferred != PlanKind::rules;
  recommended_->setVisible(asked);
  if (asked)
    recommended_->render(board_.advice()->feasible ? tr("Recommended") : tr("Nearest try: nothing fits"),
                         {.plan = &board_.recommended(),
                          .now = &board_.store().scenario(),
                          .isPreferred = !other,
                          .isCurrent = board_.isFollowed()});
  faster_->setVisible(asked && other);
  if (asked && other) {
    const bool isSweep = preferred == PlanKind::sweep;
    const auto& best = isSweep ? *plans->comparison.best : *plans->comparison.fsdp;
    faster_->setEnabled(!board_.plansAreStale());
    faster_->render(isSweep ? sweepTitle(best) : fsdpTitle(best),
                    {.plan = &best,
                     .now = &board_.store().scenario(),
                     .isPreferred = true,
                     .isCurrent = isSamePlan(board_.store().scenario(), best.scenario)});
  }
}

void DecisionPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) render();
  QWidget::changeEvent(event);
}

void DecisionPanel::showEvent(QShowEvent* event) {
  render();
  QWidget::showEvent(event);
}

}  // namespace shardscope::ui
