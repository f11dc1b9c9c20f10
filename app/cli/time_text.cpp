// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "app/cli/report_text.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

constexpr int kIndent = 2, kBarWidth = 24;
constexpr double kShareToExplain = 0.02;  // of the step: a bar this long is not left unnamed

// The terms that take time, in the order of the report, with their share of the step.
std::string breakdown(const ReportView& view) {
  const auto& time = view.report.time;
  TextTable table({Align::left, Align::right, Align::right, Align::left});
  for (std::size_t i = 0; i < time.breakdown.size(); ++i) {
    if (time.breakdown[i].count() == 0) continue;
    const double share = ratio(time.breakdown[i], time.step);
    const auto id = "cli-term-" + std::string(word(static_cast<TimeTerm>(i)));
    table.add({text(id, view.language), seconds(time.breakdown[i].count()), percent(share),
               bar(share, kBarWidth, view.style)});
  }
  auto block = table.render(kIndent);
  if (ratio(time.term(TimeTerm::other), time.step) >= kShareToExplain)
    block +=
        paragraph("  ", painted(text("cli-term-other-holds", view.language), Tone::dim, view.style), view.style.width);
  return block;
}

std::string throughputLine(const ReportView& view) {
  const auto& t = view.report.throughput;
  return text(
      "cli-throughput", view.language,
      {{"tokens", count(t.tokensPerS)}, {"gpu", count(t.tokensPerSPerGpu)}, {"tflops", significant(t.tflopsPerGpu)}});
}

std::string utilizationLine(const ReportView& view) {
  const auto& t = view.report.throughput;
  std::string line = text("cli-mfu", view.language, {{"mfu", percent(t.mfu)}, {"hfu", percent(t.hfu)}});
  if (t.mfuOwnPrecision != t.mfu)
    line +=
        text("cli-mfu-own", view.language,
             {{"own", percent(t.mfuOwnPrecision)}, {"precision", std::string(word(view.scenario.workload.precision))}});
  if (view.scenario.workload.adapter != Adapter::none) line += text("cli-mfu-adapters", view.language);
  return line;
}

std::string trainLine(const ReportView& view) {
  const auto& train = *view.report.train;
  std::string line =
      text("cli-train", view.language, {{"days", significant(train.days)}, {"hours", count(train.gpuHours)}});
  if (train.cost) line += text("cli-train-cost", view.language, {{"cost", count(*train.cost)}});
  return line;
}

std::string expertsLine(const ReportView& view) {
  const auto& moe = *view.report.moe;
  return text("cli-moe", view.language,
              {{"load", significant(moe.loadFactor, 3)},
               {"dropped", percent(moe.droppedShare)},
               {"multiplier", significant(moe.stepMultiplier, 4)}});
}

}  // namespace

std::string timeText(const ReportView& view) {
  const auto& report = view.report;
  if (report.time.step.count() <= 0) return {};
  std::string block = labelled(view, "cli-label-time",
                               text(report.verdict == Verdict::doesNotFit ? "cli-step-if" : "cli-step", view.language,
                                    {{"step", seconds(report.time.step.count())}})) +
                      breakdown(view) + labelled(view, "cli-label-throughput", throughputLine(view)) +
                      labelled(view, "cli-label-mfu", utilizationLine(view));
  if (report.train) block += labelled(view, "cli-label-train", trainLine(view));
  if (report.moe) block += labelled(view, "cli-label-moe", expertsLine(view));
  return block;
}

std::string trafficText(const ReportView& view) {
  using enum Align;
  TextTable table({left, left, right, right, right, right});
  std::vector<std::string> head = {text("cli-group", view.language)};
  for (const char* id : {"cli-link", "cli-ranks", "cli-traffic", "cli-calls", "cli-time"})
    head.push_back(text(id, view.language));
  table.add(std::move(head));
  bool any = false;
  for (std::size_t i = 0; i < view.report.communication.size(); ++i) {
    const auto& group = view.report.communication[i];
    if (!group.active) continue;
    any = true;
    static constexpr std::array kNames = {"TP", "CP", "EP", "PP", "DP"};
    table.add({kNames[i], std::string(word(group.link)), std::to_string(group.ranksInDomain),
               gigabytes(group.bytesPerStep), count(group.callsPerStep), seconds(group.time.count())});
  }
  if (!any) return {};
  return labelled(view, "cli-label-traffic", text("cli-traffic-caption", view.language)) + table.render(kIndent);
}

}  // namespace shardscope::cli
