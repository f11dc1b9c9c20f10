// SPDX-License-Identifier: Apache-2.0
#include "core/explain/explain.hpp"
#include "core/explain/words.hpp"

#include "core/catalogue/catalogue.hpp"
#include "core/explain/advice_figures.hpp"
#include "core/explain/changes.hpp"
#include "core/explain/finish.hpp"
#include "core/explain/formula_text.hpp"
#include "core/explain/lines.hpp"
#include "core/explain/rows.hpp"
#include "core/explain/settings.hpp"

namespace shardscope {
namespace {

// Why the report has no such figure although the key is one.
std::optional<NoFigure> whyAbsent(std::string_view key, const ExplainMatch& match, const Scenario& scenario,
                                  const Report& report) {
  const auto& model = scenario.model.shape;
  if (key.starts_with("train.") && !report.train) return NoFigure::noTokenGoal;
  if (key == "train.cost" && !report.train->cost) return NoFigure::noPrice;
  if (key.starts_with("moe.") && !report.moe) return NoFigure::denseModel;
  if (key.starts_with("cost.layer.moe.") && moeLayers(model) == 0) return NoFigure::denseModel;
  if (key.starts_with("cost.layer.dense.") && moeLayers(model) == model.layers) return NoFigure::noDenseLayers;
  if (!key.starts_with("communication.")) return std::nullopt;
  const auto group = fromWord<Group>(match.word);
  if (!group || !report.communication[static_cast<std::size_t>(*group)].active) return NoFigure::oneRank;
  return std::nullopt;
}

// The first keys of a group, quoted; empty if `key` is none.
std::string membersOf(std::string_view key, const Report& report) {
  std::string list;
  int left = 4;
  auto keys = explainKeys(report);
  for (auto& each : explainWordKeys(report)) keys.push_back(std::move(each));
  for (const auto& each : keys)
    if (each.size() > key.size() && each.starts_with(key) && each[key.size()] == '.' && left-- > 0)
      list += (list.empty() ? "`" : ", `") + each + "`";
  return list;
}

std::string upper(std::string_view word) {
  std::string out(word);
  for (auto& c : out)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return out;
}

tl::expected<Explanation, NoFigure> settingExplanation(std::string_view key, const Scenario& scenario,
                                                       const Report& report, Language language) {
  const auto name = key.substr(kSettingPrefix.size());
  const auto number = settingNumber(scenario, name);
  if (!number) return tl::unexpected(NoFigure::unknownKey);
  const ExplainFacts facts(scenario, report);
  Draft draft(facts, language, 0, {});
  explainSetting(draft, name, *number);
  return finished(std::move(draft), key, number->isStated ? "explain-setting" : "explain-setting-default", "setting",
                  {{"key", std::string(name)}});
}

// What titles and definitions may name.
Draft::Args placeArgs(const Draft& draft) {
  const bool isLayer = draft.word == "dense" || draft.word == "moe";
  return {{"stage", std::to_string(draft.stage)},
          {"group", upper(draft.word)},
          {"kind", isLayer ? draft.sentence("explain-kind-" + draft.word) : std::string()}};
}

}  // namespace

Explanation finished(Draft&& draft, std::string_view key, const std::string& id, std::string_view source,
                     const Draft::Args& args) {
  const auto title = draft.sentence(id + "-title", args), definition = draft.sentence(id, args);
  const auto origin = draft.sentence("explain-source-" + std::string(source));
  const auto figure = figureOf(draft.r, key);
  auto out = std::move(draft).take();
  out.key = key;
  out.title = title;
  out.definition = definition;
  out.source = origin;
  if (figure) out.value = *figure;
  out.valueText = explainValueText(out.value, out.unit);
  out.lines = linesOf(out);
  return out;
}

tl::expected<Explanation, NoFigure> explain(std::string_view key, const Scenario& scenario, const Report& report,
                                            Language language, Changes changes) {
  if (key.starts_with(kAdvicePrefix)) return explainAdvice(key, scenario, language);
  if (report.verdict == Verdict::invalid) return tl::unexpected(NoFigure::invalidScenario);
  if (key.starts_with(kSettingPrefix)) return settingExplanation(key, scenario, report, language);
  const auto match = rowOf(key, report.memory.stages.size());
  if (match.row == nullptr && key == "moe" && !report.moe) return tl::unexpected(NoFigure::denseModel);
  if (match.row == nullptr && key == "train" && !report.train) return tl::unexpected(NoFigure::noTokenGoal);
  constexpr std::string_view kGroups = "communication.";
  if (match.row == nullptr && key.starts_with(kGroups))
    if (const auto group = fromWord<Group>(key.substr(kGroups.size())))
      if (!report.communication[static_cast<std::size_t>(*group)].active) return tl::unexpected(NoFigure::oneRank);
  if (match.row == nullptr) return tl::unexpected(NoFigure::unknownKey);
  if (const auto why = whyAbsent(key, match, scenario, report)) return tl::unexpected(*why);

  const ExplainFacts facts(scenario, report);
  Draft draft(facts, language, match.stage, match.word);
  match.row->build(draft);
  const auto args = placeArgs(draft);
  auto out = finished(std::move(draft), key, "explain-" + std::string(match.row->id), match.row->source, args);
  if (changes == Changes::evaluated && match.row->better != Better::neither)
    out.changes = changesOf(key, *match.row, out, scenario, report, language);
  return out;
}

std::string noFigureText(NoFigure why, std::string_view key, const Report& report, Language language) {
  const std::string name(key);
  switch (why) {
    case NoFigure::unknownKey: break;
    case NoFigure::invalidScenario: return text("explain-none-invalid", language, {{"key", name}});
    case NoFigure::denseModel: return text("explain-none-dense", language, {{"key", name}});
    case NoFigure::noDenseLayers: return text("explain-none-moe", language, {{"key", name}});
    case NoFigure::oneRank: return text("explain-none-group", language, {{"key", name}});
    case NoFigure::noTokenGoal: return text("explain-none-goal", language, {{"key", name}});
    case NoFigure::noSuchTest: return text("explain-none-test", language, {{"key", name}});
    case NoFigure::noPrice: return text("explain-none-price", language, {{"key", name}});
  }
  if (const auto members = membersOf(key, report); !members.empty())
    return text("explain-none-group-of", language, {{"key", name}, {"members", members}});
  std::string list;
  auto keys = explainKeys(report);
  for (auto& each : explainWordKeys(report)) keys.push_back(std::move(each));
  for (const auto& each : Catalogue::nearest(name, keys, 3)) list += (list.empty() ? "`" : ", `") + each + "`";
  return list.empty() ? text("explain-none-unknown", language, {{"key", name}})
                      : text("explain-none-similar", language, {{"key", name}, {"similar", list}});
}

double recompute(const Explanation& explanation) { return valueOf(explanation.formula, valuesOf(explanation.symbols)); }

}  // namespace shardscope
