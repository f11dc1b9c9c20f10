// SPDX-License-Identifier: Apache-2.0
// One slider step to all visible panels painted: CPU time of the GUI thread, p95 ≤ 8 ms, p99 ≤ 16 ms.
#include <benchmark/benchmark.h>
#include <time.h>

#include <QApplication>
#include <algorithm>
#include <vector>

#include "tests/bench/bench_scenarios.hpp"
#include "ui/store/pins.hpp"
#include "ui/store/scenario_store.hpp"
#include "ui/views/main_window.hpp"

namespace shardscope {
namespace {

double threadMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

double percentile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
}

void sliderStep(benchmark::State& state) {
  ui::ScenarioStore store(bench::llama70b());
  ui::PinBoard pins;
  pins.add(store.scenario());
  ui::MainWindow window(store, pins);
  window.resize(1440, 900);
  window.show();
  for (int i = 0; i < 20; ++i) QApplication::processEvents();
  std::vector<double> steps;
  const std::int64_t values[] = {4, 8, 2, 8};
  const Knob knobs[] = {Knob::tp, Knob::pp};
  std::size_t turn = 0;
  store.beginGesture();
  for (auto _ : state) {
    const double start = threadMilliseconds();
    store.move(knobs[(turn / 4) % 2], values[turn % 4], QStringLiteral("step"));
    QApplication::processEvents();
    const double spent = threadMilliseconds() - start;
    steps.push_back(spent);
    state.SetIterationTime(spent * 1e-3);
    ++turn;
  }
  state.counters["p50_ms"] = percentile(steps, 0.50);
  state.counters["p95_ms"] = percentile(steps, 0.95);
  state.counters["p99_ms"] = percentile(steps, 0.99);
}
BENCHMARK(sliderStep)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(400);

}  // namespace
}  // namespace shardscope
