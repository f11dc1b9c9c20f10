// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/stop_field.hpp"

#include <QAbstractItemView>
#include <QApplication>
#include <QCompleter>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QStringListModel>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>
#include <cstdlib>

#include "ui/controls/stop_text.hpp"
#include "ui/controls/stop_track.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

constexpr int kFirstRepeat = 400, kNextRepeat = 120;  // milliseconds
constexpr int kNotch = 120;
constexpr double kSmallestText = 0.5;  // of the usual size

}  // namespace

StopField::StopField(QWidget* parent)
    : QLineEdit(parent),
      neighbors_(new QCompleter(this)),
      model_(new QStringListModel(this)),
      repeat_(new QTimer(this)) {
  setFrame(false);
  setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  setMouseTracking(true);
  QFont bold;
  bold.setBold(true);
  setFont(bold);
  QPalette clear;
  clear.setColor(QPalette::Base, Qt::transparent);  // the frame below is ours
  setPalette(clear);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);

  neighbors_->setModel(model_);
  neighbors_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
  neighbors_->setWidget(this);
  connect(neighbors_, qOverload<const QString&>(&QCompleter::activated), this, [this](const QString& text) {
    setText(text);
    setModified(true);
    confirm();
  });
  connect(this, &QLineEdit::textEdited, this, [this](const QString& text) {
    refused_ = false;
    const auto value = parsedStop(text, state_.asSequence);
    value ? offer(*value) : neighbors_->popup()->hide();
  });
  // An open list swallows the focus-out event.
  connect(qApp, &QApplication::focusChanged, this, [this](const QWidget* old, const QWidget* now) {
    if (old == this && now != nullptr && now != this) leave();
  });
  connect(repeat_, &QTimer::timeout, this, [this] {
    repeat_->setInterval(kNextRepeat);
    moveOne(pressed_);
  });
}

void StopField::render(const StopFieldState& state) {
  if (state == state_) return;
  const bool keepsTyping = isModified() && state.value == state_.value && state.available && !state.follows;
  state_ = state;
  setReadOnly(state.follows || !state.available);
  const int arrows = canStep() ? scaledInt(16) : scaledInt(6);
  setTextMargins(scaledInt(2), 0, arrows, 0);
  if (!keepsTyping) showValue();
  update();
}

void StopField::showValue() {
  refused_ = false;
  neighbors_->popup()->hide();
  setText(state_.available ? stopText(state_.value, state_.asSequence) : state_.placeholder);
  fitText();
}

// A long number is written smaller rather than cut; a very long one also loses its separators.
void StopField::fitText() {
  QFont wanted = QApplication::font();
  wanted.setBold(true);
  const double room = width() - textMargins().left() - textMargins().right() - scaled(6);
  const auto widthOf = [&wanted](const QString& text) { return QFontMetricsF(wanted).horizontalAdvance(text); };
  if (!isModified() && widthOf(text()) * kSmallestText > room && room > 0)
    setText(QString(text()).remove(QLatin1Char(',')));
  const double needed = widthOf(text());
  if (needed > room && room > 0) wanted.setPointSizeF(wanted.pointSizeF() * std::max(room / needed, kSmallestText));
  if (wanted != font()) setFont(wanted);
}

void StopField::resizeEvent(QResizeEvent* event) {
  fitText();
  QLineEdit::resizeEvent(event);
}

QStringList StopField::offered() const {
  return neighbors_->popup()->isVisible() ? model_->stringList() : QStringList();
}

// Room for "1024 K" and the arrows, whatever the value of the moment.
QSize StopField::sizeHint() const {
  QFont usual = QApplication::font();
  usual.setBold(true);
  return {QFontMetrics(usual).horizontalAdvance(QStringLiteral("1024 K")) + scaledInt(23), scaledInt(24)};
}

QSize StopField::minimumSizeHint() const { return sizeHint(); }

int StopField::nextIndex(int direction) const {
  const auto& stops = state_.stops;
  const int count = static_cast<int>(stops.size());
  // The value need not be a stop: look from where it would stand.
  const auto first =
      std::find_if(stops.begin(), stops.end(), [this](const auto& s) { return s.value >= state_.value; });
  int from = static_cast<int>(first - stops.begin());
  const bool isStop = first != stops.end() && first->value == state_.value;
  if (!isStop && direction > 0) --from;
  const int next = nextLegal(stops, from, direction);
  return next == from || next < 0 || next >= count ? -1 : next;
}

void StopField::moveOne(int direction) {
  const int next = canStep() ? nextIndex(direction) : -1;
  if (next >= 0) emit stepped(state_.stops[static_cast<std::size_t>(next)].value);
}

void StopField::step(int direction) {
  if (isModified()) showValue();
  if (!canStep() || nextIndex(direction) < 0) return;
  emit gestureStarted();
  moveOne(direction);
  emit gestureFinished();
}

void StopField::press(int direction) {
  if (isModified()) showValue();
  if (nextIndex(direction) < 0) return;
  pressed_ = direction;
  emit gestureStarted();
  moveOne(direction);
  repeat_->start(kFirstRepeat);
  update();
}

