// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/param_label.hpp"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

constexpr double kIndent = 15, kGap = 4.5, kDotRadius = 2.5, kDotAt = 7.5;  // pixels at a 12 px body

}  // namespace

ParamLabel::ParamLabel(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void ParamLabel::render(const QString& symbol, const QString& name, bool quiet, bool dotted) {
  symbol_ = symbol;
  name_ = name;
  quiet_ = quiet;
  dotted_ = dotted;
  update();
}

// The same for every row, so that the columns of a panel line up: an indent, and 40 % more than the longest English
// name.
QSize ParamLabel::sizeHint() const { return {scaledInt(100), scaledInt(24)}; }
QSize ParamLabel::minimumSizeHint() const { return sizeHint(); }

void ParamLabel::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  if (dotted_) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::accent));
    painter.drawEllipse(QPointF(scaled(kDotAt), height() / 2.0), scaled(kDotRadius), scaled(kDotRadius));
  }
  const QFont bold = textFont(TextRole::strong), plain = textFont(TextRole::body);
  const QFontMetricsF boldMetrics(bold);
  const double baseline = std::round((height() + boldMetrics.ascent() - boldMetrics.descent()) / 2);
  double x = std::round(scaled(kIndent));
  painter.setFont(bold);
  painter.setPen(theme.color(quiet_ ? Token::secondaryText : Token::text));
  painter.drawText(QPointF(x, baseline), symbol_);
  if (!symbol_.isEmpty()) x += boldMetrics.horizontalAdvance(symbol_) + scaled(kGap);
  painter.setFont(plain);
  painter.setPen(theme.color(Token::secondaryText));
  painter.drawText(QPointF(x, baseline),
                   QFontMetricsF(plain).elidedText(name_, Qt::ElideRight, std::max(0.0, width() - x)));
}

void ParamLabel::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) emit clicked();
}

}  // namespace shardscope::ui
