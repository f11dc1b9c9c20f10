// SPDX-License-Identifier: Apache-2.0
#include "core/io/report_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/cost/confidence.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/io/utf8.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN; a figure that has no value is null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }
Json number(Seconds value) { return number(value.count()); }
Json number(Flops value) { return number(value.count()); }
Json number(Bytes value) { return value.count(); }

// Counts that the model carries as doubles: integers where they are exact.
Json count(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::nearbyint(value) == value && std::fabs(value) <= kExact) return static_cast<std::int64_t>(value);
  return number(value);
}

template <class Container>
Json listOf(const Container& values) {
  auto list = Json::array();
  for (const auto& value : values) list.push_back(number(value));
  return list;
}

Json batchJson(const BatchReport& batch) {
  return {{"micro_batches", batch.microBatches},
          {"global_sequences", batch.globalSequences},
          {"global_tokens", batch.globalTokens},
          {"gpus", batch.gpus}};
}

Json parametersJson(const Report& report) {
  auto perGpu = Json::array();
  for (const auto& stage : report.memory.stages) perGpu.push_back(stage.parameterCount);
  return {{"total", report.parametersTotal}, {"active", report.parametersActive}, {"per_gpu", std::move(perGpu)}};
}

Json stageJson(const StageMemory& stage, std::size_t index) {
  return {{"stage", index},
          {"layers", stage.layers},
          {"parameters", number(stage.parameters)},
          {"gradients", number(stage.gradients)},
          {"optimizer", number(stage.optimizer)},
          {"activations", number(stage.activations)},
          {"logits", number(stage.logits)},
          {"transient", number(stage.transient)},
          {"buffers", number(stage.buffers)},
          {"overhead", number(stage.overhead)},
          {"total", number(stage.total)},
          {"in_flight", count(stage.inFlight)}};
}

Json memoryJson(const MemoryReport& memory) {
  auto stages = Json::array();
  for (std::size_t i = 0; i < memory.stages.size(); ++i) stages.push_back(stageJson(memory.stages[i], i));
  return {{"capacity_bytes", number(memory.capacity)}, {"fit_limit_bytes", number(memory.fitLimit)},
          {"peak_bytes", number(memory.peak)},         {"peak_stage", memory.peakStage},
          {"peak_reason", word(memory.peakReason)},    {"stages", std::move(stages)}};
}

Json bubbleJson(const BubbleReport& bubble) {
  return {{"ratio_ideal", number(bubble.ratioIdeal)},
          {"ratio_actual", number(bubble.ratioActual)},
          {"ratio_total", number(bubble.ratioTotal)},
          {"m_over_p", number(bubble.mOverP)}};
}

Json timeJson(const TimeReport& time) {
  auto breakdown = Json::object();
  for (std::size_t i = 0; i < time.breakdown.size(); ++i)
    breakdown[std::string(EnumWords<TimeTerm>::words[i])] = number(time.breakdown[i]);
  return {{"step_s", number(time.step)},
          {"breakdown_s", std::move(breakdown)},
          {"hidden_s", {{"tp", number(time.hiddenTp)}, {"ep", number(time.hiddenEp)}, {"dp", number(time.hiddenDp)}}},
          {"forward_s", listOf(time.forward)},
          {"backward_s", listOf(time.backward)}};
}

Json throughputJson(const ThroughputReport& throughput) {
  return {{"tokens_per_s", number(throughput.tokensPerS)},
          {"tokens_per_s_per_gpu", number(throughput.tokensPerSPerGpu)},
          {"tflops_per_gpu", number(throughput.tflopsPerGpu)},
          {"mfu", number(throughput.mfu)},
          {"hfu", number(throughput.hfu)},
          {"mfu_own_precision", number(throughput.mfuOwnPrecision)}};
}

Json trainJson(const std::optional<TrainReport>& train) {
  if (!train) return nullptr;
  return {{"days", number(train->days)},
          {"gpu_hours", number(train->gpuHours)},
          {"cost", train->cost ? number(*train->cost) : Json(nullptr)}};
}

Json trafficJson(const GroupTraffic& traffic) {
  if (!traffic.active) return nullptr;
  return {{"link", word(traffic.link)},
          {"ranks_in_domain", traffic.ranksInDomain},
          {"bytes_per_step", count(traffic.bytesPerStep)},
          {"calls_per_step", count(traffic.callsPerStep)},
          {"time_s", number(traffic.time)}};
}

Json communicationJson(const Report& report) {
  auto groups = Json::object();
  for (std::size_t i = 0; i < report.communication.size(); ++i)
    groups[std::string(EnumWords<Group>::words[i])] = trafficJson(report.communication[i]);
  return groups;
}

Json moeJson(const std::optional<MoeReport>& moe) {
  if (!moe) return nullptr;
  return {{"load_factor", number(moe->loadFactor)},
          {"dropped_share", number(moe->droppedShare)},
          {"step_multiplier", number(moe->stepMultiplier)}};
}

