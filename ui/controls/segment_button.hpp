// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One choice of a Segmented row. The row decides; the button only shows and clicks.

#include <QAbstractButton>

namespace shardscope::ui {

class SegmentButton : public QAbstractButton {
  Q_OBJECT

 public:
  explicit SegmentButton(QWidget* parent);
  void setEnds(bool first, bool last);  // which corners are round
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void changeEvent(QEvent*) override;

 private:
  bool first_ = false, last_ = false;
};

}  // namespace shardscope::ui
