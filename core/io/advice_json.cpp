// SPDX-License-Identifier: Apache-2.0
#include "core/io/advice_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/report_json.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::ordered_json;

Json valueOf(const AdviceValue& value) {
  if (const auto* text = std::get_if<std::string_view>(&value.value)) return *text;
  if (const auto* words = std::get_if<std::vector<std::string_view>>(&value.value)) return *words;
  const double number = std::get<double>(value.value);
  if (!std::isfinite(number)) return nullptr;
  if (number == std::floor(number) && std::fabs(number) < 9e15) return static_cast<std::int64_t>(number);
  return number;
}

Json partJson(const AdvicePart& part, Language language) {
  Json values = Json::object();
  for (const auto& value : part.values) values[std::string(value.name)] = valueOf(value);
  return {{"id", part.id},
          {"question", adviceQuestion(part, language)},
          {"test", adviceTest(part, language)},
          {"values", std::move(values)},
          {"verdict", word(part.verdict)}};
}

Json partsJson(std::span<const AdvicePart> parts, Language language) {
  auto list = Json::array();
  for (const auto& part : parts) list.push_back(partJson(part, language));
  return list;
}

Json planJson(const Plan& plan, Language language) {
  return {{"scenario", scenarioJson(withDefaults(plan.scenario))},
          {"report", reportJson(plan.scenario, plan.report, language)},
          {"dimensions", plan.dimensions}};
}

Json orNull(const std::optional<Plan>& plan, Language language) {
  return plan ? planJson(*plan, language) : Json(nullptr);
}

}  // namespace

Json adviceJson(const Advice& advice, const Plan& recommended, const Comparison& comparison,
                std::span<const AdviceMove> moves, Language language) {
  Json json;
  json["steps"] = Json::array();
  for (const auto& step : advice.steps)
    json["steps"].push_back({{"step", step.step},
                             {"order", step.order},
                             {"parts", partsJson(step.parts, language)},
                             {"verdict", word(step.verdict)},
                             {"applies", step.applies ? editJson(*step.applies) : Json(nullptr)},
                             {"alternative", step.alternative ? editJson(*step.alternative) : Json(nullptr)}});
  json["feasible"] = advice.feasible;
  json["checks"] = partsJson(advice.checks, language);
  json["recommended"] = planJson(recommended, language);
  json["best_of_sweep"] = orNull(comparison.best, language);
  json["best_is_worth_it"] = comparison.preferred == PlanKind::sweep;
  json["preferred"] = word(comparison.preferred);
  json["fsdp"] = orNull(comparison.fsdp, language);
  json["moves"] = Json::array();
  for (const auto& move : moves)
    json["moves"].push_back({{"edit", editJson(move.edit)},
                             {"verdict", word(move.verdict)},
                             {"delta_peak_bytes", move.deltaPeak.count()},
                             {"delta_step_s", move.deltaStep.count()},
                             {"delta_step_share", move.stepShare},
                             {"more_dimensions", move.moreDimensions}});
  return json;
}

Json contributionsJson(std::span<const Contribution> contributions) {
  auto list = Json::array();
  for (const auto& each : contributions) {
    const auto& p = each.scenario.parallel;
    const bool isPriced = each.report.verdict != Verdict::invalid;
    const auto error = isPriced ? std::nullopt : firstError(each.scenario);
    list.push_back({{"added", keyName(each.added)},
                    {"parallel", {{"tp", p.tp}, {"pp", p.pp}, {"cp", p.cp}, {"ep", p.ep}}},
                    {"verdict", word(each.report.verdict)},
                    {"step_s", isPriced ? Json(each.report.time.step.count()) : Json(nullptr)},
                    {"delta_step_s", each.delta ? Json(each.delta->count()) : Json(nullptr)},
                    {"reason", error ? Json(ruleName(error->rule)) : Json(nullptr)}});
    if (isPriced) list.back()["parallel"]["dp"] = dataParallel(each.scenario);
  }
  return list;
}

}  // namespace shardscope
