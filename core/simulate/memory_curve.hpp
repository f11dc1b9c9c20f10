// SPDX-License-Identifier: Apache-2.0
#pragma once
// What one GPU of a stage holds while its blocks run.

#include "core/report/report.hpp"
#include "core/simulate/timeline.hpp"

namespace shardscope {

// Fills fixed, peak, peakInFlight and memory of every stage of `timeline` from its blocks.
// Activations of a micro-batch's chunk: from the start of its forward to the end of its backward, or of its weight
// gradient where the backward splits. Transients (§3.8) while a backward or weight gradient runs. Logits (§3.7) while
// the head's chunk works on the last stage: `headChunk`, or every chunk if −1.
// `stages`: the report's; a stage holds activations / inFlight bytes per micro-batch.
// The peak is the report's total to the byte where the stage reaches the report's micro-batches in flight.
void fillMemoryCurves(const std::vector<StageMemory>& stages, std::int64_t headChunk, Timeline& timeline);

}  // namespace shardscope
