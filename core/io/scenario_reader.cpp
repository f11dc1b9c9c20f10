// SPDX-License-Identifier: Apache-2.0
#include "core/io/scenario_reader.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "core/catalogue/catalogue.hpp"
#include "core/io/file.hpp"
#include "core/io/file_path.hpp"
#include "core/io/hf_config.hpp"
#include "core/io/scenario_reader_parts.hpp"
#include "core/io/tree.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

constexpr std::string_view kVersionKey = "shardscope";

enum class Format : std::uint8_t { any, json };

bool startsLikeJson(std::string_view text) {
  const auto first = withoutByteOrderMark(text).find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && withoutByteOrderMark(text)[first] == '{';
}

// Turns the tree of a file into a scenario; every problem becomes a finding.
class ScenarioMapper {
 public:
  ScenarioMapper(const ReaderContext& context, Findings& findings) : context_(context), findings_(findings) {}

  Scenario map(const Node& root) {
    if (root.kind != NodeKind::map) {
      findings_.add({.kind = ErrorKind::syntax, .line = root.line, .found = shown(root), .detail = "not-a-map"});
      return {};
    }
    if (!checkVersion(root)) return {};
    const OtherKeys others = [this](const std::string& name, const NodeMember& member) {
      return structured(name, member);
    };
    given_ = MapReader("", findings_, others).read(root, scenarioFields(), scenario_);
    requireKeys(root);
    checkSchedule();
    checkStages();
    return std::move(scenario_);
  }

 private:
  bool structured(const std::string& name, const NodeMember& member) {
    if (name == kVersionKey) return true;  // read before everything else
    if (name == "model")
      hasModel_ = true, modelIsGood_ = readModel(member, context_, scenario_.model, findings_);
    else if (name == "cluster.gpu")
      hasGpu_ = true, readGpu(member, scenario_.cluster, findings_);
    else
      return false;
    return true;
  }

  // False if the rest of the file means nothing to this program.
  bool checkVersion(const Node& root) {
    const auto key = std::string(kVersionKey);
    const auto found =
        std::find_if(root.members.begin(), root.members.end(), [&](const NodeMember& m) { return m.key == key; });
    const auto expected = fmt::format("{}", kFormatVersion);
    if (found == root.members.end()) {
      const bool looksRight = std::any_of(root.members.begin(), root.members.end(), [](const NodeMember& m) {
        return m.key == "model" || m.key == "cluster" || m.key == "workload" || m.key == "parallel";
      });
      findings_.add({.kind = ErrorKind::missingKey,
                     .line = root.line,
                     .key = key,
                     .allowed = expected,
                     .detail = looksRight ? "" : "not-a-scenario"});
      return looksRight;
    }
    const auto& value = *found->value;
    if (value.kind == NodeKind::integer && value.integer == kFormatVersion) return true;
    if (value.kind == NodeKind::integer) {
      findings_.add({.kind = ErrorKind::unsupportedVersion,
                     .line = found->line,
                     .key = key,
                     .found = shown(value),
                     .allowed = expected});
      return false;
    }
    findings_.add(wrongType(value, key, expected));
    return true;
  }

  void missing(const Node& root, const char* group, const char* key, std::string allowed) {
    const auto found =
        std::find_if(root.members.begin(), root.members.end(), [&](const NodeMember& m) { return m.key == group; });
    // A group that is no group has been reported as such.
    if (found != root.members.end() && *key != '\0' && found->value->kind != NodeKind::map) return;
    const int line = found == root.members.end() ? root.line : found->line;
    const auto dotted = *key == '\0' ? std::string(group) : fmt::format("{}.{}", group, key);
    findings_.add({.kind = ErrorKind::missingKey, .line = line, .key = dotted, .allowed = std::move(allowed)});
  }

