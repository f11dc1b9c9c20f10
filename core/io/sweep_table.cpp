// SPDX-License-Identifier: Apache-2.0
#include "core/io/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/report_json.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/rules/figure_text.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/sweep/compared_rows.hpp"
#include "core/sweep/way_out.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

bool isOn(std::span<const SweepRow> front, const SweepRow& row) {
  return std::find(front.begin(), front.end(), row) != front.end();
}

// The word of a dimension that holds one; empty for numbers.
std::string_view wordOf(Dim dim, std::int64_t value) {
  switch (dim) {
    case Dim::cpKind: return word(static_cast<CpKind>(value));
    case Dim::recompute: return word(static_cast<Recompute>(value));
    case Dim::schedule: return word(static_cast<Schedule>(value));
    default: return {};
  }
}

Json axisJson(SweepAxis axis, std::int64_t value) {
  const auto text = axis.isDp() ? std::string_view{} : wordOf(axis.dim, value);
  return text.empty() ? Json(value) : Json(text);
}

// "tp 8, pp 4, dp 2, zero 1, micro_batch 1, recompute full": what decides memory, and what else is in use.
std::string recipeText(const SweepSpace& space, const SweepRow& row) {
  std::string recipe;
  for (const auto dim : {Dim::tp, Dim::pp, Dim::vpp, Dim::cp, Dim::ep, Dim::etp, Dim::zero, Dim::microBatch,
                         Dim::recompute, Dim::sequenceLength, Dim::globalBatch, Dim::gpus}) {
    const auto value = valueOf(space, row, dim);
    const bool always = dim == Dim::tp || dim == Dim::pp || dim == Dim::zero || dim == Dim::microBatch ||
                        dim == Dim::recompute || space.varies(dim);
    if (always || (value > 1 && dim < Dim::zero && dim >= Dim::tp))
      recipe += std::string(word(dim)) + " " + dimText({dim}, value) + ", ";
    if (dim == Dim::pp) recipe += "dp " + std::to_string(row.dp) + ", ";
  }
  recipe.resize(recipe.size() - 2);
  return recipe;
}

class Writer {
 public:
  Writer(const SweepStory& story, const ComparedRows& compared)
      : now_(story.now),
        space_(story.space),
        options_(story.options),
        result_(story.result),
        story_(story),
        compared_(compared) {}

  Json json() const {
    Json json;
    const auto& counts = result_.counts;
    json["tried"] = counts.tried;
    json["fitted"] = counts.fitted;
    json["tight"] = counts.tight;
    json["does_not_fit"] = counts.doesNotFit;
    json["refused"] = refused(counts);
    json["elapsed_s"] = number(result_.seconds);
    json["configurations_per_s"] =
        result_.seconds > 0 ? number(static_cast<double>(counts.tried) / result_.seconds) : Json(nullptr);
    json["complete"] = result_.complete;
    json["metric"] = word(options_.metric);
    json["top"] = list(story_.listed());
    json["pareto"] = list(result_.front);
    json["empty"] = story_.isEmpty() ? empty() : Json(nullptr);
    if (options_.x && options_.y) {
      json["axes"] = {{"x", axisName(*options_.x)}, {"y", axisName(*options_.y)}};
      json["cells"] = cells();
    }
    return json;
  }

 private:
  static Json refused(const SweepCounts& counts) {
    auto json = Json::object();
    for (std::size_t i = 0; i < counts.refused.size(); ++i)
      if (counts.refused[i] > 0) json[std::string(ruleName(static_cast<RuleId>(i)))] = counts.refused[i];
    return json;
  }

  // Settings and figures alone.
  Json figures(const SweepRow& row) const {
    auto scenario = scenarioJson(withDefaults(scenarioOf(space_, row)));
    Json json;
    json["parallel"] = std::move(scenario["parallel"]);
    json["workload"] = std::move(scenario["workload"]);
    if (space_.varies(Dim::gpus)) json["cluster"] = std::move(scenario["cluster"]);
    json["verdict"] = word(row.verdict);
    json["step_s"] = number(row.step);
    json["mfu"] = number(row.mfu);
    json["tokens_per_s"] = number(row.tokens);
    json["peak_bytes"] = row.peak;
    json["bubble_total"] = number(row.bubble);
    json["micro_batches"] = row.microBatches;
    return json;
  }

  Json row(const SweepRow& row) const {
    const auto rank = compared_.rank(row);
    const auto& robust = compared_.robustness(row);
    Json json;
    json["rank"] = rank > 0 ? Json(rank) : Json(nullptr);
    json.update(figures(row));
    json["pareto"] = isOn(result_.front, row);
    json["worst_regret"] = number(robust.worstRegret);
    json["worst_verdict"] = word(robust.verdict);
    json["robust_rank"] = robust.rank;
    return json;
  }

  Json list(std::span<const SweepRow> rows) const {
    auto json = Json::array();
    for (const auto& each : rows) json.push_back(row(each));
    return json;
  }

