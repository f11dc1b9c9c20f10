// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A slider that stops only on legal values: ○ valid, ▯ handle, ✕ not valid (with its reason), △ valid but against a
// rule. Stops are evenly spaced by index. Only user gestures emit.

#include <QString>
#include <QWidget>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/scenario/stops.hpp"

namespace shardscope::ui {

struct SliderStop {
  std::int64_t value = 0;
  StopState state = StopState::valid;
  QString reason;  // of ✕ and △
  bool operator==(const SliderStop&) const = default;
};

struct StopTrack;

class StopSlider : public QWidget {
  Q_OBJECT

 public:
  explicit StopSlider(QWidget* parent = nullptr);

  // The current value need not be a legal stop (a file may bring any); the handle sits on it then.
  void setStops(const std::vector<SliderStop>& stops, std::int64_t current);
  void setFollower(bool follows);       // diamond handle, not draggable
  void setAvailable(bool available);    // false (EP of a dense model): no handle, no gestures; reasons still readable
  void setAsSequence(bool asSequence);  // speaks and shows "8 K" for 8192
  const std::vector<SliderStop>& stops() const { return stops_; }
  std::int64_t value() const { return value_; }
  bool isFollower() const { return follower_; }
  bool isAvailable() const { return available_; }
  const SliderStop* currentStop() const;  // null when the value is no stop
  QString valueText() const;              // "TP 8 of 1 2 4 8", for screen readers
  void setSymbol(const QString& symbol);  // "TP"
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  QPointF stopPosition(int index) const;  // centre, in widget coordinates
  QRectF handleRect() const;              // empty when there is no handle
  // One whole gesture each, as if by key; nothing when there is no such legal stop.
  void stepBy(int direction);
  void stepTo(std::int64_t value);
  bool canStep() const;  // neither follower nor unavailable

 signals:
  void gestureStarted();
  void moved(std::int64_t value);      // during a drag and on keys; legal stops only
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
  void hideEvent(QHideEvent*) override;
  bool event(QEvent*) override;

 private:
  struct Drag {
    double grabbedAt = 0;  // pointer minus handle centre
    double pointer = 0;    // where the handle would be without stops
    std::int64_t startedAt = 0;
    std::int64_t rest = 0;                // where a preview springs back to
    std::optional<std::int64_t> preview;  // a ✕ stop under Shift
  };

  StopTrack track() const;
  int indexOf(std::int64_t value) const;
  int hitStop(QPointF point) const;  // -1: none within reach of a finger
  double handleCenter() const;
  void moveTo(int index);
  void dragTo(double x, bool preview);
  void startDrag(double x);
  void endPreview();
  void endDrag();
  bool handleKey(const QKeyEvent& key);
  void hover(QPointF point);
  void leave();
  void readReason(int direction);
  void showReason(int index);
  void announceValue();

  std::vector<SliderStop> stops_;
  std::int64_t value_ = 0;
  QString symbol_;
  bool follower_ = false;
  bool available_ = true;
  bool asSequence_ = false;
  std::optional<Drag> drag_;
  int hovered_ = -1;  // stop under the pointer
  bool handleHovered_ = false;
  int read_ = -1;  // stop whose reason Alt+arrow read last
  int wheel_ = 0;  // eighths of a degree not yet used
};

}  // namespace shardscope::ui
