// SPDX-License-Identifier: Apache-2.0
// cost.*: intermediate results that are no part of a layer: tokens, tables, stages, messages, head and embedding.
#include "core/cost/activations.hpp"
#include "core/cost/collectives.hpp"
#include "core/cost/gemm.hpp"
#include "core/cost/parameters.hpp"
#include "core/cost/traffic.hpp"
#include "core/explain/bubble.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/flops.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }
const LayerInputs& inputs(const Draft& d) { return d.facts.plan.inputs; }

void tokensOfRank(Draft& d) {
  auto all = sym::sequence(d) * sym::microBatch(d);
  d.give("n", tokens, std::move(all) / sym::contextParallel(d), tokensPerRank(d.s));
}

Formula tableRows(Draft& d) {
  const auto padded = paddedVocabulary(d.s.model.shape.vocab, d.s.parallel.tp);
  return d.symbol("V_t", "vocabulary-rank", real(padded / d.s.parallel.tp), count, "cost.vocabulary_per_gpu");
}

void vocabularyOfRank(Draft& d) {
  auto multiple = num(128) * sym::tensorParallel(d);
  auto blocks = roundUp(sym::vocabulary(d) / multiple);
  const auto padded = paddedVocabulary(d.s.model.shape.vocab, d.s.parallel.tp);
  d.give("V_t", count, std::move(blocks) * std::move(multiple) / sym::tensorParallel(d),
         real(padded / d.s.parallel.tp));
}

void embeddingParameters(Draft& d) {
  const auto positions = d.s.model.shape.learnedPositions;
  auto sum = tableRows(d) * sym::hidden(d);
  if (positions > 0) sum = std::move(sum) + sym::dimension(d, "s_max", "positions", real(positions)) * sym::hidden(d);
  d.give("ψ_emb", count, std::move(sum), d.facts.memory.embedding);
}

void headParameters(Draft& d) {
  const auto& m = d.s.model.shape;
  auto sum = sym::dimension(d, "ψ_norm", "final-norm", real(finalNormParameters(m)));
  const bool holdsTable = !m.tied || d.s.parallel.pp > 1;
  if (holdsTable) sum = std::move(sum) + tableRows(d) * sym::hidden(d);
  d.give("ψ_head", count, std::move(sum), d.facts.memory.head);
  if (m.tied) d.convention(holdsTable ? "tied-copy" : "tied");
}

void stageSeconds(Draft& d) {
  const auto& time = d.facts.stageTimes[d.stage];
  const Draft::Args args{{"stage", std::to_string(d.stage)}};
  auto forward = d.symbol("F", "stage-forward", time.forward, seconds, keyOf("time.forward_s.#", d.stage), args);
  auto sum = std::move(forward) +
             d.symbol("B", "stage-backward", time.backward, seconds, keyOf("time.backward_s.#", d.stage), args);
  if (d.facts.isPipelined())
    sum = std::move(sum) + d.symbol("x_pp", "message-per-micro-batch", d.facts.message, seconds, "cost.message_s");
  d.give("X_" + std::to_string(d.stage), seconds, std::move(sum), d.facts.stageSeconds(d.stage));
}

void messageSeconds(Draft& d) {
  auto send = d.symbol("δ", "send-seconds", d.facts.delta, seconds, "cost.send_s");
  if (!d.facts.isPipelined()) {
    d.give("x_pp", seconds, num(0), d.facts.message);
    return d.convention("no-pipeline");
  }
  if (d.facts.order == Schedule::interleaved) {
    auto factor = num(d.s.overlap.pp ? 0.3 : 2);
    d.give("x_pp", seconds, std::move(factor) * sym::chunks(d) * std::move(send), d.facts.message);
    return d.convention(d.s.overlap.pp ? "messages-overlap" : "messages-chunks");
  }
  auto p = sym::pipeline(d);
  d.give("x_pp", seconds, num(2) * (p - num(1)) / p * std::move(send), d.facts.message);
  d.convention("messages-blocking");
}

