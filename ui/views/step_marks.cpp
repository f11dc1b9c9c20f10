// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/step_marks.hpp"

#include <QPainter>

#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

struct Look {
  Token text, fill;
  const char16_t* sign;
};

Look lookOf(AdviceVerdict verdict) {
  switch (verdict) {
    case AdviceVerdict::yes: return {Token::ok, Token::okFill, u"✓ "};
    case AdviceVerdict::no: return {Token::bad, Token::badFill, u"✕ "};
    case AdviceVerdict::warn: return {Token::warn, Token::warnFill, u"△ "};
    case AdviceVerdict::skip: break;
  }
  return {Token::secondaryText, Token::alternate, u"– "};
}

}  // namespace

StepNumber::StepNumber(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void StepNumber::render(int number, AdviceVerdict verdict, bool filled) {
  number_ = number;
  verdict_ = verdict;
  filled_ = filled;
  update();
}

QSize StepNumber::sizeHint() const { return {scaledInt(22), scaledInt(22)}; }

void StepNumber::paintEvent(QPaintEvent*) {
  const auto& theme = currentTheme();
  const QColor color = theme.color(filled_ ? Token::accent : lookOf(verdict_).text);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(color, 1.5));
  painter.setBrush(filled_ ? QBrush(color) : Qt::NoBrush);
  painter.drawEllipse(QRectF(rect()).adjusted(1, 1, -1, -1));
  painter.setFont(textFont(TextRole::secondaryStrong));
  painter.setPen(filled_ ? theme.color(Token::onAccent) : color);
  painter.drawText(rect(), Qt::AlignCenter, QString::number(number_));
}

VerdictChip::VerdictChip(QWidget* parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void VerdictChip::render(const QString& text, AdviceVerdict verdict) {
  if (text == text_ && verdict == verdict_) return;
  text_ = text;
  verdict_ = verdict;
  updateGeometry();
  update();
}

QString VerdictChip::shown() const { return QString::fromUtf16(lookOf(verdict_).sign) + text_; }

QSize VerdictChip::sizeHint() const {
  const QFontMetrics metrics(textFont(TextRole::secondary));
  return {metrics.horizontalAdvance(shown()) + scaledInt(14), metrics.height() + scaledInt(5)};
}

void VerdictChip::paintEvent(QPaintEvent*) {
  const auto& theme = currentTheme();
  const auto look = lookOf(verdict_);
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.color(look.fill));
  painter.drawRoundedRect(rect(), 3, 3);
  painter.setFont(textFont(TextRole::secondary));
  painter.setPen(theme.color(look.text));
  painter.drawText(rect(), Qt::AlignCenter, shown());
}

}  // namespace shardscope::ui
