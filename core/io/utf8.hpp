// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes as text: what may come in, and what may go out to formats that take nothing but UTF-8.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/io/error.hpp"

namespace shardscope {

// The place of the first byte that is no UTF-8 text (or a control character other than tab and line ends), if any.
std::optional<Error> textError(std::string_view text, const std::string& file);
std::string_view withoutByteOrderMark(std::string_view text);

// `text` with every byte that is no UTF-8 replaced by U+FFFD. File names on this system may hold any byte.
std::string validUtf8(std::string_view text);

// For messages: UTF-8 on one line, control characters as escapes, cut after `longest` bytes (and then "…").
std::string shortened(std::string_view text, std::size_t longest = 60);

// No part of a message that comes from outside is longer: a file may hold a key of a megabyte.
inline constexpr std::size_t kLongestPart = 1000;

}  // namespace shardscope