void sendSeconds(Draft& d) {
  if (!d.facts.isPipelined()) {
    d.give("δ", seconds, num(0), d.facts.delta);
    return d.convention("no-pipeline");
  }
  const auto& in = inputs(d);
  const auto place = placePipeline(d.facts.groups.pipeline, nvlinkDomain(d.s.cluster));
  auto message = d.symbol("S_pp", "pipeline-message", pipelineMessageBytes(in), traffic, "cost.pipeline_message_bytes");
  const double rate = place.crossesDomains ? std::min(in.fabric.link, in.fabric.nic) : in.fabric.link;
  const double latency = place.crossesDomains ? in.fabric.nicLatency : in.fabric.linkLatency;
  auto time = std::move(message) / sym::device(d, "R", "message-rate", rate, bytesPerSecond);
  d.give("δ", seconds, std::move(time) + sym::device(d, "α", "message-latency", latency, seconds), d.facts.delta);
  d.convention(place.crossesDomains ? "crosses-domains" : "inside-domain");
}

void meanForward(Draft& d) {
  std::vector<double> values;
  for (const auto& stage : d.facts.stageTimes) values.push_back(stage.forward);
  auto sum = d.series(FormulaOp::sumOf, "F", "stage-forward-series", seconds, values, "time.forward_s.#");
  d.give("F", seconds, std::move(sum) / sym::pipeline(d), meanTimes(d.facts).forward);
}

void meanBackward(Draft& d) {
  std::vector<double> values;
  for (const auto& stage : d.facts.stageTimes) values.push_back(stage.backward);
  auto sum = d.series(FormulaOp::sumOf, "B", "stage-backward-series", seconds, values, "time.backward_s.#");
  d.give("B", seconds, std::move(sum) / sym::pipeline(d), meanTimes(d.facts).backward);
}

void meanWeight(Draft& d) {
  const auto means = meanTimes(d.facts);
  auto backward = d.symbol("B", "mean-backward", means.backward, seconds, "cost.mean_backward_s");
  auto rest = std::move(backward) - d.symbol("R", "mean-repeated", means.repeated, seconds);
  d.give("W", seconds, std::move(rest) / num(2), (means.backward - means.repeated) / 2);
}

// Product, loss and collective of the head in one pass.
void headSeconds(Draft& d, bool isForward) {
  const auto& in = inputs(d);
  const auto& head = d.facts.plan.times.head;
  const double n = in.tokens, h = in.width.hidden, v = in.width.vocab;
  const double product = isForward ? gemmSeconds(in.gemmBf16, n, v, h) : gemmSeconds(in.gemmBf16, n, h, v);
  auto products = d.symbol("t_prod", isForward ? "head-product" : "head-product-backward", product, seconds);
  if (!isForward) products = num(in.frozen ? 1 : 2) * std::move(products);
  const double perLogit = (!isForward ? 6 : in.crossEntropy == CrossEntropy::fused ? 2 : 12) * (in.elementBytes / 2);
  auto width = d.symbol("β_log", "loss-traffic", perLogit, bytes);
  auto loss = std::move(width) * sym::tokens(d) * tableRows(d);
  auto sum = std::move(products) + std::move(loss) / sym::memoryRate(d) + sym::launch(d);
  const double collective = isForward ? head.forwardTp : head.backwardTp;
  if (collective > 0) sum = std::move(sum) + d.symbol("t_c", "head-collective", collective, seconds);
  d.give(isForward ? "t_head,F" : "t_head,B", seconds, std::move(sum), isForward ? head.forward : head.backward);
}
void headForward(Draft& d) { headSeconds(d, true); }
void headBackward(Draft& d) { headSeconds(d, false); }

void embeddingSeconds(Draft& d) {
  auto moved = num(4) * sym::elementBytes(d) * sym::tokens(d);
  moved = std::move(moved) * sym::hidden(d) / sym::split(d);
  auto pass = std::move(moved) / sym::memoryRate(d);
  d.give("t_emb", seconds, std::move(pass) + sym::launch(d), d.facts.plan.times.embedding);
}

Formula fullTensor(Draft& d) {
  auto element = sym::elementBytes(d);
  auto rows = std::move(element) * sym::tokens(d);
  return std::move(rows) * sym::hidden(d);
}

void tensorMessage(Draft& d) { d.give("S", traffic, fullTensor(d), tensorMessageBytes(inputs(d))); }

