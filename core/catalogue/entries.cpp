// SPDX-License-Identifier: Apache-2.0
#include "core/catalogue/entries.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

std::string allowedEvidence() { return fmt::format("{}", fmt::join(EnumWords<Evidence>::words, ", ")); }

// {"field": {"evidence": "data sheet", "text": "…"}}
std::vector<SourceNote> readSources(const JsonNode& entry, const JsonPlace& place, std::vector<Error>& errors) {
  std::vector<SourceNote> notes;
  const auto* sources = entry.find("sources");
  if (!sources) return notes;
  if (!sources->isObject()) {
    errors.push_back(jsonError(ErrorKind::wrongType, place, "sources", *sources, "{…}"));
    return notes;
  }
  for (const auto& source : sources->children) {
    const JsonPlace here{place.file, place.path + ".sources." + source.key};
    if (!source.isObject()) {
      errors.push_back(jsonError(ErrorKind::wrongType, here, "", source, R"({"evidence": "…", "text": "…"})"));
      continue;
    }
    for (const auto& child : source.children)
      if (child.key != "evidence" && child.key != "text")
        errors.push_back(jsonError(ErrorKind::unknownKey, here, child.key, child, "evidence, text"));
    const auto word = readText(source, "evidence", here, errors);
    const auto evidence = fromWord<Evidence>(word);
    if (!evidence && !word.empty())
      errors.push_back(
          jsonError(ErrorKind::unknownWord, here, "evidence", *source.find("evidence"), allowedEvidence()));
    notes.push_back({source.key, evidence.value_or(Evidence::guess), readText(source, "text", here, errors)});
  }
  return notes;
}

bool inModelEntry(std::string_view key) {
  return key == "id" || key == "name" || key == "short_name" || key == "family" || key == "sources";
}
bool inDeviceEntry(std::string_view key) { return key == "id" || key == "short_name" || key == "sources"; }

// Dimensions that only some models need: without them the entry would give believable wrong numbers.
void requireDimensions(const JsonNode& node, const JsonPlace& place, const ModelShape& shape,
                       std::vector<Error>& errors) {
  const auto require = [&](const char* key, bool good) {
    if (!good) errors.push_back(jsonError(ErrorKind::missingKey, place, key, node));
  };
  const auto limit = [&](const char* key, bool good, std::string allowed, const char* detail) {
    const auto* given = node.find(key);
    if (good || !given) return;
    errors.push_back(jsonError(ErrorKind::outOfRange, place, key, *given, std::move(allowed)));
    errors.back().detail = detail;
  };
  require("ffn", shape.ffn > 0 || moeLayers(shape) == shape.layers);
  limit("dense_layers", shape.denseLayers <= shape.layers, fmt::format("0 … {}", shape.layers), "");
  limit("kv_heads", usesMla(shape) || shape.heads % kvHeads(shape) == 0, fmt::format("{}", shape.heads), "kv-heads");
  if (isMoe(shape)) {
    require("top_k", shape.topK > 0);
    require("expert_ffn", shape.expertFfn > 0);
    limit("top_k", shape.topK <= shape.experts, fmt::format("1 … {}", shape.experts), "");
  }
  if (usesMla(shape)) {
    require("nope_dim", shape.nopeDim > 0);
    require("v_dim", shape.vDim > 0);
  }
}

}  // namespace

std::string readText(const JsonNode& object, const char* key, const JsonPlace& place, std::vector<Error>& errors) {
  const auto* node = object.find(key);
  if (!node) {
    errors.push_back(jsonError(ErrorKind::missingKey, place, key, object, "\"…\""));
    return {};
  }
  if (node->kind == JsonNode::Kind::text && !node->text.empty()) return node->text;
  errors.push_back(jsonError(ErrorKind::wrongType, place, key, *node, "\"…\""));
  return {};
}

std::optional<ModelShape> readModelShape(const JsonNode& node, const JsonPlace& place, std::vector<Error>& errors,
                                         bool (*others)(std::string_view)) {
  const auto before = errors.size();
  ModelShape shape;
  readFields(node, modelFields(), place, shape, errors, others);
  if (errors.size() == before) requireFields(node, modelFields(), place, shape, errors);
  if (errors.size() == before) requireDimensions(node, place, shape, errors);
  if (errors.size() > before) return std::nullopt;
  return shape;
}

std::optional<Device> readDevice(const JsonNode& node, const JsonPlace& place, std::vector<Error>& errors,
                                 bool (*others)(std::string_view)) {
  const auto before = errors.size();
  Device device;
  readFields(node, deviceFields(), place, device, errors, others);
  if (errors.size() == before) requireFields(node, deviceFields(), place, device, errors);
  if (errors.size() > before) return std::nullopt;
  // As for a device inside a scenario: the number on the box is the driver's GiB rounded up, the domain is the node.
  if (!node.find("nominal_gb")) device.nominalGb = std::ceil(inGib(device.memory));
  if (!node.find("link_domain")) device.linkDomain = device.gpusPerNode;
  return device;
}

std::optional<ModelEntry> readModelEntry(const JsonNode& node, const JsonPlace& place, std::vector<Error>& errors) {
  const auto before = errors.size();
  ModelEntry entry;
  entry.id = readText(node, "id", place, errors);
  entry.name = readText(node, "name", place, errors);
  entry.shortName = node.find("short_name") ? readText(node, "short_name", place, errors) : entry.name;
  if (node.find("family")) entry.family = readText(node, "family", place, errors);
  entry.sources = readSources(node, place, errors);
  const auto shape = readModelShape(node, place, errors, inModelEntry);
  if (errors.size() > before || !shape) return std::nullopt;
  entry.shape = *shape;
  return entry;
}

std::optional<DeviceEntry> readDeviceEntry(const JsonNode& node, const JsonPlace& place, std::vector<Error>& errors) {
  const auto before = errors.size();
  DeviceEntry entry;
  entry.id = readText(node, "id", place, errors);
  const auto name = readText(node, "name", place, errors);
  entry.shortName = node.find("short_name") ? readText(node, "short_name", place, errors) : name;
  entry.sources = readSources(node, place, errors);
  const auto device = readDevice(node, place, errors, inDeviceEntry);
  if (errors.size() > before || !device) return std::nullopt;
  entry.device = *device;
  return entry;
}

}  // namespace shardscope
