// SPDX-License-Identifier: Apache-2.0
#include "app/cli/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace shardscope::cli {
namespace {

constexpr const char* kSpace = "\u00a0";  // between number and unit, not to be broken

struct Prefix {
  double factor;
  const char* letter;
};

std::string withPrefix(double value, const auto& prefixes, const char* unit) {
  for (const auto& prefix : prefixes)
    if (std::abs(value) >= prefix.factor * 0.99995)
      return significant(value / prefix.factor) + kSpace + prefix.letter + unit;
  return significant(value) + kSpace + unit;
}

// "1.203e-05" → -5
int exponentOf(std::string_view scientific) {
  auto digits = scientific.substr(scientific.find('e') + 1);
  if (digits.starts_with('+')) digits.remove_prefix(1);  // which from_chars does not take
  int exponent = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  return exponent;
}

// "1234567.8" → "1,234,567.8"
std::string withThousands(std::string digits) {
  const auto point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  for (std::size_t at = point; at > first + 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

}  // namespace

std::string gib(Bytes bytes, int decimals) { return withThousands(fmt::format("{:.{}f}", inGib(bytes), decimals)); }

int decimalsToTell(Bytes a, Bytes b) {
  int decimals = 1;
  while (decimals < 4 && a != b && gib(a, decimals) == gib(b, decimals)) ++decimals;
  return decimals;
}

std::string significant(double value, int digits) {
  if (value == 0 || !std::isfinite(value)) return fmt::format("{:g}", value);
  // The exponent after rounding: 9.99996 has two digits before its point at four significant ones.
  const auto scientific = fmt::format("{:.{}e}", value, digits - 1);
  const int exponent = exponentOf(scientific);
  if (exponent < -4 || exponent > 14) return fmt::format("{:.{}g}", value, digits);
  double rounded = value;
  std::from_chars(scientific.data(), scientific.data() + scientific.size(), rounded);
  return withThousands(fmt::format("{:.{}f}", rounded, std::max(0, digits - 1 - exponent)));
}

std::string grouped(std::int64_t value) { return withThousands(fmt::format("{}", value)); }

std::string count(double value) {
  constexpr std::array<Prefix, 4> kPrefixes = {{{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e4, "k"}}};
  if (std::abs(value) < 99'995 && value == std::floor(value)) return grouped(static_cast<std::int64_t>(value));
  for (const auto& prefix : kPrefixes) {
    const double factor = prefix.factor == 1e4 ? 1e3 : prefix.factor;
    if (std::abs(value) >= prefix.factor * 0.99995) return significant(value / factor) + kSpace + prefix.letter;
  }
  return significant(value);
}

std::string seconds(double value) {
  constexpr std::array<Prefix, 3> kPrefixes = {{{1, ""}, {1e-3, "m"}, {1e-6, "µ"}}};
  if (value == 0) return std::string("0") + kSpace + "s";
  const double size = std::abs(value);
  for (const auto& prefix : kPrefixes)
    if (size >= prefix.factor * 0.9995)
      return significant(value / prefix.factor, prefix.factor == 1 ? 4 : 3) + kSpace + prefix.letter + "s";
  return significant(value * 1e9, 3) + kSpace + "ns";
}

std::string percent(double fraction) { return fmt::format("{:.1f}{}%", fraction * 100, kSpace); }

std::string gigabytes(double bytes) {
  constexpr std::array<Prefix, 5> kPrefixes = {{{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}}};
  return withPrefix(bytes, kPrefixes, "B");
}

std::string flops(double value) {
  constexpr std::array<Prefix, 7> kPrefixes = {
      {{1e24, "Y"}, {1e21, "Z"}, {1e18, "E"}, {1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}}};
  return withPrefix(value, kPrefixes, "FLOP");
}

}  // namespace shardscope::cli
