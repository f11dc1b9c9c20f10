// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A whole plan beside the others: what it is, its layout, its figures, a button that applies it.

#include <QFrame>
#include <optional>

#include "core/advice/comparison.hpp"

class QLabel;
class QPushButton;

namespace shardscope::ui {

class PlanCard : public QFrame {
  Q_OBJECT

 public:
  explicit PlanCard(QWidget* parent = nullptr);
  // `preferred`: the one to take, with an accent. `isCurrent`: the live scenario, nothing to apply.
  void render(const QString& title, const Plan& plan, bool preferred, bool isCurrent);
  void renderWaiting(const QString& title, const QString& text);  // no plan yet, or none exists
  QPushButton* applyButton() const { return apply_; }
  const std::optional<Plan>& plan() const { return plan_; }

 signals:
  void applyRequested(const shardscope::Scenario& scenario, const QString& what);

 protected:
  void changeEvent(QEvent*) override;
  void paintEvent(QPaintEvent*) override;

 private:
  void renderButton();

  std::optional<Plan> plan_;
  bool preferred_ = false, current_ = false;
  QLabel *title_, *recipe_, *figures_;
  QPushButton* apply_;
};

}  // namespace shardscope::ui
