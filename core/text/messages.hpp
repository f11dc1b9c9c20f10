#pragma once
// The one message table (resources/messages.json): id → English and 简体中文 with {named} placeholders.
// Serves issues, reader errors, CLI and GUI alike.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/text/language.hpp"

namespace shardscope {

using MessageArg = std::pair<std::string_view, std::string>;

// The text of `id` with its placeholders filled in. An unknown id is a broken invariant (assert; the id itself in release).
std::string text(std::string_view id, Language language, std::initializer_list<MessageArg> args = {});
bool hasText(std::string_view id);

}  // namespace shardscope
