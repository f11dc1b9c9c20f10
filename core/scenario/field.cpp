// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace shardscope {
namespace {

bool inRange(double value, double min, double max) { return value >= min && value <= max; }

FieldError integerFits(std::int64_t value, double min, double max) {
  return inRange(static_cast<double>(value), min, max) ? FieldError::none : FieldError::outOfRange;
}

FieldError numberFits(const Value& value, double min, double max) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return integerFits(*whole, min, max);
  if (const auto* real = std::get_if<double>(&value))
    return std::isfinite(*real) && inRange(*real, min, max) ? FieldError::none : FieldError::outOfRange;
  return FieldError::wrongType;
}

FieldError listFits(const Value& value, double min, double max) {
  const auto* items = std::get_if<std::vector<std::int64_t>>(&value);
  if (!items) return FieldError::wrongType;
  const bool good = std::all_of(items->begin(), items->end(),
                                [&](std::int64_t item) { return integerFits(item, min, max) == FieldError::none; });
  return good ? FieldError::none : FieldError::outOfRange;
}

FieldError wordFits(const Value& value, std::span<const std::string_view> words) {
  const auto* text = std::get_if<std::string>(&value);
  if (!text) return FieldError::wrongType;
  return std::find(words.begin(), words.end(), *text) != words.end() ? FieldError::none : FieldError::unknownWord;
}

// 1000000 as "1000000", 1e+18 as "1e+18", 0.5 as "0.5".
std::string plain(double value) {
  if (std::nearbyint(value) == value && std::fabs(value) < 1e15)
    return fmt::format("{}", static_cast<std::int64_t>(value));
  return fmt::format("{:g}", value);
}

}  // namespace

FieldError fits(FieldKind kind, bool nullable, double min, double max, std::span<const std::string_view> words,
                const Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return nullable ? FieldError::none : FieldError::wrongType;
  switch (kind) {
    case FieldKind::boolean: return std::holds_alternative<bool>(value) ? FieldError::none : FieldError::wrongType;
    case FieldKind::text: return std::holds_alternative<std::string>(value) ? FieldError::none : FieldError::wrongType;
    case FieldKind::integer: {
      const auto* whole = std::get_if<std::int64_t>(&value);
      return whole ? integerFits(*whole, min, max) : FieldError::wrongType;
    }
    case FieldKind::number: return numberFits(value, min, max);
    case FieldKind::integerList: return listFits(value, min, max);
    case FieldKind::word: return wordFits(value, words);
  }
  return FieldError::wrongType;
}

std::string describe(const Value& value) {
  struct Visitor {
    std::string operator()(std::monostate) const { return "null"; }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(std::int64_t i) const { return fmt::format("{}", i); }
    std::string operator()(double d) const { return fmt::format("{:g}", d); }
    std::string operator()(const std::string& s) const { return s; }
    std::string operator()(const std::vector<std::int64_t>& v) const { return fmt::format("[{}]", fmt::join(v, ", ")); }
  };
  return std::visit(Visitor{}, value);
}

std::string describeAllowed(FieldKind kind, bool nullable, double min, double max,
                            std::span<const std::string_view> words) {
  std::string text;
  switch (kind) {
    case FieldKind::boolean: text = "true, false"; break;
    case FieldKind::text: text = "\"…\""; break;
    case FieldKind::integer: text = fmt::format("{} … {}", plain(min), plain(max)); break;
    case FieldKind::number: text = fmt::format("{} … {}", plain(min), plain(max)); break;
    case FieldKind::integerList: text = fmt::format("[{} … {}, …]", plain(min), plain(max)); break;
    case FieldKind::word: text = fmt::format("{}", fmt::join(words, ", ")); break;
  }
  return nullable ? text + ", null" : text;
}

}  // namespace shardscope
