// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The advice beside every tab: six questions with this scenario's numbers, and the plan they lead to.

#include <QWidget>
#include <array>

#include "core/advice/comparison.hpp"
#include "ui/views/step_row.hpp"

class QScrollArea;

namespace shardscope::ui {

class AdviceBoard;
class PlanCard;

class DecisionPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DecisionPanel(AdviceBoard& board, QWidget* parent = nullptr);
  const std::array<StepRow*, 6>& steps() const { return steps_; }
  PlanCard* recommended() const { return recommended_; }
  PlanCard* faster() const { return faster_; }
  void render();  // brings a hidden panel up to date as well

 signals:
  void applyRequested(const shardscope::Edit& edit, const QString& what);
  void planRequested(const shardscope::Scenario& scenario, const QString& what);

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;

 private:
  void renderPlans();
  QString sweepTitle(const Plan& best) const;
  QString fsdpTitle(const Plan& fsdp) const;

  AdviceBoard& board_;
  QLabel* obstacle_;
  QScrollArea* scroll_;
  std::array<StepRow*, 6> steps_{};
  PlanCard *recommended_, *faster_;
};

}  // namespace shardscope::ui
