// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/metric.hpp"

namespace shardscope {
namespace {

constexpr double kShownTrainTokens = 100e9;  // GPU-hours when the scenario names no goal
constexpr double kSecondsPerHour = 3600;

}  // namespace

bool smallerIsBetter(Metric metric) { return metric != Metric::mfu && metric != Metric::tokens; }

double metricValue(const Scenario& scenario, const Report& report, Metric metric) {
  switch (metric) {
    case Metric::step: return report.time.step.count();
    case Metric::mfu: return report.throughput.mfu;
    case Metric::tokens: return report.throughput.tokensPerS;
    case Metric::memory: return static_cast<double>(report.memory.peak.count());
    case Metric::bubble: return report.bubble.ratioTotal;
    case Metric::gpuHours: break;
  }
  if (report.train) return report.train->gpuHours;
  const double tokens = scenario.workload.trainTokens.value_or(kShownTrainTokens), rate = report.throughput.tokensPerS;
  return rate > 0 ? tokens / rate / kSecondsPerHour * static_cast<double>(report.batch.gpus) : 0;
}

}  // namespace shardscope
