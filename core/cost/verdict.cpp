// SPDX-License-Identifier: Apache-2.0
#include "core/cost/verdict.hpp"

#include <cmath>

#include "core/cost/memory.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

constexpr double kReservedOverAllocated = 1.06;
constexpr double kUsableShare = 0.94;

// Published peaks of these stacks are the allocator's own (within 3 %); the others print reserved pools (12 %).
bool hasAllocatorPeaks(Stack stack) {
  return stack == Stack::megatron || stack == Stack::bridge || stack == Stack::graphs || stack == Stack::legacy;
}

}  // namespace

Bytes fitLimit(Bytes capacity) {
  const double usable = kUsableShare * static_cast<double>(capacity.count());
  return Bytes(std::llround(std::floor((usable - kContextBytes) / kReservedOverAllocated + kContextBytes)));
}

Verdict memoryVerdict(Bytes peak, Bytes capacity) {
  if (peak > capacity) return Verdict::doesNotFit;
  return peak <= fitLimit(capacity) ? Verdict::fits : Verdict::tight;
}

ConfidenceReport confidenceOf(const Scenario& scenario, bool extrapolated) {
  constexpr std::int64_t kLargestCalibrated = 4096;  // GPUs
  ConfidenceReport out;
  out.memoryRel = hasAllocatorPeaks(scenario.stack) ? 0.03 : 0.12;
  out.extrapolated = extrapolated;
  if (isMoe(scenario.model.shape)) {
    out.basis = ConfidenceBasis::mixtureOfExperts;
    out.timeRel = 0.25;
  } else {
    out.basis = extrapolated ? ConfidenceBasis::denseOtherStack : ConfidenceBasis::denseKnownStack;
    out.timeRel = extrapolated ? 0.15 : 0.08;
  }
  if (gpuCount(scenario.cluster) > kLargestCalibrated) out.timeRel += 0.08;
  return out;
}

}  // namespace shardscope
