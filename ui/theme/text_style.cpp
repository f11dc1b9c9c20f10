// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_style.hpp"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QVariant>
#include <algorithm>
#include <cmath>

#include "ui/theme/base_font.hpp"

namespace shardscope::ui {
namespace {

constexpr double kBodyPixels = 12;
constexpr char kSystemFont[] = "shardscopeSystemFont";
constexpr char kTextScale[] = "shardscopeTextScale";

double designPixels(TextRole role) {
  switch (role) {
    case TextRole::secondary:
    case TextRole::secondaryStrong: return 11;
    case TextRole::lesson: return 13;
    case TextRole::title: return 14;
    case TextRole::figure: return 20;
    default: return kBodyPixels;
  }
}

bool isBold(TextRole role) {
  return role == TextRole::strong || role == TextRole::secondaryStrong || role == TextRole::figure ||
         role == TextRole::title;
}

// The font the system gave us, before the first change of ours.
QFont systemFont() {
  const QVariant kept = qApp->property(kSystemFont);
  if (kept.isValid()) return kept.value<QFont>();
  const QFont font = QApplication::font();
  qApp->setProperty(kSystemFont, font);
  return font;
}

}  // namespace

void applyBaseFont() {
  QFont font = systemFont();
  QStringList families;
  for (const char* name : {"Noto Sans", "Noto Sans CJK SC"}) {
    if (QFontDatabase::hasFamily(QString::fromLatin1(name))) families << QString::fromLatin1(name);
  }
  families << font.families();
  families.removeDuplicates();
  font.setFamilies(families);
  const double points = font.pointSizeF() > 0 ? font.pointSizeF() : QFontInfo(font).pointSizeF();
  font.setPointSizeF(points * textScale());
  if (font != QApplication::font()) QApplication::setFont(font);
}

QFont textFont(TextRole role) {
  QFont font = QApplication::font();
  if (role == TextRole::formula) {
    QStringList families{QFontDatabase::systemFont(QFontDatabase::FixedFont).family()};
    if (QFontDatabase::hasFamily(QStringLiteral("Noto Sans Mono"))) families.prepend(QStringLiteral("Noto Sans Mono"));
    font.setFamilies(families + font.families());
  }
  font.setPointSizeF(font.pointSizeF() * designPixels(role) / kBodyPixels);
  font.setBold(isBold(role));
  return font;
}

double scaled(double designLength) { return designLength * QFontInfo(QApplication::font()).pixelSize() / kBodyPixels; }

int scaledInt(double designLength) {
  const int rounded = static_cast<int>(std::lround(scaled(designLength)));
  return designLength > 0 ? std::max(rounded, 1) : rounded;
}

void setTextScale(double scale) {
  qApp->setProperty(kTextScale, std::clamp(scale, 0.8, 1.6));
  applyBaseFont();
}

double textScale() {
  const QVariant kept = qApp->property(kTextScale);
  return kept.isValid() ? kept.toDouble() : 1.0;
}

}  // namespace shardscope::ui
