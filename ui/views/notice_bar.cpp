// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notice_bar.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 5, 8, 5);
  auto* row = new QHBoxLayout;
  column->addLayout(row);
  picture_ = new QLabel(this);
  label_ = new QLabel(this);
  label_->setTextFormat(Qt::PlainText);
  label_->setWordWrap(true);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  buttons_ = new QHBoxLayout;
  more_ = new QToolButton(this);
  more_->setObjectName(QStringLiteral("noticeDetails"));
  more_->setCheckable(true);
  close_ = new QToolButton(this);
  close_->setAutoRaise(true);
  row->addWidget(picture_);
  row->addWidget(label_, 1);
  row->addLayout(buttons_);
  row->addWidget(more_);
  row->addWidget(close_);
  details_ = new QPlainTextEdit(this);
  details_->setReadOnly(true);
  details_->setFixedHeight(6 * fontMetrics().lineSpacing());
  details_->hide();
  column->addWidget(details_);
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  connect(more_, &QToolButton::toggled, details_, &QWidget::setVisible);
  setAutoFillBackground(true);
  hide();
}

void NoticeBar::show(const std::function<Notice()>& notice) {
  notice_ = notice;
  more_->setChecked(false);
  render();
  QFrame::show();
}

void NoticeBar::render() {
  const Notice notice = notice_();
  tone_ = notice.tone;
  label_->setText(notice.text);
  setAccessibleName(notice.text);
  more_->setVisible(!notice.details.isEmpty());
  more_->setText(tr("Details"));
  details_->setPlainText(notice.details);
  details_->setAccessibleName(tr("Details"));
  while (auto* item = buttons_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  for (const auto& entry : notice.buttons) {
    auto* button = new QPushButton(entry.text, this);
    buttons_->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, run = entry.run] {
      hide();
      if (run) run();
    });
  }
  paintTone();
}

QString NoticeBar::text() const { return isVisibleTo(parentWidget()) ? label_->text() : QString(); }

QString NoticeBar::details() const { return isVisibleTo(parentWidget()) ? details_->toPlainText() : QString(); }

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
  if (event->type() == QEvent::LanguageChange && notice_) render();
  if (event->type() == QEvent::PaletteChange) paintTone();
  QFrame::changeEvent(event);
}

}  // namespace shardscope::ui
