// SPDX-License-Identifier: Apache-2.0
#include "core/io/decimal.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace shardscope {
namespace {

// Position of the first digit that is not 0, counted from the decimal point: 3 for 123.4, −2 for 0.0012. Unsigned text
// without exponent.
long long magnitude(std::string_view digits) {
  const auto point = std::min(digits.find('.'), digits.size());
  const auto first = digits.find_first_not_of("0.");
  if (first == std::string_view::npos) return std::numeric_limits<long long>::min() / 2;
  return static_cast<long long>(point) - static_cast<long long>(first) + (first > point ? 1 : 0);
}

// Whether a number that no double holds is one too large; else it is one too small.
bool isHuge(std::string_view text) {
  const auto mark = std::min(text.find_first_of("eE"), text.size());
  long long exponent = 0;
  if (mark < text.size()) {
    auto digits = text.substr(mark + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    if (read.ec == std::errc::result_out_of_range) return !digits.starts_with('-');
  }
  return magnitude(text.substr(0, mark)) + exponent > 0;
}

}  // namespace

std::optional<double> decimal(std::string_view text) {
  const bool isNegative = text.starts_with('-');
  if (isNegative || text.starts_with('+')) text.remove_prefix(1);
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos || text.starts_with('-')) return std::nullopt;
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec == std::errc::invalid_argument || read.ptr != text.data() + text.size()) return std::nullopt;
  if (read.ec == std::errc::result_out_of_range) value = isHuge(text) ? std::numeric_limits<double>::infinity() : 0;
  return isNegative ? -value : value;
}

}  // namespace shardscope
