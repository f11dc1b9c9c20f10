// SPDX-License-Identifier: Apache-2.0
#include "core/cost/parameters.hpp"

#include <algorithm>

#include "core/cost/parameter_breakdown.hpp"

namespace shardscope {
namespace {

template <class Number>
struct LayerParts {
  Number sharded{}, replicated{}, experts{};
  Number total() const { return sharded + replicated + experts; }
};

template <class Number>
Number perNorm(const ModelShape& m) {  // RMSNorm a weight, LayerNorm a weight and a bias
  return Number(m.norm == Norm::rms ? 1 : 2) * Number(m.hidden);
}

// Attention, §1.1. MLA follows Megatron-LM theoretical_memory_usage.py: the up projections are split over the heads,
// the down projections and their norms are not.
template <class Number>
LayerParts<Number> attentionParts(const ModelShape& m) {
  const auto h = Number(m.hidden), a = Number(m.heads), g = Number(kvHeads(m)), d = Number(headDim(m));
  LayerParts<Number> parts;
  if (usesMla(m)) {
    const auto rq = Number(m.qRank), rkv = Number(m.kvRank);
    const auto dn = Number(m.nopeDim), dr = Number(m.ropeDim), dv = Number(m.vDim);
    parts.sharded = (m.qRank > 0 ? rq : h) * a * (dn + dr) + rkv * a * (dn + dv) + a * dv * h;
    parts.replicated = h * rq + rq + h * (rkv + dr) + rkv;
    return parts;
  }
  parts.sharded = h * (a + 2 * g) * d + a * d * h;
  if (m.bias) {
    parts.sharded += (a + 2 * g) * d;
    parts.replicated += h;
  }
  return parts;
}

template <class Number>
Number mlpMatrices(const ModelShape& m) {
  return Number(m.gated ? 3 : 2);
}

template <class Number>
LayerParts<Number> mlpParts(const ModelShape& m) {
  const auto h = Number(m.hidden), f = Number(m.ffn), k = mlpMatrices<Number>(m);
  return {k * h * f + (m.bias ? (k - 1) * f : Number(0)), m.bias ? h : Number(0), {}};
}

template <class Number>
Number layerNorms(const ModelShape& m) {
  return 2 * perNorm<Number>(m);
}

template <class Number>
LayerParts<Number> denseParts(const ModelShape& m) {
  const auto attention = attentionParts<Number>(m), mlp = mlpParts<Number>(m);
  return {attention.sharded + mlp.sharded, attention.replicated + mlp.replicated + layerNorms<Number>(m), {}};
}

template <class Number>
Number oneExpert(const ModelShape& m) {
  return mlpMatrices<Number>(m) * Number(m.hidden) * Number(m.expertFfn);
}

template <class Number>
Number sharedExperts(const ModelShape& m) {
  return mlpMatrices<Number>(m) * Number(m.hidden) * Number(m.sharedFfn);
}

template <class Number>
Number router(const ModelShape& m) {
  return Number(m.hidden) * Number(m.experts) + (m.routerBias ? Number(m.experts) : Number(0));
}

template <class Number>
LayerParts<Number> moeParts(const ModelShape& m) {
  const auto attention = attentionParts<Number>(m);
  return {attention.sharded + sharedExperts<Number>(m),
          attention.replicated + layerNorms<Number>(m) + router<Number>(m), Number(m.experts) * oneExpert<Number>(m)};
}

template <class Number>
Number wholeModel(const ModelShape& m) {
  const auto table = Number(m.vocab) * Number(m.hidden);
  const auto moe = Number(moeLayers(m)), dense = Number(m.layers) - moe;
  Number total = table + Number(m.learnedPositions) * Number(m.hidden) + perNorm<Number>(m);
  if (!m.tied) total += table;
  if (dense > 0) total += dense * denseParts<Number>(m).total();
  if (moe > 0) total += moe * moeParts<Number>(m).total();
  return total;
}

// Experts that a token does not visit, of all layers.
template <class Number>
Number unvisitedExperts(const ModelShape& m) {
  return Number(moeLayers(m)) * Number(m.experts - m.topK) * oneExpert<Number>(m);
}

LayerParameters toLayerParameters(const LayerParts<std::int64_t>& parts) {
  return {parts.sharded, parts.replicated, parts.experts};
}

}  // namespace

LayerParameters denseLayerParameters(const ModelShape& model) {
  return toLayerParameters(denseParts<std::int64_t>(model));
}
LayerParameters moeLayerParameters(const ModelShape& model) { return toLayerParameters(moeParts<std::int64_t>(model)); }
std::int64_t expertParameters(const ModelShape& model) { return oneExpert<std::int64_t>(model); }
std::int64_t finalNormParameters(const ModelShape& model) { return perNorm<std::int64_t>(model); }

std::int64_t totalParameters(const ModelShape& model) {
  return model.parametersExact ? *model.parametersExact : wholeModel<std::int64_t>(model);
}

std::int64_t activeParameters(const ModelShape& model) {
  if (model.parametersActiveExact) return *model.parametersActiveExact;
  if (!isMoe(model)) return totalParameters(model);
  return totalParameters(model) - unvisitedExperts<std::int64_t>(model);
}

double approximateParameters(const ModelShape& model) { return wholeModel<double>(model); }
double approximateUnvisitedParameters(const ModelShape& model) { return unvisitedExperts<double>(model); }

ParameterBreakdown parameterBreakdown(const ModelShape& m) {
  using Count = std::int64_t;
  const auto moe = moeLayers(m), dense = m.layers - moe;
  ParameterBreakdown parts;
  parts.total = totalParameters(m);
  parts.embedding = m.vocab * m.hidden;
  parts.positions = m.learnedPositions * m.hidden;
  parts.head = m.tied ? 0 : parts.embedding;
  parts.rest = finalNormParameters(m);
  const auto denseSize = dense > 0 ? denseParts<Count>(m).total() : 0,
             moeSize = moe > 0 ? moeParts<Count>(m).total() : 0;
  for (Count layer = 0; layer < m.layers; ++layer) parts.perLayer.push_back(isMoeLayer(m, layer) ? moeSize : denseSize);
  parts.perKind = {.attention = m.layers * attentionParts<Count>(m).total(),
                   .mlp = dense > 0 ? dense * mlpParts<Count>(m).total() : 0,
                   .experts = moe > 0 ? moe * m.experts * oneExpert<Count>(m) : 0,
                   .sharedExperts = moe > 0 ? moe * sharedExperts<Count>(m) : 0,
                   .router = moe > 0 ? moe * router<Count>(m) : 0,
                   .norms = m.layers * layerNorms<Count>(m)};
  parts.activeWithBothTables = activeParameters(m);
  parts.activeWithoutInputTable = parts.activeWithBothTables - parts.head;
  parts.activeWithoutTables = parts.activeWithBothTables - parts.embedding - parts.head;
  return parts;
}

std::int64_t paddedVocabulary(std::int64_t vocab, std::int64_t tp, std::int64_t divisor) {
  const auto multiple = divisor * tp;
  return (vocab + multiple - 1) / multiple * multiple;
}

std::int64_t layersOfStage(const Scenario& scenario, std::int64_t stage) {
  const auto& p = scenario.parallel;
  if (!p.stageLayers.empty())
    return stage < static_cast<std::int64_t>(p.stageLayers.size()) ? p.stageLayers[static_cast<std::size_t>(stage)] : 0;
  const auto share = scenario.model.shape.layers / p.pp, rest = scenario.model.shape.layers % p.pp;
  const auto interior = std::max<std::int64_t>(0, p.pp - 2);
  const bool isInterior = stage > 0 && stage < p.pp - 1;
  // rest < pp: the last stage never takes one; stage 0 does once every interior stage has.
  const bool takesOne = isInterior ? stage <= rest : (stage == 0 && rest > interior);
  return share + (takesOne ? 1 : 0);
}

std::int64_t moeLayersBefore(const ModelShape& model, std::int64_t layer) {
  return isMoe(model) && layer > model.denseLayers ? (layer - model.denseLayers) / model.moeEvery : 0;
}

RankParameters layerOnRank(const LayerParameters& layer, const Parallel& parallel) {
  return {static_cast<double>(layer.sharded) / static_cast<double>(parallel.tp) + static_cast<double>(layer.replicated),
          static_cast<double>(layer.experts) / (static_cast<double>(parallel.ep) * static_cast<double>(parallel.etp))};
}

namespace {

double tableOnRank(const ModelShape& model, const Parallel& parallel) {
  // The padded vocabulary is a multiple of tp: a whole number of rows.
  return static_cast<double>(paddedVocabulary(model.vocab, parallel.tp) / parallel.tp) *
         static_cast<double>(model.hidden);
}

}  // namespace

double embeddingOnRank(const ModelShape& model, const Parallel& parallel) {
  return tableOnRank(model, parallel) + static_cast<double>(model.learnedPositions) * static_cast<double>(model.hidden);
}

double headOnRank(const ModelShape& model, const Parallel& parallel) {
  const bool holdsTable = !model.tied || parallel.pp > 1;
  return static_cast<double>(finalNormParameters(model)) + (holdsTable ? tableOnRank(model, parallel) : 0.0);
}

}  // namespace shardscope
