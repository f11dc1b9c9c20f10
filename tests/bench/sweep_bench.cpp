// SPDX-License-Identifier: Apache-2.0
// The whole space of a model on 64 GPUs: configurations per second, and how two threads compare with one.
#include <benchmark/benchmark.h>

#include "core/catalogue/catalogue.hpp"
#include "core/sweep/sweep.hpp"
#include "tests/bench/bench_scenarios.hpp"

namespace shardscope {
namespace {

void sweepSpeed(benchmark::State& state, const char* model) {
  Scenario scenario = bench::llama70b();
  const auto* entry = catalogue().model(model);
  scenario.model = {ModelSource::preset, entry->id, entry->shape};
  const auto space = fullSpace(scenario);
  SweepOptions options;
  options.threads = static_cast<unsigned>(state.range(0));
  options.x = SweepAxis{Dim::pp};
  options.y = SweepAxis{Dim::tp};
  SweepCounts counts;
  for (auto _ : state) counts = runSweep(space, options).counts;
  const auto priced = static_cast<double>(counts.fitted + counts.tight + counts.doesNotFit);
  const auto runs = static_cast<double>(state.iterations());
  state.counters["tried"] = static_cast<double>(counts.tried);
  state.counters["priced"] = priced;
  state.counters["tried/s"] = {static_cast<double>(counts.tried) * runs, benchmark::Counter::kIsRate};
  state.counters["priced/s"] = {priced * runs, benchmark::Counter::kIsRate};
}
BENCHMARK_CAPTURE(sweepSpeed, llama70b, "llama-3-70b")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(sweepSpeed, gpt22b, "gpt-22b")->Arg(1)->Arg(2)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace shardscope
