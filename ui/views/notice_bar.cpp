// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notice_bar.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 5, 8, 5);
  picture_ = new QLabel(this);
  label_ = new QLabel(this);
  label_->setWordWrap(true);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  buttons_ = new QHBoxLayout;
  close_ = new QToolButton(this);
  close_->setAutoRaise(true);
  row->addWidget(picture_);
  row->addWidget(label_, 1);
  row->addLayout(buttons_);
  row->addWidget(close_);
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  setAutoFillBackground(true);
  hide();
}

void NoticeBar::show(Tone tone, const QString& text, const std::vector<NoticeButton>& buttons, const QString& details) {
  tone_ = tone;
  label_->setText(text);
  label_->setToolTip(details);
  setAccessibleName(text);
  while (auto* item = buttons_->takeAt(0)) {
    item->widget()->deleteLater();
    delete item;
  }
  for (const auto& entry : buttons) {
    auto* button = new QPushButton(entry.text, this);
    buttons_->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, run = entry.run] {
      hide();
      if (run) run();
    });
  }
  paintTone();
  QFrame::show();
}

QString NoticeBar::text() const { return isVisibleTo(parentWidget()) ? label_->text() : QString(); }

void NoticeBar::paintTone() {
  const auto& theme = currentTheme();
  const Token fill = tone_ == Tone::bad ? Token::badFill : tone_ == Tone::warn ? Token::warnFill : Token::accentFill;
  QPalette colours = palette();
  if (colours.color(QPalette::Window) != theme.color(fill)) {
    colours.setColor(QPalette::Window, theme.color(fill));
    setPalette(colours);
  }
  picture_->setPixmap(icon(tone_ == Tone::bad ? "error" : tone_ == Tone::warn ? "warn" : "info").pixmap(16, 16));
  close_->setIcon(icon("close"));
  close_->setToolTip(tr("Close"));
  close_->setAccessibleName(tr("Close"));
}

void NoticeBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) paintTone();
  QFrame::changeEvent(event);
}

}  // namespace shardscope::ui
