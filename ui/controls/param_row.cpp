// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/param_row.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>

#include "ui/controls/param_label.hpp"
#include "ui/controls/stop_field.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

ParamRow::ParamRow(QWidget* parent)
    : QWidget(parent),
      label_(new ParamLabel(this)),
      lock_(new QToolButton(this)),
      slider_(new StopSlider(this)),
      field_(new StopField(this)) {
  lock_->setAutoRaise(true);
  lock_->setFocusPolicy(Qt::TabFocus);
  QSizePolicy keepsPlace(QSizePolicy::Fixed, QSizePolicy::Fixed);
  keepsPlace.setRetainSizeWhenHidden(true);
  lock_->setSizePolicy(keepsPlace);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);

  auto* row = new QHBoxLayout(this);
  row->setSpacing(0);
  row->addWidget(label_);
  row->addWidget(lock_);
  row->addWidget(slider_, 1);
  row->addWidget(field_);
  applyHeight();

  connect(label_, &ParamLabel::clicked, this, &ParamRow::focusSlider);
  connect(lock_, &QToolButton::clicked, this, &ParamRow::lockToggled);
  connect(slider_, &StopSlider::gestureStarted, this, &ParamRow::gestureStarted);
  connect(slider_, &StopSlider::moved, this, &ParamRow::moved);
  connect(slider_, &StopSlider::previewed, this, &ParamRow::previewed);
  connect(slider_, &StopSlider::gestureFinished, this, &ParamRow::gestureFinished);
  connect(slider_, &StopSlider::reasonRequested, this, &ParamRow::reasonRequested);
  connect(field_, &StopField::gestureStarted, this, &ParamRow::gestureStarted);
  connect(field_, &StopField::stepped, this, &ParamRow::moved);
  connect(field_, &StopField::gestureFinished, this, &ParamRow::gestureFinished);
  connect(field_, &StopField::typed, this, &ParamRow::typed);
  connect(field_, &StopField::reasonRequested, this, &ParamRow::reasonRequested);
}

void ParamRow::render(const ParamRowState& state) {
  if (rendered_ && state == state_) return;
  state_ = state;
  rendered_ = true;
  const QString fullName = QStringLiteral("%1 %2").arg(state.symbol, state.name).trimmed();
  setToolTip(state.toolTip);
  label_->render(state.symbol, state.name, !state.enabled, state.differsFromDefault);

  slider_->setSymbol(state.symbol);
  slider_->setAsSequence(state.asSequence);
  slider_->setFollower(state.follows);
  slider_->setAvailable(state.enabled);
  slider_->setStops(state.stops, state.value);
  slider_->setAccessibleName(fullName);
  slider_->setAccessibleDescription(state.toolTip);

  field_->setEnabled(state.enabled);
  field_->render({.stops = state.stops,
                  .value = state.value,
                  .follows = state.follows,
                  .available = state.enabled,
                  .placeholder = state.disabledText,
                  .asSequence = state.asSequence});
  field_->setAccessibleName(fullName);
  field_->setAccessibleDescription(state.toolTip);
  renderLock();
}

void ParamRow::renderLock() {
  lock_->setVisible(state_.enabled);
  lock_->setEnabled(!state_.follows || state_.swappable);
  const auto [name, ink] = state_.follows  ? std::pair("link", Token::secondaryText)
                           : state_.locked ? std::pair("lock", Token::accent)
                                           : std::pair("unlock", Token::secondaryText);
  lock_->setIcon(icon(name, ink));
  const QString text = state_.follows  ? state_.swappable ? tr("%1 follows; lock it and let the total follow")
                                                          : tr("%1 follows the other settings")
                        : state_.locked ? tr("%1 is locked; unlock it")
                                       : tr("%1 moves freely; lock it");
  lock_->setAccessibleName(text.arg(state_.symbol));
  lock_->setToolTip(text.arg(state_.symbol));
}

void ParamRow::setCompact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  applyHeight();
}

void ParamRow::applyHeight() {
  lock_->setFixedSize(scaledInt(24), scaledInt(24));
  lock_->setIconSize({scaledInt(14), scaledInt(14)});
  layout()->setContentsMargins(0, 0, scaledInt(8), 0);
  setFixedHeight(scaledInt(compact_ ? 28 : 36));
  updateGeometry();
}

void ParamRow::focusSlider() { slider_->setFocus(Qt::ShortcutFocusReason); }

void ParamRow::refuse(std::int64_t value, const QString& reason) { field_->refuse(value, reason); }

QSize ParamRow::sizeHint() const { return {scaledInt(300), scaledInt(compact_ ? 28 : 36)}; }

void ParamRow::keyPressEvent(QKeyEvent* event) {
  const bool plain = (event->modifiers() & ~Qt::ShiftModifier) == Qt::NoModifier;
  if (event->key() == Qt::Key_L && plain) {
    toggleLock();
  } else {
    QWidget::keyPressEvent(event);
  }
}

void ParamRow::toggleLock() {
  if (lock_->isEnabled() && state_.enabled) emit lockToggled();
}

void ParamRow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) applyHeight();
  if (event->type() == QEvent::LanguageChange && rendered_) renderLock();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
