// SPDX-License-Identifier: Apache-2.0
#include "app/cli/report_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/cost/confidence.hpp"
#include "core/io/file_path.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

constexpr int kLabelWidth = 12;

// What the model is called: a catalogue id, or what a config.json is filed under, also of what was edited; nothing for
// dimensions that came from nowhere.
std::string modelName(const ModelChoice& model, Language language) {
  if (model.source == ModelSource::preset || model.reference.empty()) return model.reference;
  const std::filesystem::path path(model.reference);
  auto name = path.filename() == "config.json" ? path.parent_path().filename().string() : path.stem().string();
  if (model.source == ModelSource::hfConfig) return name;
  if (!isConfigPath(model.reference)) name = model.reference;
  return text("cli-edited-model", language, {{"name", name}});
}

// The scenario's own name, else "llama-3-70b, 64 × h100-sxm-80gb".
std::string title(const Scenario& scenario, Language language) {
  if (!scenario.name.empty()) return printable(scenario.name);
  const auto model = modelName(scenario.model, language);
  const auto device = scenario.cluster.gpuId.empty() ? scenario.cluster.device.name : scenario.cluster.gpuId;
  return printable(fmt::format("{}{}{} × {}", model, model.empty() ? "" : ", ", gpuCount(scenario.cluster), device));
}

Tone toneOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::fits: return Tone::good;
    case Verdict::tight: return Tone::caution;
    default: return Tone::bad;
  }
}

std::string verdictDetail(const ReportView& view) {
  const auto& report = view.report;
  if (report.verdict == Verdict::invalid) {
    const auto errors = std::count_if(report.issues.begin(), report.issues.end(),
                                      [](const Issue& issue) { return issue.severity == Severity::error; });
    return text(errors == 1 ? "cli-verdict-detail-invalid-one" : "cli-verdict-detail-invalid", view.language,
                {{"errors", std::to_string(errors)}});
  }
  const auto& memory = report.memory;
  const int decimals =
      std::max(decimalsToTell(memory.peak, memory.capacity), decimalsToTell(memory.peak, memory.fitLimit));
  const Bytes gap = memory.capacity < memory.peak ? memory.peak - memory.capacity : memory.capacity - memory.peak;
  const auto reason = text("cli-peak-" + std::string(word(memory.peakReason)), view.language);
  return text("cli-verdict-detail-" + std::string(word(report.verdict)), view.language,
              {{"peak", gib(memory.peak, decimals)},
               {"capacity", gib(memory.capacity, decimals)},
               {"limit", gib(memory.fitLimit, decimals)},
               {"gap", gib(gap, decimals)},
               {"stage", std::to_string(memory.peakStage)},
               {"reason", reason}});
}

std::string onOff(bool on, Language language) { return text(on ? "cli-on" : "cli-off", language); }

std::string settings(const ReportView& view) {
  const auto& s = view.scenario;
  const auto& p = s.parallel;
  std::string line = text("cli-settings", view.language,
                          {{"vpp", std::to_string(p.vpp)},
                           {"schedule", std::string(word(schedule(p)))},
                           {"sp", onOff(sequenceParallel(p), view.language)},
                           {"zero", std::to_string(p.zero)},
                           {"recompute", std::string(word(s.workload.recompute))},
                           {"precision", std::string(word(s.workload.precision))},
                           {"optimizer", std::string(word(s.workload.optimizer))},
                           {"stack", std::string(word(s.stack))}});
  if (isMoe(s.model.shape)) line = fmt::format("EP\u00a0{}\u00a0· ETP\u00a0{}\u00a0· {}", p.ep, p.etp, line);
  return line;
}

std::string parametersLine(const ReportView& view) {
  const auto& report = view.report;
  std::int64_t fullest = 0;
  for (const auto& stage : report.memory.stages) fullest = std::max(fullest, stage.parameterCount);
  const bool allActive = report.parametersActive == report.parametersTotal;
  return text(allActive ? "cli-parameters" : "cli-parameters-active", view.language,
              {{"total", count(static_cast<double>(report.parametersTotal))},
               {"active", count(static_cast<double>(report.parametersActive))},
               {"gpu", count(static_cast<double>(fullest))}});
}

