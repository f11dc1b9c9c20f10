// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/answers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

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

// A configuration in one world.
struct Outcome {
  Verdict verdict;
  double value;
};

Outcome outcomeIn(const World& world, Scenario scenario, Metric metric, Report& report) {
  if (world.network) scenario.cluster.nicBytesPerS = kSlowNetwork * nicBytesPerS(scenario.cluster);
  CandidateCost cost;
  cost.plan(scenario, world.load ? kMoreLoad : 1.0);
  cost.price(scenario, report);
  return {report.verdict, metricValue(scenario, report, metric)};
}

using Work = std::array<std::uint16_t, 3>;  // places of GPUs, sequence length, global batch: rows of equal work compare

Work workOf(const SweepRow& row) {
  const auto at = [&](Dim dim) { return row.choice[static_cast<std::size_t>(dim)]; };
  return {at(Dim::gpus), at(Dim::sequenceLength), at(Dim::globalBatch)};
}

// Bubbles may be zero: what counts is the time between them.
double regretOf(double value, double best, Metric metric) {
  if (metric == Metric::bubble) return (1 - best) / (1 - value) - 1;
  const double ratio = smallerIsBetter(metric) ? value / best : best / value;
  return std::isfinite(ratio) ? ratio - 1 : 0;
}

// Per work: the best value of what runs in a world.
std::map<Work, double> bestOf(std::span<const SweepRow> rows, const std::vector<Outcome>& outcomes, Metric metric) {
  std::map<Work, double> best;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!runs(outcomes[i].verdict)) continue;
    const auto [place, isNew] = best.emplace(workOf(rows[i]), outcomes[i].value);
    if (!isNew)
      place->second = smallerIsBetter(metric) ? std::min(place->second, outcomes[i].value)
                                              : std::max(place->second, outcomes[i].value);
  }
  return best;
}

void rankByRobustness(std::vector<Robustness>& rows) {
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(rows[a].verdict, rows[a].worstRegret) < std::tie(rows[b].verdict, rows[b].worstRegret);
  });
  for (std::size_t i = 0; i < order.size(); ++i) rows[order[i]].rank = i + 1;
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

std::vector<Robustness> robustness(const SweepSpace& space, std::span<const SweepRow> rows, Metric metric) {
  std::vector<Robustness> result(rows.size());
  std::vector<Outcome> outcomes(rows.size());
  Report report;
  for (const auto& world : worldsOf(space.base.model.shape)) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      outcomes[i] = outcomeIn(world, scenarioOf(space, rows[i]), metric, report);
    const auto best = bestOf(rows, outcomes, metric);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      auto& worst = result[i];
      worst.verdict = std::max(worst.verdict, outcomes[i].verdict);
      const auto ofWork = best.find(workOf(rows[i]));
      const double regret = ofWork == best.end() ? 0 : regretOf(outcomes[i].value, ofWork->second, metric);
      if (world.network == 0 && world.load == 0) worst.statedRegret = regret;
      if (regret <= worst.worstRegret) continue;
      worst.worstRegret = regret;
      worst.network = world.network;
      worst.load = world.load;
    }
  }
  rankByRobustness(result);
  return result;
}

}  // namespace shardscope
