// SPDX-License-Identifier: Apache-2.0
#include "core/catalogue/catalogue_builder.hpp"

#include <algorithm>

#include "core/catalogue/entries.hpp"
#include "core/catalogue/scenario_entry.hpp"
#include "core/text/embedded.hpp"

namespace shardscope {
namespace {

JsonPlace placeOf(const JsonNode& entry, const char* part, const std::string& file) {
  const auto* id = entry.find("id");
  return {file, id && !id->text.empty() ? std::string(part) + "." + id->text : std::string(part)};
}

}  // namespace

void CatalogueBuilder::add(std::string_view text, const std::string& file, bool userDefined) {
  auto tree = parseJsonTree(text, file, JsonDialect::strict);
  if (!tree) return fail(tree.error());
  if (!tree->root.isObject())
    return fail({.kind = ErrorKind::syntax, .file = file, .line = tree->root.line, .detail = "not-a-map"});
  // Which of the two was meant cannot be told, and the entries that hold them are not marked: refuse the file.
  for (const auto& repeat : tree->repeated)
    fail({.kind = ErrorKind::repeatedKey,
          .file = file,
          .line = repeat.line,
          .key = repeat.key,
          .found = repeat.found,
          .detail = std::to_string(repeat.firstLine)});
  if (!tree->repeated.empty()) return;
  const JsonPlace place{file, ""};
  for (auto& child : tree->root.children) {
    const bool known = child.key == "models" || child.key == "devices" || child.key == "scenarios";
    if (!known)
      fail(jsonError(ErrorKind::unknownKey, place, child.key, child, "models, devices, scenarios"));
    else if (!child.isList())
      fail(jsonError(ErrorKind::wrongType, place, child.key, child, "[…]"));
    else if (child.key == "models")
      addModels({std::move(child), file, userDefined});
    else if (child.key == "devices")
      addDevices({std::move(child), file, userDefined});
    else
      scenarioParts_.push_back({std::move(child), file, userDefined});
  }
}

void CatalogueBuilder::addBuiltIn() {
  for (const auto& file : embeddedFiles())
    if (file.name.starts_with("catalogue/")) add(file.text, std::string(file.name), false);
}

template <class Entry>
void CatalogueBuilder::put(std::vector<Entry>& entries, Entry entry, const std::string& file, bool userDefined) {
  entry.userDefined = userDefined;
  const auto same = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.id == entry.id; });
  if (same == entries.end()) {
    entries.push_back(std::move(entry));
    return;
  }
  overridden_.push_back({entry.id, file});
  *same = std::move(entry);
}

void CatalogueBuilder::addModels(const Part& part) {
  for (const auto& node : part.list.children)
    if (auto entry = readModelEntry(node, placeOf(node, "models", part.file), errors_))
      put(catalogue_.models_, std::move(*entry), part.file, part.userDefined);
}

void CatalogueBuilder::addDevices(const Part& part) {
  for (const auto& node : part.list.children)
    if (auto entry = readDeviceEntry(node, placeOf(node, "devices", part.file), errors_))
      put(catalogue_.devices_, std::move(*entry), part.file, part.userDefined);
}

void CatalogueBuilder::addScenarios(const Part& part) {
  for (const auto& node : part.list.children)
    if (auto entry = readScenarioEntry(node, placeOf(node, "scenarios", part.file), catalogue_, errors_))
      put(catalogue_.scenarios_, std::move(*entry), part.file, part.userDefined);
}

Catalogue CatalogueBuilder::finish() {
  for (const auto& part : scenarioParts_) addScenarios(part);
  return std::move(catalogue_);
}

}  // namespace shardscope
