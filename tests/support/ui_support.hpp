// SPDX-License-Identifier: Apache-2.0
#pragma once
// Helpers of the window's tests. ui_main.cpp builds the one QApplication; any qWarning fails the running test.

#include <QColor>
#include <QImage>
#include <QPoint>
#include <QRegularExpression>
#include <QString>
#include <QWidget>
#include <ostream>

#include "ui/theme/tokens.hpp"

// GoogleTest prints texts instead of code units.
inline void PrintTo(const QString& text, std::ostream* out) { *out << '"' << text.toStdString() << '"'; }
inline void PrintTo(const QColor& color, std::ostream* out) { *out << color.name().toStdString(); }

namespace shardscope::uitest {

// While it lives, Qt messages that match do not fail the test.
class AllowedMessage {
 public:
  explicit AllowedMessage(const QString& pattern);
  ~AllowedMessage();
  AllowedMessage(const AllowedMessage&) = delete;
  AllowedMessage& operator=(const AllowedMessage&) = delete;
};
bool isAllowed(const QString& message);

// Shows the widget at its size hint (or `size`) and waits until it is on the screen and laid out.
void present(QWidget& widget, QSize size = {});

// Colour at a point in widget coordinates, whatever the pixel ratio of the picture.
QColor colorAt(const QImage& picture, QPointF point);
// The same up to what anti-aliasing rounds away.
bool isNear(const QColor& a, const QColor& b);
// How many pixels of exactly this colour the picture holds inside `area` (widget coordinates; empty: everywhere).
int pixelsOf(const QImage& picture, const QColor& color, QRectF area = {});
// Contrast of text on ground, 1 to 21 (WCAG 2.1).
double contrast(const QColor& a, const QColor& b);

// What a screen reader says: "name | value | description".
QString spoken(QWidget* widget);

// Writes the picture to $SHARDSCOPE_PICTURES/<name>.png, for the eye; nothing when the variable is not set.
void keepPicture(QWidget& widget, const QString& name);

}  // namespace shardscope::uitest
