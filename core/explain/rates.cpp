// SPDX-License-Identifier: Apache-2.0
// flops.*, throughput.*, train.*
#include "core/cost/gemm.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/flops.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/symbols.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }

Formula tokensPerStep(Draft& d) {
  return d.symbol("T_tok", "global-tokens", real(d.r.batch.globalTokens), tokens, "batch.global_tokens");
}
Formula step(Draft& d) { return d.symbol("T", "step", d.r.time.step.count(), seconds, "time.step_s"); }
Formula modelWork(Draft& d) { return d.symbol("F", "model-flops", d.r.flops.model.count(), flops, "flops.model"); }

void modelFlopsOf(Draft& d) {
  const auto convention = d.r.flops.convention;
  if (convention == FlopConvention::sixN) {
    auto active = d.symbol("Ψ_act", "active-parameters", real(d.r.parametersActive), count, "parameters.active");
    d.give("F", flops, num(6) * tokensPerStep(d) * std::move(active));
  } else if (convention == FlopConvention::paper2021) {
    auto all = tokensPerStep(d);
    auto layers = linearFlops(d) + coreFlops(d, "model");
    auto perToken = num(4) * std::move(layers) + num(3) * logitFlops(d);
    d.give("F", flops, std::move(all) * std::move(perToken));
  } else {
    auto all = num(3) * tokensPerStep(d);
    auto linear = linearFlops(d);
    auto perToken = std::move(linear) + coreFlops(d, "model") + logitFlops(d);
    d.give("F", flops, std::move(all) * std::move(perToken));
  }
  d.convention("flops-" + std::string(word(convention)));
  const double sixN = 6 * real(d.r.batch.globalTokens) * real(d.r.parametersActive);
  d.checkShare("share-of-six-n", d.r.flops.model.count(), sixN);
}

void hardwareFlopsOf(Draft& d) {
  const auto& work = d.s.workload;
  const auto convention = d.s.conventions.flops;
  const bool executed = convention == FlopConvention::causal || convention == FlopConvention::sixN;
  auto all = tokensPerStep(d);
  auto linear = linearFlops(d), logits = logitFlops(d), core = coreFlops(d, "hardware");
  auto linearPasses = d.setting("k_lin", "linear-passes", work.adapter == Adapter::lora ? 2 : 3, count, Key::adapter);
  auto corePasses =
      d.setting("k_core", "core-passes", executed && work.flashAttention ? 3.5 : 3, number, Key::flashAttention);
  auto perToken = std::move(linearPasses) * (linear + std::move(logits)) + std::move(corePasses) * core;
  switch (work.recompute) {
    case Recompute::none: break;
    case Recompute::selective:
      if (!work.flashAttention) perToken = std::move(perToken) + core;
      break;
    case Recompute::ops: perToken = std::move(perToken) + linear / num(2); break;
    case Recompute::full: perToken = std::move(perToken) + (linear + core); break;
  }
  d.give("F_hw", flops, std::move(all) * std::move(perToken));
  d.convention("hardware-flops", {{"recompute", std::string(word(work.recompute))}});
  d.checkShare("share-of-model-flops", d.r.flops.hardware.count(), d.r.flops.model.count());
}

void tokenRate(Draft& d) {
  auto all = tokensPerStep(d);
  d.give("R", tokensPerSecond, std::move(all) / step(d));
}

void tokenRatePerGpu(Draft& d) {
  auto rate = d.symbol("R", "token-rate", d.r.throughput.tokensPerS, tokensPerSecond, "throughput.tokens_per_s");
  d.give("R_gpu", tokensPerSecond, std::move(rate) / sym::gpus(d));
}

void teraflopsPerGpu(Draft& d) {
  auto work = modelWork(d);
  auto time = step(d);
  d.give("P_gpu", teraflops, std::move(work) / (std::move(time) * sym::gpus(d)) / num(1e12, "10^12"));
  d.convention("flops-" + std::string(word(d.r.flops.convention)));
  d.check("peak", {{"peak", explainValueText(d.s.cluster.device.peak.bf16, flopsPerSecond)}});
}

