// SPDX-License-Identifier: Apache-2.0
#pragma once
// A made-up map: x = PP 1, 2, 4; y = TP 1, 2, 4, 8. TP 8 × PP 4 is impossible, TP 1 × PP 1 does not fit, TP 1 × PP 4 is
// tight; all others run.

#include "ui/charts/heatmap.hpp"

namespace shardscope::uitest {

inline const QSize kPanel(403, 340);
inline constexpr int kInvalid = 11, kOom = 0, kTight = 2, kCurrent = 4, kBest = 8;

inline ui::HeatGrid sampleGrid(Metric metric = Metric::mfu) {
  ui::HeatGrid grid;
  grid.metric = metric;
  grid.xs = {1, 2, 4};
  grid.ys = {1, 2, 4, 8};
  for (int i = 0; i < 12; ++i) {
    ui::HeatCell cell;
    cell.x = grid.xs[static_cast<std::size_t>(i % 3)];
    cell.y = grid.ys[static_cast<std::size_t>(i / 3)];
    cell.verdict = i == kInvalid ? Verdict::invalid
                   : i == kOom   ? Verdict::doesNotFit
                   : i == kTight ? Verdict::tight
                                 : Verdict::fits;
    cell.value = 30 + 2 * (i == kBest ? 11 : i);
    cell.mfu = cell.value / 100;
    grid.cells.push_back(cell);
  }
  grid.best = kBest;
  grid.current = kCurrent;
  return grid;
}

inline ui::HeatmapTexts sampleTexts(const ui::HeatGrid& grid) {
  ui::HeatmapTexts texts;
  texts.title = QStringLiteral("Sweep: best MFU, %");
  texts.xLabel = QStringLiteral("PP (pipeline stages)");
  texts.yLabel = QStringLiteral("TP");
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    const ui::HeatCell& cell = grid.cells[i];
    texts.cell.push_back(cell.verdict == Verdict::invalid      ? QStringLiteral("> 64 GPU")
                         : cell.verdict == Verdict::doesNotFit ? QStringLiteral("OOM")
                                                               : QString::number(cell.value, 'f', 1));
    texts.toolTip.push_back(QStringLiteral("story of cell %1").arg(i));
  }
  return texts;
}

inline void show(ui::Heatmap& map, Metric metric = Metric::mfu) {
  const ui::HeatGrid grid = sampleGrid(metric);
  map.render(grid, sampleTexts(grid));
}

// The texts in a cell, from top to bottom.
inline QString textIn(const ui::Heatmap& map, int cell) {
  QStringList found;
  for (const ui::SceneText& text : map.scene().texts)
    if (map.cellRect(cell).contains(text.rect.center())) found << text.text;
  return found.join(u'|');
}

}  // namespace shardscope::uitest
