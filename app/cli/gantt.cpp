// SPDX-License-Identifier: Apache-2.0
#include "app/cli/gantt.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::cli {
namespace {

constexpr std::size_t kKinds = EnumWords<BlockKind>::words.size();
constexpr std::size_t kIdle = 2 * kKinds;  // behind the kinds of first and later chunks

// Seconds of a column by kind, first chunks before later ones.
using Column = std::array<double, 2 * kKinds>;

std::size_t letterOf(const Column& column, double length) {
  std::size_t best = 0;
  double busy = 0;
  for (std::size_t i = 0; i < column.size(); ++i) {
    busy += column[i];
    if (column[i] > column[best]) best = i;
  }
  return length - busy > column[best] ? kIdle : best;
}

std::string glyph(std::size_t letter, const Style& style) {
  if (letter == kIdle) return style.blocks ? "·" : ".";
  const char upper = EnumWords<BlockKind>::words[letter % kKinds][0];
  return std::string(1, letter < kKinds ? upper : static_cast<char>(upper - 'A' + 'a'));
}

Tone toneOf(std::size_t letter) {
  static constexpr std::array kTones = {Tone::forward, Tone::backward, Tone::weight};
  return letter == kIdle ? Tone::dim : kTones[letter % kKinds];
}

double shortestForward(const Timeline& timeline) {
  double shortest = timeline.makespan.count();
  for (const auto& block : timeline.blocks)
    if (block.kind == BlockKind::forward) shortest = std::min(shortest, (block.end - block.start).count());
  return shortest;
}

double firstReturn(const Timeline& timeline) {
  const auto blocks = timeline.blocksOf(timeline.stages.front());
  const auto back =
      std::find_if(blocks.begin(), blocks.end(), [](const Block& block) { return block.kind == BlockKind::backward; });
  return back == blocks.end() ? 0 : back->end.count();
}

}  // namespace

std::vector<GanttWindow> ganttWindows(const Timeline& timeline, int columns) {
  const double whole = timeline.makespan.count();
  const double length = std::max(columns * shortestForward(timeline), firstReturn(timeline));
  if (2 * length >= whole) return {{0, whole}};
  return {{0, length}, {whole - length, whole}};
}

std::string ganttRow(std::span<const Block> blocks, GanttWindow window, int columns, const Style& style) {
  const double length = (window.end - window.begin) / columns;
  std::vector<Column> cells(static_cast<std::size_t>(columns), Column{});
  for (const auto& block : blocks) {
    const double begin = std::max(block.start.count(), window.begin), end = std::min(block.end.count(), window.end);
    if (begin >= end) continue;
    const auto columnAt = [&](double time) {
      return static_cast<std::size_t>(std::clamp((time - window.begin) / length, 0.0, columns - 1.0));
    };
    const auto kind = static_cast<std::size_t>(block.kind) + (block.chunk > 0 ? kKinds : 0);
    for (auto at = columnAt(begin), last = columnAt(end); at <= last; ++at) {
      const double left = window.begin + static_cast<double>(at) * length;
      cells[at][kind] += std::max(0.0, std::min(end, left + length) - std::max(begin, left));
    }
  }
  std::string row;
  for (std::size_t i = 0; i < cells.size();) {
    const auto letter = letterOf(cells[i], length);
    std::string run;
    for (; i < cells.size() && letterOf(cells[i], length) == letter; ++i) run += glyph(letter, style);
    row += painted(run, toneOf(letter), style);
  }
  return row;
}

}  // namespace shardscope::cli
