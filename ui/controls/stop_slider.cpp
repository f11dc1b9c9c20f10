// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/stop_slider.hpp"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/controls/accessible_controls.hpp"
#include "ui/controls/stop_look.hpp"
#include "ui/controls/stop_text.hpp"
#include "ui/controls/stop_track.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

constexpr double kMagnet = 6;   // design §4
constexpr double kLean = 5;     // the handle follows a pulling pointer this far before it lets go
constexpr double kFinger = 12;  // half a hit target of 24 px
constexpr int kNotch = 120;     // one step of a mouse wheel, in eighths of a degree

}  // namespace

StopSlider::StopSlider(QWidget* parent) : QWidget(parent) {
  installAccessibleControls();
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StopSlider::setStops(const std::vector<SliderStop>& stops, std::int64_t current) {
  const bool sameValue = current == value_;
  if (sameValue && stops == stops_) return;
  stops_ = stops;
  value_ = current;
  if (current > 0 && indexOf(current) < 0) {  // a value the list does not know still has its place
    const auto after = std::find_if(stops_.begin(), stops_.end(), [&](const auto& s) { return s.value > current; });
    stops_.insert(after, SliderStop{.value = current, .state = StopState::invalid});
  }
  hovered_ = read_ = -1;
  if (!sameValue) announceValue();
  update();
}

void StopSlider::setFollower(bool follows) {
  if (follows == follower_) return;
  follower_ = follows;
  if (follows) endDrag();
  update();
}

void StopSlider::setAvailable(bool available) {
  if (available == available_) return;
  available_ = available;
  if (!available) endDrag();
  update();
}

void StopSlider::setAsSequence(bool asSequence) { asSequence_ = asSequence; }
void StopSlider::setSymbol(const QString& symbol) { symbol_ = symbol; }
bool StopSlider::canStep() const { return isEnabled() && available_ && !follower_; }

const SliderStop* StopSlider::currentStop() const {
  const int index = indexOf(value_);
  return index < 0 ? nullptr : &stops_[static_cast<std::size_t>(index)];
}

QString StopSlider::valueText() const {
  if (!available_) return tr("%1 not available").arg(symbol_);
  const QString value = stopText(value_, asSequence_);
  if (follower_) return tr("%1 %2, follows").arg(symbol_, value);
  QStringList legal;
  for (const SliderStop& stop : stops_) {
    if (isLegal(stop)) legal << stopText(stop.value, asSequence_);
  }
  const SliderStop* current = currentStop();
  const QString list = legal.join(u' ');
  if (current != nullptr && !isLegal(*current)) return tr("%1 %2, not a valid stop, of %3").arg(symbol_, value, list);
  return tr("%1 %2 of %3", "symbol, value, all valid stops").arg(symbol_, value, list);
}

QSize StopSlider::sizeHint() const { return {scaledInt(122), scaledInt(24)}; }
QSize StopSlider::minimumSizeHint() const { return {scaledInt(72), scaledInt(24)}; }

StopTrack StopSlider::track() const {
  const double margin = std::ceil(scaled(StopLook::kMargin));
  return {.left = margin, .right = width() - margin, .count = static_cast<int>(stops_.size())};
}

QPointF StopSlider::stopPosition(int index) const { return {track().position(index), std::round(height() / 2.0)}; }

double StopSlider::handleCenter() const {
  const StopTrack place = track();
  const int index = indexOf(drag_ && drag_->preview ? *drag_->preview : value_);
  const double at = place.position(std::max(index, 0));
  if (!drag_ || drag_->preview) return at;
  const double pull = std::abs(drag_->pointer - at) - scaled(kMagnet);
  const int direction = drag_->pointer > at ? 1 : -1;
  if (pull <= 0 || nextLegal(stops_, index, direction) == index) return at;
  return at + direction * std::min(pull, scaled(kLean));
}

QRectF StopSlider::handleRect() const {
  if (!available_ || indexOf(value_) < 0) return {};
  const QSizeF size(2 * std::round(scaled(StopLook::kHandleWidth) / 2),
                    2 * std::round(scaled(StopLook::kHandleHeight) / 2));
  QRectF rect(QPointF(), size);
  rect.moveCenter({handleCenter(), stopPosition(0).y()});
  return rect;
}

void StopSlider::paintEvent(QPaintEvent*) {
  const std::int64_t shown = drag_ && drag_->preview ? *drag_->preview : value_;
  const StopLook look{.track = track(),
                      .middle = stopPosition(0).y(),
                      .handle = handleRect(),
                      .current = indexOf(shown),
                      .highlighted = read_ >= 0 ? read_ : hovered_,
                      .follower = follower_,
                      .available = available_ && isEnabled(),
                      .hasFocus = hasFocus(),
                      .handleHovered = handleHovered_,
                      .pressed = drag_.has_value(),
                      .preview = drag_ && drag_->preview};
  QPainter painter(this);
  look.paint(painter, stops_);
}

int StopSlider::indexOf(std::int64_t value) const {
  const auto found = std::find_if(stops_.begin(), stops_.end(), [value](const auto& s) { return s.value == value; });
  return found == stops_.end() ? -1 : static_cast<int>(found - stops_.begin());
}

int StopSlider::hitStop(QPointF point) const {
  const StopTrack place = track();
  const int index = place.nearest(point.x());
  if (index < 0 || !rect().contains(point.toPoint())) return -1;
  return std::abs(place.position(index) - point.x()) <= scaled(kFinger) ? index : -1;
}

void StopSlider::announceValue() {
  QAccessibleValueChangeEvent event(this, QVariant(static_cast<qlonglong>(value_)));
  QAccessible::updateAccessibility(&event);
}

void StopSlider::moveTo(int index) {
  const std::int64_t value = stops_[static_cast<std::size_t>(index)].value;
  if (value == value_) return;
  value_ = value;
  read_ = -1;
  if (drag_) drag_->rest = value;
  announceValue();
  update();
  emit moved(value);
}

void StopSlider::stepBy(int direction) {
  const int from = indexOf(value_);
  const int to = nextLegal(stops_, from, direction);
  if (from >= 0 && to != from) stepTo(stops_[static_cast<std::size_t>(to)].value);
}

void StopSlider::stepTo(std::int64_t value) {
  const int index = indexOf(value);
  if (!canStep() || drag_ || index < 0 || value == value_ || !isLegal(stops_[static_cast<std::size_t>(index)])) return;
  emit gestureStarted();
  moveTo(index);
  emit gestureFinished();
}

void StopSlider::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton || drag_) return;
  const int index = indexOf(value_);
  if (!canStep() || index < 0) return;
  const double distance = event->position().x() - handleCenter();
  const double reach = std::max(handleRect().width() / 2 + 2, std::min(scaled(kFinger), track().spacing() / 2));
  if (std::abs(distance) <= reach) {
    startDrag(event->position().x());
  } else {
    stepBy(distance > 0 ? 1 : -1);
  }
}

