// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small shared pieces of the panels: a title row, a section header, a framed panel background.

#include <QString>

class QDialogButtonBox;
class QLabel;
class QWidget;

namespace shardscope::ui {

QLabel* makeTitle(QWidget* parent);           // bold, panel header
QLabel* makeSection(QWidget* parent);         // small capitals on the alternate colour
void nameButtons(QDialogButtonBox& buttons);  // OK, Cancel, Close in the language of the window
void paintFocusRing(QWidget& widget);         // 2 px inside, in its paintEvent
void markAsPanel(QWidget* widget);            // panel background and border from the theme

}  // namespace shardscope::ui
