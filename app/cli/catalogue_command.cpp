// SPDX-License-Identifier: Apache-2.0
// catalogue: what is built in and what the user added, with sources.

#include "core/catalogue/catalogue.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/catalogue_stacks.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/cost/parameters.hpp"
#include "core/io/report_json.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

using Json = nlohmann::ordered_json;

template <class Root>
Json fieldsJson(const Root& root, std::span<const Field<Root>> fields) {
  Json json = Json::object();
  for (const auto& field : fields) setDotted(json, field.name, valueJson(field.read(root)));
  return json;
}

std::string_view evidenceWord(Evidence evidence) {
  constexpr std::array<std::string_view, 4> kWords = {"data-sheet", "measured", "calibrated", "guess"};
  return kWords[static_cast<std::size_t>(evidence)];
}

Json sourcesJson(const std::vector<SourceNote>& sources) {
  Json json = Json::array();
  for (const auto& source : sources)
    json.push_back({{"field", source.field}, {"evidence", evidenceWord(source.evidence)}, {"text", source.text}});
  return json;
}

Json modelsJson() {
  Json json = Json::array();
  for (const auto& entry : catalogue().models())
    json.push_back(
        {{"id", entry.id},
         {"name", entry.name},
         {"family", entry.family},
         {"model", fieldsJson(entry.shape, modelFields())},
         {"parameters", {{"total", totalParameters(entry.shape)}, {"active", activeParameters(entry.shape)}}},
         {"sources", sourcesJson(entry.sources)},
         {"user_defined", entry.userDefined}});
  return json;
}

Json devicesJson() {
  Json json = Json::array();
  for (const auto& entry : catalogue().devices())
    json.push_back({{"id", entry.id},
                    {"gpu", fieldsJson(entry.device, deviceFields())},
                    {"sources", sourcesJson(entry.sources)},
                    {"user_defined", entry.userDefined}});
  return json;
}

Json scenariosJson() {
  Json json = Json::array();
  for (const auto& entry : catalogue().scenarios())
    json.push_back({{"id", entry.id},
                    {"name", {{"en", entry.nameEn}, {"zh_CN", entry.nameZh}}},
                    {"scenario", scenarioJson(entry.scenario)}});
  return json;
}

TextTable modelsTable(Language language) {
  using enum Align;
  TextTable table({left, left, right, right, right, right});
  table.add({text("cli-column-id", language), text("cli-column-family", language), text("cli-column-total", language),
             text("cli-column-active", language), text("cli-layers", language), text("cli-column-hidden", language)});
  for (const auto& entry : catalogue().models())
    table.add({entry.id, entry.family, count(static_cast<double>(totalParameters(entry.shape))),
               count(static_cast<double>(activeParameters(entry.shape))), std::to_string(entry.shape.layers),
               std::to_string(entry.shape.hidden)});
  return table;
}

TextTable devicesTable(Language language) {
  using enum Align;
  TextTable table({left, right, right, right, right, left, right, right});
  table.add({text("cli-column-id", language), "GB", "MiB", "TFLOP/s", "HBM GB/s", text("cli-link", language), "GB/s",
             text("cli-column-nic", language)});
  for (const auto& entry : catalogue().devices()) {
    const auto& device = entry.device;
    table.add({entry.id, count(device.nominalGb), grouped(static_cast<std::int64_t>(inGib(device.memory) * 1024)),
               significant(device.peak.bf16 / 1e12), significant(device.hbm.count() / kGb),
               std::string(word(device.link)), significant(device.linkRate.count() / kGb),
               significant(device.nic.count() / kGb)});
  }
  return table;
}

TextTable scenariosTable(Language language) {
  using enum Align;
  TextTable table({left, right, left});
  table.add({text("cli-column-id", language), "GPU", text("cli-column-name", language)});
  for (const auto& entry : catalogue().scenarios())
    table.add({"preset:" + entry.id, grouped(gpuCount(entry.scenario.cluster)),
               language == Language::zhCn ? entry.nameZh : entry.nameEn});
  return table;
}

struct Topic {
  std::string_view name;
  Json (*json)();
  TextTable (*table)(Language);
  std::string_view title, note;  // message ids
};

constexpr std::array kTopics = {
    Topic{"models", modelsJson, modelsTable, "cli-catalogue-models", "cli-catalogue-models-note"},
    Topic{"gpus", devicesJson, devicesTable, "cli-catalogue-gpus", "cli-catalogue-gpus-note"},
    Topic{"stacks", stacksJson, stacksTable, "cli-catalogue-stacks", "cli-catalogue-stacks-note"},
    Topic{"scenarios", scenariosJson, scenariosTable, "cli-catalogue-scenarios", "cli-catalogue-scenarios-note"},
};

std::string topicText(const Topic& topic, const Context& context) {
  const auto language = context.language();
  return painted(text(topic.title, language), Tone::heading, context.style) + "\n" + topic.table(language).render(2) +
         paragraph("  ", text(topic.note, language), context.style.width);
}

}  // namespace

ExitCode runCatalogue(Context& context) {
  const auto& wanted = context.options.operand;
  Json json = Json::object();
  std::string listed, names;
  for (const auto& topic : kTopics) {
    names += (names.empty() ? "" : ", ") + std::string(topic.name);
    if (!wanted.empty() && wanted != topic.name) continue;
    if (context.options.json)
      json[std::string(topic.name)] = topic.json();
    else
      listed += (listed.empty() ? "" : "\n") + topicText(topic, context);
  }
  if (listed.empty() && json.empty())
    return context.fail(ExitCode::badUsage,
                        text("cli-catalogue-topic", context.language(), {{"found", wanted}, {"topics", names}}));
  return context.print(context.options.json ? jsonText(json) : listed);
}

}  // namespace shardscope::cli
