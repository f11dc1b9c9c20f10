// SPDX-License-Identifier: Apache-2.0
// Symbols in this file, as in the published formulas: h hidden, a query heads, k key/value heads, d head size, f MLP
// width, V vocabulary, w width of the table, E experts, t visited experts, m expert width, r and s the ranks of latent
// keys/values and queries, n, p, u its head sizes without position, with position, and of values.
#include "core/io/hf_count.hpp"

#include <algorithm>

#include "core/units/checked.hpp"

namespace shardscope {
namespace {

using Count = CheckedCount;

// Learned numbers of a part, and how many of them a token multiplies with.
struct Part {
  Count learned, multiplied;
  Part& operator+=(const Part& other) {
    learned += other.learned;
    multiplied += other.multiplied;
    return *this;
  }
};
Part matrix(Count in, Count out) { return {in * out, in * out}; }
Part vector(Count size) { return {size, 0}; }  // norms, biases, sinks: well under 1 % of the FLOPs

// A norm of width n: scale, or scale and shift, or nothing learned.
Count normOf(HfNorm norm, Count n) {
  switch (norm) {
    case HfNorm::rms:
    case HfNorm::scaleOnly: return n;
    case HfNorm::layer: return Count(2) * n;
    case HfNorm::weightless: return 0;
  }
  return 0;
}

// query h·s + s + s·a·(n+p), or h·a·(n+p) without a rank; keys and values h·(r+p) + r + r·a·(n+u); output a·u·h.
// The lone s and r are norms. attention_bias sits on the down projections and the output.
Part latentAttention(const HfPlan& plan) {
  const Count h = plan.hidden, a = plan.heads, r = plan.kvRank, s = plan.qRank;
  const Count n = plan.nopeDim, p = plan.ropeDim, u = plan.vDim;
  Part part;
  if (plan.qRank > 0) {
    part += matrix(h, s);
    part += vector(s);
    part += matrix(s, a * (n + p));
    if (plan.outBias) part += vector(s);
  } else {
    part += matrix(h, a * (n + p));
  }
  part += matrix(h, r + p);
  part += vector(r);
  part += matrix(r, a * (n + u));
  part += matrix(a * u, h);
  if (plan.outBias) part += vector(r + p + h);
  return part;
}

// The indexer of sparse attention with i heads of size j: s·i·j + h·j + 2j + h·i.
Part indexer(const HfPlan& plan) {
  const Count h = plan.hidden, s = plan.qRank, i = plan.indexHeads, j = plan.indexDim;
  Part part = matrix(s, i * j);
  part += matrix(h, j);
  part += vector(Count(2) * j);
  part += matrix(h, i);
  return part;
}

// A = h·a·d + 2·h·k·d + a·d·h; biases (a + 2k)·d and h.
Part groupedAttention(const HfPlan& plan, bool hasKeysAndValues) {
  const Count h = plan.hidden, a = plan.heads, k = plan.kvHeads, d = plan.headDim;
  const Count kept = hasKeysAndValues ? Count(2) * k : Count(0);
  Part part = matrix(h, (a + kept) * d);
  if (plan.qkvBias) part += vector((a + kept) * d);
  part += matrix(a * d, h);
  if (plan.outBias) part += vector(h);
  const Count perNorm = normOf(plan.norm == HfNorm::layer ? HfNorm::layer : HfNorm::scaleOnly, 1);
  switch (plan.qkNorm) {
    case HfQkNorm::none: break;
    case HfQkNorm::perHead: part += vector(Count(2) * d); break;
    case HfQkNorm::perHeadWithBias: part += vector(Count(4) * d); break;
    case HfQkNorm::whole: part += vector((a + k) * d * perNorm); break;
    case HfQkNorm::wholeScaleOnly: part += vector((a + k) * d); break;
  }
  return part;
}

// Gated 3·h·f, plain 2·h·f; biases f for every matrix towards f, and h.
Part mlp(const HfPlan& plan, Count width, bool bias) {
  const Count h = plan.hidden, matrices = plan.gated ? 3 : 2, inward = plan.gated ? 2 : 1;
  Part part = matrix(matrices * h, width);
  if (bias) part += vector(inward * width + h);
  return part;
}

// The parts of a layer by kind.
struct LayerParts {
  Part attention, mlp, experts, sharedExperts, router, norms;
  Part sum() const {
    Part all = attention;
    for (const auto* part : {&mlp, &experts, &sharedExperts, &router, &norms}) all += *part;
    return all;
  }
};

void addExperts(const HfPlan& plan, const HfLayer& layer, LayerParts& parts) {
  const Count h = plan.hidden, E = plan.experts;
  const auto expert = mlp(plan, layer.expertFfn, plan.expertBias || plan.mlpBias);
  parts.experts = {E * expert.learned, Count(layer.topK) * expert.multiplied};
  parts.router = matrix(h, E);
  if (plan.routerBias) parts.router += vector(E);
  if (plan.correction) parts.router += vector(E);
  if (plan.sharedGate) parts.router += matrix(h, 1);
  if (layer.sharedFfn > 0) parts.sharedExperts = mlp(plan, layer.sharedFfn, plan.mlpBias);
}

LayerParts layerParts(const HfPlan& plan, const HfLayer& layer) {
  LayerParts parts;
  parts.attention = plan.mla ? latentAttention(plan) : groupedAttention(plan, layer.hasKeysAndValues);
  if (plan.indexHeads > 0) parts.attention += indexer(plan);
  if (layer.isMoe)
    addExperts(plan, layer, parts);
  else
    parts.mlp = mlp(plan, layer.ffn, plan.mlpBias);
  parts.norms = vector(Count(plan.norms) * normOf(plan.norm, plan.hidden));
  parts.norms += vector(Count(plan.oddPerLayer) + (plan.attentionSinks ? Count(plan.heads) : Count(0)));
  return parts;
}

// Experts that a token does not visit, in all layers together.
Count idle(const HfPlan& plan) {
  Count numbers = 0;
  for (const auto& layer : plan.layers)
    if (layer.isMoe)
      numbers += Count(plan.experts - layer.topK) * mlp(plan, layer.expertFfn, plan.expertBias || plan.mlpBias).learned;
  return numbers;
}

std::vector<AttentionWork> attentionWork(const HfPlan& plan) {
  const double queryAndKey = static_cast<double>(plan.mla ? plan.nopeDim + plan.ropeDim : plan.headDim);
  const double value = static_cast<double>(plan.mla ? plan.vDim : plan.headDim);
  const double perKey = 2.0 * static_cast<double>(plan.heads) * (queryAndKey + value);
  const auto windowed = plan.window > 0 ? std::count_if(plan.layers.begin(), plan.layers.end(),
                                                        [](const HfLayer& layer) { return layer.windowed; })
                                        : 0;
  std::vector<AttentionWork> work;
  if (const auto full = static_cast<std::int64_t>(plan.layers.size()) - windowed; full > 0)
    work.push_back({full, perKey, 0, false});
  if (windowed > 0) work.push_back({windowed, perKey, plan.window, plan.windowInBlocks});
  return work;
}

struct Sums {
  Count embedding, positions, head, rest, layers, multiplied, prediction;
  std::vector<std::int64_t> perLayer;
  std::int64_t predictionLayer = 0;  // one more like the last layer with experts
  LayerParts kinds;                  // of all layers
};

Sums sums(const HfPlan& plan) {
  const Count h = plan.hidden, V = plan.vocab, w = plan.embeddingWidth;
  Sums all;
  all.embedding = V * w;
  all.positions = Count(plan.learnedPositions) * h;
  all.head = (plan.tied ? Count(0) : V * w) + (plan.headBias ? V : Count(0));
  all.multiplied = V * w;
  if (plan.embeddingNorm) all.rest += normOf(plan.norm, h);
  if (plan.finalNorm) all.rest += normOf(plan.norm, h);
  if (plan.embeddingWidth != plan.hidden) {  // one projection in, one out
    all.rest += Count(2) * w * h;
    all.multiplied += Count(2) * w * h;
  }
  for (const auto& layer : plan.layers) {
    const auto parts = layerParts(plan, layer);
    const auto part = parts.sum();
    all.kinds.attention += parts.attention;
    all.kinds.mlp += parts.mlp;
    all.kinds.experts += parts.experts;
    all.kinds.sharedExperts += parts.sharedExperts;
    all.kinds.router += parts.router;
    all.kinds.norms += parts.norms;
    all.layers += part.learned;
    all.multiplied += part.multiplied;
    all.perLayer.push_back(part.learned.count());
    if (layer.isMoe || all.predictionLayer == 0) all.predictionLayer = all.perLayer.back();
  }
  const Count tables = plan.predictionRepeatsTables ? Count(2) * V * h : Count(0);
  if (plan.predictionLayers > 0)
    all.prediction =
        Count(plan.predictionLayers) * (Count(all.predictionLayer) + Count(2) * h * h + Count(3) * h + tables);
  return all;
}

bool fits(Count count) { return !count.overflowed() && count.count() <= kMaxParameters; }

}  // namespace

std::optional<HfCounts> countHfPlan(const HfPlan& plan) {
  auto all = sums(plan);
  const Count total = all.embedding + all.positions + all.head + all.rest + all.layers;
  const Count unvisited = idle(plan);
  if (!fits(total) || !fits(all.multiplied) || !fits(all.prediction) || !fits(unvisited)) return std::nullopt;
  HfCounts counts;
  auto& p = counts.parameters;
  p.total = total.count();
  p.embedding = all.embedding.count();
  p.positions = all.positions.count();
  p.head = all.head.count();
  p.perLayer = std::move(all.perLayer);
  const auto& kinds = all.kinds;
  p.perKind = {kinds.attention.learned.count(),     kinds.mlp.learned.count(),    kinds.experts.learned.count(),
               kinds.sharedExperts.learned.count(), kinds.router.learned.count(), kinds.norms.learned.count()};
  p.rest = all.rest.count();
  p.multiTokenPrediction = all.prediction.count();
  p.activeWithBothTables = p.total - unvisited.count();
  p.activeWithoutInputTable = p.activeWithBothTables - (plan.tied ? 0 : p.embedding);
  p.activeWithoutTables = p.activeWithBothTables - p.embedding - (plan.tied ? 0 : p.embedding);
  counts.multipliedWeights = all.multiplied.count();
  counts.attention = attentionWork(plan);
  return counts;
}

}  // namespace shardscope
