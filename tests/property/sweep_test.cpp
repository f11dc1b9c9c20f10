// SPDX-License-Identifier: Apache-2.0
// The sweep against brute force: every configuration of small random spaces through check() and evaluate().
#include "core/sweep/sweep.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

std::uint64_t productOf(const SweepSpace& space) {
  std::uint64_t product = 1;
  for (const auto& values : space.values) product *= values.size();
  return product;
}

// Some dimensions free, thinned out until brute force is quick.
SweepSpace smallSpace(const Scenario& base) {
  auto space = fixedSpace(base);
  if (*rc::gen::arbitrary<bool>()) space.dp.reset();
  for (std::size_t i = 0; i < kDims; ++i)
    if (*rc::gen::element(true, false, false)) freeDim(space, static_cast<Dim>(i));
  while (productOf(space) > 3000U) {
    auto& longest = *std::max_element(space.values.begin(), space.values.end(),
                                      [](const auto& a, const auto& b) { return a.size() < b.size(); });
    longest.erase(longest.begin() + *rc::gen::inRange<int>(0, static_cast<int>(longest.size())));
  }
  return space;
}

// Every distinct configuration, in the order of the loops.
template <class Visit>
void forEach(const SweepSpace& space, Scenario& trial, SweepRow& row, std::size_t level, const Visit& visit) {
  if (level == kDims) return visit(trial, row);
  const auto dim = static_cast<Dim>(level);
  for (std::size_t i = 0; i < space.of(dim).size(); ++i) {
    if (!isDistinct(space, trial, dim, i)) continue;
    setDim(trial, dim, space.of(dim)[i]);
    row.choice[level] = static_cast<std::uint16_t>(i);
    forEach(space, trial, row, level + 1, visit);
  }
}

std::string describeCounts(const SweepCounts& counts) {
  std::string text = "fitted " + std::to_string(counts.fitted) + " tight " + std::to_string(counts.tight) +
                     " does not fit " + std::to_string(counts.doesNotFit);
  for (std::size_t i = 0; i < kErrorRules; ++i)
    if (counts.refused[i] > 0)
      text += " " + std::string(ruleName(static_cast<RuleId>(i))) + " " + std::to_string(counts.refused[i]);
  return text;
}

struct Brute {
  SweepCounts counts;
  std::vector<SweepRow> priced;
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<SweepRow>> cells;
};

Brute bruteForce(const SweepSpace& space, const SweepOptions& options) {
  Brute brute;
  Scenario trial = space.base;
  trial.parallel.dp = space.dp;
  SweepRow row;
  forEach(space, trial, row, 0, [&](const Scenario& scenario, SweepRow candidate) {
    ++brute.counts.tried;
    if (const auto issue = firstError(scenario)) {
      ++brute.counts.refused[static_cast<std::size_t>(issue->rule)];
      return;
    }
    const auto report = evaluate(scenario);
    fillRow(candidate, scenario, report, options.metric);
    ++(report.verdict == Verdict::fits    ? brute.counts.fitted
       : report.verdict == Verdict::tight ? brute.counts.tight
                                          : brute.counts.doesNotFit);
    brute.priced.push_back(candidate);
    if (options.x) {
      const auto at = [&](SweepAxis axis) { return axis.isDp() ? candidate.dp : dimValue(scenario, axis.dim); };
      brute.cells[{at(*options.x), at(*options.y)}].push_back(candidate);
    }
  });
  return brute;
}

std::vector<SweepRow> frontOf(std::vector<SweepRow> rows, const RankOrder& order) {
  std::vector<SweepRow> front;
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const auto& r) { return r.verdict > Verdict::tight; }),
             rows.end());
  for (const auto& row : rows) {
    const bool beaten = std::any_of(rows.begin(), rows.end(), [&](const SweepRow& other) {
      const bool noWorse = other.step <= row.step && other.peak <= row.peak;
      const bool same = other.step == row.step && other.peak == row.peak;
      return noWorse && (!same || (other.choice != row.choice && order.isBetter(other, row)));
    });
    if (!beaten) front.push_back(row);
  }
  std::sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  return front;
}

std::vector<SweepRow> topOf(std::vector<SweepRow> rows, const RankOrder& order, const SweepOptions& options) {
  if (!options.keepInfeasible)
    rows.erase(std::remove_if(rows.begin(), rows.end(), [](const auto& r) { return r.verdict > Verdict::tight; }),
               rows.end());
  std::sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) { return order.isBetter(a, b); });
  std::vector<SweepRow> top;
  for (const auto& row : rows)
    if (std::none_of(top.begin(), top.end(), [&](const auto& kept) { return RankOrder::isEqual(kept, row); }))
      top.push_back(row);
  if (top.size() > options.top) top.resize(options.top);
  return top;
}

std::optional<SweepRow> nearestMissOf(std::vector<SweepRow> rows, const RankOrder& order) {
  rows.erase(std::remove_if(rows.begin(), rows.end(), [](const auto& r) { return r.verdict <= Verdict::tight; }),
             rows.end());
  if (rows.empty()) return std::nullopt;
  return *std::min_element(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    return a.peak != b.peak ? a.peak < b.peak : order.isBetter(a, b);
  });
}

// Equal results count once; a reference among the listed ones has the place of its equal.
std::uint64_t betterThan(const SweepRow& reference, const std::vector<SweepRow>& rows, const RankOrder& order,
                         const SweepOptions& options) {
  const auto top = topOf(rows, order, options);
  for (std::size_t i = 0; i < top.size(); ++i)
    if (RankOrder::isEqual(top[i], reference)) return i;
  std::vector<SweepRow> before;
  for (const auto& row : rows) {
    const auto isSame = [&](const SweepRow& other) { return RankOrder::isEqual(other, row); };
    if (row.verdict <= Verdict::tight && order.isBetter(row, reference) && !isSame(reference) &&
        std::none_of(before.begin(), before.end(), isSame))
      before.push_back(row);
  }
  return before.size();
}

