// SPDX-License-Identifier: Apache-2.0
#include "core/cost/pointwise_time.hpp"

namespace shardscope {
namespace {

// Launches of small kernels per pass.
constexpr double kForwardLaunches = 6, kBackwardLaunches = 9;

struct Traffic {
  double forward = 0, backward = 0;  // bytes
  void add(double forwardBytes, double backwardFactor) {
    forward += forwardBytes;
    backward += forwardBytes * backwardFactor;
  }
};

// f̂: width of the activation per token; in a MoE layer of the routed experts only.
double activationWidth(const LayerInputs& in, bool moe) {
  if (!moe) return in.width.ffn;
  return in.expert.routedCopies * in.width.expertFfn / in.tokens;  // K·κ·f_e/r
}

Traffic layerTraffic(const LayerInputs& in, bool moe) {
  const auto& w = in.width;
  const double n = in.tokens;
  Traffic traffic;
  traffic.add(8 * n * w.hidden / in.sharded, 1.75);                       // norms
  traffic.add((in.dropout ? 14 : 12) * n * w.hidden / in.sharded, 1.75);  // residuals
  traffic.add((w.gated ? 6 : 4) * n * activationWidth(in, moe), 1.6);     // activation
  if (w.rotary) traffic.add(4 * n * (w.heads + w.kvHeads) * w.headDim, 1);
  return traffic;
}

// Every product's input is rewritten in the narrow format: 3 bytes per element forward, half as much again backward.
Traffic castTraffic(const LayerInputs& in, bool moe) {
  const auto& w = in.width;
  double elements = 2 * w.hidden + (w.heads + 2 * w.kvHeads) * w.headDim + activationWidth(in, moe);
  if (moe) elements += in.expert.topK * w.hidden / in.sharded;
  Traffic traffic;
  traffic.add(3 * in.tokens * elements, 1.5);
  return traffic;
}

// Tokens copied in front of and behind the experts, and the router's fp32 logits and probabilities.
Traffic permutationTraffic(const LayerInputs& in) {
  const auto& x = in.expert;
  double copies = 4;
  if (in.deduplicate) copies = 2 + 2 * in.deduplication.linkShare;
  Traffic traffic;
  traffic.add(2 * x.routedCopies * in.width.hidden * copies, 1);
  traffic.add(16 * in.tokens / in.sharded * x.experts, 0);
  return traffic;
}

}  // namespace

PointwiseTime pointwiseSeconds(const LayerInputs& in, bool moe) {
  Traffic bytes = layerTraffic(in, moe);
  double launches = 0;
  if (moe) {
    const auto permutation = permutationTraffic(in);
    bytes.forward += permutation.forward;
    bytes.backward += permutation.backward;
    launches += 1;
  }
  bytes.forward *= in.stack.pointwiseTraffic;
  bytes.backward *= in.stack.pointwiseTraffic;
  if (in.lowPrecision) {
    const auto casts = castTraffic(in, moe);
    bytes.forward += casts.forward;
    bytes.backward += casts.backward;
    launches += 1;
  }
  const double host = moe ? in.stack.moePass : 0;
  const double wide = in.elementBytes / 2;
  return {wide * bytes.forward / in.memoryRate + (kForwardLaunches + launches) * in.launch + host,
          wide * bytes.backward / in.memoryRate + (kBackwardLaunches + launches) * in.launch + host};
}

}  // namespace shardscope