  void requireKeys(const Node& root) {
    if (!hasModel_) missing(root, "model", "", "{preset: …}, {hf_config: …}, {layers: …, …}");
    if (!hasGpu_) missing(root, "cluster", "gpu", fmt::format("{} …", kDefaultDevice));
    const auto* nodes = given_.find("cluster.nodes");
    const auto* gpus = given_.find("cluster.gpus");
    const bool hasNodes = given_.has("cluster.nodes"), hasGpus = given_.has("cluster.gpus");
    if (!hasNodes && !hasGpus) missing(root, "cluster", "nodes", "cluster.nodes | cluster.gpus");
    if (hasNodes && hasGpus) {
      const bool nodesLast = nodes->line > gpus->line;
      const auto& last = nodesLast ? *nodes : *gpus;
      const auto& value = nodesLast ? scenario_.cluster.nodes : scenario_.cluster.gpus;
      findings_.add({.kind = ErrorKind::conflictingKeys,
                     .line = last.line,
                     .key = last.name,
                     .found = value ? fmt::format("{}", *value) : "?",
                     .detail = nodesLast ? gpus->name : nodes->name});
    }
    if (!given_.find("workload.global_batch"))
      missing(root, "workload", "global_batch", describeAllowed(field(Key::globalBatch)));
  }

  // interleaved ⇔ vpp > 1; the two chunks of zb-v and dualpipe are implied.
  void checkSchedule() {
    const auto* key = given_.find("parallel.schedule");
    const auto& chosen = scenario_.parallel.schedule;
    if (!chosen || given_.isWrong("parallel.vpp") || !key) return;
    const bool isChunked = scenario_.parallel.vpp > 1;
    if ((*chosen == Schedule::interleaved) == isChunked) return;
    const auto allowed = isChunked ? std::string(word(Schedule::interleaved)) : otherSchedules();
    findings_.add({.kind = ErrorKind::conflictingKeys,
                   .line = key->line,
                   .key = key->name,
                   .found = std::string(word(*chosen)),
                   .allowed = allowed,
                   .detail = fmt::format("parallel.vpp: {}", scenario_.parallel.vpp)});
  }

  static std::string otherSchedules() {
    std::vector<std::string_view> words(EnumWords<Schedule>::words.begin(), EnumWords<Schedule>::words.end());
    std::erase(words, word(Schedule::interleaved));
    return fmt::format("{}", fmt::join(words, ", "));
  }

  void checkStages() {
    const auto* key = given_.find("parallel.stage_layers");
    const auto& stages = scenario_.parallel.stageLayers;
    if (!key || stages.empty()) return;
    const auto add = [&](const char* detail, std::int64_t found, std::int64_t allowed) {
      findings_.add({.kind = ErrorKind::conflictingKeys,
                     .line = key->line,
                     .key = key->name,
                     .found = fmt::format("{}", found),
                     .allowed = fmt::format("{}", allowed),
                     .detail = detail});
    };
    const auto count = static_cast<std::int64_t>(stages.size());
    if (!given_.isWrong("parallel.pp") && count != scenario_.parallel.pp)
      add("stage-count", count, scenario_.parallel.pp);
    const auto sum = std::accumulate(stages.begin(), stages.end(), std::int64_t{0});
    if (modelIsGood_ && sum != scenario_.model.shape.layers) add("stage-sum", sum, scenario_.model.shape.layers);
  }

  const ReaderContext& context_;
  Findings& findings_;
  Scenario scenario_;
  GivenKeys given_;
  bool hasModel_ = false, modelIsGood_ = false, hasGpu_ = false;
};

// JSON, or YAML whose outermost map is written in braces: what is no JSON may still be the latter. If it is neither,
// the reader that understood more of it names the mistake; keys in quotes decide a draw.
tl::expected<NodePtr, Error> bracedTree(std::string_view text, const std::string& file) {
  auto json = jsonTree(text, file);
  if (json || json.error().kind != ErrorKind::syntax) return json;
  auto yaml = yamlTree(text, file);
  if (yaml) return yaml;
  const auto key = text.find_first_not_of(" \t\r\n", text.find('{') + 1);
  const bool looksLikeJson = key == std::string_view::npos || text[key] == '"';
  const int jsonLine = json.error().line, yamlLine = yaml.error().line;
  const bool isJson = jsonLine == yamlLine ? looksLikeJson : jsonLine > yamlLine;
  return isJson ? json : yaml;
}

