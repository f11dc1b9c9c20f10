// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shown on the sweep tab while nothing of the sweep can run: why, and the smallest change after which something can.

#include <QFrame>

#include "ui/store/sweep_board.hpp"

class QLabel;
class QPushButton;

namespace shardscope::ui {

class SweepWayOut : public QFrame {
  Q_OBJECT

 public:
  explicit SweepWayOut(SweepBoard& board, QWidget* parent = nullptr);
  void render();  // hides itself while something can run, or as long as nobody knows
  QPushButton* applyButton() const { return apply_; }
  QString text() const;  // of all its lines

 signals:
  void applyRequested(const shardscope::Scenario& scenario, const QString& what);

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void renderChange(const SweepOutcome& outcome);

  SweepBoard& board_;
  QLabel *icon_, *title_, *reason_, *change_;
  QPushButton* apply_;
};

}  // namespace shardscope::ui
