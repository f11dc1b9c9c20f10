// SPDX-License-Identifier: Apache-2.0
// evaluate: median ≤ 5 µs (a fresh Report), and with a reused Report.
#include <benchmark/benchmark.h>

#include "core/cost/evaluate.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/stops.hpp"
#include "tests/bench/bench_scenarios.hpp"

namespace shardscope {
namespace {

void evaluateFresh(benchmark::State& state) {
  const Scenario scenario = bench::llama70b();
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(scenario));
}
BENCHMARK(evaluateFresh)->Unit(benchmark::kMicrosecond)->Repetitions(15)->ReportAggregatesOnly();

void evaluateReused(benchmark::State& state) {
  const Scenario scenario = bench::llama70b();
  Report report;
  for (auto _ : state) {
    evaluateInto(scenario, report);
    benchmark::DoNotOptimize(report);
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluateReused)->Unit(benchmark::kMicrosecond)->Repetitions(15)->ReportAggregatesOnly();

void checkRules(benchmark::State& state) {
  const Scenario scenario = bench::llama70b();
  std::vector<Issue> issues;
  for (auto _ : state) {
    issues.clear();
    check(scenario, issues);
    benchmark::DoNotOptimize(issues);
  }
}
BENCHMARK(checkRules)->Unit(benchmark::kMicrosecond);

void allStops(benchmark::State& state) {
  const Scenario scenario = bench::llama70b();
  for (auto _ : state)
    for (int knob = 0; knob < static_cast<int>(Knob::count); ++knob)
      benchmark::DoNotOptimize(stops(scenario, Locks{}, static_cast<Knob>(knob)));
}
BENCHMARK(allStops)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace shardscope
