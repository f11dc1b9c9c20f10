// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One knob: symbol and short name, lock, StopSlider, exact field.

#include <QWidget>
#include <cstdint>
#include <vector>

#include "ui/controls/stop_slider.hpp"

class QToolButton;

namespace shardscope::ui {

class ParamLabel;
class StopField;

struct ParamRowState {
  QString symbol, name;  // "TP", "tensor"
  QString toolTip;       // what it is, unit, what a click does
  std::vector<SliderStop> stops;
  std::int64_t value = 0;
  bool follows = false;  // link icon, dashed field
  bool locked = false;
  bool swappable = false;  // clicking the link or lock swaps the roles (DP/GPUs, M/B)
  bool enabled = true;     // EP of a dense model: false, `disabledText` in the field
  QString disabledText;
  bool differsFromDefault = false;
  bool asSequence = false;  // 8192 shown as "8 K"
  bool operator==(const ParamRowState&) const = default;
};

class ParamRow : public QWidget {
  Q_OBJECT

 public:
  explicit ParamRow(QWidget* parent = nullptr);
  void render(const ParamRowState& state);
  void setCompact(bool compact);  // 28 px instead of 36
  StopSlider* slider() const { return slider_; }
  StopField* field() const { return field_; }
  QToolButton* lockButton() const { return lock_; }
  void focusSlider();
  void toggleLock();  // as a click on the lock, if there is one to click
  // Answer to typed() when the number is not possible: marks it and offers the legal neighbours. Without an answer
  // (neither render() with the number nor this) the row does the same by itself, without a reason.
  void refuse(std::int64_t value, const QString& reason);
  QSize sizeHint() const override;

 signals:
  void gestureStarted();
  void moved(std::int64_t value);  // legal stops, from the slider or the field's steps
  void previewed(std::int64_t value);
  void gestureFinished();
  void typed(std::int64_t value);  // a number typed and confirmed that is a legal stop or unlisted: the owner decides
  void lockToggled();              // lock or link clicked, or L pressed
  void reasonRequested(const QString& reason);

 protected:
  void keyPressEvent(QKeyEvent*) override;
  void changeEvent(QEvent*) override;

 private:
  void renderLock();
  void applyHeight();

  ParamRowState state_;
  bool rendered_ = false;
  bool compact_ = false;
  ParamLabel* label_;
  QToolButton* lock_;
  StopSlider* slider_;
  StopField* field_;
};

}  // namespace shardscope::ui
