// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/rule_card.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/text/labels.hpp"
#include "ui/text/lines.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {

RuleCard::RuleCard(QWidget* parent) : QFrame(parent) {
  setFocusPolicy(Qt::StrongFocus);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 8, 10, 8);
  row->setSpacing(8);
  picture_ = new QLabel(this);
  name_ = makeTitle(this);
  text_ = new QLabel(this);
  text_->setTextFormat(Qt::PlainText);
  text_->setWordWrap(true);
  auto* column = new QVBoxLayout;
  column->setSpacing(1);
  column->addWidget(name_);
  column->addWidget(text_);
  fix_ = new QLabel(this);
  fix_->setTextFormat(Qt::PlainText);
  fix_->setWordWrap(true);
  fix_->setForegroundRole(QPalette::PlaceholderText);
  column->addWidget(fix_);
  button_ = new QPushButton(this);
  row->addWidget(picture_, 0, Qt::AlignTop);
  row->addLayout(column, 1);
  row->addWidget(button_, 0, Qt::AlignTop);
  connect(button_, &QPushButton::clicked, this, [this] {
    if (state_.fix) emit fixRequested(*state_.fix, tr("fix: %1").arg(shortEdit(*state_.fix)));
  });
  renderIcon();
  renderButton();
}

void RuleCard::render(const RuleCardState& state) {
  if (state == state_) return;
  // A button that goes takes the focus along, and one that does something else now must not be pressed in passing.
  if (state.fix != state_.fix && button_->hasFocus()) setFocus(Qt::OtherFocusReason);
  const bool newSeverity = state.severity != state_.severity || state.holds != state_.holds;
  state_ = state;
  if (newSeverity) renderIcon();
  name_->setText(state.name);
  text_->setText(state.text);
  text_->setVisible(!state.text.isEmpty());
  setToolTip(state.evidence.isEmpty() ? QString() : wrappedText(tr("Evidence: %1").arg(state.evidence)));
  setAccessibleName(QStringLiteral("%1: %2").arg(state.name, state.text));
  renderButton();
}

QWidget* RuleCard::lastStop() const { return button_; }

void RuleCard::renderIcon() {
  const char* name = state_.holds                           ? "check"
                     : state_.severity == Severity::error   ? "error"
                     : state_.severity == Severity::warning ? "warn"
                                                            : "info";
  picture_->setPixmap(icon(name).pixmap(16, 16));
}

void RuleCard::renderButton() {
  button_->setVisible(state_.fix.has_value());
  fix_->setVisible(state_.fix.has_value());
  button_->setText(tr("Fix"));
  if (!state_.fix) return;
  fix_->setText(QStringLiteral("→ ") + shortEdit(*state_.fix));
  button_->setAccessibleName(tr("Fix: %1").arg(shortEdit(*state_.fix)));
}

void RuleCard::focusInEvent(QFocusEvent* event) {
  update();
  emit selected();
  QFrame::focusInEvent(event);
}

void RuleCard::focusOutEvent(QFocusEvent* event) {
  update();
  QFrame::focusOutEvent(event);
}

void RuleCard::paintEvent(QPaintEvent* event) {
  QFrame::paintEvent(event);
  if (hasFocus()) paintFocusRing(*this);
}

void RuleCard::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) renderIcon();
  if (event->type() == QEvent::LanguageChange) renderButton();
  QFrame::changeEvent(event);
}

}  // namespace shardscope::ui
