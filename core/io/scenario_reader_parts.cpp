// SPDX-License-Identifier: Apache-2.0
#include "core/io/scenario_reader_parts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>

#include "core/catalogue/catalogue.hpp"
#include "core/io/file.hpp"
#include "core/io/file_path.hpp"
#include "core/io/hf_config.hpp"
#include "core/scenario/fields.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

constexpr auto kModelForms = "{preset: …}, {hf_config: …}, {layers: …, hidden: …, heads: …, ffn: …, vocab: …}";

const NodeMember* memberNamed(const Node& map, std::string_view key) {
  const auto found =
      std::find_if(map.members.begin(), map.members.end(), [&](const NodeMember& m) { return m.key == key; });
  return found == map.members.end() ? nullptr : &*found;
}

Error unknownId(const Node& node, const std::string& dotted, const std::vector<std::string>& ids) {
  return {.kind = ErrorKind::unknownId,
          .line = node.line,
          .key = dotted,
          .found = shown(node),
          .allowed = fmt::format("{}", fmt::join(Catalogue::nearest(shortened(node.text), ids), ", "))};
}

bool readPreset(const Node& node, ModelChoice& model, Findings& findings) {
  const auto* entry = catalogue().model(node.text);
  if (!entry) {
    findings.add(unknownId(node, "model.preset", catalogue().modelIds()));
    return false;
  }
  model = {.source = ModelSource::preset, .reference = entry->id, .shape = entry->shape};
  return true;
}

bool readHfConfig(const Node& node, const ReaderContext& context, ModelChoice& model, Findings& findings) {
  const auto path = absolutePath((std::filesystem::path(context.directory) / node.text).string());
  const auto text = readFile(path, kMaxConfigBytes);
  if (!text) {
    findings.add(text.error());
    return false;
  }
  auto imported = importHfConfig(*text, path, context.language);
  if (!imported) {
    for (const auto& error : imported.error()) findings.add(error);
    return false;
  }
  model = {.source = ModelSource::hfConfig, .reference = path, .shape = imported->shape};
  if (context.notices)
    context.notices->insert(context.notices->end(), imported->notices.begin(), imported->notices.end());
  return true;
}

// preset and hf_config as texts; the one that is present decides.
bool readReference(const Node& map, const NodeMember& form, const ReaderContext& context, ModelChoice& model,
                   Findings& findings) {
  const auto dotted = "model." + form.key;
  bool alone = true;
  for (const auto& other : map.members) {
    if (isRepeated(other, "model." + other.key, findings)) alone = false;
    if (other.key == form.key) continue;
    findings.add({.kind = ErrorKind::conflictingKeys,
                  .line = other.line,
                  .key = "model." + shortened(other.key),
                  .found = shown(*other.value),
                  .allowed = kModelForms,
                  .detail = dotted});
    alone = false;
  }
  if (form.value->kind != NodeKind::text) {
    findings.add(wrongType(*form.value, dotted, "", "text"));
    return false;
  }
  const bool usable = form.key == "preset" ? readPreset(*form.value, model, findings)
                                           : readHfConfig(*form.value, context, model, findings);
  return alone && usable;
}

// edited_from: a catalogue id, or the path of a config.json. What was edited need not exist any more.
void readOrigin(const NodeMember& member, const ReaderContext& context, std::string& origin, Findings& findings) {
  const auto& node = *member.value;
  if (node.kind != NodeKind::text) return findings.add(wrongType(node, "model.edited_from", "", "text"));
  origin = isConfigPath(node.text) ? absolutePath((std::filesystem::path(context.directory) / node.text).string())
                                   : node.text;
}

bool readDimensions(const NodeMember& member, const ReaderContext& context, ModelChoice& model, Findings& findings) {
  const auto before = findings.count();
  std::string origin;
  const OtherKeys others = [&](const std::string& name, const NodeMember& key) {
    if (name != "edited_from") return false;
    if (!isRepeated(key, "model.edited_from", findings)) readOrigin(key, context, origin, findings);
    return true;
  };
  MapReader reader("model.", findings, others);
  ModelShape shape;
  const auto given = reader.read(*member.value, modelFields(), shape);
  checkModelShape(shape, given, member.line, findings);
  // Each of the two means nothing without the other.
  if (context.notices && static_cast<bool>(given.find("window")) != static_cast<bool>(given.find("window_share")) &&
      (shape.window > 0 || shape.windowShare > 0))
    context.notices->push_back(text("notice-window", context.language));
  model = {.source = ModelSource::inlineDimensions, .reference = origin, .shape = shape};
  return findings.count() == before;
}

