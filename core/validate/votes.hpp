// SPDX-License-Identifier: Apache-2.0
#pragma once
// Predictions of measured runs, and one vote per distinct configuration.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/validate/error_summary.hpp"
#include "core/validate/run_table.hpp"

namespace shardscope {

struct Prediction {
  double stepS = 0;        // seconds
  double peakBytes = 0;    // the model's total of the fullest stage
  double memoryBytes = 0;  // the same as the run's memory kind counts it
};
Prediction predicted(const MeasuredRun& run);

// What the model's total of a GPU is called as a figure of this kind: the allocator does not see the context, its pool
// is 1.06 times what is in it, and the driver's tool shows both (cost-model §3.9).
double memoryAs(MemoryKind kind, double totalBytes);

// Rows that agree in every column but id, source, notes, assumed and what was measured are one configuration. Its
// measured value is the geometric mean of its rows.
struct Vote {
  std::vector<const MeasuredRun*> runs;  // never empty, in file order; the first stands for all
  std::optional<Residual> time, memory;  // none where nothing was measured or the source names no GPU
  std::optional<Residual> ranking;       // step time, also where the source names no GPU
  const MeasuredRun& run() const { return *runs.front(); }
};

// In the order of their first rows. The table must outlive them.
std::vector<Vote> votesOf(const RunTable& table);

}  // namespace shardscope
