// SPDX-License-Identifier: Apache-2.0
#pragma once
// The one message table (resources/messages/*.json): id → English and 简体中文 with {named} placeholders.
// Serves issues, reader errors, CLI and GUI alike. "{gpus} GPU(s)" is "1 GPU" or "2 GPUs", "batch(es)" likewise: by the
// last placeholder before it.

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/language.hpp"

namespace shardscope {

using MessageArg = std::pair<std::string_view, std::string>;

// The text of `id` with its placeholders filled in. An unknown id or a placeholder without an argument is a broken
// invariant (assert; in release the id itself, or the placeholder as it stands). Thread-safe.
std::string text(std::string_view id, Language language, std::initializer_list<MessageArg> args = {});
bool hasText(std::string_view id);

// The parts of text(), for callers whose arguments are made at run time.
std::string_view textTemplate(std::string_view id, Language language);
std::string fillIn(std::string_view textTemplate, std::span<const MessageArg> args);

// Every id, in the order of the files; an id that stands twice is listed twice (a test refuses it).
const std::vector<std::string>& textIds();

// The names of the placeholders in `textTemplate`, in order of appearance. A placeholder is a brace, a letter, letters,
// digits or underscores, and a brace; other braces are ordinary characters.
std::vector<std::string> placeholders(std::string_view textTemplate);

}  // namespace shardscope