void StopSlider::startDrag(double x) {
  const double center = handleCenter();
  drag_ = Drag{.grabbedAt = x - center, .pointer = center, .startedAt = value_, .rest = value_};
  QToolTip::hideText();
  update();
  emit gestureStarted();
}

void StopSlider::mouseMoveEvent(QMouseEvent* event) {
  if (drag_) {
    dragTo(event->position().x() - drag_->grabbedAt, event->modifiers().testFlag(Qt::ShiftModifier));
  } else {
    hover(event->position());
  }
}

void StopSlider::dragTo(double x, bool preview) {
  drag_->pointer = x;
  update();
  if (!preview) endPreview();
  const int from = indexOf(drag_->preview.value_or(value_));
  if (from < 0) return;  // the owner took the value away
  const int reached = draggedTo(track(), stops_, from, x, {.magnet = scaled(kMagnet), .throughInvalid = preview});
  const SliderStop stop = stops_[static_cast<std::size_t>(reached)];
  if (stop.value == drag_->preview.value_or(value_)) return;
  if (isLegal(stop) || stop.value == drag_->rest) {
    endPreview();
    if (drag_) moveTo(indexOf(stop.value));
  } else {
    drag_->preview = stop.value;
    emit previewed(stop.value);
  }
}

void StopSlider::endPreview() {
  if (!drag_ || !drag_->preview) return;
  drag_->preview.reset();
  value_ = drag_->rest;
  emit previewed(value_);
}

void StopSlider::endDrag() {
  if (!drag_) return;
  endPreview();
  drag_.reset();
  update();
  emit gestureFinished();
}

void StopSlider::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  endDrag();
  hover(event->position());
}

