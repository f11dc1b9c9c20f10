// SPDX-License-Identifier: Apache-2.0
#include "core/cost/layer_time.hpp"

#include <algorithm>

#include "core/cost/attention_time.hpp"
#include "core/cost/pointwise_time.hpp"
#include "core/cost/traffic.hpp"

namespace shardscope {
namespace {

// Products of a layer: every weight gives one forward, one input-gradient and, unless frozen, one weight-gradient
// product.
struct Products {
  double forward = 0, backward = 0;

  // tokens × in → out, `groups` times (experts).
  void add(const GemmRate& rate, bool frozen, double tokens, double in, double out, double groups = 1) {
    forward += gemmSeconds(rate, tokens, out, in, groups);
    backward += gemmSeconds(rate, tokens, in, out, groups);
    if (!frozen) backward += gemmSeconds(rate, in, out, tokens, groups);
  }
};

Products attentionProducts(const LayerInputs& in) {
  const auto& w = in.width;
  const double n = in.tokens;
  Products products;
  const auto add = [&](double tokens, double inner, double outer) {
    products.add(in.gemm, in.frozen, tokens, inner, outer);
  };
  if (!w.mla) {
    add(n, w.hidden, (w.heads + 2 * w.kvHeads) * w.headDim);
    add(n, w.heads * w.headDim, w.hidden);
    return products;
  }
  const double local = n / in.sharded;  // the down projections are replicated
  if (w.queryRank > 0) {
    add(local, w.hidden, w.queryRank);
    add(n, w.queryRank, w.heads * w.queryKeyDim);
  } else {
    add(n, w.hidden, w.heads * w.queryKeyDim);
  }
  add(local, w.hidden, w.latentRank + w.ropeDim);
  add(n, w.latentRank, w.heads * (w.nopeDim + w.valueDim));
  add(n, w.heads * w.valueDim, w.hidden);
  return products;
}

void addMlp(const LayerInputs& in, double width, Products& products) {
  products.add(in.gemm, in.frozen, in.tokens, in.width.hidden, (in.width.gated ? 2 : 1) * width);
  products.add(in.gemm, in.frozen, in.tokens, width, in.width.hidden);
}

Products expertProducts(const LayerInputs& in) {
  const auto& x = in.expert;
  GemmRate rate = in.gemm;
  if (x.localExperts > 1) rate.halfDepth += kGroupedHalfDepth;
  const double tokens = x.routedCopies / x.localExperts, width = in.width.expertFfn;
  Products products;
  products.add(rate, in.frozen, tokens, in.width.hidden, (in.width.gated ? 2 : 1) * width, x.localExperts);
  products.add(rate, in.frozen, tokens, width, in.width.hidden, x.localExperts);
  return products;
}

// Collectives of both passes, raw and what remains visible.
void addTensorTime(const LayerInputs& in, bool moe, LayerTime& time) {
  if (!in.tpPlace.active()) return;
  const double pairs = tensorCollectivePairs(in, moe);
  const double message = tensorMessageBytes(in), gathered = gatherMessageBytes(in);
  double forward = 0, backward = 0, copies = 0;
  if (in.sequenceParallel) {
    forward =
        pairs * (allGatherSeconds(in.fabric, in.tpPlace, gathered) + allGatherSeconds(in.fabric, in.tpPlace, message));
    backward = 1.25 * forward;  // inputs are gathered once more, half of it hidden
    if (in.stack.layoutCopies) copies = pairs * 2 * (gathered + message) / in.memoryRate;
  } else {
    forward = backward = pairs * allReduceSeconds(in.fabric, in.tpPlace, message);
  }
  time.forward.hiddenTp = forward * in.tpHidden;
  time.backward.hiddenTp = backward * in.tpHidden;
  time.forward.tp = forward - time.forward.hiddenTp + copies;
  time.backward.tp = backward - time.backward.hiddenTp + copies;
}

// A ring hides behind the attention core of the c − 1 steps that have a message on the way; an all-to-all is exposed.
void addContextTime(const LayerInputs& in, LayerTime& time) {
  if (!in.cpPlace.active()) return;
  if (in.cpKind == CpKind::allToAll) {
    time.forward.cp = time.backward.cp = 4 * allToAllSeconds(in.fabric, in.cpPlace, headExchangeBytes(in));
    return;
  }
  const auto expose = [&](PassTime& pass, double hopBytes) {
    const double traffic = (in.cp - 1) * pointToPointSeconds(in.fabric, in.cpPlace, hopBytes);
    pass.cp = std::max(0.0, traffic - pass.attention * (in.cp - 1) / in.cp);
    pass.hiddenCp = traffic - pass.cp;
  };
  expose(time.forward, ringHopBytes(in));
  expose(time.backward, 2 * ringHopBytes(in));
}

void addExpertTime(const LayerInputs& in, LayerTime& time) {
  if (!in.epPlace.active()) return;
  const double message = expertMessageBytes(in);
  const double exchange = in.deduplicate ? deduplicatedAllToAllSeconds(in.fabric, in.epPlace, message, in.deduplication)
                                         : allToAllSeconds(in.fabric, in.epPlace, message);
  const double raw = 2 * exchange;  // dispatch and combine
  for (PassTime* pass : {&time.forward, &time.backward}) {
    pass->hiddenEp = raw * in.epHidden;
    pass->ep = raw - pass->hiddenEp;
  }
}

void applyFloor(PassTime& pass, double floor) { pass.floor = std::max(0.0, floor - pass.total()); }

// What the backward pass computes again (§7.4).
PassTime repeatedPass(const LayerInputs& in, const PassTime& forward) {
  PassTime again;
  switch (in.recompute) {
    case Recompute::none: break;
    case Recompute::selective:
      if (!in.fusedAttention) again.attention = forward.attention;  // a fused core does so anyway
      break;
    case Recompute::ops:
      again.gemm = forward.gemm / 2;
      again.pointwise = forward.pointwise;
      break;
    case Recompute::full: again = forward; break;
  }
  return again;
}

// What layers of both kinds have in common.
struct AttentionPart {
  Products products;
  AttentionTime core;
};

LayerTime layerTime(const LayerInputs& in, const AttentionPart& attention, bool moe) {
  Products products = attention.products;
  LayerTime time;
  if (moe) {
    if (in.width.sharedFfn > 0) addMlp(in, in.width.sharedFfn, products);
    const auto experts = expertProducts(in);
    products.forward += experts.forward;
    products.backward += experts.backward;
    const double again = in.recompute == Recompute::full ? 1 : in.recompute == Recompute::ops ? 0.5 : 0;
    time.expertGemm = (1 + again) * experts.forward + experts.backward;
  } else {
    addMlp(in, in.width.ffn, products);
  }
  const auto pointwise = pointwiseSeconds(in, moe);
  time.forward = {products.forward, attention.core.forward, pointwise.forward};
  time.backward = {products.backward, attention.core.backward, pointwise.backward};
  addTensorTime(in, moe, time);
  addContextTime(in, time);
  if (moe) addExpertTime(in, time);

  const double issue = ((moe ? 2 : 1) + (in.width.mla ? 1 : 0)) * in.stack.hostFloor;
  applyFloor(time.forward, issue);
  applyFloor(time.backward, 2 * issue);
  time.repeated = repeatedPass(in, time.forward);
  return time;
}

}  // namespace

LayerTimes layerTimes(const LayerInputs& in, bool hasDense, bool hasMoe) {
  LayerTimes times;
  const AttentionPart attention{attentionProducts(in), attentionSeconds(in)};
  if (hasDense) times.dense = layerTime(in, attention, false);
  if (hasMoe) times.moe = layerTime(in, attention, true);
  times.head = headSeconds(in);
  times.embedding = embeddingSeconds(in);
  return times;
}

}  // namespace shardscope
