// SPDX-License-Identifier: Apache-2.0
#include "core/io/hf_config.hpp"

#include <fmt/format.h>

#include "core/io/hf_count.hpp"
#include "core/io/hf_plan.hpp"
#include "core/io/hf_reader.hpp"
#include "core/io/hf_shape.hpp"
#include "core/io/json_tree.hpp"
#include "core/io/utf8.hpp"

namespace shardscope {
namespace {

constexpr std::string_view kNestedParts = "text_config llm_config language_config";

const JsonNode* nestedPart(const JsonNode& root) {
  const JsonNode* part = nullptr;
  anyWord(kNestedParts, [&](std::string_view key) {
    const auto* node = root.find(key);
    if (node && node->isObject()) part = node;
    return part != nullptr;
  });
  return part;
}

// No name is longer.
std::string nameIn(const JsonNode& node) { return shortened(node.text, kLongestPart); }

std::string typeOf(const JsonNode& node) {
  const auto* type = node.find("model_type");
  return type && type->kind == JsonNode::Kind::text ? shortened(hfNormalised(type->text), kLongestPart) : std::string();
}

std::string architectureOf(const JsonNode& node) {
  const auto* list = node.find("architectures");
  if (!list || !list->isList() || list->children.empty()) return {};
  return nameIn(list->children.front());
}

// A name that is known to be something else, whichever key says it.
bool refusedByName(HfReader& reader, const std::string& type, const std::string& architecture) {
  if (const auto reason = hfRefusalOf(type); !reason.empty()) {
    reader.refuse(reason, "model_type", type);
    return true;
  }
  if (const auto reason = hfRefusalOf(hfArchitectureStem(architecture)); !reason.empty()) {
    reader.refuse(reason, "architectures", architecture);
    return true;
  }
  return false;
}

// Keys that only models outside the table have, whatever they call themselves.
bool refusedByKeys(HfReader& reader, const std::string& type) {
  for (const auto* key :
       {"hybrid_override_pattern", "layers_block_type", "attn_layer_period", "ssm_cfg", "linear_attn_config"})
    if (reader.has(key)) return reader.refuse("hf-refused-hybrid", key, type), true;
  if (reader.has("block_configs")) return reader.refuse("hf-refused-blocks", "block_configs", type), true;
  for (const auto* key : {"is_encoder_decoder", "add_cross_attention"})
    if (reader.flag({key, false})) return reader.refuse("hf-refused-encoder", key, type), true;
  return false;
}

void noteQuantisation(HfReader& reader) {
  const auto* block = reader.findAnywhere("quantization_config");
  if (!block || (block->isObject() && block->children.empty())) return;
  const auto* method = block->isObject() ? block->find("quant_method") : block;
  reader.notice("hf-quantised", {{"method", method ? describe(*method) : "?"}});
}

// Class names that bring a head over the vocabulary; others have another head, or none.
bool hasLanguageHead(std::string_view architecture) {
  const auto name = hfNormalised(architecture);
  for (const auto* part : {"forcausallm", "lmhead", "forconditional", "chatglm", "grok1model"})
    if (name.find(part) != name.npos) return name.find("eagle") == name.npos && name.find("medusa") == name.npos;
  return hfArchitectureStem(name) == name;  // a bare name says nothing
}

void noteArchitecture(HfReader& reader, const HfFamily& family, const std::string& architecture) {
  if (!architecture.empty() && !hasLanguageHead(architecture))
    reader.notice("hf-no-head", {{"architecture", architecture}});
  if (architecture.empty() || hasWord(family.architectures, hfArchitectureStem(architecture))) return;
  reader.notice("hf-other-architecture", {{"architecture", architecture}, {"family", std::string(family.name)}});
}

// The family of a file, or nothing with the reason in `reader`.
const HfFamily* familyOf(HfReader& reader, bool nested) {
  const auto& root = reader.root();
  const auto outerType = typeOf(root), type = nested ? typeOf(reader.part()) : outerType;
  const auto architecture = architectureOf(nested && !architectureOf(reader.part()).empty() ? reader.part() : root);
  if (const auto* adapter = root.find("peft_type"); adapter && outerType.empty()) {
    reader.refuse("hf-refused-adapter", "peft_type", describe(*adapter) + " (peft_type)");
    return nullptr;
  }
  if (refusedByName(reader, type, architecture) || refusedByName(reader, outerType, {})) return nullptr;
  const auto name = !type.empty() ? type : !outerType.empty() ? outerType : architecture;
  if (refusedByKeys(reader, name)) return nullptr;
  const HfFamily* family = type.empty() ? nullptr : hfFamilyOfType(type);
  if (type.empty() && nested) family = hfFamilyOfWrapper(outerType);
  if (type.empty() && nested && !family) family = hfFamilyOfType(outerType);
  if (type.empty() && !family && outerType.empty()) family = hfFamilyOfArchitecture(architecture);
  if (family && !nested) noteArchitecture(reader, *family, architecture);
  if (family) return family;
  if (!nested && hfFamilyOfWrapper(outerType)) {
    const auto* part = root.find("text_config");
    reader.fail(part ? ErrorKind::wrongType : ErrorKind::missingKey, "text_config", part ? part : &root, "{…}");
    return nullptr;
  }
  const auto* said = root.find("model_type");
  if (name.empty() && said && said->kind != JsonNode::Kind::null && said->kind != JsonNode::Kind::text)
    reader.fail(ErrorKind::wrongType, "model_type", said, "\"llama\", …");
  else if (name.empty())
    reader.fail(ErrorKind::missingKey, "model_type", &root);
  else
    reader.refuse("hf-refused-unknown", type.empty() && outerType.empty() ? "architectures" : "model_type", name);
  return nullptr;
}

// Sizes stand in the text part where the outer name is not a family of its own.
bool sizesAreNested(const JsonNode& root) {
  return nestedPart(root) && !(hfFamilyOfType(typeOf(root)) && root.find("hidden_size"));
}

// Sizes that stand somewhere else as well.
void noteOtherParts(HfReader& reader) {
  anyWord(kNestedParts, [&](std::string_view key) {
    const auto* part = reader.root().find(key);
    if (!part || !part->isObject() || part == &reader.part()) return false;
    const auto used = reader.isNested() ? "`" + reader.part().key + "`" : text("hf-outermost", reader.language());
    reader.notice("hf-other-part", {{"key", std::string(key)}, {"used", used}});
    return false;
  });
}

void noteRepeats(HfReader& reader, const JsonTree& tree) {
  for (const auto& repeat : tree.repeated)
    reader.notice("hf-repeated-key", {{"key", repeat.key}, {"line", std::to_string(repeat.line)}});
}

// 13,463,426,304
std::string grouped(std::int64_t count) {
  auto digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

void notePrediction(HfReader& reader, const HfPlan& plan, const ParameterBreakdown& parameters) {
  if (plan.predictionLayers == 0) return;
  reader.notice(plan.predictionRepeatsTables ? "hf-prediction-with-tables" : "hf-prediction",
                {{"count", grouped(parameters.multiTokenPrediction)}});
}

void noteIgnored(HfReader& reader, const HfFamily& family) {
  for (const auto* key : reader.misspelt())
    reader.notice("hf-misspelt-key", {{"key", key->key}, {"right", hfNormalised(key->key)}});
  for (const auto* key : reader.ignored())
    reader.notice("hf-ignored-key",
                  {{"key", key->key}, {"value", describe(*key)}, {"family", std::string(family.name)}});
}

tl::expected<ImportedModel, Errors> import(HfReader& reader, const HfFamily& family) {
  const auto plan = makeHfPlan(reader, family);
  if (reader.failed()) return tl::unexpected(reader.takeErrors());
  auto counts = countHfPlan(plan);
  if (!counts) {
    const auto* hidden = reader.find(hfSpellings("hidden"));
    reader.fail(ErrorKind::outOfRange, hidden ? hidden->key : "hidden_size", hidden ? hidden : &reader.part(),
                fmt::format("≤ {} parameters", kMaxParameters));
    return tl::unexpected(reader.takeErrors());
  }
  ImportedModel model;
  model.family = family.name;
  model.shape = shapeOf(plan, counts->parameters, reader);
  notePrediction(reader, plan, counts->parameters);
  noteIgnored(reader, family);
  model.parameters = std::move(counts->parameters);
  model.tiedIsSaid = plan.tiedIsSaid;
  model.contextLength = plan.contextLength;
  model.multipliedWeights = counts->multipliedWeights;
  model.attention = std::move(counts->attention);
  model.notices = reader.takeNotices();
  return model;
}

// Keys a query meets causally; of blocks half a block.
double keysOf(const AttentionWork& work, std::int64_t tokens) {
  const bool isCut = work.inBlocks && work.window > 0 && work.window < tokens;
  return isCut ? static_cast<double>(work.window + 1) / 2 : causalKeys(work.window, tokens);
}

}  // namespace

tl::expected<ImportedModel, Errors> importHfConfig(std::string_view text, const std::string& file, Language language) {
  const auto tree = parseJsonTree(text, file, JsonDialect::tolerant, hfKeyIsKept);
  if (!tree) return tl::unexpected(Errors{tree.error()});
  const auto& root = tree->root;
  if (!root.isObject())
    return tl::unexpected(Errors{{.kind = ErrorKind::syntax, .file = file, .line = root.line, .detail = "not-a-map"}});
  const bool nested = sizesAreNested(root);
  HfReader reader(root, nested ? *nestedPart(root) : root, file, language);
  noteRepeats(reader, *tree);
  const auto* family = familyOf(reader, nested);
  if (!family) return tl::unexpected(reader.takeErrors());
  if (nested) reader.notice("hf-text-part", {{"key", reader.part().key}});
  noteOtherParts(reader);
  noteQuantisation(reader);
  return import(reader, *family);
}

FlopsPerToken flopsPerToken(const ImportedModel& model, std::int64_t tokens) {
  const double weights = 2.0 * static_cast<double>(model.multipliedWeights);
  double causal = weights, full = weights;
  for (const auto& work : model.attention) {
    const double perKey = static_cast<double>(work.layers) * work.flopsPerKey;
    causal += perKey * keysOf(work, tokens);
    full += perKey * static_cast<double>(tokens);
  }
  return withTraining(causal, full);
}

}  // namespace shardscope
