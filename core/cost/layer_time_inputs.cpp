// SPDX-License-Identifier: Apache-2.0
#include "core/cost/layer_time_inputs.hpp"

#include <algorithm>

#include "core/cost/activations.hpp"
#include "core/cost/attention_time.hpp"
#include "core/cost/flops.hpp"
#include "core/cost/parameters.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

double real(std::int64_t count) { return static_cast<double>(count); }

LayerWidths widthsOf(const Scenario& scenario) {
  const auto& m = scenario.model.shape;
  const double t = real(scenario.parallel.tp);
  LayerWidths w;
  w.hidden = real(m.hidden);
  w.heads = real(m.heads) / t;
  w.kvHeads = std::max(real(kvHeads(m)) / t, 1.0);
  w.headDim = real(headDim(m));
  w.queryKeyDim = w.valueDim = w.headDim;
  w.gated = m.gated;
  w.rotary = m.learnedPositions == 0;
  w.ffn = real(m.ffn) / t;
  w.sharedFfn = real(m.sharedFfn) / t;
  w.expertFfn = real(m.expertFfn) / real(scenario.parallel.etp);
  w.vocab = real(paddedVocabulary(m.vocab, scenario.parallel.tp)) / t;
  if (usesMla(m)) {
    w.mla = true;
    w.queryKeyDim = real(m.nopeDim + m.ropeDim);
    w.valueDim = real(m.vDim);
    w.queryRank = real(m.qRank);
    w.latentRank = real(m.kvRank);
    w.ropeDim = real(m.ropeDim);
    w.nopeDim = real(m.nopeDim);
    w.headDim = real(m.hidden) / real(m.heads);  // rotary traffic and casts use h/a (§5.3)
  }
  return w;
}

ExpertLoad expertLoadOf(const Scenario& scenario, double tokensPerRank, double load) {
  const auto& m = scenario.model.shape;
  ExpertLoad expert;
  if (!isMoe(m)) return expert;
  expert.topK = real(m.topK);
  expert.experts = real(m.experts);
  expert.localExperts = real(m.experts) / real(scenario.parallel.ep);
  expert.load = load;
  expert.routedCopies = tokensPerRank * real(scenario.parallel.etp) * expert.topK * load;
  return expert;
}

GemmRate gemmRateOf(const Device& device, const StackProfile& stack, Precision precision) {
  const auto format = productFormat(device, precision);
  GemmRate rate;
  rate.flopsPerS = format.peakFlops * format.efficiency * stack.gemm;
  rate.halfDepth = device.efficiency.k0;
  rate.bytesPerS = device.hbm.count() * device.efficiency.hbm;
  rate.sms = real(std::max<std::int64_t>(device.sms, 1));
  rate.launch = device.latency.kernel;
  rate.operandBytes = format.operandBytes;
  rate.outputBytes = format.outputBytes;
  return rate;
}

void placeGroups(const Scenario& scenario, LayerInputs& in) {
  const auto& p = scenario.parallel;
  const auto domain = nvlinkDomain(scenario.cluster);
  in.fabric = fabricOf(scenario.cluster);
  in.tpPlace = placeGroup({p.tp, 1}, domain);
  in.cpPlace = placeGroup({p.cp, p.tp}, domain);
  in.epPlace = placeGroup({p.ep, p.etp}, domain);
  in.tpHidden = in.stack.tpOverlapYield * scenario.overlap.tp;
  in.epHidden = scenario.overlap.ep;
  in.deduplicate = scenario.overlap.epDeduplicate && isMoe(scenario.model.shape) && p.ep > 1;
  if (in.deduplicate) in.deduplication = deduplicationOf(in.epPlace, in.expert.topK);
}

void setSizes(const Scenario& scenario, LayerInputs& in) {
  const auto& p = scenario.parallel;
  const auto& w = scenario.workload;
  in.sequence = real(w.sequenceLength);
  in.microBatch = real(w.microBatch);
  in.tp = real(p.tp);
  in.cp = real(p.cp);
  in.localSequence = in.sequence / in.cp;
  in.tokens = tokensPerRank(scenario);
  in.sequenceParallel = sequenceParallel(p);
  in.sharded = sequenceDivisor(p);
}

void setChoices(const Scenario& scenario, LayerInputs& in) {
  const auto& w = scenario.workload;
  in.lowPrecision = w.precision == Precision::fp8 || w.precision == Precision::nvfp4;
  in.elementBytes = w.precision == Precision::fp32 ? 4 : 2;
  in.fusedAttention = w.flashAttention;
  in.dropout = usesDropout(scenario);
  in.frozen = w.adapter == Adapter::lora;
  in.recompute = w.recompute;
  in.crossEntropy = w.crossEntropy;
  in.cpKind = scenario.parallel.cpKind;
}

}  // namespace

LayerInputs layerInputs(const Scenario& scenario, double load) {
  const auto& device = scenario.cluster.device;
  LayerInputs in;
  setSizes(scenario, in);
  setChoices(scenario, in);
  in.width = widthsOf(scenario);
  in.expert = expertLoadOf(scenario, in.tokens / in.sharded, load);
  in.attendedTokens = executedKeys(scenario.model.shape, scenario.workload.sequenceLength);
  in.stack = stackProfile(scenario.stack, device.generation);
  in.gemm = gemmRateOf(device, in.stack, scenario.workload.precision);
  in.gemmBf16 = in.lowPrecision ? gemmRateOf(device, in.stack, Precision::bf16) : in.gemm;
  in.memoryRate = in.gemm.bytesPerS;
  in.launch = in.gemm.launch;
  setAttentionRates(device, in);
  placeGroups(scenario, in);
  return in;
}

}  // namespace shardscope
