// SPDX-License-Identifier: Apache-2.0
// Numbers as people read them. The source of the program is compiled into this test.
#include "app/cli/numbers.cpp"

#include <gtest/gtest.h>

#include <limits>

namespace shardscope::cli {
namespace {

// With plain spaces, for comparison.
std::string plain(std::string text) {
  const std::string space = kSpace;
  for (auto at = text.find(space); at != std::string::npos; at = text.find(space)) text.replace(at, space.size(), " ");
  return text;
}

TEST(Gib, OneDecimalAndThousands) {
  EXPECT_EQ(gib(Bytes(81'559LL << 20)), "79.6");
  EXPECT_EQ(gib(Bytes(0)), "0.0");
  EXPECT_EQ(gib(Bytes(1'234LL << 30)), "1,234.0");
}

TEST(DecimalsToTell, RoundingNeverChangesAVerdict) {
  const Bytes capacity(81'559LL << 20);  // 79.647
  EXPECT_EQ(decimalsToTell(Bytes(50LL << 30), capacity), 1);
  EXPECT_EQ(decimalsToTell(capacity - Bytes(20 << 20), capacity), 2);  // 79.63 against 79.65
  EXPECT_EQ(decimalsToTell(capacity, capacity), 1);
}

TEST(Significant, FourDigits) {
  EXPECT_EQ(significant(18.776), "18.78");
  EXPECT_EQ(significant(9.99996), "10.00");
  EXPECT_EQ(significant(1203), "1,203");
  EXPECT_EQ(significant(0.43214), "0.4321");
  EXPECT_EQ(significant(0), "0");
  EXPECT_EQ(significant(-2.5, 2), "-2.5");
  EXPECT_EQ(significant(12'345'678), "12,350,000");
}

// The ends of what a double holds, in every form: subnormals, the greatest, the infinite.
TEST(Significant, EveryDoubleHasAText) {
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(significant(1e-315), "1e-315");
  EXPECT_EQ(significant(-1.2345e-310), "-1.234e-310");
  EXPECT_EQ(significant(1e-5), "1e-05");
  EXPECT_EQ(significant(0.00012), "0.0001200");
  EXPECT_EQ(significant(1e14), "100,000,000,000,000");
  EXPECT_EQ(significant(1e15), "1e+15");
  for (const double value : {kLeast, std::numeric_limits<double>::min(), std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    for (const double sign : {1.0, -1.0})
      for (const auto& text :
           {significant(sign * value), significant(sign * value, 1), count(sign * value), seconds(sign * value),
            percent(sign * value), gigabytes(sign * value), flops(sign * value)})
        EXPECT_FALSE(text.empty());
}

TEST(Count, LettersForLargeOnes) {
  EXPECT_EQ(plain(count(128)), "128");
  EXPECT_EQ(plain(count(1203)), "1,203");
  EXPECT_EQ(plain(count(55'812.4)), "55.81 k");
  EXPECT_EQ(plain(count(1'048'576)), "1.049 M");
  EXPECT_EQ(plain(count(70'553'706'496)), "70.55 B");
  EXPECT_EQ(plain(count(15e12)), "15.00 T");
}

TEST(Seconds, UnitsByMagnitude) {
  EXPECT_EQ(plain(seconds(18.776)), "18.78 s");
  EXPECT_EQ(plain(seconds(0.1724)), "172 ms");
  EXPECT_EQ(plain(seconds(0.000'003'41)), "3.41 µs");
  EXPECT_EQ(plain(seconds(0)), "0 s");
  EXPECT_EQ(plain(seconds(0.99996)), "1.000 s");
  EXPECT_EQ(plain(seconds(0.00099996)), "1.00 ms");
}

TEST(Percent, OneDecimal) { EXPECT_EQ(plain(percent(0.39649)), "39.6 %"); }

TEST(Prefixes, DecimalOnes) {
  EXPECT_EQ(plain(gigabytes(1.2344e9)), "1.234 GB");
  EXPECT_EQ(plain(gigabytes(12)), "12.00 B");
  EXPECT_EQ(plain(flops(4.533e18)), "4.533 EFLOP");
}

TEST(Grouped, Thousands) {
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'203'456), "1,203,456");
  EXPECT_EQ(grouped(-1'203), "-1,203");
}

}  // namespace
}  // namespace shardscope::cli
