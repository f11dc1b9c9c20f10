// SPDX-License-Identifier: Apache-2.0
#include "core/io/scenario_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/io/file_path.hpp"
#include "core/io/report_json.hpp"
#include "core/io/utf8.hpp"
#include "core/io/yaml_text.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Adds a dotted key below the entries of its groups, which are made at their first key.
void addEntry(std::vector<YamlEntry>& entries, std::string_view dotted, std::string scalar) {
  const auto dot = dotted.find('.');
  const auto head = dotted.substr(0, dot);
  if (dot == std::string_view::npos) {
    entries.push_back({.key = std::string(head), .scalar = std::move(scalar), .children = {}});
    return;
  }
  auto group = std::find_if(entries.begin(), entries.end(), [&](const YamlEntry& entry) { return entry.key == head; });
  if (group == entries.end())
    group = entries.insert(entries.end(), {.key = std::string(head), .scalar = {}, .children = {}});
  addEntry(group->children, dotted.substr(dot + 1), std::move(scalar));
}

// The rows of a table that differ from `Root{}`, and those for which `always` holds.
template <class Root, class Always>
std::vector<YamlEntry> changedRows(std::span<const Field<Root>> fields, const Root& root, Always always) {
  std::vector<YamlEntry> entries;
  const Root plain;
  for (const auto& field : fields) {
    const auto value = field.read(root);
    if (value != field.read(plain) || always(field.name)) addEntry(entries, field.name, yamlScalar(value));
  }
  return entries;
}

// Of dimensions that were edited: where they came from, a path relative to the file.
std::string originText(const ModelChoice& model, const std::string& directory) {
  return isConfigPath(model.reference) ? pathInside(directory, model.reference) : model.reference;
}

YamlEntry modelEntry(const ModelChoice& model, const std::string& directory) {
  YamlEntry entry{.key = "model", .scalar = {}, .children = {}};
  switch (model.source) {
    case ModelSource::preset: addEntry(entry.children, "preset", yamlText(model.reference)); break;
    case ModelSource::hfConfig:
      addEntry(entry.children, "hf_config", yamlText(pathInside(directory, model.reference)));
      break;
    case ModelSource::inlineDimensions: {
      if (const auto origin = originText(model, directory); !origin.empty())
        addEntry(entry.children, "edited_from", yamlText(origin));
      const bool mla = usesMla(model.shape);
      const bool moe = isMoe(model.shape);
      const auto rows = changedRows<ModelShape>(modelFields(), model.shape, [&](std::string_view name) {
        return isOneOf(name, {"layers", "hidden", "heads", "vocab"}) ||
               (moe && isOneOf(name, {"top_k", "expert_ffn"})) ||
               (mla && isOneOf(name, {"nope_dim", "rope_dim", "v_dim"}));
      });
      entry.children.insert(entry.children.end(), rows.begin(), rows.end());
      break;
    }
  }
  return entry;
}

YamlEntry gpuEntry(const Cluster& cluster) {
  if (!cluster.gpuId.empty()) return {.key = "gpu", .scalar = yamlText(cluster.gpuId), .children = {}};
  // Besides the required keys also those whose default follows from other keys.
  return {.key = "gpu",
          .scalar = {},
          .children = changedRows<Device>(deviceFields(), cluster.device, [](std::string_view name) {
            return isOneOf(name, {"generation", "peak_flops.bf16", "memory_bytes", "nominal_gb", "hbm_bytes_per_s",
                                  "sms", "link_bytes_per_s", "link_domain", "gpus_per_node", "nic_bytes_per_s"});
          })};
}

template <class Root>
nlohmann::ordered_json allRows(std::span<const Field<Root>> fields, const Root& root) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& field : fields) {
    auto* place = &json;
    auto name = field.name;
    for (auto dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.')) {
      place = &(*place)[std::string(name.substr(0, dot))];
      name.remove_prefix(dot + 1);
    }
    (*place)[std::string(name)] = valueJson(field.read(root));
  }
  return json;
}

nlohmann::ordered_json modelJson(const ModelChoice& model, const std::string& directory) {
  switch (model.source) {
    case ModelSource::preset: return {{"preset", validUtf8(model.reference)}};
    case ModelSource::hfConfig: return {{"hf_config", validUtf8(pathInside(directory, model.reference))}};
    case ModelSource::inlineDimensions: break;
  }
  auto rows = allRows<ModelShape>(modelFields(), model.shape);
  if (const auto origin = originText(model, directory); !origin.empty()) rows["edited_from"] = validUtf8(origin);
  return rows;
}

}  // namespace

std::string scenarioYaml(const Scenario& scenario, const std::string& directory) {
  const bool dpIsSet = scenario.parallel.dp.has_value();
  const auto rows = changedRows<Scenario>(scenarioFields(), scenario, [&](std::string_view name) {
    return isOneOf(name, {"workload.sequence_length", "workload.micro_batch", "workload.global_batch", "parallel.tp",
                          "parallel.pp"}) ||
           (dpIsSet && name == "parallel.dp");
  });
  YamlEntry cluster{.key = "cluster", .scalar = {}, .children = {gpuEntry(scenario.cluster)}};
  std::vector<YamlEntry> name, rest;
  for (const auto& row : rows) {
    if (row.key == "cluster")
      cluster.children.insert(cluster.children.end(), row.children.begin(), row.children.end());
    else
      (row.key == "name" ? name : rest).push_back(row);
  }
  std::vector<YamlEntry> entries;
  addEntry(entries, "shardscope", fmt::format("{}", kFormatVersion));
  entries.insert(entries.end(), name.begin(), name.end());
  entries.push_back(modelEntry(scenario.model, directory));
  entries.push_back(std::move(cluster));
  entries.insert(entries.end(), rest.begin(), rest.end());
  return fmt::format("# Shardscope scenario, format {}. A key that is left out has its default.\n", kFormatVersion) +
         yamlLines(entries);
}

nlohmann::ordered_json scenarioJson(const Scenario& scenario, const std::string& directory) {
  const auto rows = allRows<Scenario>(scenarioFields(), scenario);
  nlohmann::ordered_json json = {{"shardscope", kFormatVersion}};
  for (const auto& [key, value] : rows.items()) {
    if (key == "cluster") {
      json["model"] = modelJson(scenario.model, directory);
      auto& cluster = json["cluster"] = nlohmann::ordered_json::object();
      cluster["gpu"] = scenario.cluster.gpuId.empty() ? allRows<Device>(deviceFields(), scenario.cluster.device)
                                                      : nlohmann::ordered_json(validUtf8(scenario.cluster.gpuId));
      cluster.update(value);
    } else {
      json[key] = value;
    }
  }
  return json;
}

bool isJsonPath(std::string_view path) {
  constexpr std::string_view kSuffix = ".json";
  if (path.size() <= kSuffix.size()) return false;
  return std::equal(kSuffix.begin(), kSuffix.end(), path.end() - kSuffix.size(), [](char wanted, char found) {
    return wanted == static_cast<char>(std::tolower(static_cast<unsigned char>(found)));
  });
}

std::string scenarioText(const Scenario& scenario, const std::string& path) {
  const auto directory = std::filesystem::path(absolutePath(path)).parent_path().string();
  return isJsonPath(path) ? scenarioJson(scenario, directory).dump(2) + "\n" : scenarioYaml(scenario, directory);
}

}  // namespace shardscope
