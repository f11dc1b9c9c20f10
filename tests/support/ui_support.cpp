// SPDX-License-Identifier: Apache-2.0
#include "tests/support/ui_support.hpp"

#include <QAccessible>
#include <QDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope::uitest {
namespace {

std::vector<QRegularExpression>& allowedPatterns() {
  static std::vector<QRegularExpression> patterns;
  return patterns;
}

double luminance(const QColor& color) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}  // namespace

AllowedMessage::AllowedMessage(const QString& pattern) { allowedPatterns().emplace_back(pattern); }
AllowedMessage::~AllowedMessage() { allowedPatterns().pop_back(); }

bool isAllowed(const QString& message) {
  const auto& patterns = allowedPatterns();
  return std::any_of(patterns.begin(), patterns.end(),
                     [&message](const QRegularExpression& pattern) { return pattern.match(message).hasMatch(); });
}

void present(QWidget& widget, QSize size) {
  if (size.isValid()) {
    widget.resize(size);
  } else {
    widget.adjustSize();
  }
  widget.show();
  widget.activateWindow();
  if (!QTest::qWaitForWindowExposed(&widget) || !QTest::qWaitForWindowActive(&widget)) {
    qWarning("the window did not appear");
  }
}

QColor colorAt(const QImage& picture, QPointF point) {
  return picture.pixelColor((point * picture.devicePixelRatio()).toPoint());
}

bool isNear(const QColor& a, const QColor& b) {
  return std::abs(a.red() - b.red()) <= 3 && std::abs(a.green() - b.green()) <= 3 && std::abs(a.blue() - b.blue()) <= 3;
}

int pixelsOf(const QImage& picture, const QColor& color, QRectF area) {
  const double ratio = picture.devicePixelRatio();
  const QRect pixels =
      area.isEmpty() ? picture.rect() : QRectF(area.topLeft() * ratio, area.size() * ratio).toRect() & picture.rect();
  int found = 0;
  for (int y = pixels.top(); y <= pixels.bottom(); ++y) {
    for (int x = pixels.left(); x <= pixels.right(); ++x) found += picture.pixel(x, y) == color.rgb() ? 1 : 0;
  }
  return found;
}

double contrast(const QColor& a, const QColor& b) {
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});  // by value: the pair form would dangle
  return (high + 0.05) / (low + 0.05);
}

QString spoken(QWidget* widget) {
  QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(widget);
  if (interface == nullptr) return {};
  const QStringList parts{interface->text(QAccessible::Name), interface->text(QAccessible::Value),
                          interface->text(QAccessible::Description)};
  return parts.join(QStringLiteral(" | "));
}

void keepPicture(QWidget& widget, const QString& name) {
  const QString folder = qEnvironmentVariable("SHARDSCOPE_PICTURES");
  if (!folder.isEmpty()) widget.grab().save(QDir(folder).filePath(name + QStringLiteral(".png")));
}

}  // namespace shardscope::uitest