void utilization(Draft& d, const char* subject, Formula work, double peak, const char* meaning) {
  auto gpus = sym::gpus(d), time = step(d);
  d.give(subject, share,
         std::move(work) / (std::move(gpus) * std::move(time) * sym::device(d, "P", meaning, peak, flopsPerSecond)));
  d.convention("flops-" + std::string(word(d.r.flops.convention)));
}

bool isFrozen(const Draft& d) { return d.s.workload.adapter != Adapter::none; }

void mfu(Draft& d) {
  utilization(d, "MFU", modelWork(d), d.s.cluster.device.peak.bf16, "peak-bf16");
  if (isFrozen(d)) d.convention("mfu-adapters");
  d.check(d.r.throughput.mfu >= 0.35 ? "mfu-good" : "mfu-bad");
}

void hfu(Draft& d) {
  auto work = d.symbol("F_hw", "hardware-flops", d.r.flops.hardware.count(), flops, "flops.hardware");
  utilization(d, "HFU", std::move(work), d.s.cluster.device.peak.bf16, "peak-bf16");
  d.convention("hfu");
  const bool isBelow = d.r.throughput.hfu < d.r.throughput.mfu;
  if (isFrozen(d)) d.convention("hfu-adapters");
  d.check(isBelow ? "hfu-below-mfu" : "hfu-mfu", {{"mfu", explainValueText(d.r.throughput.mfu, share)}});
}

void mfuOwnPrecision(Draft& d) {
  const auto format = productFormat(d.s.cluster.device, d.s.workload.precision);
  utilization(d, "MFU_own", modelWork(d), format.peakFlops, "peak-own");
  d.check("own-precision", {{"precision", std::string(word(d.s.workload.precision))}});
}

Formula trainSeconds(Draft& d) {
  auto goal = d.setting("T_goal", "token-goal", d.s.workload.trainTokens.value_or(0), tokens, Key::trainTokens);
  return std::move(goal) /
         d.symbol("R", "token-rate", d.r.throughput.tokensPerS, tokensPerSecond, "throughput.tokens_per_s");
}

void trainDays(Draft& d) {
  d.give("D", days, trainSeconds(d) / num(86400));
  d.convention("train");
}

void gpuHours(Draft& d) {
  auto time = trainSeconds(d) / num(3600);
  d.give("H", hours, std::move(time) * sym::gpus(d));
  d.convention("train");
}

void cost(Draft& d) {
  auto used = d.symbol("H", "gpu-hours", d.r.train ? d.r.train->gpuHours : 0, hours, "train.gpu_hours");
  d.give("K", money,
         std::move(used) *
             d.setting("k_h", "price", d.s.cluster.pricePerGpuHour.value_or(0), money, Key::pricePerGpuHour));
}

constexpr ExplainRow kRows[] = {
    {"flops.model", "flops-model", "flops", Better::neither, modelFlopsOf},
    {"flops.hardware", "flops-hardware", "flops", Better::lower, hardwareFlopsOf},
    {"throughput.tokens_per_s", "tokens-per-s", "throughput", Better::higher, tokenRate},
    {"throughput.tokens_per_s_per_gpu", "tokens-per-s-per-gpu", "throughput", Better::higher, tokenRatePerGpu},
    {"throughput.tflops_per_gpu", "tflops-per-gpu", "utilization", Better::higher, teraflopsPerGpu},
    {"throughput.mfu", "mfu", "utilization", Better::higher, mfu},
    {"throughput.hfu", "hfu", "utilization", Better::higher, hfu},
    {"throughput.mfu_own_precision", "mfu-own", "utilization", Better::higher, mfuOwnPrecision},
    {"train.days", "train-days", "throughput", Better::lower, trainDays},
    {"train.gpu_hours", "train-gpu-hours", "throughput", Better::lower, gpuHours},
    {"train.cost", "train-cost", "throughput", Better::lower, cost},
};

}  // namespace

std::span<const ExplainRow> rateRows() { return kRows; }

}  // namespace shardscope
