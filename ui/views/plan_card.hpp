// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A whole plan beside the others: what it is, its layout, its figures, a button that applies it.

#include <QFrame>
#include <optional>

#include "core/advice/comparison.hpp"

class QLabel;
class QPushButton;

namespace shardscope::ui {

// A plan to show, or why there is none: it is still sought, or none of its kind fits.
struct PlanOnCard {
  const Plan* plan = nullptr;
  const Scenario* now = nullptr;  // with a plan: the live scenario
  bool isSought = false;          // without a plan
  bool isPreferred = false;       // the one to take, with an accent
  bool isCurrent = false;         // the live scenario, nothing to apply
};

class PlanCard : public QFrame {
  Q_OBJECT

 public:
  explicit PlanCard(QWidget* parent = nullptr);
  void render(const QString& title, const PlanOnCard& shown);
  QPushButton* applyButton() const { return apply_; }
  const std::optional<Plan>& plan() const { return plan_; }

 signals:
  void applyRequested(const shardscope::Scenario& scenario, const QString& what);

 protected:
  void changeEvent(QEvent*) override;
  void paintEvent(QPaintEvent*) override;

 private:
  void renderTexts();

  std::optional<Plan> plan_;
  Scenario now_;
  bool sought_ = false, preferred_ = false, current_ = false;
  QLabel *title_, *recipe_, *figures_;
  QPushButton* apply_;
};

}  // namespace shardscope::ui
