// SPDX-License-Identifier: Apache-2.0
// Start to first paint: CPU time ≤ 150 ms, resident memory ≤ 120 MB, of the real program on the offscreen platform.
#include <benchmark/benchmark.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <string>

extern char** environ;

namespace {

double milliseconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) * 1e3 + static_cast<double>(t.tv_usec) / 1e3;
}

void startToFirstPaint(benchmark::State& state) {
  double megabytes = 0;
  for (auto _ : state) {
    std::string program = SHARDSCOPE_GUI;
    std::string safe = "--safe";
    std::string leave = "--exit-after-startup";
    char* arguments[] = {program.data(), safe.data(), leave.data(), nullptr};
    pid_t child = 0;
    if (posix_spawn(&child, program.c_str(), nullptr, nullptr, arguments, environ) != 0) {
      state.SkipWithError("could not start the program");
      return;
    }
    rusage usage{};
    int status = 0;
    wait4(child, &status, 0, &usage);
    if (status != 0) {
      state.SkipWithError("the program failed");
      return;
    }
    state.SetIterationTime((milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)) * 1e-3);
    megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  }
  state.counters["resident_MB"] = megabytes;
}
BENCHMARK(startToFirstPaint)->Unit(benchmark::kMillisecond)->UseManualTime()->Iterations(15)->Repetitions(3);

}  // namespace
