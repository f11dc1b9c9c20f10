// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/field.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace shardscope {
namespace {

constexpr std::array<std::string_view, 2> kWords = {"ring", "all-to-all"};
using Items = std::vector<std::int64_t>;

FieldError check(FieldKind kind, const Value& value, double min = 1, double max = 8, bool nullable = false) {
  return fits(kind, nullable, min, max, kWords, value);
}

TEST(Fits, integersInclusiveAndNothingElse) {
  const auto integer = [](const Value& v) { return check(FieldKind::integer, v); };
  EXPECT_EQ(integer(std::int64_t{1}), FieldError::none);
  EXPECT_EQ(integer(std::int64_t{8}), FieldError::none);
  EXPECT_EQ(integer(std::int64_t{0}), FieldError::outOfRange);
  EXPECT_EQ(integer(std::int64_t{9}), FieldError::outOfRange);
  EXPECT_EQ(integer(std::int64_t{-1}), FieldError::outOfRange);
  EXPECT_EQ(integer(8.0), FieldError::wrongType);
  EXPECT_EQ(integer(8.9), FieldError::wrongType);
  EXPECT_EQ(integer(true), FieldError::wrongType);
  EXPECT_EQ(integer(std::string("8")), FieldError::wrongType);
  EXPECT_EQ(integer({}), FieldError::wrongType);
}

TEST(Fits, numbersTakeIntegersAndNeverNaN) {
  const auto number = [](const Value& v) { return check(FieldKind::number, v); };
  EXPECT_EQ(number(1.5), FieldError::none);
  EXPECT_EQ(number(std::int64_t{8}), FieldError::none);
  EXPECT_EQ(number(8.0001), FieldError::outOfRange);
  EXPECT_EQ(number(std::numeric_limits<double>::quiet_NaN()), FieldError::outOfRange);
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), FieldError::outOfRange);
  EXPECT_EQ(number(std::string("1.5")), FieldError::wrongType);
}

TEST(Fits, listsAreJudgedItemByItem) {
  const auto list = [](const Value& v) { return check(FieldKind::integerList, v); };
  EXPECT_EQ(list(Items{1, 8}), FieldError::none);
  EXPECT_EQ(list(Items{}), FieldError::none);
  EXPECT_EQ(list(Items{1, 9}), FieldError::outOfRange);
  EXPECT_EQ(list(std::int64_t{1}), FieldError::wrongType);
}

TEST(Fits, wordsTextsBooleansAndNull) {
  EXPECT_EQ(check(FieldKind::word, std::string("ring")), FieldError::none);
  EXPECT_EQ(check(FieldKind::word, std::string("Ring")), FieldError::unknownWord);
  EXPECT_EQ(check(FieldKind::word, std::int64_t{0}), FieldError::wrongType);
  EXPECT_EQ(check(FieldKind::text, std::string()), FieldError::none);
  EXPECT_EQ(check(FieldKind::text, std::int64_t{1}), FieldError::wrongType);
  EXPECT_EQ(check(FieldKind::boolean, false), FieldError::none);
  EXPECT_EQ(check(FieldKind::boolean, std::int64_t{1}), FieldError::wrongType);
  EXPECT_EQ(check(FieldKind::boolean, {}, 0, 0, true), FieldError::none);
  EXPECT_EQ(check(FieldKind::boolean, {}, 0, 0, false), FieldError::wrongType);
}

TEST(Describe, valuesAsAPersonWritesThem) {
  EXPECT_EQ(describe({}), "null");
  EXPECT_EQ(describe(true), "true");
  EXPECT_EQ(describe(std::int64_t{-1}), "-1");
  EXPECT_EQ(describe(8.9), "8.9");
  EXPECT_EQ(describe(std::string("ring")), "ring");
  EXPECT_EQ(describe(Items{1, 2}), "[1, 2]");
}

TEST(DescribeAllowed, everyKind) {
  EXPECT_EQ(describeAllowed(FieldKind::integer, false, 1, 1'000'000, {}), "1 … 1000000");
  EXPECT_EQ(describeAllowed(FieldKind::number, true, 0, 1, {}), "0 … 1, null");
  EXPECT_EQ(describeAllowed(FieldKind::number, false, 0.001, 1e18, {}), "0.001 … 1e+18");
  EXPECT_EQ(describeAllowed(FieldKind::integerList, false, 0, 9, {}), "[0 … 9, …]");
  EXPECT_EQ(describeAllowed(FieldKind::word, false, 0, 0, kWords), "ring, all-to-all");
  EXPECT_EQ(describeAllowed(FieldKind::boolean, true, 0, 0, {}), "true, false, null");
  EXPECT_EQ(describeAllowed(FieldKind::text, false, 0, 0, {}), "\"…\"");
}

struct Inner {
  std::optional<bool> flag;
  Bytes bytes{0};
  Norm norm = Norm::rms;
};
struct Outer {
  Inner inner;
  double rate = 0;
};

TEST(MakeField, derivesKindNullabilityAndWordsFromTheMember) {
  const auto flag = makeField<Outer, &Outer::inner, &Inner::flag>("inner.flag");
  EXPECT_EQ(flag.kind, FieldKind::boolean);
  EXPECT_TRUE(flag.nullable);
  const auto bytes = makeField<Outer, &Outer::inner, &Inner::bytes>("inner.bytes", 0, 10);
  EXPECT_EQ(bytes.kind, FieldKind::integer);
  EXPECT_FALSE(bytes.nullable);
  const auto norm = makeField<Outer, &Outer::inner, &Inner::norm>("inner.norm");
  EXPECT_EQ(norm.kind, FieldKind::word);
  EXPECT_EQ(norm.words.size(), 2U);
}

TEST(MakeField, readsAndWritesThroughTheMember) {
  const auto flag = makeField<Outer, &Outer::inner, &Inner::flag>("inner.flag");
  const auto bytes = makeField<Outer, &Outer::inner, &Inner::bytes>("inner.bytes", 0, 10);
  const auto norm = makeField<Outer, &Outer::inner, &Inner::norm>("inner.norm");
  const auto rate = makeField<Outer, &Outer::rate>("rate", 0, 10);
  Outer outer;
  EXPECT_EQ(flag.read(outer), Value{});
  flag.write(outer, Value(true));
  bytes.write(outer, Value(std::int64_t{7}));
  norm.write(outer, Value(std::string("layer")));
  rate.write(outer, Value(std::int64_t{3}));
  EXPECT_EQ(outer.inner.flag, true);
  EXPECT_EQ(outer.inner.bytes, Bytes(7));
  EXPECT_EQ(outer.inner.norm, Norm::layer);
  EXPECT_EQ(rate.read(outer), Value(3.0));
  EXPECT_EQ(norm.read(outer), Value(std::string("layer")));
  flag.write(outer, Value{});
  EXPECT_EQ(outer.inner.flag, std::nullopt);
}

}  // namespace
}  // namespace shardscope
