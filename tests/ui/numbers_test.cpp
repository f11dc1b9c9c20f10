// SPDX-License-Identifier: Apache-2.0
#include "ui/text/numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/ui_support.hpp"

namespace shardscope::ui {
namespace {

Bytes gibs(double value) { return Bytes(std::llround(value * kGib)); }

TEST(Numbers, GibHasOneDecimalAndAtMostFourDigits) {
  EXPECT_EQ(gib(gibs(48.5)), QStringLiteral("48.5"));
  EXPECT_EQ(gib(gibs(48.46)), QStringLiteral("48.5"));
  EXPECT_EQ(gib(gibs(48.46), 2), QStringLiteral("48.46"));
  EXPECT_EQ(gib(gibs(0.04)), QStringLiteral("0.0"));
  EXPECT_EQ(gib(gibs(1203.4)), QStringLiteral("1,203"));
  EXPECT_EQ(gib(gibs(999.97)), QStringLiteral("1,000"));
  EXPECT_EQ(gib(gibs(-3.25), 2), QStringLiteral("−3.25"));
  EXPECT_EQ(gib(gibs(-0.01)), QStringLiteral("0.0"));
  EXPECT_EQ(gibUnit(gibs(131.4)), QStringLiteral("131.4 GiB"));
}

TEST(Numbers, RoundingNeverChangesAVerdict) {
  EXPECT_EQ(gibAgainst(gibs(79.64), gibs(79.60)), QStringLiteral("79.64"));
  EXPECT_EQ(gibAgainst(gibs(79.60), gibs(79.64)), QStringLiteral("79.60"));
  EXPECT_EQ(gibAgainst(gibs(48.5), gibs(79.6)), QStringLiteral("48.5"));
  EXPECT_EQ(gibAgainst(gibs(79.6), gibs(79.6)), QStringLiteral("79.6"));
  EXPECT_EQ(gibAgainst(gibs(0.04), Bytes(0)), QStringLiteral("0.04"));
  // One byte: 79 GiB and 1 byte against 79 GiB; 2^-30 = 0.93e-9 shows in the ninth decimal.
  EXPECT_NE(gibAgainst(gibs(79) + Bytes(1), gibs(79)), gibAgainst(gibs(79), gibs(79) + Bytes(1)));
}

TEST(Numbers, SecondsChooseTheUnit) {
  EXPECT_EQ(seconds(18.78), QStringLiteral("18.78 s"));
  EXPECT_EQ(seconds(18.776), QStringLiteral("18.78 s"));
  EXPECT_EQ(seconds(1.3204), QStringLiteral("1.320 s"));
  EXPECT_EQ(seconds(9.9999), QStringLiteral("10.00 s"));
  EXPECT_EQ(seconds(1203.2), QStringLiteral("1,203 s"));
  EXPECT_EQ(seconds(0.172), QStringLiteral("172 ms"));
  EXPECT_EQ(seconds(0.9999), QStringLiteral("1.000 s"));
  EXPECT_EQ(seconds(0.016), QStringLiteral("0.016 s"));
  EXPECT_EQ(seconds(0.0999), QStringLiteral("100 ms"));
  EXPECT_EQ(seconds(0.00524), QStringLiteral("5.2 ms"));
  EXPECT_EQ(seconds(0.00999), QStringLiteral("0.010 s"));
  EXPECT_EQ(seconds(0.0000521), QStringLiteral("52 µs"));
  EXPECT_EQ(seconds(0.0000042), QStringLiteral("4.2 µs"));
  EXPECT_EQ(seconds(0), QStringLiteral("0 s"));
  EXPECT_EQ(seconds(-0.5), QStringLiteral("−500 ms"));
  EXPECT_EQ(seconds(std::numeric_limits<double>::infinity()), QStringLiteral("—"));
  EXPECT_EQ(seconds(std::nan("")), QStringLiteral("—"));
}

TEST(Numbers, SharesAndDifferences) {
  EXPECT_EQ(percent(0.396), QStringLiteral("39.6 %"));
  EXPECT_EQ(percent(0.61, 0), QStringLiteral("61 %"));
  EXPECT_EQ(percent(std::nan("")), QStringLiteral("—"));
  EXPECT_EQ(delta(-0.035), QStringLiteral("−3.5 %"));
  EXPECT_EQ(delta(0.181), QStringLiteral("+18.1 %"));
  EXPECT_EQ(delta(0.0004), QStringLiteral("0.0 %"));
  EXPECT_EQ(delta(-0.0004), QStringLiteral("0.0 %"));
  EXPECT_EQ(delta(std::nan("")), QStringLiteral("—"));
}

TEST(Numbers, DifferencesOfSizesAndTimesCarryTheirSignUnlessTheyRoundToNothing) {
  const auto gibibytes = [](double n) { return Bytes(static_cast<std::int64_t>(n * 1024 * 1024 * 1024)); };
  EXPECT_EQ(signedGib(gibibytes(2)), QStringLiteral("+2.0 GiB"));
  EXPECT_EQ(signedGib(gibibytes(-31.25)), QStringLiteral("−31.3 GiB"));
  EXPECT_EQ(signedGib(gibibytes(-1203.5)), QStringLiteral("−1,204 GiB"));
  for (const double nothing : {0.0, 0.01, -0.01}) EXPECT_EQ(signedGib(gibibytes(nothing)), QStringLiteral("0.0 GiB"));
  EXPECT_EQ(signedSeconds(0.172), QStringLiteral("+172 ms"));
  EXPECT_EQ(signedSeconds(-18.78), QStringLiteral("−18.78 s"));
  EXPECT_EQ(signedSeconds(0), seconds(0));
  EXPECT_EQ(signedSeconds(std::nan("")), QStringLiteral("—"));
}

TEST(Numbers, CountsAndPrefixes) {
  EXPECT_EQ(count(128), QStringLiteral("128"));
  EXPECT_EQ(count(1203), QStringLiteral("1,203"));
  EXPECT_EQ(count(-1203), QStringLiteral("−1,203"));
  EXPECT_EQ(count(9007199254740993), QStringLiteral("9,007,199,254,740,993"));  // 2^53 + 1, no double in between
  EXPECT_EQ(si(55800), QStringLiteral("55.8 k"));
  EXPECT_EQ(si(1.05e6), QStringLiteral("1.05 M"));
  EXPECT_EQ(si(70.6e9), QStringLiteral("70.6 B"));
  EXPECT_EQ(si(15e12), QStringLiteral("15 T"));
  EXPECT_EQ(si(100e9), QStringLiteral("100 B"));
  EXPECT_EQ(si(999950), QStringLiteral("1 M"));
  EXPECT_EQ(si(999.6), QStringLiteral("1 k"));
  EXPECT_EQ(si(873.4), QStringLiteral("873"));
  EXPECT_EQ(si(0), QStringLiteral("0"));
  EXPECT_EQ(si(0.01234), QStringLiteral("0.0123"));
  EXPECT_EQ(si(70553706496.0, 4), QStringLiteral("70.55 B"));
  EXPECT_EQ(si(std::nan("")), QStringLiteral("—"));
}

TEST(Numbers, SequenceLengths) {
  EXPECT_EQ(sequence(8192), QStringLiteral("8 K"));
  EXPECT_EQ(sequence(131072), QStringLiteral("128 K"));
  EXPECT_EQ(sequence(1048576), QStringLiteral("1024 K"));
  EXPECT_EQ(sequence(8190), QStringLiteral("8190"));
  EXPECT_EQ(sequence(512), QStringLiteral("512"));
  EXPECT_EQ(notAvailable(), QStringLiteral("—"));
}

}  // namespace
}  // namespace shardscope::ui
