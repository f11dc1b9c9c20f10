// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/kpi_tile.hpp"

#include <QAccessible>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/controls/accessible_controls.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

// Pixels at a 12 px body. kTrim: the figure's line box has air that the notes around it may use.
constexpr double kPadding = 12, kUnitGap = 6, kBar = 3, kTrim = 2;
constexpr double kSmallestShare = 0.62;  // a long verdict shrinks down to this to leave its unit room, then is cut

Token tokenOf(Tone tone, Token neutral) {
  switch (tone) {
    case Tone::ok: return Token::ok;
    case Tone::warn: return Token::warn;
    case Tone::bad: return Token::bad;
    case Tone::neutral: break;
  }
  return neutral;
}

void drawText(QPainter& painter, QPointF baseline, const QString& text, const QFont& font, Token ink) {
  painter.setFont(font);
  painter.setPen(currentTheme().color(ink));
  painter.drawText(baseline, text);
}

QString elided(const QString& text, const QFont& font, double width) {
  return QFontMetricsF(font).elidedText(text, Qt::ElideRight, std::max(width, 0.0));
}

QFont shrunkToFit(QFont font, const QString& text, double width) {
  const double needed = QFontMetricsF(font).horizontalAdvance(text);
  if (needed > width) font.setPointSizeF(font.pointSizeF() * std::max(width / needed, kSmallestShare));
  return font;
}

// Good news colors only its claim ("≥ 35 % ✓"), up to the first middle dot; a warning colors the line.
void drawNote(QPainter& painter, QPointF baseline, const KpiState& state, double width) {
  const QFont font = textFont(TextRole::secondary);
  const QString text = elided(state.note, font, width);
  const qsizetype claimEnd = state.noteTone == Tone::ok ? text.indexOf(QStringLiteral(" · ")) : -1;
  const QString claim = claimEnd < 0 ? text : text.left(claimEnd);
  drawText(painter, baseline, claim, font, tokenOf(state.noteTone, Token::secondaryText));
  if (claimEnd < 0) return;
  const QPointF after = baseline + QPointF(QFontMetricsF(font).horizontalAdvance(claim), 0);
  drawText(painter, after, text.mid(claimEnd), font, Token::secondaryText);
}

// Title, figure, note, without padding.
double linesHeight(const QFont& figure) {
  return 2 * QFontMetricsF(textFont(TextRole::secondary)).height() + QFontMetricsF(figure).height() - 2 * scaled(kTrim);
}

}  // namespace

KpiTile::KpiTile(QWidget* parent) : QAbstractButton(parent) {
  installAccessibleControls();
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void KpiTile::render(const KpiState& state) {
  if (state == state_) return;
  state_ = state;
  setToolTip(state.toolTip);
  if (hasFocus()) {
    QAccessibleEvent event(this, QAccessible::NameChanged);
    QAccessible::updateAccessibility(&event);
  }
  update();
}

void KpiTile::setCompact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  updateGeometry();
}

void KpiTile::setProjector(bool projector) {
  if (projector == projector_) return;
  projector_ = projector;
  updateGeometry();
  update();
}

QString spokenText(const KpiState& state) {
  QStringList parts{state.title, QStringLiteral("%1 %2").arg(state.value, state.unit).trimmed(), state.note};
  parts.removeAll(QString());
  return parts.join(QStringLiteral(", "));
}

void KpiTile::announce() {
  QAccessibleEvent changed(this, QAccessible::NameChanged);
  QAccessible::updateAccessibility(&changed);
#if QT_VERSION >= QT_VERSION_CHECK(6, 8, 0)
  QAccessibleAnnouncementEvent said(this, spokenText());
#else
  QAccessibleEvent said(this, QAccessible::Alert);
#endif
  QAccessible::updateAccessibility(&said);
}

QFont KpiTile::valueFont() const {
  QFont font = textFont(TextRole::figure);
  if (projector_) font.setPointSizeF(font.pointSizeF() * 34 / 28);  // 34 px where the text scale 1.4 gives 28
  return font;
}

QSize KpiTile::sizeHint() const {
  return {scaledInt(160), static_cast<int>(std::ceil(linesHeight(valueFont()) + scaled(compact_ ? 6 : 15)))};
}

QSize KpiTile::minimumSizeHint() const { return {scaledInt(90), sizeHint().height()}; }

void KpiTile::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const Theme& theme = currentTheme();
  const Token ground = isDown() ? Token::accentFill : underMouse() && isEnabled() ? Token::alternate : Token::panel;
  painter.fillRect(rect(), theme.color(ground));
  if (state_.valueTone != Tone::neutral) {
    painter.fillRect(QRectF(0, 0, scaledInt(kBar), height()), theme.color(tokenOf(state_.valueTone, Token::text)));
  }
  paintTexts(painter);
  if (!hasFocus()) return;
  const double line = scaled(2);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.color(Token::accent), line));
  painter.setBrush(Qt::NoBrush);
  const double inset = 1 + line / 2;  // inside: the neighbors touch
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), scaled(3), scaled(3));
}

void KpiTile::paintTexts(QPainter& painter) const {
  const double left = std::round(scaled(kPadding)), room = width() - left - std::round(scaled(kPadding) / 2);
  const QFont small = textFont(TextRole::secondary);
  const QFontMetricsF smallMetrics(small), figureMetrics(valueFont());
  const double top = (height() - linesHeight(valueFont())) / 2;
  const double figureTop = top + smallMetrics.height() - scaled(kTrim);
  const double noteTop = figureTop + figureMetrics.height() - scaled(kTrim);
  const auto at = [left](double y) { return QPointF(left, std::round(y)); };
  drawText(painter, at(top + smallMetrics.ascent()), elided(state_.title, small, room), small, Token::secondaryText);
  paintFigure(painter, at(figureTop + figureMetrics.ascent()), room);
  drawNote(painter, at(noteTop + smallMetrics.ascent()), state_, room);
}

void KpiTile::paintFigure(QPainter& painter, QPointF baseline, double room) const {
  QFont body = textFont(TextRole::body);
  const double gap = state_.unit.isEmpty() ? 0 : scaled(kUnitGap);
  const auto width = [](const QFont& font, const QString& text) { return QFontMetricsF(font).horizontalAdvance(text); };
  if (width(valueFont(), state_.value) + gap + width(body, state_.unit) > room) body = textFont(TextRole::secondary);
  const QFont figure = shrunkToFit(valueFont(), state_.value, room - gap - width(body, state_.unit));
  const Token quiet = state_.dimmed ? Token::secondaryText : Token::text;
  drawText(painter, baseline, elided(state_.value, figure, room), figure, tokenOf(state_.valueTone, quiet));
  const double after = width(figure, state_.value) + gap;
  drawText(painter, baseline + QPointF(after, 0), elided(state_.unit, body, room - after), body, Token::secondaryText);
}

void KpiTile::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    click();
  } else {
    QAbstractButton::keyPressEvent(event);
  }
}

void KpiTile::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange) updateGeometry();
  QAbstractButton::changeEvent(event);
}

}  // namespace shardscope::ui
