// SPDX-License-Identifier: Apache-2.0
#include "core/text/language.hpp"

#include <string>

namespace shardscope {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::optional<Language> languageNamed(std::string_view name) {
  // The language part of "en_US.UTF-8", "zh-Hans", "zh_CN@pinyin"; the rest does not change which texts we have.
  const auto end = name.find_first_of("_-.@");
  std::string language;
  for (const char c : name.substr(0, end)) language += lower(c);
  if (language == "en") return Language::en;
  if (language == "zh") return Language::zhCn;
  return std::nullopt;
}

}  // namespace shardscope
