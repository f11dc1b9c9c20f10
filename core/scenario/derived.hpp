// SPDX-License-Identifier: Apache-2.0
#pragma once
// What follows from a scenario without any cost model: resolved defaults and the identities of the layout.
// Total functions: on an inconsistent scenario they return the value stated, or 0 where none exists.

#include <cstdint>

#include "core/scenario/fields.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

std::int64_t gpusPerNode(const Cluster& cluster);
std::int64_t nvlinkDomain(const Cluster& cluster);  // G of the cost model: ranks that share the fast link
std::int64_t gpuCount(const Cluster& cluster);      // N; exact, ≤ 64·10^6
double nicBytesPerS(const Cluster& cluster);        // per GPU, one way

bool sequenceParallel(const Parallel& parallel);  // SP in effect: sp (default tp > 1) and tp > 1
Schedule schedule(const Parallel& parallel);

// DP degree: as given, else N/(tp·pp·cp) if whole and ≥ 1, else 0 (rule W-1 names it).
std::int64_t dataParallel(const Scenario& scenario);
// M = B/(b·dp) if whole and ≥ 1, else 0 (rule B-1 names it).
std::int64_t microBatches(const Scenario& scenario);
// zero as evaluated: 2 under pipeline parallelism counts as 1 (warning Z-2).
std::int64_t effectiveZero(const Parallel& parallel);
bool usesDropout(const Scenario& scenario);
bool cachesWeightGradients(const Scenario& scenario);

// Bytes per parameter of weights, gradient buffer and optimizer state (cost-model §2.1), explicit values first.
// Adafactor's and Muon's extra terms depend on the matrices and are added by the memory model.
struct StateRecipe {
  double weight = 2, gradient = 4, optimizer = 12;
  bool operator==(const StateRecipe&) const = default;
};
StateRecipe stateRecipe(const Workload& workload);
// Whether such an extra term belongs to the optimizer state: no `optimizer_bytes` is given, which would replace it.
bool stateFollowsShapes(const Workload& workload);

// The same scenario with every default that follows from the rest written out (report key `scenario`), and with the
// same report. `optimizer_bytes` stays empty where no single number per parameter would say the same.
Scenario withDefaults(Scenario scenario);
// Whether both are the same configuration, however much of it is written out.
bool isSamePlan(const Scenario& a, const Scenario& b);
// The edit from one to the other that is right for `from` as it is written and with all its defaults filled in.
Edit completeEdit(const Scenario& from, const Scenario& to);

int dimensionsInUse(const Scenario& scenario);  // of parallelism: degrees above one

}  // namespace shardscope
