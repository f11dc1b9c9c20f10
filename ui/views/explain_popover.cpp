// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/explain_popover.hpp"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QTextBrowser>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/text/language.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/explain_view.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

constexpr int kWidth = 470;
constexpr int kMargin = 12;  // to the edges of the window

}  // namespace

ExplainPopover::ExplainPopover(QWidget* window) : QFrame(window) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 8);
  view_ = new ExplainView(ExplainDetail::full, this);
  column->addWidget(view_, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 0, 8, 0);
  const auto button = [this, row] {
    auto* made = new QToolButton(this);
    made->setFocusPolicy(Qt::StrongFocus);
    row->addWidget(made);
    return made;
  };
  back_ = button();
  row->addStretch(1);
  copyText_ = button();
  copyLatex_ = button();
  close_ = button();
  column->addLayout(row);
  connect(view_, &ExplainView::keyRequested, this, &ExplainPopover::go);
  connect(view_, &ExplainView::applyRequested, this, &ExplainPopover::applyRequested);
  connect(back_, &QToolButton::clicked, this, &ExplainPopover::goBack);
  connect(close_, &QToolButton::clicked, this, &QWidget::hide);
  connect(copyText_, &QToolButton::clicked, this, [this] {
    if (view_->explanation())
      QApplication::clipboard()->setText(QString::fromStdString(asText(*view_->explanation(), currentLanguage())));
  });
  connect(copyLatex_, &QToolButton::clicked, this, [this] {
    if (view_->explanation())
      QApplication::clipboard()->setText(QString::fromStdString(asLatex(*view_->explanation(), currentLanguage())));
  });
  retranslate();
  hide();
}

void ExplainPopover::open(const QString& key, const QRect& anchor, const Scenario& scenario, const Report& report) {
  trail_.clear();
  anchor_ = anchor;
  view_->setKey(key);
  if (!isVisible()) {
    returnsTo_ = QApplication::focusWidget();
    qApp->installEventFilter(this);
  }
  render(scenario, report);
  place();
  show();
  raise();
  view_->page()->setFocus(Qt::PopupFocusReason);
}

void ExplainPopover::render(const Scenario& scenario, const Report& report) {
  scenario_ = scenario;
  report_ = report;
  view_->render(scenario, report);
  back_->setVisible(!trail_.isEmpty());
  for (auto* button : {copyText_, copyLatex_}) button->setEnabled(view_->explanation().has_value());
}

void ExplainPopover::go(const QString& key) {
  trail_ << view_->key();
  view_->setKey(key);
  render(scenario_, report_);
  place();
}

void ExplainPopover::goBack() {
  if (trail_.isEmpty()) return;
  view_->setKey(trail_.takeLast());
  render(scenario_, report_);
  place();
}

void ExplainPopover::place() {
  const QRect room = parentWidget()->rect().adjusted(kMargin, kMargin, -kMargin, -kMargin);
  const int width = std::min(scaledInt(kWidth), room.width());
  const int buttons = back_->sizeHint().height() + 24;
  const int height = std::min(view_->heightOfPage(width - 32) + buttons, room.height());
  const int x = std::clamp(anchor_.center().x() - width / 2, room.left(), room.right() + 1 - width);
  const bool below = anchor_.bottom() + 6 + height <= room.bottom();
  const int y =
      below ? anchor_.bottom() + 6 : std::clamp(anchor_.top() - 6 - height, room.top(), room.bottom() - height);
  setGeometry(x, y, width, height);
}

void ExplainPopover::retranslate() {
  setAccessibleName(tr("Explanation of a figure"));
  back_->setText(tr("Back"));
  copyText_->setText(tr("Copy text"));
  copyLatex_->setText(tr("Copy LaTeX"));
  close_->setText(tr("Close"));
}

bool ExplainPopover::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::MouseButtonPress && watched->isWidgetType()) {
    auto* target = static_cast<QWidget*>(watched);
    if (target != this && !isAncestorOf(target) && target->window() == window()) hide();
  }
  return QFrame::eventFilter(watched, event);
}

void ExplainPopover::hideEvent(QHideEvent* event) {
  qApp->removeEventFilter(this);
  if (isAncestorOf(QApplication::focusWidget()) && returnsTo_) returnsTo_->setFocus(Qt::PopupFocusReason);
  returnsTo_ = nullptr;
  QFrame::hideEvent(event);
}

void ExplainPopover::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return hide();
  if (event->key() == Qt::Key_Backspace || event->matches(QKeySequence::Back)) return goBack();
  QFrame::keyPressEvent(event);
}

void ExplainPopover::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    if (isVisible()) render(scenario_, report_);
  }
  QFrame::changeEvent(event);
}

void ExplainPopover::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(currentTheme().color(Token::border));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace shardscope::ui
