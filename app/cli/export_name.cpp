// SPDX-License-Identifier: Apache-2.0
#include "app/cli/export_name.hpp"

#include <filesystem>
#include <string_view>

namespace shardscope::cli {
namespace {

constexpr std::string_view kSuffix = ".shard.yaml";
constexpr std::size_t kLongestStem = 200;  // bytes; a file name may have 255

bool isForbidden(unsigned char c) { return c < 0x20 || c == 0x7F || c == '/' || c == '\\'; }

std::string sourceStem(const std::string& source) {
  constexpr std::string_view kPreset = "preset:";
  if (source == "-") return {};
  if (source.starts_with(kPreset)) return source.substr(kPreset.size());
  std::string stem = std::filesystem::path(source).filename().string();
  for (const std::string_view suffix :
       {kSuffix, std::string_view(".yaml"), std::string_view(".yml"), std::string_view(".json")})
    if (stem.ends_with(suffix)) return stem.substr(0, stem.size() - suffix.size());
  return stem;
}

std::string asFileName(std::string name) {
  for (auto& c : name)
    if (isForbidden(static_cast<unsigned char>(c))) c = '-';
  // A leading dot hides the file, trailing blanks confuse everybody.
  name.erase(0, name.find_first_not_of(". "));
  name.erase(name.find_last_not_of(' ') + 1);
  if (name.size() <= kLongestStem) return name;
  std::size_t end = kLongestStem;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0) == 0x80) --end;
  return name.substr(0, end);
}

}  // namespace

std::string exportName(const Scenario& scenario, const std::string& source) {
  for (const auto& candidate : {scenario.name, sourceStem(source)})
    if (const auto stem = asFileName(candidate); !stem.empty()) return stem + std::string(kSuffix);
  return "scenario" + std::string(kSuffix);
}

}  // namespace shardscope::cli