  // Why nothing runs, how near it comes, and what to change.
  Json empty() const {
    Json json{{"reason", nullptr},       {"rule", nullptr},   {"message", nullptr},       {"missing_bytes", 0},
              {"nearest_miss", nullptr}, {"change", nullptr}, {"change_verdict", nullptr}};
    json["message"] = emptyMessage(story_);
    if (const auto& miss = result_.nearestMiss) {
      json["reason"] = "memory";
      json["missing_bytes"] = miss->peak - space_.base.cluster.device.memory.count();
      json["nearest_miss"] = figures(*miss);
    } else if (const auto rule = decidingRefusal(result_.counts)) {
      json["reason"] = json["rule"] = ruleName(*rule);
    }
    if (const auto way = wayOut(now_, Locks{}, space_, options_, result_)) {
      json["change"] = editJson(way->edit);
      json["change_verdict"] = word(way->verdict);
    }
    return json;
  }

  Json cells() const {
    auto json = Json::array();
    for (std::size_t i = 0; i < result_.cells.size(); ++i) json.push_back(cell(i));
    return json;
  }

  Json cell(std::size_t index) const {
    const auto& cell = result_.cells[index];
    Json json{{"x", axisJson(*options_.x, result_.xs[index % result_.xs.size()])},
              {"y", axisJson(*options_.y, result_.ys[index / result_.xs.size()])},
              {"tried", cell.counts.tried},
              {"fitted", cell.counts.fitted},
              {"best", nullptr},
              {"reason", nullptr},
              {"missing_bytes", cell.hasBest ? 0 : cell.missing},
              {"nearest", nullptr}};
    if (cell.hasBest) {
      json["best"] = row(cell.best);
      return json;
    }
    if (cell.missing > 0)
      json["reason"] = "memory";
    else if (const auto rule = decidingRefusal(cell.counts))
      json["reason"] = ruleName(*rule);
    if (const auto near = nearestRunningCell(space_, options_, result_, index); near >= 0)
      json["nearest"] = editJson(nearestEdit(result_.cells[static_cast<std::size_t>(near)].best));
    return json;
  }

  // With both axes even where the scenario is there already.
  Edit nearestEdit(const SweepRow& row) const {
    const auto there = scenarioOf(space_, row);
    auto edit = changes(now_, there);
    for (const auto& axis : {*options_.x, *options_.y}) {
      const auto key = axis.isDp() ? Key::dp : keyOf(axis.dim);
      const auto names = [key](const Assignment& assignment) { return assignment.key == key; };
      if (std::none_of(edit.begin(), edit.end(), names)) edit.push_back({key, field(key).read(withDefaults(there))});
    }
    return edit;
  }

  const Scenario& now_;
  const SweepSpace& space_;
  const SweepOptions& options_;
  const SweepResult& result_;
  const SweepStory& story_;
  const ComparedRows& compared_;
};

}  // namespace

std::span<const SweepRow> SweepStory::listed() const {
  return std::span(result.top).first(std::min(most, result.top.size()));
}

bool SweepStory::isEmpty() const { return result.complete && result.counts.fitted + result.counts.tight == 0; }

std::string_view axisName(SweepAxis axis) { return axis.isDp() ? "dp" : word(axis.dim); }

std::optional<SweepAxis> axisNamed(std::string_view name) {
  if (name == "dp") return SweepAxis{};
  if (const auto dim = fromWord<Dim>(name)) return SweepAxis{*dim};
  return std::nullopt;
}

std::string dimText(SweepAxis axis, std::int64_t value) {
  const auto text = axis.isDp() ? std::string_view{} : wordOf(axis.dim, value);
  return text.empty() ? std::to_string(value) : std::string(text);
}

std::string emptyMessage(const SweepStory& story) {
  if (const auto& miss = story.result.nearestMiss) {
    const auto missing = static_cast<double>(miss->peak - story.space.base.cluster.device.memory.count());
    return text("cli-sweep-none-memory", story.language,
                {{"missing", figureText(missing, Figure::gibibytes)}, {"recipe", recipeText(story.space, *miss)}});
  }
  const auto rule = decidingRefusal(story.result.counts);
  if (!rule) return {};
  return text("cli-sweep-none-rule", story.language,
              {{"rule", std::string(ruleName(*rule))}, {"text", ruleText(*rule, story.language)}});
}

nlohmann::ordered_json sweepJson(const SweepStory& story) {
  const ComparedRows compared(story.space, story.options, story.result);
  return Writer(story, compared).json();
}

std::string sweepCsv(const SweepSpace& space, std::span<const SweepRow> rows, std::span<const SweepRow> front) {
  constexpr std::array kColumns = {
      Dim::gpus,       Dim::tp,   Dim::pp,         Dim::vpp,      Dim::cp,         Dim::cpKind,    Dim::ep,
      Dim::etp,        Dim::zero, Dim::shardGroup, Dim::schedule, Dim::microBatch, Dim::recompute, Dim::sequenceLength,
      Dim::globalBatch};
  std::string csv = "rank";
  for (const auto dim : kColumns) csv += "," + std::string(word(dim));
  csv += ",dp,micro_batches,verdict,step_s,mfu,tokens_per_s,peak_bytes,bubble_total,pareto\r\n";
  std::size_t rank = 0;
  for (const auto& row : rows) {
    csv += std::to_string(++rank);
    for (const auto dim : kColumns) csv += "," + dimText({dim}, valueOf(space, row, dim));
    csv += fmt::format(",{},{},{},{},{},{},{},{},{}\r\n", row.dp, row.microBatches, word(row.verdict), row.step,
                       row.mfu, row.tokens, row.peak, row.bubble, isOn(front, row) ? 1 : 0);
  }
  return csv;
}

}  // namespace shardscope
