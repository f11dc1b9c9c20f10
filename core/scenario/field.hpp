// SPDX-License-Identifier: Apache-2.0
#pragma once
// One table row per key of a file: name, kind, legal range, words, and how to read and write the member behind it.
// Readers, writers, edits, the range rule R-1, the JSON Schema test and the catalogue all use these tables:
// a new knob is a member plus one row in fields.cpp.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/scenario/enums.hpp"
#include "core/scenario/value.hpp"
#include "core/units/quantity.hpp"

namespace shardscope {

enum class FieldKind : std::uint8_t { boolean, integer, number, word, text, integerList };

template <class Root>
struct Field {
  std::string_view name;  // dotted, as in the file: "parallel.tp"
  FieldKind kind = FieldKind::integer;
  bool nullable = false;                    // null is legal: the default follows
  double min = 0, max = 0;                  // inclusive, for integer, number and the items of a list
  std::span<const std::string_view> words;  // for FieldKind::word
  Value (*read)(const Root&) = nullptr;
  void (*write)(Root&, const Value&) = nullptr;  // precondition: fits(field, value)
  // Whether what the member holds is legal, and a number of it that is not (0 if all are). Both allocate nothing.
  bool (*inRange)(const Root&, double min, double max) = nullptr;
  double (*outlier)(const Root&, double min, double max) = nullptr;
};

namespace detail {

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {
  using Inner = T;
};
template <class T>
struct IsQuantity : std::false_type {};
template <class U, class R>
struct IsQuantity<Quantity<U, R>> : std::true_type {
  using Rep = R;
};

template <class T>
constexpr FieldKind kindOf() {
  if constexpr (IsOptional<T>::value)
    return kindOf<typename IsOptional<T>::Inner>();
  else if constexpr (IsQuantity<T>::value)
    return kindOf<typename IsQuantity<T>::Rep>();
  else if constexpr (std::is_same_v<T, bool>)
    return FieldKind::boolean;
  else if constexpr (std::is_same_v<T, std::int64_t>)
    return FieldKind::integer;
  else if constexpr (std::is_same_v<T, double>)
    return FieldKind::number;
  else if constexpr (std::is_same_v<T, std::string>)
    return FieldKind::text;
  else if constexpr (std::is_enum_v<T>)
    return FieldKind::word;
  else
    return FieldKind::integerList;
}

template <class T>
std::span<const std::string_view> wordsOf() {
  if constexpr (IsOptional<T>::value)
    return wordsOf<typename IsOptional<T>::Inner>();
  else if constexpr (std::is_enum_v<T>)
    return EnumWords<T>::words;
  else
    return {};
}

template <class T>
Value toValue(const T& member) {
  if constexpr (IsOptional<T>::value)
    return member ? toValue(*member) : Value{};
  else if constexpr (IsQuantity<T>::value)
    return Value(member.count());
  else if constexpr (std::is_enum_v<T>) {
    // An enumerator that no word stands for can only be built in code (rule R-1 names it).
    return static_cast<std::size_t>(member) < EnumWords<T>::words.size() ? Value(std::string(word(member))) : Value{};
  } else
    return Value(member);
}

template <class T>
void fromValue(T& member, const Value& value) {
  if constexpr (IsOptional<T>::value) {
    if (std::holds_alternative<std::monostate>(value))
      member.reset();
    else
      fromValue(member.emplace(), value);
  } else if constexpr (IsQuantity<T>::value) {
    typename IsQuantity<T>::Rep count{};
    fromValue(count, value);
    member = T(count);
  } else if constexpr (std::is_same_v<T, double>) {
    const auto* whole = std::get_if<std::int64_t>(&value);
    member = whole ? static_cast<double>(*whole) : std::get<double>(value);
  } else if constexpr (std::is_enum_v<T>) {
    member = *fromWord<T>(std::get<std::string>(value));
  } else {
    member = std::get<T>(value);
  }
}

template <class T>
bool memberInRange(const T& member, double min, double max) {
  if constexpr (IsOptional<T>::value)
    return !member || memberInRange(*member, min, max);
  else if constexpr (IsQuantity<T>::value)
    return memberInRange(member.count(), min, max);
  else if constexpr (std::is_same_v<T, bool> || std::is_same_v<T, std::string>)
    return true;
  else if constexpr (std::is_enum_v<T>)
    return static_cast<std::size_t>(member) < EnumWords<T>::words.size();
  else if constexpr (std::is_arithmetic_v<T>)
    return static_cast<double>(member) >= min && static_cast<double>(member) <= max;  // NaN is not
  else {
    for (const auto& item : member)
      if (!memberInRange(item, min, max)) return false;
    return true;
  }
}

template <class T>
double memberOutlier(const T& member, double min, double max) {
  if constexpr (IsOptional<T>::value)
    return member ? memberOutlier(*member, min, max) : 0;
  else if constexpr (IsQuantity<T>::value)
    return memberOutlier(member.count(), min, max);
  else if constexpr (std::is_same_v<T, std::vector<std::int64_t>>) {
    for (const auto item : member)
      if (!memberInRange(item, min, max)) return static_cast<double>(item);
    return 0;
  } else if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
    return memberInRange(member, min, max) ? 0 : static_cast<double>(member);
  else
    return 0;
}

template <auto First, auto... Rest>
constexpr auto& follow(auto& root) {
  if constexpr (sizeof...(Rest) == 0)
    return root.*First;
  else
    return follow<Rest...>(root.*First);
}

}  // namespace detail

// Builds a row for the member reached from Root through the member pointers `Path`.
template <class Root, auto... Path>
Field<Root> makeField(std::string_view name, double min = 0, double max = 0) {
  using Member = std::remove_cvref_t<decltype(detail::follow<Path...>(std::declval<Root&>()))>;
  Field<Root> field;
  field.name = name;
  field.kind = detail::kindOf<Member>();
  field.nullable = detail::IsOptional<Member>::value;
  field.min = min;
  field.max = max;
  field.words = detail::wordsOf<Member>();
  field.read = [](const Root& root) { return detail::toValue(detail::follow<Path...>(root)); };
  field.inRange = [](const Root& root, double low, double high) {
    return detail::memberInRange(detail::follow<Path...>(root), low, high);
  };
  field.outlier = [](const Root& root, double low, double high) {
    return detail::memberOutlier(detail::follow<Path...>(root), low, high);
  };
  field.write = [](Root& root, const Value& value) { detail::fromValue(detail::follow<Path...>(root), value); };
  return field;
}

enum class FieldError : std::uint8_t { none, wrongType, outOfRange, unknownWord };

// Whether `value` may be written to a field of this kind and range. Integral doubles are not integers here:
// readers convert what their format leaves open (8.0 stays a number, and 8.0 for an integer key is refused).
FieldError fits(FieldKind kind, bool nullable, double min, double max, std::span<const std::string_view> words,
                const Value& value);
template <class Root>
FieldError fits(const Field<Root>& field, const Value& value) {
  return fits(field.kind, field.nullable, field.min, field.max, field.words, value);
}

// "8.9", "true", "[1, 2]", "null": for messages.
std::string describe(const Value& value);
// "1 … 64", "bf16, fp16, …", "true or false": for messages.
std::string describeAllowed(FieldKind kind, bool nullable, double min, double max,
                            std::span<const std::string_view> words);
template <class Root>
std::string describeAllowed(const Field<Root>& field) {
  return describeAllowed(field.kind, field.nullable, field.min, field.max, field.words);
}

}  // namespace shardscope
