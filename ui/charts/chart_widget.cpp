// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_widget.hpp"

#include <QClipboard>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/charts/chart_accessible.hpp"
#include "ui/charts/plot_theme.hpp"

namespace shardscope::ui {

ChartWidget::ChartWidget(QWidget* parent) : QWidget(parent), plot_(new ThemedPlot(this)) {
  installChartAccessibility();
  setFocusPolicy(Qt::StrongFocus);
  plot_->installEventFilter(this);
  plot_->setMouseTracking(true);
  plot_->wear(theme());
  plot_->onPrepare([this] {
    ensureScene();
    plot_->setAxis(scene_.axis);
  });
  plot_->onDraw([this](QCPPainter& painter) {
    ensureScene();
    paintScene(painter, scene_, *fonts_, tiles_, painter.modes().testFlag(QCPPainter::pmVectorized));
  });
  plot_->onOverlay([this](QPainter& painter) { drawOverlay(painter); });
}

ChartWidget::~ChartWidget() { plot_->removeEventFilter(this); }

QCustomPlot* ChartWidget::plot() const { return plot_; }

const Theme& ChartWidget::theme() const { return pictureTheme_ ? Theme::of(*pictureTheme_) : currentTheme(); }

void ChartWidget::setCompact(bool compact) {
  if (compact_ == compact) return;
  compact_ = compact;
  invalidate();
}

void ChartWidget::setTitleWidget(QWidget* widget) {
  titleWidget_ = widget;
  widget->setParent(this);
  widget->installEventFilter(this);
  widget->raise();
  placeTitleWidget();
}

void ChartWidget::placeTitleWidget() {
  if (!titleWidget_) return;
  const double scale = fonts_ ? fonts_->scale : 1;
  const QSize size = titleWidget_->sizeHint();
  const QRect place(QPoint(qRound(8 * scale), qRound(4 * scale)), size.boundedTo(QSize(width() - 16, height())));
  if (place == titleWidget_->geometry()) return;
  titleWidget_->setGeometry(place);
  invalidate();
}

void ChartWidget::setPictureTheme(std::optional<ThemeName> theme) {
  pictureTheme_ = theme;
  plot_->wear(this->theme());
  invalidate();
}

void ChartWidget::invalidate() {
  dirty_ = true;
  plot_->requestReplot();
}

void ChartWidget::describe() {
  setAccessibleName(title());
  setAccessibleDescription(summary());
}

// The plot's viewport, not the widget: an export may lay the plot out in another size.
void ChartWidget::ensureScene() const {
  const QSize size = plot_->viewport().size();
  const double ratio = plot_->bufferDevicePixelRatio();
  if (!dirty_ && size == sceneSize_ && ratio == scene_.pixelRatio) return;
  if (!fonts_) fonts_ = std::make_unique<ChartFonts>(font());
  scene_.clear();
  scene_.pixelRatio = ratio;
  const QSizeF title = titleWidget_ && !pictureTheme_ ? QSizeF(titleWidget_->size()) : QSizeF(0, 0);
  layoutScene(scene_, ChartFrame{QSizeF(size), theme(), *fonts_, compact_, title});
  sceneSize_ = size;
  dirty_ = false;
}

const Scene& ChartWidget::scene() const {
  ensureScene();
  return scene_;
}

QRectF ChartWidget::itemRect(ChartItem item) const {
  const SceneItem* found = scene().item(item.row, item.column);
  return found ? found->rect : QRectF();
}

ChartItem ChartWidget::itemAt(QPointF position) const {
  const SceneItem* found = scene().itemAt(position);
  return found ? ChartItem{found->row, found->column} : ChartItem{};
}

ChartItem ChartWidget::firstFocus() const {
  const auto& items = scene().items;
  return items.empty() ? ChartItem{} : ChartItem{items.front().row, items.front().column};
}

// A focused item that a render took away falls back to the first one.
ChartItem ChartWidget::focusedItem() const {
  return focused_.isSet() && scene().item(focused_.row, focused_.column) ? focused_ : firstFocus();
}

void ChartWidget::paintOver(QPainter& painter, const ChartFrame& frame) const {
  if (!hovered_.isSet()) return;
  const QRectF rect = itemRect(hovered_);
  if (rect.isEmpty()) return;
  painter.setPen(QPen(frame.color(Token::panel), 3.5));
  painter.drawRoundedRect(rect, 1.5, 1.5);
  painter.setPen(QPen(frame.color(Token::text), 1.5));
  painter.drawRoundedRect(rect, 1.5, 1.5);
}

void ChartWidget::drawOverlay(QPainter& painter) {
  ensureScene();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setBrush(Qt::NoBrush);
  const ChartFrame frame{QSizeF(plot_->size()), theme(), *fonts_, compact_};
  paintOver(painter, frame);
  if (!ringVisible_ || !hasFocus()) return;
  const QRectF item = itemRect(focusedItem());
  const QRectF ring = item.isEmpty() ? QRectF(plot_->rect()).adjusted(2, 2, -2, -2) : item.adjusted(-2, -2, 2, 2);
  painter.setPen(QPen(frame.color(Token::panel), 4));
  painter.drawRoundedRect(ring, 3, 3);
  painter.setPen(QPen(frame.color(Token::accent), 2));
  painter.drawRoundedRect(ring, 3, 3);
}

void ChartWidget::setHovered(ChartItem item) {
  if (item == hovered_) return;
  hovered_ = item;
  plot_->setCursor(item.isSet() && !clickHint(item).isEmpty() ? Qt::PointingHandCursor : Qt::ArrowCursor);
  plot_->update();
  hoverChanged(item);
}

void ChartWidget::handlePress(QPointF position) {
  ringVisible_ = false;
  setFocus(Qt::MouseFocusReason);
  pressed_ = itemAt(position);
  if (pressed_.isSet()) focused_ = pressed_;
}

void ChartWidget::handleRelease(QPointF position, Qt::KeyboardModifiers modifiers) {
  const ChartItem item = itemAt(position);
  const bool clicked = item.isSet() && item == pressed_;
  pressed_ = {};
  if (clicked) activate(item, modifiers);
}

// Plain lines become rich text that neither wraps nor loses its dim last line.
static QString richToolTip(const QString& text, const QString& hint, const QColor& dim) {
  if (Qt::mightBeRichText(text)) return text;
  QString rich = QStringLiteral("<p style='white-space:pre'>") + text.toHtmlEscaped();
  if (!hint.isEmpty())
    rich +=
        QStringLiteral("\n<span style='color:%1'>").arg(dim.name()) + hint.toHtmlEscaped() + QStringLiteral("</span>");
  return rich + QStringLiteral("</p>");
}

void ChartWidget::showToolTip(ChartItem item, const QPoint& globalPosition) {
  const QString plain = item.isSet() ? toolTipFor(item) : QString();
  const QString text =
      plain.isEmpty() ? plain : richToolTip(plain, clickHint(item), theme().color(Token::secondaryText));
  if (text.isEmpty())
    QToolTip::hideText();
  else
    QToolTip::showText(globalPosition, text, plot_, itemRect(item).toAlignedRect().adjusted(-1, -1, 1, 1));
}

void ChartWidget::showStory(ChartItem item) {
  const QRect rect = itemRect(item).toAlignedRect();
  showToolTip(item, plot_->mapToGlobal(QPoint(rect.center().x(), rect.bottom())));
}

bool ChartWidget::eventFilter(QObject* watched, QEvent* event) {
  if (watched == titleWidget_ && event->type() == QEvent::LayoutRequest) placeTitleWidget();
  if (watched != plot_) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseMove: setHovered(itemAt(static_cast<QMouseEvent*>(event)->position())); break;
    case QEvent::Leave: setHovered({}); break;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      if (mouse->button() == Qt::LeftButton) handlePress(mouse->position());
      break;
    }
    case QEvent::MouseButtonRelease: {
      const auto* mouse = static_cast<QMouseEvent*>(event);
      if (mouse->button() == Qt::LeftButton) handleRelease(mouse->position(), mouse->modifiers());
      break;
    }
    case QEvent::ToolTip: {
      const auto* help = static_cast<QHelpEvent*>(event);
      showToolTip(itemAt(help->pos()), help->globalPos());
      return true;
    }
    case QEvent::Wheel: event->ignore(); return true;  // the page scrolls; the plot would swallow it
    default: break;
  }
  return QWidget::eventFilter(watched, event);
}