Json confidenceJson(const ConfidenceReport& confidence, Language language) {
  const auto runs = [](std::int16_t slice) {
    return slice < 0 ? Json(0) : Json(publishedBands().slices()[static_cast<std::size_t>(slice)].runs);
  };
  auto basis = basisText(confidence, Estimate::time, language);
  if (confidence.extrapolated()) basis = unseenText(confidence, language) + "; " + basis;
  return {{"memory_rel", number(confidence.memoryRel)},
          {"time_rel", number(confidence.timeRel)},
          {"basis", basis},
          {"extrapolated", confidence.extrapolated()},
          {"memory_basis", basisText(confidence, Estimate::memory, language)},
          {"memory_runs", runs(confidence.memorySlice)},
          {"time_runs", runs(confidence.timeSlice)},
          {"coverage", publishedBands().coverage}};
}

// The words of a list for messages ("ring, all-to-all"); a range ("1 … 64") is one of them.
Json allowedOf(const Error& error) {
  auto allowed = Json::array();
  const bool isList =
      error.kind == ErrorKind::unknownWord || error.kind == ErrorKind::unknownId || error.kind == ErrorKind::unknownKey;
  if (error.allowed.empty()) return allowed;
  if (!isList) return Json::array({validUtf8(error.allowed)});
  std::string_view rest = error.allowed;
  for (auto comma = rest.find(", "); comma != std::string_view::npos; comma = rest.find(", ")) {
    allowed.push_back(validUtf8(rest.substr(0, comma)));
    rest.remove_prefix(comma + 2);
  }
  allowed.push_back(validUtf8(rest));
  return allowed;
}

}  // namespace

Json valueJson(const Value& value) {
  struct Writer {
    Json operator()(std::monostate) const { return nullptr; }
    Json operator()(bool b) const { return b; }
    Json operator()(std::int64_t i) const { return i; }
    Json operator()(double d) const { return count(d); }
    Json operator()(const std::string& s) const { return validUtf8(s); }
    Json operator()(const std::vector<std::int64_t>& v) const { return v; }
  };
  return std::visit(Writer{}, value);
}

Json editJson(const Edit& edit) {
  auto json = Json::object();
  for (const auto& [key, value] : edit) json[std::string(keyName(key))] = valueJson(value);
  return json;
}

Json issuesJson(const Scenario& scenario, std::span<const Issue> issues, Language language) {
  auto list = Json::array();
  for (const auto& issue : issues) {
    const auto edit = fix(issue, scenario);
    list.push_back({{"id", ruleName(issue.rule)},
                    {"severity", word(issue.severity)},
                    {"field", keyName(issue.field)},
                    {"message", validUtf8(message(issue, scenario, language))},
                    {"value", valueJson(foundValue(issue, scenario))},
                    {"allowed", allowedValues(issue, scenario)},
                    {"fix", edit ? editJson(*edit) : Json(nullptr)}});
  }
  return list;
}

Json invalidJson(std::span<const Error> errors, std::size_t line, Language language) {
  auto issues = Json::array();
  for (const auto& error : errors)
    issues.push_back({{"id", error.kind == ErrorKind::outOfRange ? "R-1" : "F-1"},
                      {"severity", word(Severity::error)},
                      {"field", validUtf8(error.key)},
                      {"message", validUtf8(message(error, language))},
                      {"value", error.found.empty() ? Json(nullptr) : Json(validUtf8(error.found))},
                      {"allowed", allowedOf(error)},
                      {"fix", nullptr}});
  return {{"model_version", kModelVersion},
          {"scenario", nullptr},
          {"verdict", word(Verdict::invalid)},
          {"issues", std::move(issues)},
          {"line", line}};
}

Json reportJson(const Scenario& scenario, const Report& report, Language language) {
  Json json = {{"model_version", kModelVersion},
               {"scenario", scenarioJson(withDefaults(scenario))},
               {"verdict", word(report.verdict)},
               {"issues", issuesJson(scenario, report.issues, language)}};
  if (report.verdict == Verdict::invalid) return json;
  json["batch"] = batchJson(report.batch);
  json["parameters"] = parametersJson(report);
  json["memory"] = memoryJson(report.memory);
  json["bubble"] = bubbleJson(report.bubble);
  json["time"] = timeJson(report.time);
  json["flops"] = {{"model", number(report.flops.model)},
                   {"hardware", number(report.flops.hardware)},
                   {"convention", word(report.flops.convention)}};
  json["throughput"] = throughputJson(report.throughput);
  json["train"] = trainJson(report.train);
  json["communication"] = communicationJson(report);
  json["moe"] = moeJson(report.moe);
  json["confidence"] = confidenceJson(report.confidence, language);
  return json;
}

}  // namespace shardscope
