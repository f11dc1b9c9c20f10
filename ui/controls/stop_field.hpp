// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The exact field of a knob: a line edit whose arrows step over the legal stops. A number that is not legal is never
// rounded: the two legal neighbours are offered, and the text stays until one is chosen or Esc is pressed.

#include <QLineEdit>
#include <cstdint>
#include <vector>

#include "ui/controls/stop_slider.hpp"

class QCompleter;
class QStringListModel;
class QTimer;

namespace shardscope::ui {

struct StopFieldState {
  std::vector<SliderStop> stops;
  std::int64_t value = 0;
  bool follows = false;   // dashed, read only
  bool available = true;  // false: `placeholder` instead of a number
  QString placeholder;
  bool asSequence = false;  // "8 K" for 8192
  bool operator==(const StopFieldState&) const = default;
};

class StopField : public QLineEdit {
  Q_OBJECT

 public:
  explicit StopField(QWidget* parent = nullptr);
  void render(const StopFieldState& state);
  // Marks the typed number as refused and offers the legal stops next to it.
  void refuse(std::int64_t value, const QString& reason);
  bool isRefused() const { return refused_; }
  QStringList offered() const;           // what the open list holds; empty when it is closed
  QRect arrowRect(int direction) const;  // +1 the upper, -1 the lower
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void gestureStarted();
  void stepped(std::int64_t value);  // legal stops, by arrow, key or wheel
  void gestureFinished();
  void typed(std::int64_t value);  // confirmed; legal or not in the list of stops
  void reasonRequested(const QString& reason);

 protected:
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void focusInEvent(QFocusEvent*) override;
  void focusOutEvent(QFocusEvent*) override;
  void leaveEvent(QEvent*) override;

 private:
  bool canStep() const { return isEnabled() && state_.available && !state_.follows; }
  int nextIndex(int direction) const;  // the legal stop after the value; -1 none
  int arrowAt(QPoint point) const;
  void step(int direction);  // one gesture
  void moveOne(int direction);
  void press(int direction);
  void confirm();
  void leave();
  void offer(std::int64_t value);
  void showValue();
  void fitText();
  void paintFrame(QPainter& painter) const;
  void paintArrows(QPainter& painter) const;

  StopFieldState state_;
  QCompleter* neighbors_;
  QStringListModel* model_;
  QTimer* repeat_;
  int pressed_ = 0;  // arrow held down: +1, -1
  int hovered_ = 0;
  int wheel_ = 0;
  bool refused_ = false;
};

}  // namespace shardscope::ui