tl::expected<NodePtr, Error> treeOf(std::string_view text, const std::string& file, Format format) {
  if (format == Format::json) return jsonTree(text, file);
  return startsLikeJson(text) ? bracedTree(text, file) : yamlTree(text, file);
}

tl::expected<LoadedScenario, Errors> parse(std::string_view text, const std::string& file, const std::string& directory,
                                           Language language, Format format) {
  const auto failed = [](Error error) { return tl::unexpected(Errors{std::move(error)}); };
  if (text.size() > kMaxScenarioBytes)
    return failed({.kind = ErrorKind::tooLarge,
                   .file = file,
                   .found = fmt::format("{}", text.size()),
                   .allowed = fmt::format("{}", kMaxScenarioBytes)});
  if (withoutByteOrderMark(text).find_first_not_of(" \t\r\n") == std::string_view::npos)
    return failed({.kind = ErrorKind::empty, .file = file});
  const auto tree = treeOf(text, file, format);
  if (!tree) return failed(tree.error());
  LoadedScenario loaded;
  Findings findings(file);
  const ReaderContext context{.directory = directory, .language = language, .notices = &loaded.notices};
  loaded.scenario = ScenarioMapper(context, findings).map(**tree);
  if (findings.any()) return tl::unexpected(findings.take());
  return loaded;
}

// A run of the model on one node of the default device, legal under our own rules for every model of ordinary size.
tl::expected<LoadedScenario, Errors> fromHfConfig(std::string_view text, const std::string& path, Language language) {
  auto imported = importHfConfig(text, path, language);
  if (!imported) return tl::unexpected(imported.error());
  LoadedScenario loaded;
  auto& scenario = loaded.scenario;
  scenario.model.shape = imported->shape;
  if (!path.empty()) {
    scenario.model.source = ModelSource::hfConfig;
    scenario.model.reference = absolutePath(path);
  }
  const auto* device = catalogue().device(kDefaultDevice);
  scenario.cluster.gpuId = device->id;
  scenario.cluster.device = device->device;
  scenario.cluster.nodes = 1;
  const auto positions = imported->shape.learnedPositions;
  if (positions > 0) scenario.workload.sequenceLength = std::min(scenario.workload.sequenceLength, positions);
  scenario.workload.globalBatch = 16 * gpuCount(scenario.cluster);
  loaded.notices = imported->notices;
  loaded.kind = DocumentKind::modelConfig;
  return loaded;
}

}  // namespace

tl::expected<LoadedScenario, Errors> parseScenario(std::string_view text, const std::string& file,
                                                   const std::string& directory, Language language) {
  return parse(text, file, directory, language, Format::any);
}

tl::expected<LoadedScenario, Errors> parseScenarioJson(std::string_view text, const std::string& file,
                                                       const std::string& directory, Language language) {
  return parse(text, file, directory, language, Format::json);
}

tl::expected<LoadedScenario, Errors> loadScenario(const std::string& pathOrPreset, Language language, Pipes pipes) {
  constexpr std::string_view kPreset = "preset:";
  if (pathOrPreset.starts_with(kPreset)) {
    const auto id = pathOrPreset.substr(kPreset.size());
    if (const auto* entry = catalogue().scenario(id))
      return LoadedScenario{.scenario = entry->scenario, .notices = {}, .kind = DocumentKind::preset};
    return tl::unexpected(Errors{
        {.kind = ErrorKind::unknownId,
         .file = pathOrPreset,
         .key = "preset",
         .found = shortened(id),
         .allowed = fmt::format("{}", fmt::join(Catalogue::nearest(shortened(id), catalogue().scenarioIds()), ", "))}});
  }
  const auto text = readFile(pathOrPreset, kMaxConfigBytes, pipes);
  if (!text) return tl::unexpected(Errors{text.error()});
  const bool isStream = pathOrPreset == "-";
  const auto file = isStream ? std::string() : pathOrPreset;
  if (startsLikeJson(*text) && looksLikeHfConfig(*text)) return fromHfConfig(*text, file, language);
  const auto directory = isStream ? std::string() : std::filesystem::path(pathOrPreset).parent_path().string();
  return parseScenario(*text, file, directory, language);
}

}  // namespace shardscope
