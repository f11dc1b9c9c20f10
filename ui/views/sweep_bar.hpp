// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the sweep is asked: axes, colour, the dimensions searched for the best, what stays fixed; and how many were
// tried. Wraps where the tab is narrow.

#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/store/sweep_board.hpp"

class QComboBox;
class QLabel;
class QMenu;
class QToolButton;

namespace shardscope::ui {

class Chip;
class FlowLayout;

class SweepBar : public QWidget {
  Q_OBJECT

 public:
  explicit SweepBar(SweepBoard& board, QWidget* parent = nullptr);
  void render();
  QComboBox* xAxis() const { return x_; }
  QComboBox* yAxis() const { return y_; }
  QComboBox* metric() const { return metric_; }
  Chip* chip(SweepAxis axis) const;  // null: it has none now (an axis, or nothing to choose)
  QString countText() const;         // as shown; empty while there is no room for any of it

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  struct Switch {
    SweepAxis axis;
    Chip* chip;
  };

  QComboBox* addCombo(QLabel*& label);
  QLabel* addLabel();
  void addChips();
  void addMore();
  void choose(const std::function<void(SweepSettings&)>& change);
  void retranslate();
  void renderChip(const Switch& item, bool isFixedChoice);
  void renderMore();
  void renderCount();
  void placeCount();

  SweepBoard& board_;
  FlowLayout* flow_;
  QLabel *xLabel_ = nullptr, *yLabel_ = nullptr, *metricLabel_ = nullptr, *searched_ = nullptr, *fixed_ = nullptr,
         *count_ = nullptr;
  QComboBox *x_, *y_, *metric_;
  QStringList counts_;  // the longest first
  std::vector<Switch> searchChips_, fixedChips_;
  QToolButton* more_ = nullptr;
  QMenu* moreMenu_ = nullptr;
};

}  // namespace shardscope::ui
