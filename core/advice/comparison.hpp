// SPDX-License-Identifier: Apache-2.0
#pragma once
// The plan of the rules beside the best that a complete sweep finds and beside FSDP alone: in seconds, bytes and
// dimensions.

#include <optional>
#include <string>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"
#include "core/sweep/sweep.hpp"
#include "core/text/language.hpp"

namespace shardscope {

struct Plan {
  Scenario scenario;
  Report report;
  int dimensions = 0;  // parallel dimensions in use
};

struct Comparison {
  std::optional<Plan> best;  // of the sweep; none if nothing runs
  std::optional<Plan> fsdp;  // ZeRO-3 over all ranks or node by node, whichever is faster; none if neither runs
  // Whether the sweep's plan is worth its dimensions: faster by more than the threshold, or no more of them.
  bool bestIsWorthIt = false;
};

inline constexpr double kWorthThreshold = 0.05;  // of the step time

// The space of the sweep: everything that the usual frameworks offer (1F1B and interleaving, experts not split by
// tensor, the scenario's kind of context parallelism).
SweepSpace adviceSpace(const Scenario& scenario);
Comparison comparePlans(const Scenario& scenario, const Plan& recommended, double threshold = kWorthThreshold,
                        std::stop_token stop = {});
Plan planOf(const Scenario& scenario);
// How much faster the sweep's plan is, as a fraction of the recommended step; none if one of the two has no figures.
std::optional<double> gainOfSweep(const Comparison& comparison, const Plan& recommended);
// Whether its dimensions are worth it, in a sentence; empty without a plan of the sweep.
std::string comparisonText(const Comparison& comparison, const Plan& recommended, Language language);

}  // namespace shardscope
