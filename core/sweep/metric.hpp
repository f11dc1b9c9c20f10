// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a map or a ranking shows of a configuration.

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// step: s; mfu: fraction; tokens: per second; memory: bytes of the fullest stage; bubble: share of the pipelined part;
// gpu_hours: for train_tokens, else for 100 B tokens.
enum class Metric : std::uint8_t { step, mfu, tokens, memory, bubble, gpuHours };
template <>
struct EnumWords<Metric> {
  static constexpr auto words =
      std::to_array<std::string_view>({"step", "mfu", "tokens", "memory", "bubble", "gpu_hours"});
};
bool smallerIsBetter(Metric metric);

// Precondition: `report` holds figures of `scenario`.
double metricValue(const Scenario& scenario, const Report& report, Metric metric);

}  // namespace shardscope
