// SPDX-License-Identifier: Apache-2.0
#include "core/io/hf_shape.hpp"

#include <algorithm>
#include <cmath>

#include "core/cost/parameters.hpp"

namespace shardscope {
namespace {

// Mean of a width over the layers for which `counts` holds; a notice if they differ.
template <class Counts, class Width>
std::int64_t mean(const HfPlan& plan, const char* name, HfReader& reader, const Counts& counts, const Width& width) {
  double sum = 0;
  std::int64_t layers = 0, least = 0, most = 0;
  for (const auto& layer : plan.layers) {
    if (!counts(layer)) continue;
    const std::int64_t value = width(layer);
    least = layers == 0 ? value : std::min(least, value);
    most = std::max(most, value);
    sum += static_cast<double>(value);
    ++layers;
  }
  if (layers == 0) return 0;
  const auto value = static_cast<std::int64_t>(std::llround(sum / static_cast<double>(layers)));
  if (least != most)
    reader.notice("hf-mean", {{"name", name},
                              {"least", std::to_string(least)},
                              {"most", std::to_string(most)},
                              {"mean", std::to_string(value)}});
  return value;
}

bool isDense(const HfLayer& layer) { return !layer.isMoe; }
bool isExpertLayer(const HfLayer& layer) { return layer.isMoe; }

bool laysOut(const ModelShape& shape, const HfPlan& plan) {
  for (std::size_t i = 0; i < plan.layers.size(); ++i)
    if (isMoeLayer(shape, static_cast<std::int64_t>(i)) != plan.layers[i].isMoe) return false;
  return true;
}

// Leading dense layers and a rhythm after them; where no rhythm fits, all dense layers first: the totals stay right.
void setMoeLayout(ModelShape& shape, const HfPlan& plan, HfReader& reader) {
  const auto isMoe = [](const HfLayer& layer) { return layer.isMoe; };
  const auto moe = std::count_if(plan.layers.begin(), plan.layers.end(), isMoe);
  const auto first = std::find_if(plan.layers.begin(), plan.layers.end(), isMoe) - plan.layers.begin();
  const auto second =
      std::find_if(plan.layers.begin() + std::min<std::ptrdiff_t>(first + 1, shape.layers), plan.layers.end(), isMoe) -
      plan.layers.begin();
  shape.moeEvery = moe > 1 ? second - first : 1;
  shape.denseLayers = std::max<std::int64_t>(0, first - shape.moeEvery + 1);
  if (laysOut(shape, plan)) return;
  shape.moeEvery = 1;
  shape.denseLayers = shape.layers - moe;
  reader.notice("hf-moe-layout", {{"moe", std::to_string(moe)}, {"layers", std::to_string(shape.layers)}});
}

void setExperts(ModelShape& shape, const HfPlan& plan, HfReader& reader) {
  const bool anyMoe = std::any_of(plan.layers.begin(), plan.layers.end(), isExpertLayer);
  if (!anyMoe) return;
  shape.experts = plan.experts;
  shape.routerBias = plan.correction;
  shape.topK = mean(plan, "top_k", reader, isExpertLayer, [](const HfLayer& l) { return l.topK; });
  shape.expertFfn = mean(plan, "expert_ffn", reader, isExpertLayer, [](const HfLayer& l) { return l.expertFfn; });
  shape.sharedFfn = mean(plan, "shared_ffn", reader, isExpertLayer, [](const HfLayer& l) { return l.sharedFfn; });
  setMoeLayout(shape, plan, reader);
}

void setAttention(ModelShape& shape, const HfPlan& plan) {
  shape.heads = plan.heads;
  shape.kvHeads = plan.kvHeads;
  shape.headDim = plan.headDim;
  shape.qRank = plan.qRank;
  shape.kvRank = plan.kvRank;
  shape.nopeDim = plan.nopeDim;
  shape.ropeDim = plan.ropeDim;
  shape.vDim = plan.vDim;
  const auto windowed =
      std::count_if(plan.layers.begin(), plan.layers.end(), [](const HfLayer& l) { return l.windowed; });
  if (plan.window == 0 || windowed == 0) return;
  // In blocks of b tokens a query sees (b+1)/2 keys on average, as in a window of half the block.
  shape.window = plan.windowInBlocks ? std::max<std::int64_t>(1, plan.window / 2) : plan.window;
  shape.windowShare = static_cast<double>(windowed) / static_cast<double>(plan.layers.size());
}

}  // namespace

ModelShape shapeOf(const HfPlan& plan, const ParameterBreakdown& parameters, HfReader& reader) {
  ModelShape shape;
  shape.layers = static_cast<std::int64_t>(plan.layers.size());
  shape.hidden = plan.hidden;
  shape.vocab = plan.vocab;
  shape.gated = plan.gated;
  shape.norm = plan.norm == HfNorm::rms ? Norm::rms : Norm::layer;
  shape.bias = plan.mlpBias || plan.expertBias || (plan.qkvBias && plan.outBias);
  shape.tied = plan.tied;
  shape.learnedPositions = plan.learnedPositions;
  shape.dropout = plan.dropout;
  setAttention(shape, plan);
  setExperts(shape, plan, reader);
  shape.ffn = mean(plan, "ffn", reader, isDense, [](const HfLayer& l) { return l.ffn; });
  if (shape.ffn == 0) shape.ffn = plan.unusedFfn > 0 ? plan.unusedFfn : shape.expertFfn;
  if (totalParameters(shape) != parameters.total || activeParameters(shape) != parameters.activeWithBothTables) {
    shape.parametersExact = parameters.total;
    shape.parametersActiveExact = parameters.activeWithBothTables;
  }
  return shape;
}

}  // namespace shardscope
