// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/row.hpp"

#include <algorithm>
#include <tuple>

#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

int dimensionsUsed(const SweepSpace& space, const SweepRow& row) {
  int used = row.dp > 1 ? 1 : 0;
  for (const auto dim : {Dim::tp, Dim::pp, Dim::cp, Dim::ep, Dim::vpp}) used += valueOf(space, row, dim) > 1 ? 1 : 0;
  return used;
}

}  // namespace

std::int64_t valueOf(const SweepSpace& space, const SweepRow& row, Dim dim) {
  return space.of(dim)[row.choice[static_cast<std::size_t>(dim)]];
}

Scenario scenarioOf(const SweepSpace& space, const SweepRow& row) {
  Scenario scenario = space.base;
  for (std::size_t i = 0; i < kDims; ++i)
    if (const auto dim = static_cast<Dim>(i); valueOf(space, row, dim) != dimValue(scenario, dim))
      setDim(scenario, dim, valueOf(space, row, dim));
  if (scenario.parallel.dp) scenario.parallel.dp = row.dp;
  return scenario;
}

std::optional<SweepRow> rowOf(const SweepSpace& space, const Scenario& scenario, const Report& report, Metric metric) {
  SweepRow row;
  for (std::size_t i = 0; i < kDims; ++i) {
    const auto& values = space.values[i];
    const auto place = std::find(values.begin(), values.end(), dimValue(scenario, static_cast<Dim>(i)));
    if (place == values.end()) return std::nullopt;
    row.choice[i] = static_cast<std::uint16_t>(place - values.begin());
  }
  fillRow(row, scenario, report, metric);
  return row;
}

void fillRow(SweepRow& row, const Scenario& scenario, const Report& report, Metric metric) {
  row.verdict = report.verdict;
  row.value = metricValue(scenario, report, metric);
  row.step = report.time.step.count();
  row.tokens = report.throughput.tokensPerS;
  row.mfu = report.throughput.mfu;
  row.bubble = report.bubble.ratioTotal;
  row.peak = report.memory.peak.count();
  row.dp = dataParallel(scenario);
  row.microBatches = report.batch.microBatches;
}

Edit editOf(const Scenario& now, const SweepSpace& space, const SweepRow& row) {
  return changes(now, scenarioOf(space, row));
}

bool RankOrder::isSimpler(const SweepRow& a, const SweepRow& b) const {
  const auto key = [this](const SweepRow& row) {
    return std::tuple(dimensionsUsed(*space_, row), valueOf(*space_, row, Dim::tp), valueOf(*space_, row, Dim::pp),
                      -row.microBatches, valueOf(*space_, row, Dim::recompute));
  };
  const auto ofA = key(a), ofB = key(b);
  return ofA != ofB ? ofA < ofB : a.choice < b.choice;
}

bool RankOrder::isBetter(const SweepRow& a, const SweepRow& b) const {
  if (a.verdict != b.verdict) return a.verdict < b.verdict;
  if (a.value != b.value) return smallerIsBetter_ ? a.value < b.value : a.value > b.value;
  return isSimpler(a, b);
}

bool RankOrder::isEqual(const SweepRow& a, const SweepRow& b) {
  return a.verdict == b.verdict && a.value == b.value && a.step == b.step && a.peak == b.peak && a.bubble == b.bubble;
}

}  // namespace shardscope
