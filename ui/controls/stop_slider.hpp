#pragma once
// A slider that stops only on legal values: ○ valid, ▯ handle, ✕ not valid (with its reason), △ valid but against a
// rule. Stops are evenly spaced by index. Only user gestures emit.

#include <QString>
#include <QWidget>
#include <cstdint>
#include <vector>

#include "core/scenario/stops.hpp"

namespace shardscope::ui {

struct SliderStop {
  std::int64_t value = 0;
  StopState state = StopState::valid;
  QString reason;               // of ✕ and △
  bool operator==(const SliderStop&) const = default;
};

class StopSlider : public QWidget {
  Q_OBJECT

 public:
  explicit StopSlider(QWidget* parent = nullptr);

  // The current value need not be a legal stop (a file may bring any); the handle sits on it then.
  void setStops(const std::vector<SliderStop>& stops, std::int64_t current);
  void setFollower(bool follows);   // diamond handle, not draggable
  const std::vector<SliderStop>& stops() const { return stops_; }
  std::int64_t value() const { return value_; }
  QString valueText() const;        // "TP 8 of 1 2 4 8", for screen readers
  void setSymbol(const QString& symbol);  // "TP"
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  QPointF stopPosition(int index) const;  // centre, in widget coordinates

 signals:
  void gestureStarted();
  void moved(std::int64_t value);   // during a drag and on keys; legal stops only
  void previewed(std::int64_t value);  // Shift+drag over ✕; springs back on release
  void gestureFinished();
  void reasonRequested(const QString& reason);  // hover or Alt+→ on a ✕ or △ stop

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent*) override;
  void mouseMoveEvent(QMouseEvent*) override;
  void mouseReleaseEvent(QMouseEvent*) override;
  void wheelEvent(QWheelEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void focusInEvent(QFocusEvent*) override;
  void focusOutEvent(QFocusEvent*) override;
  bool event(QEvent*) override;

 private:
  int indexAt(double x, bool legalOnly) const;
  int indexOf(std::int64_t value) const;
  void moveTo(int index);
  void step(int direction);

  std::vector<SliderStop> stops_;
  std::int64_t value_ = 0;
  QString symbol_;
  bool follower_ = false;
  bool dragging_ = false;
  int preview_ = -1;
};

}  // namespace shardscope::ui
