// SPDX-License-Identifier: Apache-2.0
#include "core/validate/validation_json.hpp"

#include <nlohmann/json.hpp>

#include "core/cost/evaluate.hpp"
#include "core/io/utf8.hpp"
#include "core/text/messages.hpp"
#include "core/validate/bands.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::ordered_json;

void append(Json& json, const ErrorSummary& summary) {
  json["n"] = summary.n;
  json["mape"] = summary.mape;
  json["median_ape"] = summary.medianApe;
  json["bias"] = summary.bias;
  json["max_ape"] = summary.maxApe;
  json["worst"] = Json::array();
  for (const auto& each : summary.worst)
    json["worst"].push_back({{"id", validUtf8(each.id)},
                             {"measured", each.measured},
                             {"predicted", each.predicted},
                             {"error", each.error()}});
}

Json summaryJson(const ErrorSummary& summary) {
  auto json = Json::object();
  append(json, summary);
  return json;
}

Json regretJson(const RegretSummary& regret) {
  return {{"groups", regret.groups},
          {"mean", regret.mean},
          {"max", regret.max},
          {"kendall_tau", regret.kendallTau},
          {"random", regret.random}};
}

// One entry per family and quantity with votes.
Json familiesJson(const std::vector<FamilyResult>& families) {
  auto list = Json::array();
  for (const auto& family : families)
    for (const auto quantity : {Estimate::time, Estimate::memory}) {
      const auto& summary = quantity == Estimate::time ? family.time : family.memory;
      if (summary.n == 0) continue;
      Json json = {{"family", validUtf8(family.family)}, {"quantity", word(quantity)}};
      append(json, summary);
      json["rows"] = family.rows;
      json["assumes_micro_batch"] = family.assumesMicroBatch;
      list.push_back(std::move(json));
    }
  return list;
}

Json slicesJson(const std::vector<SliceResult>& slices) {
  auto list = Json::array();
  for (const auto& slice : slices)
    for (const auto quantity : {Estimate::time, Estimate::memory}) {
      const auto& summary = quantity == Estimate::time ? slice.time : slice.memory;
      if (summary.n == 0) continue;
      Json json = {{"by", word(slice.by)}, {"value", slice.value}, {"quantity", word(quantity)}};
      append(json, summary);
      list.push_back(std::move(json));
    }
  return list;
}

Json regretDetails(const Validation& validation) {
  auto json = regretJson(validation.regret);
  json["families"] = Json::array();
  for (const auto& family : validation.families) {
    if (family.regret.groups == 0) continue;
    Json own = {{"family", validUtf8(family.family)}};
    own.update(regretJson(family.regret));
    json["families"].push_back(std::move(own));
  }
  json["details"] = Json::array();
  for (const auto& group : validation.groups)
    json["details"].push_back({{"family", validUtf8(group.family)},
                               {"model", validUtf8(group.model)},
                               {"gpu", validUtf8(group.gpu)},
                               {"gpus", group.gpus},
                               {"layouts", group.layouts},
                               {"picked", validUtf8(group.picked)},
                               {"best", validUtf8(group.best)},
                               {"regret", group.regret},
                               {"kendall_tau", group.pairs > 0 ? Json(group.kendallTau) : Json(nullptr)}});
  return json;
}

template <class T>
Json orNull(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json rowsJson(const RunTable& table) {
  auto list = Json::array();
  for (const auto& run : table.runs) {
    const auto prediction = predicted(run);
    Json json = {{"id", validUtf8(run.id)},
                 {"family", validUtf8(run.family)},
                 {"line", run.line},
                 {"measured", {{"step_s", orNull(run.stepS)}, {"peak_memory_bytes", orNull(run.peakMemoryBytes)}}},
                 {"predicted", {{"step_s", prediction.stepS}, {"peak_bytes", prediction.peakBytes}}}};
    if (run.peakMemoryBytes) {
      json["measured"]["memory_kind"] = word(run.memoryKind);
      json["predicted"]["peak_memory_bytes"] = prediction.memoryBytes;
    }
    json["assumed"] = Json::array();
    for (const auto& name : run.assumed) json["assumed"].push_back(validUtf8(name));
    list.push_back(std::move(json));
  }
  return list;
}

Json skippedJson(const std::vector<LeftOutRow>& rows) {
  auto list = Json::array();
  for (const auto& row : rows)
    list.push_back({{"id", validUtf8(row.id)}, {"line", row.line}, {"reason", validUtf8(row.reason)}});
  return list;
}

Json notComparableJson(Language language) {
  auto list = Json::array();
  for (const auto& each : notComparableMemory())
    list.push_back({{"family", each.family}, {"reason", text(each.reason, language)}});
  return list;
}

}  // namespace

Json validationJson(const RunTable& table, const Validation& validation, Language language) {
  auto notices = Json::array();
  for (const auto* list : {&table.notices, &validation.notices})
    for (const auto& notice : *list) notices.push_back(validUtf8(notice));
  auto bands = bandsJson(bandsOf(validation.votes), validation.votes);
  bands["memory_not_comparable"] = notComparableJson(language);
  return {{"model_version", kModelVersion},
          {"rows_read", validation.rows},
          {"configurations", validation.votes.size()},
          {"families", familiesJson(validation.families)},
          {"overall", {{"time", summaryJson(validation.time)}, {"memory", summaryJson(validation.memory)}}},
          {"skipped", skippedJson(validation.leftOut)},
          {"regret", regretDetails(validation)},
          {"slices", slicesJson(validation.slices)},
          {"notices", std::move(notices)},
          {"bands", std::move(bands)},
          {"rows", rowsJson(table)}};
}

}  // namespace shardscope
