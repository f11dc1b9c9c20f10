// SPDX-License-Identifier: Apache-2.0
#include "app/cli/batches_text.hpp"

#include <fmt/format.h>

#include <cmath>

#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

class Page {
 public:
  explicit Page(const BatchesView& view) : view_(view) {}

  std::string render() {
    add(say("cli-batches-wish", batchArgs(view_.request.wish.sequences)));
    if (view_.request.tokens) add(say("cli-batches-rounded", {{"tokens", grouped(*view_.request.tokens)}}));
    addBounds();
    if (view_.found.plans.empty())
      addNeighbours();
    else
      addPlans(view_.found);
    return page_;
  }

 private:
  std::string say(std::string_view id, std::initializer_list<MessageArg> args = {}) const {
    return text(id, view_.language, args);
  }
  std::string say(std::string_view id, const std::vector<MessageArg>& args) const {
    return fillIn(textTemplate(id, view_.language), args);
  }
  void add(const std::string& sentence) { page_ += paragraph("", sentence, view_.style.width); }
  void warn(const std::string& sentence) {
    page_ +=
        paragraph(painted(say("cli-severity-warn"), Tone::caution, view_.style) + "  ", sentence, view_.style.width);
  }

  std::vector<MessageArg> batchArgs(std::int64_t sequences) const {
    return {{"sequences", grouped(sequences)},
            {"tokens", grouped(sequences * view_.scenario.workload.sequenceLength)},
            {"tp", grouped(view_.scenario.parallel.tp)},
            {"pp", grouped(view_.scenario.parallel.pp)},
            {"cp", grouped(view_.scenario.parallel.cp)},
            {"gpus", view_.request.wish.gpusMax ? "≤ " + grouped(*view_.request.wish.gpusMax)
                                                : grouped(gpuCount(view_.scenario.cluster))}};
  }

  void addBounds() {
    const auto& limits = view_.scenario.limits;
    if (view_.found.belowBound)
      warn(say("cli-batches-small", {{"bound", grouped(static_cast<std::int64_t>(*limits.globalBatchTokensMin))}}));
    if (view_.found.aboveBound)
      warn(say("cli-batches-large", {{"bound", grouped(static_cast<std::int64_t>(*limits.globalBatchTokensMax))}}));
  }

  void addNeighbours() {
    add(say("cli-batches-none"));
    for (const auto* neighbour : {&view_.below, &view_.above}) {
      if (!*neighbour) continue;
      page_ += '\n';
      add(painted(say(neighbour == &view_.below ? "cli-batches-below" : "cli-batches-above",
                      batchArgs((*neighbour)->sequences)),
                  Tone::heading, view_.style));
      addPlans((*neighbour)->found);
    }
  }

  void addPlans(const BatchPlans& found) {
    std::vector<Align> aligns(11, Align::right);
    aligns.back() = Align::left;
    TextTable table(aligns);
    std::vector<std::string> head = {"DP", "b", "M", "GPU", "M/PP"};
    for (const auto* id : {"bubble", "dp", "step", "tokens", "peak"})
      head.push_back(say("cli-batches-column-" + std::string(id)));
    head.emplace_back();
    table.add(std::move(head));
    const auto shown = std::min(view_.request.top, found.plans.size());
    for (std::size_t i = 0; i < shown; ++i) table.add(cells(found.plans[i]));
    page_ += table.render(1);
    if (shown < found.plans.size() || found.truncated)
      add(say(found.truncated ? "cli-batches-truncated" : "cli-batches-more",
              {{"shown", grouped(static_cast<std::int64_t>(shown))},
               {"found", grouped(static_cast<std::int64_t>(found.plans.size()))}}));
    for (const auto& plan : found.plans)
      if (!plan.keeps4P) return add(say("cli-batches-few"));
  }

  std::vector<std::string> cells(const BatchPlan& plan) const {
    const double ratio = static_cast<double>(plan.microBatches) / static_cast<double>(view_.scenario.parallel.pp);
    const auto tone = plan.verdict == Verdict::fits    ? Tone::good
                      : plan.verdict == Verdict::tight ? Tone::caution
                                                       : Tone::bad;
    return {grouped(plan.dp),
            grouped(plan.microBatch),
            grouped(plan.microBatches),
            grouped(plan.gpus),
            (ratio == std::floor(ratio) || ratio >= 10 ? fmt::format("{:.0f}", ratio) : significant(ratio, 2)) +
                (plan.keeps4P ? " " : "*"),
            percent(plan.bubble),
            percent(plan.dpShare),
            seconds(plan.stepS),
            count(plan.tokensPerS),
            gib(plan.peak),
            painted(say("cli-verdict-" + std::string(word(plan.verdict))), tone, view_.style)};
  }

  const BatchesView& view_;
  std::string page_;
};

}  // namespace

std::string batchesText(const BatchesView& view) { return Page(view).render(); }

}  // namespace shardscope::cli
