// SPDX-License-Identifier: Apache-2.0
#pragma once
// What Python's json writes although JSON has no such words: NaN, Infinity, -Infinity; and numbers beyond a double.

#include <string>
#include <string_view>

namespace shardscope {

// `text` with those words and numbers put in quotes wherever they stand outside a string. Lines stay the same.
std::string withQuotedWords(std::string_view text);

}  // namespace shardscope