constexpr auto kRequiredOfDevice = std::to_array<std::string_view>(
    {"peak_flops.bf16", "memory_bytes", "hbm_bytes_per_s", "sms", "link_bytes_per_s", "nic_bytes_per_s"});

bool readDevice(const NodeMember& member, Cluster& cluster, Findings& findings) {
  const auto before = findings.count();
  const OtherKeys sources = [](const std::string& name, const NodeMember&) { return name == "sources"; };  // for people
  MapReader reader("cluster.gpu.", findings, sources);
  Device device;
  const auto given = reader.read(*member.value, deviceFields(), device);
  for (const auto name : kRequiredOfDevice)
    if (!given.find(name))
      findings.add({.kind = ErrorKind::missingKey, .line = member.line, .key = fmt::format("cluster.gpu.{}", name)});
  // The number on the box is what the driver reports in GiB, rounded up (H100: 79.6 → 80, H200: 140.4 → 141).
  if (!given.find("nominal_gb")) device.nominalGb = std::ceil(inGib(device.memory));
  if (!given.find("link_domain")) device.linkDomain = device.gpusPerNode;
  cluster.gpuId.clear();
  cluster.device = device;
  return findings.count() == before;
}

}  // namespace

void checkModelShape(const ModelShape& shape, const GivenKeys& given, int line, Findings& findings) {
  const auto need = [&](std::string_view name, const char* detail) {
    if (given.find(name)) return;
    findings.add({.kind = ErrorKind::missingKey, .line = line, .key = fmt::format("model.{}", name), .detail = detail});
  };
  const auto outOfRange = [&](std::string_view name, std::int64_t value, std::string allowed, const char* detail = "") {
    const auto* key = given.find(name);
    if (!key || !key->isGood) return;
    findings.add({.kind = ErrorKind::outOfRange,
                  .line = key->line,
                  .key = fmt::format("model.{}", name),
                  .found = fmt::format("{}", value),
                  .allowed = std::move(allowed),
                  .detail = detail});
  };
  for (const auto name : {"layers", "hidden", "heads", "vocab"}) need(name, "");
  const bool everyLayerHasExperts = isMoe(shape) && shape.denseLayers == 0 && shape.moeEvery == 1;
  if (!everyLayerHasExperts) {
    need("ffn", "");
    if (shape.ffn < 1) outOfRange("ffn", shape.ffn, "≥ 1");
  }
  if (isMoe(shape)) {
    need("top_k", "moe");
    need("expert_ffn", "moe");
    if (shape.topK < 1 || shape.topK > shape.experts)
      outOfRange("top_k", shape.topK, fmt::format("1 … {}", shape.experts));
    if (shape.expertFfn < 1) outOfRange("expert_ffn", shape.expertFfn, "≥ 1");
  }
  if (usesMla(shape))
    for (const auto name : {"nope_dim", "rope_dim", "v_dim"}) need(name, "mla");
  if (shape.denseLayers > shape.layers && given.find("layers"))
    outOfRange("dense_layers", shape.denseLayers, fmt::format("0 … {}", shape.layers));
  const bool sharesHeads = !usesMla(shape) && shape.kvHeads > 0 && shape.heads > 0;
  if (sharesHeads && shape.heads % shape.kvHeads != 0)
    outOfRange("kv_heads", shape.kvHeads, fmt::format("{}", shape.heads), "kv-heads");
}

bool readModel(const NodeMember& member, const ReaderContext& context, ModelChoice& model, Findings& findings) {
  const auto& node = *member.value;
  if (node.kind != NodeKind::map) {
    findings.add(wrongType(node, "model", kModelForms));
    return false;
  }
  if (const auto* form = memberNamed(node, "preset")) return readReference(node, *form, context, model, findings);
  if (const auto* form = memberNamed(node, "hf_config")) return readReference(node, *form, context, model, findings);
  return readDimensions(member, context, model, findings);
}

bool readGpu(const NodeMember& member, Cluster& cluster, Findings& findings) {
  const auto& node = *member.value;
  if (node.kind == NodeKind::map) return readDevice(member, cluster, findings);
  if (node.kind != NodeKind::text) {
    findings.add(wrongType(node, "cluster.gpu", "h100-sxm-80gb …, {peak_flops: {bf16: …}, memory_bytes: …, …}"));
    return false;
  }
  const auto* entry = catalogue().device(node.text);
  if (!entry) {
    findings.add(unknownId(node, "cluster.gpu", catalogue().deviceIds()));
    return false;
  }
  cluster.gpuId = entry->id;
  cluster.device = entry->device;
  return true;
}

}  // namespace shardscope
