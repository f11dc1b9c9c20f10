// SPDX-License-Identifier: Apache-2.0
// Which layers hold experts, how many, how wide.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/io/hf_plan.hpp"
#include "core/io/hf_reader.hpp"

namespace shardscope {
namespace {

std::int64_t count(const HfPlan& plan) { return static_cast<std::int64_t>(plan.layers.size()); }

// The layers that a list names; numbers beyond the last layer are an error.
std::set<std::int64_t> layerSet(HfReader& reader, const char* key, const HfPlan& plan) {
  std::set<std::int64_t> layers;
  const auto* node = reader.find(key);
  if (!node) return layers;
  bool good = node->isList();
  for (const auto& item : node->children) {
    const auto layer = HfReader::wholeOf(item);
    good = good && layer && *layer >= 0 && *layer < count(plan);
    layers.insert(layer.value_or(0));
  }
  if (!good) reader.fail(ErrorKind::outOfRange, key, node, fmt::format("[0 … {}, …]", count(plan) - 1));
  return layers;
}

void markQwen(HfReader& reader, HfPlan& plan) {
  const auto step = reader.number("decoder_sparse_step", hfRange("layers")).value_or(1);
  const auto dense = layerSet(reader, "mlp_only_layers", plan);
  for (std::int64_t i = 0; i < count(plan); ++i)
    plan.layers[static_cast<std::size_t>(i)].isMoe = (i + 1) % step == 0 && !dense.contains(i);
}

void markDeepseek(HfReader& reader, HfPlan& plan) {
  const auto dense = reader.required("first_k_dense_replace", {0, count(plan)});
  const auto every = reader.number("moe_layer_freq", hfRange("layers")).value_or(1);
  for (std::int64_t i = 0; i < count(plan); ++i)
    plan.layers[static_cast<std::size_t>(i)].isMoe = i >= dense && i % every == 0;
}

void markLlama4(HfReader& reader, HfPlan& plan) {
  const auto step = reader.number("interleave_moe_layer_step", hfRange("layers")).value_or(1);
  const auto named = layerSet(reader, "moe_layers", plan);
  for (std::int64_t i = 0; i < count(plan); ++i)
    plan.layers[static_cast<std::size_t>(i)].isMoe = named.empty() ? (i + 1) % step == 0 : named.contains(i);
}

void markErnie(HfReader& reader, HfPlan& plan) {
  const auto start = reader.required("moe_layer_start_index", {0, count(plan)});
  const auto said = reader.number("moe_layer_end_index", {-1, count(plan)}).value_or(-1);
  const auto end = said < 0 ? count(plan) - 1 : said;
  const auto every = reader.number("moe_layer_interval", hfRange("layers")).value_or(1);
  for (std::int64_t i = 0; i < count(plan); ++i)
    plan.layers[static_cast<std::size_t>(i)].isMoe = i >= start && i <= end && (i + 1) % every == 0;
}

void markLayers(HfReader& reader, HfMoeLayers rule, HfPlan& plan) {
  switch (rule) {
    case HfMoeLayers::all:
      for (auto& layer : plan.layers) layer.isMoe = true;
      return;
    case HfMoeLayers::qwen: return markQwen(reader, plan);
    case HfMoeLayers::deepseek: return markDeepseek(reader, plan);
    case HfMoeLayers::llama4: return markLlama4(reader, plan);
    case HfMoeLayers::ernie: return markErnie(reader, plan);
  }
}

std::vector<std::int64_t> requiredPerLayer(HfReader& reader, std::string_view keys, const HfPlan& plan, HfRange range) {
  if (reader.has(keys)) return reader.perLayer(keys, plan.layers.size(), range);
  reader.required(keys, range);
  return {};
}

// Total width of the shared experts of a layer whose routed ones are `width` wide.
std::vector<std::int64_t> sharedWidths(HfReader& reader, const HfMoe& moe, const HfPlan& plan,
                                       const std::vector<std::int64_t>& widths) {
  std::vector<std::int64_t> shared(widths.size(), 0);
  if (moe.shared == HfShared::none || !reader.flag(moe.hasShared)) return shared;
  if (moe.shared == HfShared::oneExpert) return widths;
  if (moe.shared == HfShared::ownWidth)
    return std::vector<std::int64_t>(widths.size(), reader.required(moe.sharedKey, {0, hfRange("shared_ffn").max}));
  if (!moe.mayLackShared && !reader.saysNull(moe.sharedKey) && !reader.has(moe.sharedKey))
    reader.required(moe.sharedKey, {0, 1024});
  const auto counts = reader.perLayer(moe.sharedKey, plan.layers.size(), {0, 1024});
  for (std::size_t i = 0; i < counts.size() && i < shared.size(); ++i) shared[i] = counts[i] * widths[i];
  return shared;
}

}  // namespace

void planExperts(HfReader& reader, const HfFamily& family, HfPlan& plan) {
  const auto& moe = family.moe;
  const auto range = hfRange("experts");
  const bool given = reader.has(moe.experts);
  plan.experts = reader.uniform(moe.experts, plan.layers.size(), {moe.mayBeDense ? 0 : 1, range.max}).value_or(0);
  if (moe.mayBeDense && plan.experts <= 1) {
    if (!given && reader.has(moe.topK))
      reader.required(moe.experts, range);  // experts are visited, how many are there?
    plan.experts = 0;
    return;
  }
  if (!given) reader.required(moe.experts, range);
  if (reader.failed()) return;
  markLayers(reader, moe.layers, plan);
  const auto topK = requiredPerLayer(reader, moe.topK, plan, {1, std::max<std::int64_t>(1, plan.experts)});
  const auto widthKeys = reader.has(moe.width) || moe.widthOr.empty() ? moe.width : moe.widthOr;
  const auto widths = requiredPerLayer(reader, widthKeys, plan, hfRange("expert_ffn"));
  const auto shared = sharedWidths(reader, moe, plan, widths);
  if (reader.failed() || topK.empty() || widths.empty()) return;
  for (std::size_t i = 0; i < plan.layers.size(); ++i)
    if (auto& layer = plan.layers[i]; layer.isMoe) {
      layer.topK = topK[i];
      layer.expertFfn = widths[i];
      layer.sharedFfn = shared[i];
    }
  plan.sharedGate = moe.sharedGate;
  plan.correction = reader.flag(moe.correction);
  plan.routerBias = moe.routerBias;
  plan.expertBias = moe.expertBias;
  plan.predictionLayers = reader.number("num_nextn_predict_layers", {0, 100}).value_or(0);
  plan.predictionRepeatsTables = moe.predictionRepeatsTables;
}

}  // namespace shardscope
