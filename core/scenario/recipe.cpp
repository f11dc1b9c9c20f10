// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/recipe.hpp"

#include <fmt/format.h>

#include "core/scenario/derived.hpp"

namespace shardscope {

std::string recipe(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  std::string line = fmt::format("TP\u00a0{} PP\u00a0{} DP\u00a0{}", p.tp, p.pp, dataParallel(scenario));
  const auto add = [&line](std::string_view name, std::int64_t degree) {
    if (degree > 1) line += fmt::format(" {}\u00a0{}", name, degree);
  };
  add("VPP", p.vpp);
  add("CP", p.cp);
  add("EP", p.ep);
  if (p.etp > 1 && p.ep > 1) line += fmt::format(" ETP\u00a0{}", p.etp);
  if (p.cp > 1 && p.cpKind != CpKind::ring) line += " " + std::string(word(p.cpKind));
  if (p.schedule && *p.schedule != Schedule::interleaved && *p.schedule != Schedule::oneFOneB)
    line += " " + std::string(word(*p.schedule));
  line += fmt::format(" ZeRO\u00a0{}", p.zero);
  if (p.shardGroup > 0) line += fmt::format("/{}", p.shardGroup);
  if (scenario.workload.recompute != Recompute::none) line += " " + std::string(word(scenario.workload.recompute));
  return line + fmt::format(" b\u00a0{}", scenario.workload.microBatch);
}

}  // namespace shardscope
