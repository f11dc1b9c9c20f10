// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/grid.hpp"

#include <algorithm>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/knobs_settle.hpp"
#include "core/scenario/stops.hpp"

namespace shardscope {
namespace {

std::int64_t greatestOnAxis(const Scenario& scenario, Knob knob) {
  const auto gpus = knobValue(scenario, Knob::gpus);
  const auto& shape = scenario.model.shape;
  switch (knob) {
    case Knob::tp: return std::min(gpus, 2 * nvlinkDomain(scenario.cluster));
    case Knob::pp: return std::min(gpus, shape.layers);
    case Knob::ep: return std::min(gpus, std::max<std::int64_t>(1, shape.experts));
    case Knob::cp:
    case Knob::dp: return gpus;
    default: return 0;
  }
}

std::vector<std::int64_t> axisValues(const Scenario& scenario, const Locks& locks, Knob knob) {
  const auto greatest = greatestOnAxis(scenario, knob);
  if (greatest < 1) return stopValues(scenario, locks, knob);
  std::vector<std::int64_t> values;
  for (std::int64_t value = 1; value <= greatest; value *= 2) values.push_back(value);
  const auto current = knobValue(scenario, knob);
  const auto place = std::lower_bound(values.begin(), values.end(), current);
  if (current >= 1 && (place == values.end() || *place != current)) values.insert(place, current);
  return values;
}

struct Builder {
  const Scenario& scenario;
  const Locks& locks;
  Grid& grid;
  Scenario trial;  // storage shared by all cells
  Report report;

  GridCell cell(std::int64_t x, std::int64_t y) {
    GridCell cell;
    cell.x = x;
    cell.y = y;
    const KnobSetting settings[] = {{grid.xKnob, x}, {grid.yKnob, y}};
    if (const auto issue = tryMove(scenario, locks, settings, trial)) {
      cell.reason = *issue;
      return cell;
    }
    cell.edit = difference(scenario, trial);
    evaluateInto(trial, report);
    cell.verdict = report.verdict;
    cell.peak = report.memory.peak;
    cell.missing = std::max(Bytes(0), report.memory.peak - report.memory.capacity);
    cell.value = metricValue(trial, report, grid.metric);
    cell.stepSeconds = report.time.step.count();
    cell.mfu = report.throughput.mfu;
    cell.bubble = report.bubble.ratioTotal;
    return cell;
  }

  bool isBetter(const GridCell& a, const GridCell& b) const {
    if (a.verdict != b.verdict) return a.verdict < b.verdict;  // fits before tight
    return smallerIsBetter(grid.metric) ? a.value < b.value : a.value > b.value;
  }
};

}  // namespace

Grid layoutGrid(const Scenario& scenario, const Locks& locks, Knob x, Knob y, Metric metric) {
  Grid grid{x, y, metric, axisValues(scenario, locks, x), axisValues(scenario, locks, y), {}, -1, -1};
  Builder builder{scenario, locks, grid, {}, {}};
  const auto currentX = knobValue(scenario, x), currentY = knobValue(scenario, y);
  grid.cells.reserve(grid.xs.size() * grid.ys.size());
  for (const auto yValue : grid.ys)
    for (const auto xValue : grid.xs) {
      const auto index = static_cast<std::int64_t>(grid.cells.size());
      grid.cells.push_back(builder.cell(xValue, yValue));
      const auto& cell = grid.cells.back();
      if (xValue == currentX && yValue == currentY) grid.current = index;
      if (cell.verdict > Verdict::tight) continue;
      if (grid.best < 0 || builder.isBetter(cell, grid.cells[static_cast<std::size_t>(grid.best)])) grid.best = index;
    }
  return grid;
}

}  // namespace shardscope
