// SPDX-License-Identifier: Apache-2.0
#include "core/cost/attention_time.hpp"

#include <algorithm>
#include <cmath>

namespace shardscope {
namespace {

constexpr double kQueryTile = 128;        // rows of a query tile
constexpr double kOccupancyPower = 0.35;  // few heads per GPU under-fill the chip (SimuMax B200 forward kernels)
constexpr double kBackwardWork = 2.5;     // five products instead of two: the scores are computed again

double occupancy(const LayerInputs& in) {
  const double tiles = std::ceil(in.localSequence / kQueryTile);
  const double filled = in.width.heads * tiles * in.microBatch / in.gemm.sms;
  return filled >= 1 ? 1 : std::pow(filled, kOccupancyPower);
}

// φ₆₄^min(1, max(0, log2(128/d̄))): the exponentials per FLOP double when the head dimension halves.
double narrowHeads(const LayerInputs& in, double headDim64) {
  const double mean = (in.width.queryKeyDim + in.width.valueDim) / 2;
  if (mean >= 128) return 1;
  if (mean <= 64) return headDim64;
  return std::pow(headDim64, std::log2(128 / mean));
}

AttentionTime fused(const LayerInputs& in) {
  // 2·n·(a/t)·(d_qk + d_v) per attended key.
  const double work = 2 * in.attendedTokens * in.tokens * in.width.heads * (in.width.queryKeyDim + in.width.valueDim);
  return {work / in.attentionForward + in.launch, kBackwardWork * work / in.attentionBackward + in.launch};
}

// Two batched products over the whole score matrix (causality saves nothing), always bf16, and the softmax's passes
// over it: bytes per score element forward 4, backward 6, with dropout 5 more.
AttentionTime unfused(const LayerInputs& in) {
  const auto& w = in.width;
  const double batch = in.microBatch * w.heads;
  const double products = gemmSeconds(in.gemmBf16, in.localSequence, in.sequence, w.queryKeyDim, batch) +
                          gemmSeconds(in.gemmBf16, in.localSequence, w.valueDim, in.sequence, batch);
  const double scores = batch * in.localSequence * in.sequence * (in.elementBytes / 2);
  const double dropout = in.dropout ? 5 : 0;
  return {products + scores * (4 + dropout) / in.memoryRate + in.launch,
          2 * products + scores * (6 + dropout) / in.memoryRate + in.launch};
}

}  // namespace

double sequenceRamp(double sequence) {
  constexpr double kHalf = 350, kReference = 8192;
  return sequence / (sequence + kHalf) * ((kReference + kHalf) / kReference);
}

void setAttentionRates(const Device& device, LayerInputs& in) {
  const auto& e = device.efficiency;
  const auto format = productFormat(device, in.elementBytes > 2 ? Precision::fp32 : Precision::bf16);
  const double common =
      format.peakFlops * in.stack.attention * occupancy(in) * sequenceRamp(in.sequence) * narrowHeads(in, e.headDim64);
  in.attentionForward = common * e.attentionForward;
  in.attentionBackward = common * e.attentionBackward;
}

AttentionTime attentionSeconds(const LayerInputs& in) { return in.fusedAttention ? fused(in) : unfused(in); }

}  // namespace shardscope
