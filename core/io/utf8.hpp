#pragma once
// Bytes as text: what may come in, and what may go out to formats that take nothing but UTF-8.

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

// On one line and at most 60 bytes long, for messages.
std::string shortened(std::string_view text);

}  // namespace shardscope
