// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/answers.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include "core/scenario/derived.hpp"
#include "core/sweep/candidate_cost.hpp"

namespace shardscope {
namespace {

struct World {
  std::uint8_t network, load;
};

std::vector<World> worldsOf(const ModelShape& model) {
  if (isMoe(model)) return {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  return {{0, 0}, {1, 0}};
}

double stepIn(const World& world, Scenario scenario, Report& report) {
  if (world.network) scenario.cluster.nicBytesPerS = kSlowNetwork * nicBytesPerS(scenario.cluster);
  CandidateCost cost;
  cost.plan(scenario, world.load ? kMoreLoad : 1.0);
  cost.price(scenario, report);
  return report.time.step.count();
}

}  // namespace

std::optional<RuleId> decidingRefusal(const SweepCounts& counts) {
  for (auto i = counts.refused.size(); i-- > 0;)
    if (counts.refused[i] > 0) return static_cast<RuleId>(i);
  return std::nullopt;
}

std::int64_t nearestRunningCell(const SweepSpace& space, const SweepOptions& options, const SweepResult& result,
                                std::size_t cell) {
  const RankOrder order(space, options.metric);
  const auto columns = static_cast<std::int64_t>(result.xs.size());
  const auto x = static_cast<std::int64_t>(cell) % columns, y = static_cast<std::int64_t>(cell) / columns;
  std::int64_t nearest = -1, fewest = std::numeric_limits<std::int64_t>::max();
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    if (!result.cells[i].hasBest) continue;
    const auto at = static_cast<std::int64_t>(i);
    const auto steps = std::abs(at % columns - x) + std::abs(at / columns - y);
    const bool better =
        steps == fewest && order.isBetter(result.cells[i].best, result.cells[static_cast<std::size_t>(nearest)].best);
    if (steps > fewest || (steps == fewest && !better)) continue;
    nearest = at;
    fewest = steps;
  }
  return nearest;
}

std::vector<Robustness> robustness(const SweepSpace& space, std::span<const SweepRow> rows) {
  std::vector<Robustness> result(rows.size());
  std::vector<double> steps(rows.size());
  Report report;
  for (const auto& world : worldsOf(space.base.model.shape)) {
    for (std::size_t i = 0; i < rows.size(); ++i) steps[i] = stepIn(world, scenarioOf(space, rows[i]), report);
    const double best = rows.empty() ? 0 : *std::min_element(steps.begin(), steps.end());
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (const double regret = steps[i] / best - 1; regret > result[i].worstRegret)
        result[i] = {regret, world.network, world.load};
  }
  return result;
}

}  // namespace shardscope
