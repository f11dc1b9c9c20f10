// SPDX-License-Identifier: Apache-2.0
#pragma once
// The plan of the rules beside the best that a complete sweep finds and beside FSDP alone: in seconds, bytes and
// dimensions.

#include <optional>
#include <string>

#include "core/report/report.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/scenario.hpp"
#include "core/sweep/sweep.hpp"
#include "core/text/language.hpp"

namespace shardscope {

struct Plan {
  Scenario scenario;
  Report report;
  int dimensions = 0;  // parallel dimensions in use
};

enum class PlanKind : std::uint8_t { rules, sweep, fsdp };
template <>
struct EnumWords<PlanKind> {
  static constexpr auto words = std::to_array<std::string_view>({"rules", "sweep", "fsdp"});
};

struct Comparison {
  std::optional<Plan> best;  // of the sweep; none if nothing runs
  std::optional<Plan> fsdp;  // ZeRO-3 over all ranks or groups of them, whichever is faster; none if none runs
  // Of the plans that run at the global batch asked for (of all, if none does), of those that fit if any does: those
  // slower than the fastest by no more than the threshold; of these the fewest dimensions, of equal ones the first in
  // the order rules, FSDP, sweep.
  PlanKind preferred = PlanKind::rules;
  double threshold = kWorthThreshold;
  std::int64_t globalBatch = 0;  // asked for; a plan that cannot divide it has another
};

// The space of the sweep, whole; of spaces too large to wait for the powers of two and the usual schedules.
SweepSpace adviceSpace(const Scenario& scenario);
Comparison comparePlans(const Scenario& scenario, const Plan& recommended, double threshold = kWorthThreshold,
                        std::stop_token stop = {});
Plan planOf(const Scenario& scenario);
// How much less time a sequence takes than under the plan of the rules, as a fraction, so that plans of other global
// batches compare; negative: more. None if one of the two has no figures.
std::optional<double> gainOver(const Plan& recommended, const Plan& other);
// How the three compare and which is preferred, in a few sentences; empty without another plan.
std::string comparisonText(const Comparison& comparison, const Plan& recommended, Language language);

}  // namespace shardscope
