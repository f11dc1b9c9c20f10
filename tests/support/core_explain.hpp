// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether explanations of a scenario are complete and right: every number of the report's JSON, and every intermediate
// result that they refer to.

#include <string>
#include <utility>
#include <vector>

#include "core/explain/explain.hpp"

namespace shardscope::test {

// The numbers of reportJson() under their dotted keys: everything but what issues quote.
std::vector<std::pair<std::string, double>> numbersOf(const Scenario& scenario, const Report& report);

// Equal bit for bit where both are whole, else within 1e-9 of the larger.
bool isSameFigure(double a, double b);

// What is wrong with the explanations, one line each; empty if nothing.
std::vector<std::string> faultsOf(const Scenario& scenario, const Report& report, Language language);

// The same of the amounts in the decision steps, of any scenario that advice can be asked for.
std::vector<std::string> adviceFaultsOf(const Scenario& scenario, Language language);

}  // namespace shardscope::test
