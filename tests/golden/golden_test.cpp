// SPDX-License-Identifier: Apache-2.0
// Exact cases (tests/data/golden.json): integers and rationals, worked out from papers and framework sources.
// Every case of a known quantity must pass; cases of communication belong to the tests of the step time.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/cost/activations.hpp"
#include "core/cost/flops.hpp"
#include "core/cost/memory.hpp"
#include "core/cost/moe_load.hpp"
#include "core/cost/parameters.hpp"
#include "core/cost/pipeline.hpp"
#include "core/cost/states.hpp"

namespace shardscope {
namespace {

using nlohmann::json;

const json& goldenFile() {
  static const json file = [] {
    std::ifstream in(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/golden.json");
    return json::parse(in);
  }();
  return file;
}

double number(const json& value) {  // 3, 0.5 or the rational [n, d]
  return value.is_array() ? value[0].get<double>() / value[1].get<double>() : value.get<double>();
}

ModelShape modelOf(const json& inputs) {
  const auto& m = goldenFile()["models"][inputs["model"].get<std::string>()];
  ModelShape shape;
  shape.layers = m["L"];
  shape.hidden = m["h"];
  shape.heads = m["a"];
  shape.kvHeads = m["g"];
  shape.headDim = m["dh"];
  shape.ffn = m["f"];
  shape.vocab = m["V"];
  shape.gated = m["gated"];
  shape.norm = m["rms"].get<bool>() ? Norm::rms : Norm::layer;
  shape.bias = m["bias"];
  shape.dropout = m["dropout"];
  shape.tied = m["tied"];
  shape.learnedPositions = m["learned_pos"].get<bool>() ? m["s"].get<std::int64_t>() : 0;
  shape.experts = m["E"];
  shape.topK = m["K"];
  shape.expertFfn = m["fe"];
  shape.sharedFfn = m["fs"];
  shape.denseLayers = m["n_dense"];
  shape.routerBias = m["ebias"];
  shape.qRank = m["rq"];
  shape.kvRank = m["rkv"];
  shape.nopeDim = m["dn"];
  shape.ropeDim = m["dr"];
  shape.vDim = m["dv"];
  return shape;
}

Scenario scenarioOf(const json& in) {
  const auto& m = goldenFile()["models"][in["model"].get<std::string>()];
  Scenario s;
  s.model.shape = modelOf(in);
  s.workload.sequenceLength = m["s"];
  s.workload.flashAttention = in.value("flash", m["flash"].get<bool>());
  s.workload.microBatch = in.value("micro_batch", 1);
  s.workload.globalBatch = in.value("global_batch", 1);
  s.workload.recompute = fromWord<Recompute>(in.value("recompute", "none")).value();
  s.parallel.tp = in.value("tp", 1);
  s.parallel.pp = in.value("pp", 1);
  s.parallel.cp = in.value("cp", 1);
  s.parallel.dp = in.value("dp", 1);
  s.parallel.sp = in.value("sp", false);
  return s;
}

double parametersOfStage(const json& in) {
  auto s = scenarioOf(in);
  s.workload.globalBatch = 64;
  s.cluster.gpus = s.parallel.tp * s.parallel.pp;
  MemoryReport memory;
  fillMemory(s, memory);
  return static_cast<double>(memory.stages.at(in["stage"].get<std::size_t>()).parameterCount);
}

double stateTotal(const json& in) {
  const StateRecipe recipe{number(in["w"]), number(in["grad"]), number(in["opt"])};
  const double ranks = number(in["dp"]);
  return stateBytes(recipe, in["zero"], {number(in["params"]), 0}, {ranks, ranks}).total();
}

double inFlight(const json& in) {
  return inFlightMicroBatches(fromWord<Schedule>(in["schedule"].get<std::string>()).value(), in["pp"], in["vpp"],
                              in["M"], in["stage"]);
}

double bubbleOfIdeal(const json& in) {
  const std::int64_t v = in.value("vpp", 1);
  const auto plain = v > 1 ? Schedule::interleaved : Schedule::oneFOneB;
  const auto kind = in.contains("schedule") ? fromWord<Schedule>(in["schedule"].get<std::string>()).value() : plain;
  if (in.contains("F")) {  // times of one micro-batch given: bubble ÷ M·(F + B)
    const double f = number(in["F"]), b = number(in["B"]);
    return bubbleTime(kind, in["pp"], v, f, b, number(in["W"])) / (number(in["M"]) * (f + b));
  }
  return bubbleRatioIdeal(kind, in["pp"], v, in["M"]);
}

double flopsOf(const json& in, FlopConvention convention) {
  const auto s = scenarioOf(in);
  const double tokens = static_cast<double>(s.workload.globalBatch * s.workload.sequenceLength);
  const double all = modelFlops(s.model.shape, tokens, s.workload.sequenceLength, convention).count();
  if (in.value("router_counted", true)) return all;
  const auto& m = s.model.shape;  // as Megatron-LM counts, 2·h·E for each token, MoE layer and pass less
  return all - 3 * tokens * 2 * static_cast<double>(moeLayers(m) * m.hidden * m.experts);
}

double globalBatchOf(const json& in) {  // micro_batches(B) must lead back to the M that B was made of
  Scenario s;
  s.workload.microBatch = in["micro_batch"];
  s.parallel.dp = in["dp"].get<std::int64_t>();
  for (s.workload.globalBatch = 1; s.workload.globalBatch < 100'000; ++s.workload.globalBatch)
    if (microBatches(s) == in["M"].get<std::int64_t>()) return static_cast<double>(s.workload.globalBatch);
  return -1;
}

const std::map<std::string, std::function<double(const json&)>>& quantities() {
  static const std::map<std::string, std::function<double(const json&)>> table = {
      {"params_total", [](const json& in) { return static_cast<double>(totalParameters(modelOf(in))); }},
      {"params_active", [](const json& in) { return static_cast<double>(activeParameters(modelOf(in))); }},
      {"vocab_padded",
       [](const json& in) { return static_cast<double>(paddedVocabulary(in["V"], in["tp"], in["divisor"])); }},
      {"params_per_gpu_stage", parametersOfStage},
      {"model_state_bytes", stateTotal},
      {"activation_bytes_per_layer", [](const json& in) { return layerActivations(scenarioOf(in), false).stored; }},
      {"inflight_microbatches", inFlight},
      {"bubble_ratio_of_ideal", bubbleOfIdeal},
      {"bubble_fraction_of_total", [](const json& in) { return bubbleOfIdeal(in) / (1 + bubbleOfIdeal(in)); }},
      {"flops_with_full_recompute", [](const json& in) { return flopsOf(in, FlopConvention::paper2021); }},
      {"model_flops",
       [](const json& in) {
         return flopsOf(in, in["causal_halved"].get<bool>() ? FlopConvention::causal : FlopConvention::full);
       }},
      {"global_batch", globalBatchOf},
      {"moe_max_over_mean",
       [](const json& in) { return rankImbalance(in["experts"], in["experts"], number(in["hot_share"])); }},
      {"moe_drop_fraction",
       [](const json& in) {
         return droppedShare(in["experts"], number(in["hot_share"]), number(in["capacity_factor"]));
       }},
  };
  return table;
}

const std::set<std::string> kCommunication = {"tp_bytes_sent_per_layer_fwd_bwd", "pp_message_bytes",
                                              "cp_bytes_sent_per_layer_fwd", "ep_bytes_sent_per_layer_fwd"};

TEST(Golden, EveryExactCase) {
  int judged = 0;
  for (const auto& item : goldenFile()["cases"]) {
    const auto quantity = item["quantity"].get<std::string>();
    SCOPED_TRACE(item["id"].get<std::string>() + " " + quantity + ", " + item["source"].get<std::string>());
    const auto reckon = quantities().find(quantity);
    if (reckon == quantities().end()) {
      EXPECT_TRUE(kCommunication.contains(quantity)) << "nobody knows this quantity";
      continue;
    }
    const double expected = number(item["expected"]);
    // Integers below 2^53 exactly, the rest to the last bits of a double.
    const double tolerance = item["expected"].is_number_integer() && expected < 0x1p53 ? 0.0 : expected * 4e-16;
    EXPECT_NEAR(reckon->second(item["inputs"]), expected, tolerance);
    ++judged;
  }
  EXPECT_EQ(judged, 67);
}

}  // namespace
}  // namespace shardscope
