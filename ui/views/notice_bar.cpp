// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/notice_bar.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

int rank(Tone tone) { return tone == Tone::bad ? 2 : tone == Tone::warn ? 1 : 0; }

}  // namespace

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
  waiting_ = new QLabel(this);
  waiting_->setForegroundRole(QPalette::PlaceholderText);
  more_ = new QToolButton(this);
  more_->setObjectName(QStringLiteral("noticeDetails"));
  more_->setCheckable(true);
  close_ = new QToolButton(this);
  close_->setAutoRaise(true);
  row->addWidget(picture_);
  row->addWidget(label_, 1);
  row->addLayout(buttons_);
  row->addWidget(more_);
  row->addWidget(waiting_);
  row->addWidget(close_);
  details_ = new QPlainTextEdit(this);
  details_->setReadOnly(true);
  details_->setTabChangesFocus(true);
  details_->setFixedHeight(6 * fontMetrics().lineSpacing());
  details_->hide();
  column->addWidget(details_);
  connect(close_, &QToolButton::clicked, this, &NoticeBar::removeShown);
  connect(more_, &QToolButton::toggled, details_, &QWidget::setVisible);
  setAutoFillBackground(true);
  hide();
}

void NoticeBar::show(const std::function<Notice()>& notice, const QString& topic) {
  if (!topic.isEmpty()) std::erase_if(entries_, [&topic](const Entry& entry) { return entry.topic == topic; });
  push({notice, topic, notice().tone});
  renderShown();
}

// In order of how bad they are: what is at the end is shown.
void NoticeBar::push(Entry entry) {
  const auto worse = std::find_if(entries_.begin(), entries_.end(),
                                  [&entry](const Entry& other) { return rank(other.tone) > rank(entry.tone); });
  entries_.insert(worse, std::move(entry));
}

void NoticeBar::dismiss(const QString& topic) {
  if (std::erase_if(entries_, [&topic](const Entry& entry) { return entry.topic == topic; }) > 0) renderShown();
}

void NoticeBar::removeShown() {
  if (!entries_.empty()) entries_.pop_back();
  renderShown();
}

void NoticeBar::renderShown() {
  more_->setChecked(false);
  if (!entries_.empty()) render();
  setVisible(!entries_.empty());
}

void NoticeBar::render() {
  const Notice notice = entries_.back().make();
  label_->setText(notice.text);
  setAccessibleName(notice.text);
  more_->setVisible(!notice.details.isEmpty());
  more_->setText(tr("Details"));
  details_->setPlainText(notice.details);
  details_->setAccessibleName(tr("Details"));
  waiting_->setText(tr("%n more", nullptr, waiting()));
  waiting_->setVisible(waiting() > 0);
  renderButtons(notice.buttons);
  paintTone();
}

void NoticeBar::renderButtons(const std::vector<NoticeButton>& buttons) {
  while (auto* item = buttons_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  for (const auto& entry : buttons) {
    auto* button = new QPushButton(entry.text, this);
    buttons_->addWidget(button);
    button->show();  // the layout would do so with the next events
    connect(button, &QPushButton::clicked, this, [this, run = entry.run] {
      removeShown();
      if (run) run();
    });
  }
}

int NoticeBar::waiting() const { return std::max(0, static_cast<int>(entries_.size()) - 1); }

QString NoticeBar::text() const { return isVisibleTo(parentWidget()) ? label_->text() : QString(); }

QString NoticeBar::details() const { return isVisibleTo(parentWidget()) ? details_->toPlainText() : QString(); }

void NoticeBar::paintTone() {
  const auto& theme = currentTheme();
  const Tone tone = entries_.empty() ? Tone::neutral : entries_.back().tone;
  const Token fill = tone == Tone::bad ? Token::badFill : tone == Tone::warn ? Token::warnFill : Token::accentFill;
  QPalette colours = palette();
  if (colours.color(QPalette::Window) != theme.color(fill)) {
    colours.setColor(QPalette::Window, theme.color(fill));
    setPalette(colours);
  }
  picture_->setPixmap(icon(tone == Tone::bad ? "error" : tone == Tone::warn ? "warn" : "info").pixmap(16, 16));
  close_->setIcon(icon("close"));
  close_->setToolTip(tr("Close"));
  close_->setAccessibleName(tr("Close"));
}

void NoticeBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange && !entries_.empty()) render();
  if (event->type() == QEvent::PaletteChange) paintTone();
  QFrame::changeEvent(event);
}

}  // namespace shardscope::ui
