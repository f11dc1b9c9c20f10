// SPDX-License-Identifier: Apache-2.0
#pragma once
// The value of an option that takes a whole number.

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/text/messages.hpp"

namespace shardscope::cli {

inline std::optional<std::size_t> wholeNumber(std::string_view written, std::size_t least, std::size_t greatest) {
  std::size_t value = 0;
  const auto end = written.data() + written.size();
  const auto [last, code] = std::from_chars(written.data(), end, value);
  if (code != std::errc{} || last != end || value < least || value > greatest) return std::nullopt;
  return value;
}

// What to say where there is none.
inline std::string notAWholeNumber(std::string_view option, const std::string& written, std::size_t least,
                                   std::size_t greatest, Language language) {
  return text("cli-usage-number", language,
              {{"option", std::string(option)},
               {"found", written},
               {"least", std::to_string(least)},
               {"greatest", std::to_string(greatest)}});
}

}  // namespace shardscope::cli
