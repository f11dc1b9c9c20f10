// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/cost/evaluate.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

RC_GTEST_PROP(GridProperty, cellsAgreeWithMovesAndEvaluations, ()) {
  const auto s = anyScenario();
  const auto locks = anyLocks();
  const auto x = anyKnob();
  const auto y = static_cast<Knob>((static_cast<int>(x) + *rc::gen::inRange(1, static_cast<int>(Knob::count))) %
                                   static_cast<int>(Knob::count));
  const auto metric =
      *rc::gen::element(Metric::step, Metric::mfu, Metric::tokens, Metric::memory, Metric::bubble, Metric::gpuHours);
  const auto grid = layoutGrid(s, locks, x, y, metric);
  RC_ASSERT(grid.cells.size() == grid.xs.size() * grid.ys.size());
  for (std::size_t i = 0; i < grid.cells.size(); ++i) {
    const auto& cell = grid.cells[i];
    RC_ASSERT((cell.x == grid.xs[i % grid.xs.size()] && cell.y == grid.ys[i / grid.xs.size()]));
    const KnobSetting settings[] = {{x, cell.x}, {y, cell.y}};
    const auto move = moveKnobs(s, locks, settings);
    RC_ASSERT(move.has_value() == (cell.verdict != Verdict::invalid));
    if (!move) {
      RC_ASSERT(cell.reason == move.error());
      continue;
    }
    RC_ASSERT(cell.edit == move->edit);
    const auto report = evaluate(applied(s, cell.edit));
    RC_ASSERT((cell.verdict == report.verdict && cell.peak == report.memory.peak));
  }
  if (grid.best < 0) return;
  const auto& best = grid.cells[static_cast<std::size_t>(grid.best)];
  RC_ASSERT(best.verdict <= Verdict::tight);
  for (const auto& cell : grid.cells) {
    RC_ASSERT(cell.verdict >= best.verdict);
    if (cell.verdict == best.verdict) {
      RC_ASSERT((smallerIsBetter(metric) ? cell.value >= best.value : cell.value <= best.value));
    }
  }
}

}  // namespace
}  // namespace shardscope