std::string bubbleLine(const ReportView& view) {
  const auto& bubble = view.report.bubble;
  if (view.scenario.parallel.pp == 1) return text("cli-bubble-none", view.language);
  const bool timed = view.report.time.step.count() > 0;
  return text(timed ? "cli-bubble" : "cli-bubble-ideal", view.language,
              {{"actual", percent(bubble.ratioActual)},
               {"ideal", percent(bubble.ratioIdeal)},
               {"mp", significant(bubble.mOverP, 3)},
               {"verdict", text(bubble.mOverP >= 4 ? "cli-yes" : "cli-no", view.language)}});
}

std::string flopsLine(const ReportView& view) {
  const auto& work = view.report.flops;
  return text("cli-flops", view.language,
              {{"model", flops(work.model.count())},
               {"hardware", flops(work.hardware.count())},
               {"convention", text("cli-convention-" + std::string(word(work.convention)), view.language)}});
}

std::string confidenceText(const ReportView& view) {
  const auto& confidence = view.report.confidence;
  const auto line = [&](std::string_view id, double rel, Estimate quantity) {
    return text(id, view.language, {{"rel", percent(rel)}, {"basis", basisText(confidence, quantity, view.language)}});
  };
  const std::string below(kLabelWidth, ' ');
  auto body =
      labelled(view, "cli-label-confidence", line("cli-confidence-memory", confidence.memoryRel, Estimate::memory));
  if (view.report.time.step.count() > 0)
    body += paragraph(below, line("cli-confidence-time", confidence.timeRel, Estimate::time), view.style.width);
  if (confidence.extrapolated()) body += paragraph(below, unseenText(confidence, view.language), view.style.width);
  return body;
}

}  // namespace

std::string labelled(const ReportView& view, std::string_view labelId, std::string_view body) {
  const auto label = padRight(text(labelId, view.language), kLabelWidth);
  return paragraph(painted(label, Tone::heading, view.style), body, view.style.width);
}

std::string verdictText(const ReportView& view) {
  const auto verdict = text("cli-verdict-" + std::string(word(view.report.verdict)), view.language);
  return painted(title(view.scenario, view.language), Tone::heading, view.style) + "\n" +
         paragraph(painted(verdict, toneOf(view.report.verdict), view.style) + "  ", verdictDetail(view),
                   view.style.width);
}

std::string layoutText(const ReportView& view) {
  const auto& p = view.scenario.parallel;
  const auto& batch = view.report.batch;
  const auto equation = fmt::format("TP × PP × DP × CP: {} × {} × {} × {} = {} GPU", p.tp, p.pp,
                                    dataParallel(view.scenario), p.cp, batch.gpus);
  const auto identity = text("cli-batch", view.language,
                             {{"micro", std::to_string(view.scenario.workload.microBatch)},
                              {"m", grouped(batch.microBatches)},
                              {"dp", grouped(dataParallel(view.scenario))},
                              {"sequences", grouped(batch.globalSequences)},
                              {"tokens", count(static_cast<double>(batch.globalTokens))}});
  return labelled(view, "cli-label-layout", equation) + labelled(view, "cli-label-settings", settings(view)) +
         labelled(view, "cli-label-batch", identity) + labelled(view, "cli-label-bubble", bubbleLine(view)) +
         labelled(view, "cli-label-parameters", parametersLine(view)) +
         (view.report.flops.model.count() > 0 ? labelled(view, "cli-label-flops", flopsLine(view)) : std::string());
}

std::string reportText(const ReportView& view) {
  std::string result = verdictText(view);
  const auto append = [&result](const std::string& block) {
    if (!block.empty()) result += "\n" + block;
  };
  if (view.report.verdict != Verdict::invalid) {
    append(layoutText(view));
    append(memoryText(view));
    append(timeText(view));
    append(trafficText(view));
  }
  append(issuesText(view));
  if (view.report.verdict != Verdict::invalid) append(confidenceText(view));
  return result;
}

}  // namespace shardscope::cli
