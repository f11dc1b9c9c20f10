// SPDX-License-Identifier: Apache-2.0
#pragma once
// Multipliers of the software stack (cost-model §5.6, calibrated on published runs).

#include "core/scenario/enums.hpp"

namespace shardscope {

struct StackProfile {
  double gemm = 1;               // × sustained GEMM efficiency
  double attention = 1;          // × attention-core efficiency
  double pointwiseTraffic = 1;   // g_mem
  double exposedDpShare = 0.10;  // σ: part of overlapped data-parallel traffic that still costs time
  double hostFloor = 0;          // t_h, seconds to issue one dense layer pass
  double moePass = 0;            // t_moe, seconds per MoE layer and pass
  bool layoutCopies = false;     // DTensor: every gather and scatter copies the full tensor once more (B5)
  double tpOverlapYield = 1;     // η: share of the stated TP overlap that is reached
  double perOwner = 0;           // a_own, seconds per owner rank and step (A10)
  bool extrapolated = false;     // no line for this generation: the nearest newer one, else older
  bool operator==(const StackProfile&) const = default;
};

StackProfile stackProfile(Stack stack, Generation generation);

}  // namespace shardscope