RC_GTEST_PROP(SweepProperty, equalsBruteForce, ()) {
  const auto space = smallSpace(anyScenario());
  SweepOptions options;
  options.metric = *rc::gen::element(Metric::mfu, Metric::step, Metric::memory, Metric::bubble, Metric::gpuHours);
  options.top = *rc::gen::element<std::size_t>(1, 5, 1000);
  options.keepInfeasible = *rc::gen::arbitrary<bool>();
  options.threads = *rc::gen::element(1u, 2u, 3u);
  if (*rc::gen::arbitrary<bool>()) {
    options.x = SweepAxis{*rc::gen::element(Dim::pp, Dim::cp, Dim::zero, Dim::count)};
    options.y = SweepAxis{*rc::gen::element(Dim::tp, Dim::microBatch, Dim::vpp, Dim::recompute, Dim::shardGroup)};
  }
  const auto brute = bruteForce(space, options);
  if (!brute.priced.empty() && *rc::gen::arbitrary<bool>()) options.reference = *rc::gen::elementOf(brute.priced);
  const auto swept = runSweep(space, options);
  const RankOrder order(space, options.metric);

  RC_LOG() << "brute force: " << describeCounts(brute.counts) << "\nsweep: " << describeCounts(swept.counts) << '\n';
  RC_ASSERT(swept.complete);
  RC_ASSERT(swept.total == brute.counts.tried);
  RC_ASSERT(swept.counts == brute.counts);
  RC_ASSERT(swept.top == topOf(brute.priced, order, options));
  RC_ASSERT(swept.front == frontOf(brute.priced, order));
  RC_ASSERT(swept.nearestMiss == nearestMissOf(brute.priced, order));
  if (options.reference)
    RC_ASSERT(swept.betterThanReference == betterThan(*options.reference, brute.priced, order, options));
  RC_ASSERT(swept.cloud.bins.any() == (brute.counts.fitted + brute.counts.tight > 0));
  RC_ASSERT(swept.cells.size() == swept.xs.size() * swept.ys.size());
  for (std::size_t i = 0; i < swept.cells.size(); ++i) {
    const auto found = brute.cells.find({swept.xs[i % swept.xs.size()], swept.ys[i / swept.xs.size()]});
    std::vector<SweepRow> rows;
    if (found != brute.cells.end()) rows = found->second;
    SweepOptions one;
    one.top = 1;
    const auto best = topOf(rows, order, one);
    RC_ASSERT(swept.cells[i].hasBest == !best.empty());
    if (!best.empty()) RC_ASSERT(swept.cells[i].best == best.front());
    RC_ASSERT(swept.cells[i].counts.fitted + swept.cells[i].counts.tight + swept.cells[i].counts.doesNotFit ==
              rows.size());
  }
}

// The whole product of the values, whether a configuration of its own or not.
template <class Visit>
void forEachOfTheProduct(const SweepSpace& space, Scenario& trial, bool distinct, std::size_t level,
                         const Visit& visit) {
  if (level == kDims) return visit(trial, distinct);
  const auto dim = static_cast<Dim>(level);
  for (std::size_t i = 0; i < space.of(dim).size(); ++i) {
    const bool now = distinct && isDistinct(space, trial, dim, i);
    setDim(trial, dim, space.of(dim)[i]);
    forEachOfTheProduct(space, trial, now, level + 1, visit);
  }
}

// What the enumeration leaves out it has under another name, but for ZeRO-2 with a pipeline, which is ZeRO-1.
RC_GTEST_PROP(SweepProperty, leavesOutOnlyWhatRepeats, ()) {
  const auto space = smallSpace(anyScenario());
  using Figures = std::array<double, 4>;
  std::set<Figures> enumerated;
  std::vector<Figures> leftOut;
  std::uint64_t distinct = 0;
  Scenario trial = space.base;
  trial.parallel.dp = space.dp;
  forEachOfTheProduct(space, trial, true, 0, [&](const Scenario& scenario, bool isDistinct) {
    distinct += isDistinct ? 1 : 0;
    const bool isZero2OfAPipeline = scenario.parallel.zero == 2 && scenario.parallel.pp > 1;
    if (isDistinct && space.varies(Dim::zero)) RC_ASSERT(!isZero2OfAPipeline);
    if (firstError(scenario)) return;
    const auto report = evaluate(scenario);
    const Figures figures{report.time.step.count(), static_cast<double>(report.memory.peak.count()),
                          report.bubble.ratioTotal, report.throughput.mfu};
    if (isDistinct)
      enumerated.insert(figures);
    else if (!isZero2OfAPipeline)
      leftOut.push_back(figures);
  });
  RC_ASSERT(distinct == candidateCount(space));
  for (const auto& figures : leftOut) RC_ASSERT(enumerated.contains(figures));
}

RC_GTEST_PROP(SweepProperty, aRowIsTheScenarioItNames, ()) {
  const auto base = anyScenario();
  const auto space = smallSpace(base);
  const auto swept = runSweep(space, {});
  for (const auto& row : swept.top) {
    const auto scenario = scenarioOf(space, row);
    RC_ASSERT(!firstError(scenario));
    RC_ASSERT(evaluate(scenario).time.step.count() == row.step);
    RC_ASSERT(evaluate(applied(base, editOf(base, space, row))).memory.peak.count() == row.peak);
  }
}

}  // namespace
}  // namespace shardscope
