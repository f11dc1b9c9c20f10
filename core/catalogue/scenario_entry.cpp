// SPDX-License-Identifier: Apache-2.0
#include "core/catalogue/scenario_entry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/catalogue/entries.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

bool readElsewhere(std::string_view key) {
  return key == "id" || key == "name_en" || key == "name_zh" || key == "model" || key == "cluster.gpu";
}
Error conflict(const JsonPlace& place, const char* key, const JsonNode& node, const char* other) {
  auto error = jsonError(ErrorKind::conflictingKeys, place, key, node);
  error.detail = other;
  return error;
}
bool noOthers(std::string_view) { return false; }
bool sourcesOnly(std::string_view key) { return key == "sources"; }

Error unknownId(const JsonPlace& place, const char* key, const JsonNode& node, const std::vector<std::string>& ids) {
  return jsonError(ErrorKind::unknownId, place, key, node,
                   fmt::format("{}", fmt::join(Catalogue::nearest(node.text, ids), ", ")));
}

void readModel(const JsonNode& node, const JsonPlace& place, const Catalogue& catalogue, ModelChoice& choice,
               std::vector<Error>& errors) {
  const auto* model = node.find("model");
  if (!model) return errors.push_back(jsonError(ErrorKind::missingKey, place, "model", node, "{\"preset\": \"…\"}"));
  if (!model->isObject()) return errors.push_back(jsonError(ErrorKind::wrongType, place, "model", *model, "{…}"));
  const JsonPlace here{place.file, place.path + ".model"};
  const auto* preset = model->find("preset");
  if (!preset) {
    if (const auto shape = readModelShape(*model, here, errors, noOthers)) choice.shape = *shape;
    return;
  }
  for (const auto& child : model->children)
    if (child.key != "preset") errors.push_back(conflict(here, child.key.c_str(), child, "preset"));
  const auto id = readText(*model, "preset", here, errors);
  if (id.empty()) return;
  const auto* entry = catalogue.model(id);
  if (!entry) return errors.push_back(unknownId(here, "preset", *preset, catalogue.modelIds()));
  choice = {ModelSource::preset, id, entry->shape};
}

void readGpu(const JsonNode& cluster, const JsonPlace& place, const Catalogue& catalogue, Cluster& out,
             std::vector<Error>& errors) {
  const auto* gpu = cluster.find("gpu");
  if (!gpu) return errors.push_back(jsonError(ErrorKind::missingKey, place, "gpu", cluster, "\"…\", {…}"));
  if (gpu->isObject()) {
    if (const auto device = readDevice(*gpu, {place.file, place.path + ".gpu"}, errors, sourcesOnly))
      out.device = *device;
    return;
  }
  const auto id = readText(cluster, "gpu", place, errors);
  if (id.empty()) return;
  const auto* entry = catalogue.device(id);
  if (!entry) return errors.push_back(unknownId(place, "gpu", *gpu, catalogue.deviceIds()));
  out.gpuId = id;
  out.device = entry->device;
}

void readCluster(const JsonNode& node, const JsonPlace& place, const Catalogue& catalogue, Cluster& out,
                 std::vector<Error>& errors) {
  const auto* cluster = node.find("cluster");
  if (!cluster || !cluster->isObject())
    return errors.push_back(jsonError(ErrorKind::missingKey, place, "cluster", node, "{\"gpu\": \"…\", \"gpus\": …}"));
  const JsonPlace here{place.file, place.path + ".cluster"};
  readGpu(*cluster, here, catalogue, out, errors);
  if (out.nodes && out.gpus) errors.push_back(conflict(here, "nodes", *cluster->find("nodes"), "gpus"));
  if (!out.nodes && !out.gpus) errors.push_back(jsonError(ErrorKind::missingKey, here, "gpus", *cluster));
}

}  // namespace

std::optional<ScenarioEntry> readScenarioEntry(const JsonNode& node, const JsonPlace& place, const Catalogue& catalogue,
                                               std::vector<Error>& errors) {
  const auto before = errors.size();
  ScenarioEntry entry;
  entry.id = readText(node, "id", place, errors);
  entry.nameEn = readText(node, "name_en", place, errors);
  entry.nameZh = node.find("name_zh") ? readText(node, "name_zh", place, errors) : entry.nameEn;
  auto& scenario = entry.scenario;
  readFields(node, scenarioFields(), place, scenario, errors, readElsewhere);
  readModel(node, place, catalogue, scenario.model, errors);
  readCluster(node, place, catalogue, scenario.cluster, errors);
  const auto* workload = node.find("workload");
  if (!workload || !workload->find("global_batch"))  // no default says how large a run is meant
    errors.push_back(jsonError(ErrorKind::missingKey, place, "workload.global_batch", workload ? *workload : node));
  if (scenario.name.empty()) scenario.name = entry.nameEn;
  const auto* parallel = node.find("parallel");
  const auto* given = parallel ? parallel->find("schedule") : nullptr;
  if (given && (schedule(scenario.parallel) == Schedule::interleaved) != (scenario.parallel.vpp > 1))
    errors.push_back(conflict(place, "parallel.schedule", *given, "parallel.vpp"));
  if (errors.size() > before) return std::nullopt;
  return entry;
}

}  // namespace shardscope
