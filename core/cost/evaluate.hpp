// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cost model as one function: total, pure, no clock, no randomness, nothing thrown.

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// Invalid scenarios give all their issues and no figures; ones that do not fit give every figure.
Report evaluate(const Scenario& scenario);

// evaluate(), and the rule of thumb that has to evaluate other layouts (checkFewestDimensions): what people and files
// are shown. Up to four evaluations.
Report fullReport(const Scenario& scenario);

// Reuses the storage of `report`; allocates nothing once its vectors are large enough.
void evaluateInto(const Scenario& scenario, Report& report);

// The figures alone, for callers that judged the rules themselves (sweeps): everything but `issues`.
// Precondition: no rule of severity error fails.
void fillFigures(const Scenario& scenario, Report& report);

// Version of the formulas and constants, reported as `model_version`.
inline constexpr const char* kModelVersion = "1.0";

}  // namespace shardscope
