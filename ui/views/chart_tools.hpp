// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What every chart offers beside its picture on screen: the picture for the clipboard or a file, its numbers as a
// table.

#include <functional>

class QString;
class QWidget;

namespace shardscope::ui {

class ChartWidget;

void copyPicture(ChartWidget& chart);                         // twice the size on screen, light theme
bool savePictureAs(ChartWidget& chart, const QString& path);  // PNG, SVG or PDF by the suffix
void askSavePicture(ChartWidget& chart, const std::function<void(const QString&)>& say);
void showTable(const ChartWidget& chart);  // a window beside, with Copy

// The context menu with all of these; `say` gets one sentence about what was done or went wrong.
void installChartMenu(ChartWidget& chart, const std::function<void(const QString&)>& say);

// The chart that `focus` is or is in; nullptr if none.
ChartWidget* chartOf(QWidget* focus);

}  // namespace shardscope::ui
