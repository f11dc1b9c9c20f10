// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The advice tab: memory, every step of the procedure, the plans side by side, the moves from here.

#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "ui/views/step_row.hpp"

class QDoubleSpinBox;
class QPushButton;
class QScrollArea;
class QSplitter;
class QVBoxLayout;

namespace shardscope::ui {

class AdviceBoard;
class MemoryChart;
class MovesList;
class PlanCard;

class AdvicePage : public QWidget {
  Q_OBJECT

 public:
  explicit AdvicePage(AdviceBoard& board, QWidget* parent = nullptr);
  MemoryChart* memory() const { return memory_; }
  MovesList* moves() const { return moves_; }
  QPushButton* applyTrialButton() const { return trialApply_; }
  QPushButton* endTrialButton() const { return trialEnd_; }
  // What is on trial: a move, or what a step passed over.
  std::optional<Edit> onTrial() const;
  const std::array<StepRow*, 6>& steps() const { return steps_; }
  const std::array<PlanCard*, 3>& plans() const { return plans_; }  // of the rules, of the sweep, FSDP alone
  QDoubleSpinBox* threshold() const { return threshold_; }
  void setThreshold(double threshold);
  QSplitter* splitter() const { return splitter_; }
  std::vector<QWidget*> panels() const;  // in the order of F6
  void render();                         // brings a hidden page up to date as well

 signals:
  void applyRequested(const shardscope::Edit& edit, const QString& what);
  void planRequested(const shardscope::Scenario& scenario, const QString& what);
  void explainRequested(const QString& key, const QWidget& figure);

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;
  void keyPressEvent(QKeyEvent*) override;

 private:
  QWidget* buildSteps();
  QWidget* buildPlans(QWidget* parent);
  void retranslate();
  void renderMemory();
  void renderPlans();
  void renderMoves();
  void tryAlternative(int step);
  void applyTrial();
  void endTrial();

  AdviceBoard& board_;
  QSplitter* splitter_;
  MemoryChart* memory_;
  QWidget* trial_;  // the strip that says what the chart shows while something is on trial
  QLabel* trialText_;
  QPushButton *trialApply_, *trialEnd_;
  int triedStep_ = 0;          // whose alternative is on trial; 0: none
  Scenario triedFrom_;         // the scenario it was asked of
  std::optional<Edit> tried_;  // the alternative as it was asked for
  QScrollArea* scroll_;
  QLabel *stepsTitle_, *stepsHint_, *obstacle_, *plansTitle_, *remark_, *movesTitle_, *noMoves_, *thresholdLabel_;
  std::vector<QLabel*> checks_;  // what to look at in the recommended plan
  QVBoxLayout* checkColumn_;
  std::array<StepRow*, 6> steps_{};
  std::array<PlanCard*, 3> plans_{};
  QDoubleSpinBox* threshold_;
  MovesList* moves_;
};

}  // namespace shardscope::ui
