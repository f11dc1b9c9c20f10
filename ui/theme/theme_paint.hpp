// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The flat shapes the style is made of.

#include <QStyle>

class QPainter;
class QRect;
class QStyleOption;
class QWidget;

namespace shardscope::ui::paint {

bool isPrimary(const QWidget* widget);
bool isChip(const QWidget* widget);

void button(QPainter& painter, const QStyleOption& option, const QWidget* widget);
void toolButton(QPainter& painter, const QStyleOption& option, const QWidget* widget);
void checkBox(QPainter& painter, const QStyleOption& option);
void radioButton(QPainter& painter, const QStyleOption& option);
void field(QPainter& painter, const QStyleOption& option);  // ground and frame of an input
void outline(QPainter& painter, const QRect& rect);         // 1 px, square
void focusRing(QPainter& painter, const QRect& rect);       // 2 px accent inside rect
void arrow(QPainter& painter, QPointF center, int direction, bool enabled, bool hovered);  // +1 up, -1 down
void tab(QPainter& painter, const QStyleOption& option);
void bar(QPainter& painter, const QRect& rect, bool lineAtBottom);
void menuBarItem(QPainter& painter, const QStyleOption& option);
void progressGroove(QPainter& painter, const QStyleOption& option);
void progressDone(QPainter& painter, const QStyleOption& option);
void header(QPainter& painter, const QStyleOption& option);

}  // namespace shardscope::ui::paint
