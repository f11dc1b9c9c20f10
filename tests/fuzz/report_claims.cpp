// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/report_claims.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/cost/evaluate.hpp"
#include "core/io/report_json.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/fields.hpp"
#include "tests/fuzz/message_claims.hpp"

namespace shardscope::fuzz {
namespace {

constexpr double kExact = 9007199254740992.0;  // 2^53: what every JSON reader keeps

void figure(double value, const char* name) {
  claim(std::isfinite(value), "a figure is finite:", name);
  claim(value >= 0, "a figure is not negative:", name);
}
void share(double value, const char* name) {
  figure(value, name);
  claim(value <= 1 + 1e-12, "a share is at most 1:", name);
}
void count(std::int64_t value, const char* name) {
  claim(value >= 0, "a count is not negative:", name);
  claim(static_cast<double>(value) < kExact, "a count is exact in a double:", name);
}
void count(Bytes bytes, const char* name) { count(bytes.count(), name); }

void claimMemory(const MemoryReport& memory) {
  claim(!memory.stages.empty(), "there is a stage");
  count(memory.capacity, "capacity");
  count(memory.peak, "peak");
  Bytes peak;
  for (const auto& s : memory.stages) {
    for (const auto part :
         {s.parameters, s.gradients, s.optimizer, s.activations, s.logits, s.transient, s.buffers, s.overhead, s.total})
      count(part, "memory of a stage");
    count(s.layers, "layers");
    count(s.parameterCount, "parameters of a stage");
    claim(s.moeLayers >= 0 && s.moeLayers <= s.layers, "MoE layers are layers");
    figure(s.inFlight, "in flight");
    claim(s.total == s.parameters + s.gradients + s.optimizer + s.activations + s.logits + s.transient + s.buffers +
                         s.overhead,
          "the parts of a stage add up to its total");
    peak = std::max(peak, s.total);
  }
  claim(peak == memory.peak, "the peak is the fullest stage");
  const auto stage = static_cast<std::size_t>(memory.peakStage);
  claim(stage < memory.stages.size() && memory.stages[stage].total == peak, "the peak stage holds the peak");
}

void claimTime(const TimeReport& time, std::size_t stages) {
  double sum = 0;
  for (const auto part : time.breakdown) {
    figure(part.count(), "time of a term");
    sum += part.count();
  }
  claim(time.step.count() > 0 && std::isfinite(time.step.count()), "a step takes time");
  claim(std::abs(sum - time.step.count()) <= 1e-9 * sum, "the breakdown adds up to the step");
  for (const auto hidden : {time.hiddenTp, time.hiddenEp, time.hiddenDp}) figure(hidden.count(), "hidden time");
  claim(time.forward.size() == stages && time.backward.size() == stages, "every stage has its times");
  for (const auto stage : time.forward) figure(stage.count(), "forward");
  for (const auto stage : time.backward) figure(stage.count(), "backward");
}

void claimRates(const Report& r) {
  figure(r.bubble.ratioIdeal, "ideal bubble");
  figure(r.bubble.ratioActual, "actual bubble");
  share(r.bubble.ratioTotal, "total bubble");
  figure(r.bubble.mOverP, "M over P");
  figure(r.flops.model.count(), "model FLOPs");
  figure(r.flops.hardware.count(), "hardware FLOPs");
  const auto& t = r.throughput;
  for (const auto rate : {t.tokensPerS, t.tokensPerSPerGpu, t.tflopsPerGpu, t.mfu, t.hfu, t.mfuOwnPrecision})
    figure(rate, "throughput");
  if (r.train) {
    figure(r.train->days, "days");
    figure(r.train->gpuHours, "GPU hours");
    figure(r.train->cost.value_or(0), "cost");
  }
  for (const auto& group : r.communication) {
    figure(group.bytesPerStep, "bytes per step");
    figure(group.callsPerStep, "calls per step");
    figure(group.time.count(), "communication time");
    claim(group.ranksInDomain >= 1, "a rank is in its domain");
    claim(group.active || group.bytesPerStep == 0, "one rank sends nothing");
  }
  if (r.moe) {
    figure(r.moe->loadFactor, "load factor");
    share(r.moe->droppedShare, "dropped share");
    figure(r.moe->stepMultiplier, "step multiplier");
  }
  share(r.confidence.memoryRel, "memory error");
  share(r.confidence.timeRel, "time error");
}

void claimFigures(const Report& r) {
  count(r.batch.globalTokens, "tokens");
  claim(r.batch.microBatches >= 1 && r.batch.gpus >= 1, "there is work and someone to do it");
  count(r.batch.microBatches, "micro-batches");
  count(r.parametersTotal, "parameters");
  count(r.parametersActive, "active parameters");
  claim(r.parametersTotal > 0, "a model has parameters");
  claimMemory(r.memory);
  claimTime(r.time, r.memory.stages.size());
  claimRates(r);
}

}  // namespace

bool claimReport(const Scenario& scenario) {
  static Report used;
  evaluateInto(scenario, used);
  const auto fresh = evaluate(scenario);
  claim(fresh == used, "a used report gives the same figures");
  const bool isInvalid = fresh.verdict == Verdict::invalid;
  claim(isInvalid == hasErrors(fresh.issues), "invalid means that a rule is broken");
  if (!isInvalid) {
    claimFigures(fresh);
    return true;
  }
  Report bare;
  bare.issues = fresh.issues;
  claim(fresh == bare, "an invalid scenario has no figures");
  return false;
}

void claimIssues(const Scenario& scenario) {
  const auto report = evaluate(scenario);
  for (const auto& issue : report.issues) {
    for (const auto language : {Language::en, Language::zhCn}) claimSentence(message(issue, scenario, language));
    if (const auto edit = fix(issue, scenario))
      for (const auto& [key, value] : *edit)
        claim(fits(field(key), value) == FieldError::none, "a fix is legal:", describe(value));
  }
  const auto json = reportJson(scenario, report, Language::en);
  claim(nlohmann::ordered_json::parse(json.dump()) == json, "a report reads back as written");
}

}  // namespace shardscope::fuzz
