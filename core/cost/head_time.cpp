// SPDX-License-Identifier: Apache-2.0
#include "core/cost/head_time.hpp"

namespace shardscope {

HeadTime headSeconds(const LayerInputs& in) {
  const double n = in.tokens, h = in.width.hidden, v = in.width.vocab;  // tokens, hidden, vocabulary on this rank
  const double logitBytes = n * v * (in.elementBytes / 2) / in.memoryRate;
  const double lossForward = (in.crossEntropy == CrossEntropy::fused ? 2 : 12) * logitBytes + in.launch;
  const double lossBackward = 6 * logitBytes + in.launch;

  HeadTime time;
  const double message = in.elementBytes * n * h;
  time.forwardTp = in.sequenceParallel ? allGatherSeconds(in.fabric, in.tpPlace, message)
                                       : allReduceSeconds(in.fabric, in.tpPlace, message);
  time.backwardTp = time.forwardTp;
  time.forward = gemmSeconds(in.gemmBf16, n, v, h) + lossForward + time.forwardTp;
  const double products = in.frozen ? 1 : 2;
  time.backward = products * gemmSeconds(in.gemmBf16, n, h, v) + lossBackward + time.backwardTp;
  return time;
}

double embeddingSeconds(const LayerInputs& in) {
  return 4 * in.elementBytes * in.tokens * in.width.hidden / in.sharded / in.memoryRate + in.launch;
}

}  // namespace shardscope