bool ChartWidget::event(QEvent* event) {
  // A single letter or an arrow belongs to the chart, not to a shortcut of the window.
  if (event->type() == QEvent::ShortcutOverride) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down ||
        key == Qt::Key_Home || key == Qt::Key_End)
      event->accept();
  }
  return QWidget::event(event);
}

void ChartWidget::changeEvent(QEvent* event) {
  switch (event->type()) {
    case QEvent::FontChange:
    case QEvent::PaletteChange:
    case QEvent::StyleChange:
    case QEvent::ApplicationPaletteChange:
      fonts_.reset();
      plot_->setFont(font());
      plot_->wear(theme());
      invalidate();
      break;
    case QEvent::LanguageChange:
      describe();
      invalidate();
      break;
    default: break;
  }
  QWidget::changeEvent(event);
}

void ChartWidget::resizeEvent(QResizeEvent* event) {
  plot_->setGeometry(rect());
  placeTitleWidget();
  QWidget::resizeEvent(event);
}

void ChartWidget::focusInEvent(QFocusEvent* event) {
  const Qt::FocusReason reason = event->reason();
  if (reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason)
    ringVisible_ = true;
  plot_->update();
  QWidget::focusInEvent(event);
}

void ChartWidget::focusOutEvent(QFocusEvent* event) {
  if (ringVisible_) QToolTip::hideText();  // the story of the item in focus, shown by a key
  plot_->update();
  QWidget::focusOutEvent(event);
}

void ChartWidget::copyTable() const { QGuiApplication::clipboard()->setText(table().toCsv()); }

}  // namespace shardscope::ui