void StopField::confirm() {
  const auto value = parsedStop(text(), state_.asSequence);
  if (!value) {
    refused_ = true;
    emit reasonRequested(tr("Type a whole number of 1 or more."));
    update();
    return;
  }
  if (*value == state_.value) {
    showValue();
    selectAll();
    return;
  }
  const auto& stops = state_.stops;
  const auto stop = std::find_if(stops.begin(), stops.end(), [&](const auto& s) { return s.value == *value; });
  if (stop != stops.end() && !isLegal(*stop)) {
    refuse(*value, stop->reason);
    return;
  }
  setModified(true);
  emit typed(*value);
  if (state_.value == *value) {
    selectAll();
  } else if (isModified() && !refused_) {
    refuse(*value, QString());  // the owner did not take it and said nothing
  }
}

void StopField::refuse(std::int64_t value, const QString& reason) {
  setText(stopText(value, state_.asSequence));
  setModified(true);
  refused_ = true;
  if (hasFocus()) offer(value);
  update();
  if (!reason.isEmpty()) emit reasonRequested(reason);
}

void StopField::offer(std::int64_t value) {
  QStringList texts;
  const auto& stops = state_.stops;
  const auto text = [this](const SliderStop& stop) { return stopText(stop.value, state_.asSequence); };
  const auto legal = [](const SliderStop& stop) { return isLegal(stop); };
  const auto at = std::find_if(stops.begin(), stops.end(), [value](const auto& s) { return s.value >= value; });
  const auto above = std::find_if(at, stops.end(), legal);
  const auto below = std::find_if(std::make_reverse_iterator(at), stops.rend(), legal);
  const bool isOne = above != stops.end() && above->value == value;
  if (!isOne && below != stops.rend()) texts << text(*below);
  if (!isOne && above != stops.end()) texts << text(*above);
  model_->setStringList(texts);
  if (texts.isEmpty()) {
    neighbors_->popup()->hide();
  } else {
    neighbors_->complete();
    neighbors_->popup()->setCurrentIndex({});
  }
}

void StopField::keyPressEvent(QKeyEvent* event) {
  const bool isListOpen = neighbors_->popup()->isVisible();
  switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (isListOpen && neighbors_->popup()->currentIndex().isValid()) {
        event->ignore();  // the list takes it
      } else if (!isReadOnly()) {
        confirm();
      }
      return;
    case Qt::Key_Escape:
      event->setAccepted(isModified() && !isReadOnly());
      if (event->isAccepted()) showValue();
      return;
    case Qt::Key_Up:
    case Qt::Key_PageUp: step(1); return;
    case Qt::Key_Down:
    case Qt::Key_PageDown: step(-1); return;
    default: QLineEdit::keyPressEvent(event);
  }
}

QRect StopField::arrowRect(int direction) const {
  const int side = scaledInt(17), half = height() / 2;
  return direction > 0 ? QRect(width() - side, 0, side, half) : QRect(width() - side, half, side, height() - half);
}

int StopField::arrowAt(QPoint point) const {
  if (!canStep()) return 0;
  return arrowRect(1).contains(point) ? 1 : arrowRect(-1).contains(point) ? -1 : 0;
}

void StopField::mousePressEvent(QMouseEvent* event) {
  const int arrow = event->button() == Qt::LeftButton ? arrowAt(event->position().toPoint()) : 0;
  arrow != 0 ? press(arrow) : QLineEdit::mousePressEvent(event);
}

void StopField::mouseMoveEvent(QMouseEvent* event) {
  const int arrow = arrowAt(event->position().toPoint());
  if (arrow != hovered_) {
    hovered_ = arrow;
    setCursor(arrow != 0 || isReadOnly() ? Qt::ArrowCursor : Qt::IBeamCursor);
    update();
  }
  if (pressed_ == 0) QLineEdit::mouseMoveEvent(event);
}

void StopField::mouseReleaseEvent(QMouseEvent* event) {
  if (pressed_ == 0) {
    QLineEdit::mouseReleaseEvent(event);
    return;
  }
  repeat_->stop();
  pressed_ = 0;
  update();
  emit gestureFinished();
}

void StopField::wheelEvent(QWheelEvent* event) {
  if (!hasFocus() || !canStep()) {
    event->ignore();
    return;
  }
  event->accept();
  wheel_ += event->angleDelta().y();
  for (; std::abs(wheel_) >= kNotch; wheel_ -= wheel_ > 0 ? kNotch : -kNotch) step(wheel_ > 0 ? 1 : -1);
}

void StopField::focusInEvent(QFocusEvent* event) {
  QLineEdit::focusInEvent(event);
  if (event->reason() != Qt::MouseFocusReason && event->reason() != Qt::PopupFocusReason) selectAll();
}

void StopField::focusOutEvent(QFocusEvent* event) {
  QLineEdit::focusOutEvent(event);
  wheel_ = 0;
  if (pressed_ != 0) {
    repeat_->stop();
    pressed_ = 0;
    emit gestureFinished();
  }
  if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason) leave();
}

// Takes a legal number and gives a refused one up.
void StopField::leave() {
  neighbors_->popup()->hide();
  if (isModified() && !refused_) confirm();
  if (isModified() || refused_) showValue();
}

void StopField::leaveEvent(QEvent* event) {
  hovered_ = 0;
  update();
  QLineEdit::leaveEvent(event);
}

}  // namespace shardscope::ui
