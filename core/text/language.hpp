// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace shardscope {

enum class Language : std::uint8_t { en, zhCn };

// "en", "en_US", "zh", "zh_CN", "zh-CN" …; nothing for other languages.
std::optional<Language> languageNamed(std::string_view name);

}  // namespace shardscope
