// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/dock_title.hpp"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "ui/theme/tokens.hpp"
#include "ui/views/panel.hpp"
#include "ui/views/step_marks.hpp"

namespace shardscope::ui {

DockTitle::DockTitle(QWidget* parent) : QWidget(parent) {
  row_ = new QHBoxLayout(this);
  row_->setContentsMargins(12, 5, 6, 5);
  label_ = makeTitle(this);
  row_->addWidget(label_, 1);
  badge_ = new VerdictChip(this);
  badge_->hide();
  row_->addWidget(badge_);
}

void DockTitle::setText(const QString& text) { label_->setText(text); }

void DockTitle::setBadge(const QString& text) {
  badge_->render(text, AdviceVerdict::yes);
  badge_->setVisible(!text.isEmpty());
  setAccessibleDescription(text);
}

void DockTitle::setCompact(bool compact) { row_->setContentsMargins(12, compact ? 1 : 5, 6, compact ? 1 : 5); }

void DockTitle::addAction(QAction* action) {
  auto* button = new QToolButton(this);
  button->setDefaultAction(action);
  button->setAutoRaise(true);
  button->setToolButtonStyle(Qt::ToolButtonTextOnly);
  row_->addWidget(button);
}

void DockTitle::paintEvent(QPaintEvent*) {
  const auto& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::panel));
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Token::border));
}

}  // namespace shardscope::ui