void gatherMessage(Draft& d) {
  const auto& in = inputs(d);
  if (!(in.sequenceParallel && in.lowPrecision)) return d.give("S_g", traffic, fullTensor(d), gatherMessageBytes(in));
  auto rows = sym::tokens(d);
  d.give("S_g", traffic, std::move(rows) * sym::hidden(d), gatherMessageBytes(in));
  d.convention("fp8-gather");
}

void pipelineMessage(Draft& d) {
  auto tensor = fullTensor(d);
  d.give("S_pp", traffic, std::move(tensor) / sym::tensorParallel(d), pipelineMessageBytes(inputs(d)));
}

void headExchange(Draft& d) {
  auto tensor = fullTensor(d);
  d.give("S_x", traffic, std::move(tensor) / sym::tensorParallel(d), headExchangeBytes(inputs(d)));
}

void ringMessage(Draft& d) {
  const auto& in = inputs(d);
  const auto& w = in.width;
  auto rows = sym::elementBytes(d) * sym::tokens(d);
  auto heads = d.symbol("g_t", "kv-heads-rank", w.kvHeads, number);
  d.give("S_kv", traffic,
         std::move(rows) * std::move(heads) * d.symbol("d_kv", "key-value-width", w.queryKeyDim + w.valueDim, count),
         ringHopBytes(in));
}

void expertMessage(Draft& d) {
  const auto& in = inputs(d);
  auto rows = sym::elementBytes(d) * sym::tokens(d) / sym::split(d);
  auto copies = std::move(rows) * sym::topK(d);
  copies = std::move(copies) * d.symbol("κ", "load-factor", in.expert.load, number, d.r.moe ? "moe.load_factor" : "");
  d.give("S_e", traffic, std::move(copies) * sym::hidden(d), expertMessageBytes(in));
}

constexpr ExplainRow kRows[] = {
    {"cost.tokens_per_rank", "tokens-per-rank", "layout", Better::neither, tokensOfRank},
    {"cost.vocabulary_per_gpu", "vocabulary-per-gpu", "parameters-rank", Better::neither, vocabularyOfRank},
    {"cost.embedding_per_gpu", "embedding-per-gpu", "parameters-rank", Better::neither, embeddingParameters},
    {"cost.head_per_gpu", "head-per-gpu", "parameters-rank", Better::neither, headParameters},
    {"cost.stages.#.seconds", "stage-seconds", "bubble-actual", Better::neither, stageSeconds},
    {"cost.message_s", "message", "pipeline-messages", Better::neither, messageSeconds},
    {"cost.send_s", "send", "collectives", Better::neither, sendSeconds},
    {"cost.mean_forward_s", "mean-forward", "zero-bubble", Better::neither, meanForward},
    {"cost.mean_backward_s", "mean-backward", "zero-bubble", Better::neither, meanBackward},
    {"cost.mean_weight_s", "mean-weight", "zero-bubble", Better::neither, meanWeight},
    {"cost.head_forward_s", "head-forward", "head", Better::neither, headForward},
    {"cost.head_backward_s", "head-backward", "head", Better::neither, headBackward},
    {"cost.embedding_s", "embedding-seconds", "head", Better::neither, embeddingSeconds},
    {"cost.tensor_message_bytes", "tensor-message", "traffic", Better::neither, tensorMessage},
    {"cost.gather_message_bytes", "gather-message", "traffic", Better::neither, gatherMessage},
    {"cost.pipeline_message_bytes", "pipeline-message", "traffic", Better::neither, pipelineMessage},
    {"cost.head_exchange_bytes", "head-exchange", "traffic", Better::neither, headExchange},
    {"cost.ring_message_bytes", "ring-message", "traffic", Better::neither, ringMessage},
    {"cost.expert_message_bytes", "expert-message", "traffic", Better::neither, expertMessage},
    {"cost.flops.linear", "linear-flops", "flops", Better::neither, explainLinearFlops},
    {"cost.flops.@.core", "core-flops", "flops", Better::neither, explainCoreFlops},
    {"cost.flops.logits", "logit-flops", "flops", Better::neither, explainLogitFlops},
};

}  // namespace

std::span<const ExplainRow> costRows() { return kRows; }

}  // namespace shardscope
