// SPDX-License-Identifier: Apache-2.0
// batches FILE: every way to run a global batch at the layout of a scenario.

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/cli/batches_text.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/input.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/whole_number.hpp"
#include "core/io/report_json.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kMostSequences = 1'000'000'000, kMostTokens = 1'000'000'000'000'000;
constexpr std::int64_t kMostGpus = 64'000'000, kDefaultTop = 20;

// Reads the options of the command; the first that is not possible is told in `problem`.
class Reader {
 public:
  explicit Reader(const Options& options) : options_(options) {}

  BatchesRequest request(const Scenario& scenario) {
    BatchesRequest request;
    const auto& w = scenario.workload;
    request.wish.sequences = number("--global-batch", options_.globalBatch, kMostSequences).value_or(w.globalBatch);
    if (const auto tokens = number("--tokens", options_.tokens, kMostTokens)) {
      const double sequences = static_cast<double>(*tokens) / static_cast<double>(w.sequenceLength);
      request.tokens = tokens;
      request.wish.sequences =
          static_cast<std::int64_t>(std::clamp(std::nearbyint(sequences), 1.0, static_cast<double>(kMostSequences)));
    }
    request.wish.gpusMax = number("--gpus-max", options_.gpusMax, kMostGpus);
    request.top = static_cast<std::size_t>(number("--top", options_.top, kMostBatchPlans).value_or(kDefaultTop));
    if (problem_.empty() && !options_.globalBatch.empty() && !options_.tokens.empty())
      problem_ = text("cli-usage-exclusive", options_.language, {{"one", "--global-batch"}, {"other", "--tokens"}});
    return request;
  }
  const std::string& problem() const { return problem_; }

 private:
  std::optional<std::int64_t> number(const char* option, const std::string& written, std::int64_t greatest) {
    if (written.empty()) return std::nullopt;
    const auto most = static_cast<std::size_t>(greatest);
    const auto value = wholeNumber(written, 1, most);
    if (!value && problem_.empty()) problem_ = notAWholeNumber(option, written, 1, most, options_.language);
    return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
  }

  const Options& options_;
  std::string problem_;
};

Json planJson(const Scenario& scenario, const BatchPlan& plan) {
  return {{"dp", plan.dp},
          {"micro_batch", plan.microBatch},
          {"micro_batches", plan.microBatches},
          {"gpus", plan.gpus},
          {"keeps_4p", plan.keeps4P},
          {"verdict", word(plan.verdict)},
          {"step_s", plan.stepS},
          {"tokens_per_s", plan.tokensPerS},
          {"mfu", plan.mfu},
          {"bubble", plan.bubble},
          {"dp_share", plan.dpShare},
          {"peak_bytes", static_cast<std::int64_t>(plan.peak.count())},
          {"edit", editJson(editFor(scenario, plan))}};
}

Json plansJson(const Scenario& scenario, const BatchPlans& found, std::size_t top) {
  auto list = Json::array();
  for (std::size_t i = 0; i < std::min(top, found.plans.size()); ++i)
    list.push_back(planJson(scenario, found.plans[i]));
  return list;
}

Json neighbourJson(const Scenario& scenario, const std::optional<Neighbour>& neighbour, std::size_t top) {
  if (!neighbour) return nullptr;
  return {{"sequences", neighbour->sequences},
          {"tokens", neighbour->sequences * scenario.workload.sequenceLength},
          {"plans", plansJson(scenario, neighbour->found, top)}};
}

Json boundJson(const std::optional<double>& bound) { return bound ? Json(*bound) : Json(nullptr); }

Json batchesJson(const BatchesView& view) {
  const auto& scenario = view.scenario;
  const auto& wish = view.request.wish;
  Json json;
  json["global_batch"] = {{"sequences", wish.sequences},
                          {"tokens", wish.sequences * scenario.workload.sequenceLength},
                          {"asked_tokens", view.request.tokens ? Json(*view.request.tokens) : Json(nullptr)},
                          {"tokens_min", boundJson(scenario.limits.globalBatchTokensMin)},
                          {"tokens_max", boundJson(scenario.limits.globalBatchTokensMax)},
                          {"too_small", view.found.belowBound},
                          {"too_large", view.found.aboveBound}};
  json["gpus_max"] = wish.gpusMax ? Json(*wish.gpusMax) : Json(nullptr);
  json["tried"] = view.found.tried;
  json["truncated"] = view.found.truncated;
  json["found"] = view.found.plans.size();
  json["plans"] = plansJson(scenario, view.found, view.request.top);
  json["nearest"] = {{"below", neighbourJson(scenario, view.below, view.request.top)},
                     {"above", neighbourJson(scenario, view.above, view.request.top)}};
  return json;
}

std::optional<Neighbour> neighbour(const Scenario& scenario, BatchWish wish, std::optional<std::int64_t> sequences) {
  if (!sequences) return std::nullopt;
  wish.sequences = *sequences;
  return Neighbour{*sequences, batchPlans(scenario, wish)};
}

// Nothing can run, whatever the batch: why.
ExitCode refuse(Context& context, const Scenario& scenario, const BatchPlans& found) {
  const auto language = context.language();
  if (found.obstacle)
    return context.fail(ExitCode::invalid, text("cli-invalid-first", language,
                                                {{"rule", std::string(ruleName(found.obstacle->rule))},
                                                 {"message", message(*found.obstacle, scenario, language)}}));
  return context.fail(ExitCode::invalid,
                      text("cli-batches-gpus", language, {{"gpus", std::to_string(found.gpusNeeded)}}));
}

}  // namespace

ExitCode runBatches(Context& context) {
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  Reader reader(context.options);
  const auto request = reader.request(*scenario);
  if (!reader.problem().empty()) return context.fail(ExitCode::badUsage, reader.problem());
  const auto found = batchPlans(*scenario, request.wish);
  const auto below = neighbour(*scenario, request.wish, found.below);
  const auto above = neighbour(*scenario, request.wish, found.above);
  if (found.plans.empty() && !below && !above) return refuse(context, *scenario, found);
  const BatchesView view{*scenario, request, found, below, above, context.style, context.language()};
  return context.print(context.options.json ? jsonText(batchesJson(view)) : batchesText(view));
}

}  // namespace shardscope::cli