void StopSlider::wheelEvent(QWheelEvent* event) {
  if (!hasFocus() || !canStep() || event->modifiers() != Qt::NoModifier) {
    event->ignore();  // the page scrolls
    return;
  }
  event->accept();
  const QPoint turned = event->angleDelta();
  wheel_ += turned.y() != 0 ? turned.y() : turned.x();
  for (; std::abs(wheel_) >= kNotch; wheel_ -= wheel_ > 0 ? kNotch : -kNotch) stepBy(wheel_ > 0 ? 1 : -1);
}

void StopSlider::keyPressEvent(QKeyEvent* event) {
  if (!handleKey(*event)) QWidget::keyPressEvent(event);
}

bool StopSlider::handleKey(const QKeyEvent& key) {
  const bool alt = key.modifiers().testFlag(Qt::AltModifier);
  if (key.modifiers().testFlag(Qt::ControlModifier)) return false;
  const auto end = [this](int index) {
    if (index >= 0) stepTo(stops_[static_cast<std::size_t>(index)].value);
  };
  switch (key.key()) {
    case Qt::Key_Right:
    case Qt::Key_Left: {
      const int direction = key.key() == Qt::Key_Right ? 1 : -1;
      alt ? readReason(direction) : stepBy(direction);
      return true;
    }
    case Qt::Key_Up:
    case Qt::Key_PageUp: stepBy(1); return !alt;
    case Qt::Key_Down:
    case Qt::Key_PageDown: stepBy(-1); return !alt;
    case Qt::Key_Home: end(firstLegal(stops_)); return true;
    case Qt::Key_End: end(lastLegal(stops_)); return true;
    case Qt::Key_Escape: {
      if (!drag_) return false;
      const int start = indexOf(drag_->startedAt);
      endPreview();
      if (start >= 0 && isLegal(stops_[static_cast<std::size_t>(start)])) moveTo(start);
      endDrag();
      return true;
    }
    default: return false;
  }
}

void StopSlider::hover(QPointF point) {
  const QRectF handle = handleRect();
  const bool onHandle = canStep() && handle.contains(point);
  const int index = onHandle ? -1 : hitStop(point);
  if (index == hovered_ && onHandle == handleHovered_) return;
  hovered_ = index;
  handleHovered_ = onHandle;
  update();
  if (index < 0) return;
  const SliderStop& stop = stops_[static_cast<std::size_t>(index)];
  if (stop.state != StopState::valid && !stop.reason.isEmpty()) emit reasonRequested(stop.reason);
}

void StopSlider::leave() {
  hovered_ = -1;
  handleHovered_ = false;
  update();
}

void StopSlider::readReason(int direction) {
  const int from = read_ >= 0 ? read_ : indexOf(value_);
  for (int i = from + direction; i >= 0 && i < static_cast<int>(stops_.size()); i += direction) {
    const SliderStop& stop = stops_[static_cast<std::size_t>(i)];
    if (stop.state == StopState::valid || stop.reason.isEmpty()) continue;
    read_ = i;
    update();
    showReason(i);
    emit reasonRequested(stop.reason);
    return;
  }
}

void StopSlider::showReason(int index) {
  const StopTrack place = track();
  const double half = std::max(place.spacing() / 2, 1.0);
  const QRectF area(place.position(index) - half, 0, 2 * half, height());
  QToolTip::showText(mapToGlobal(QPoint(static_cast<int>(place.position(index)), height())),
                     stops_[static_cast<std::size_t>(index)].reason, this, area.toRect());
}

void StopSlider::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void StopSlider::focusOutEvent(QFocusEvent* event) {
  read_ = -1;
  wheel_ = 0;
  QWidget::focusOutEvent(event);
  update();
}

void StopSlider::hideEvent(QHideEvent* event) {
  endDrag();
  QWidget::hideEvent(event);
}

bool StopSlider::event(QEvent* event) {
  switch (event->type()) {
    case QEvent::ToolTip:
      if (hovered_ >= 0 && !stops_[static_cast<std::size_t>(hovered_)].reason.isEmpty()) {
        showReason(hovered_);
        return true;
      }
      break;
    case QEvent::Leave: leave(); break;
    case QEvent::EnabledChange:
      if (!isEnabled()) endDrag();
      break;
    case QEvent::FontChange: updateGeometry(); break;
    default: break;
  }
  return QWidget::event(event);
}

}  // namespace shardscope::ui
