// SPDX-License-Identifier: Apache-2.0
#include "core/cost/pipeline.hpp"

#include <algorithm>
#include <cmath>

namespace shardscope {

double inFlightMicroBatches(Schedule schedule, std::int64_t pp, std::int64_t vpp, std::int64_t microBatches,
                            std::int64_t stage) {
  if (pp <= 1) return 1;
  const auto p = static_cast<double>(pp), v = static_cast<double>(vpp), m = static_cast<double>(microBatches);
  const auto i = static_cast<double>(stage);
  switch (schedule) {
    case Schedule::gpipe: return m;
    case Schedule::oneFOneB: return std::min(p - i, m);
    // Warm-up of 2(p−i−1) + (v−1)p chunks, one more in work; a chunk is 1/v of the stage (Megatron-LM schedules.py).
    case Schedule::interleaved: return std::min(2 * (p - i - 1) + (v - 1) * p + 1, m * v) / v;
    case Schedule::zbH1: return std::min(p, m);
    case Schedule::zbH2: return std::min(2 * p - 1, m);
    case Schedule::zbV: return std::min(p, m);
    case Schedule::dualPipe: return std::min(p + 1, m);
  }
  return 1;
}

double bubbleTime(Schedule schedule, std::int64_t pp, std::int64_t vpp, double f, double b, double w) {
  if (pp <= 1) return 0;
  const auto p = static_cast<double>(pp), v = static_cast<double>(vpp);
  switch (schedule) {
    case Schedule::gpipe:
    case Schedule::oneFOneB: return (p - 1) * (f + b);
    case Schedule::interleaved: return (p - 1) * (f + b) / v;
    case Schedule::zbH1: return (p - 1) * std::max(0.0, f + b - 2 * w);
    case Schedule::zbH2: return (p - 1) * std::max(0.0, f + b - 3 * w);
    case Schedule::zbV: return (p - 1) * std::max(0.0, f + b - 3 * w) / 2;
    // (p/2−1)(F&B + B − 3W) of the DualPipe README; the pair F&B costs f + b when nothing of it overlaps.
    case Schedule::dualPipe: return std::max(0.0, p / 2 - 1) * std::max(0.0, (f + b) + b - 3 * w);
  }
  return 0;
}

double fillTime(Schedule schedule, std::int64_t pp, std::int64_t microBatches, double f, double b, double w) {
  if (pp <= 1 || microBatches <= 0) return 0;
  const auto p = static_cast<double>(pp), m = static_cast<double>(microBatches);
  const double way = (p - 1) * (f + b - w);  // of the first one through the other stages
  const double behind = std::max(0.0, m - p);
  switch (schedule) {
    case Schedule::gpipe:
    case Schedule::oneFOneB:
    case Schedule::interleaved: return 0;  // their forms hold for every M
    case Schedule::zbH1:
    case Schedule::zbH2: return std::max(0.0, way - (m - 1) * std::min(f, w));
    case Schedule::zbV: return std::max(0.0, way - (m - 1 - behind) * f - behind * w);
    case Schedule::dualPipe: {
      // Two enter at once, so an odd one runs alone; with an odd number of stages the middle one meets both at once.
      const double pairs = 2 * std::ceil(m / 2), past = std::max(0.0, pairs - p);
      const double first = (std::floor(p / 2) - 1) * (2 * f + 2 * b - w);
      return std::max(0.0, first - (pairs - past - 2) * f - past * std::max(f, w) + (pairs - m) * (f + b));
    }
  }
  return 0;
}

double bubbleRatioIdeal(Schedule schedule, std::int64_t pp, std::int64_t vpp, std::int64_t microBatches) {
  if (microBatches <= 0) return 0;
  const double idle = std::max(bubbleTime(schedule, pp, vpp, 1, 2, 1), fillTime(schedule, pp, microBatches, 1, 2, 1));
  return idle / (3 * static_cast<double>(microBatches));
}

}  // namespace shardscope
