// SPDX-License-Identifier: Apache-2.0
#include "core/units/divisors.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/units/powers_of_two.hpp"

namespace shardscope {
namespace {

TEST(Divisors, areVisitedOnceEachFromTheLargestDown) {
  for (std::int64_t number = 1; number <= 600; ++number) {
    std::vector<std::int64_t> wanted, visited;
    for (auto divisor = number; divisor >= 1; --divisor)
      if (number % divisor == 0) wanted.push_back(divisor);
    EXPECT_FALSE(anyDivisorDownward(number, [&](std::int64_t divisor) {
      visited.push_back(divisor);
      return false;
    }));
    EXPECT_EQ(visited, wanted) << number;
  }
}

TEST(Divisors, endWithTheFirstThatIsTaken) {
  for (const std::int64_t wanted : {12, 6, 4, 3, 2, 1}) {
    std::int64_t last = 0;
    EXPECT_TRUE(anyDivisorDownward(12, [&](std::int64_t divisor) { return (last = divisor) == wanted; }));
    EXPECT_EQ(last, wanted);
  }
}

TEST(Divisors, ofLargeNumbersTakeTheSquareRootOfThem) {
  int visits = 0;
  anyDivisorDownward(999'983LL * 1'000'003LL, [&](std::int64_t) { return ++visits, false; });
  EXPECT_EQ(visits, 4);  // two primes
}

TEST(Divisors, upToABoundAreAscendingAndComplete) {
  for (std::int64_t number = 1; number <= 200; ++number)
    for (const std::int64_t most : {std::int64_t{1}, std::int64_t{7}, number}) {
      std::vector<std::int64_t> wanted;
      for (std::int64_t divisor = 1; divisor <= std::min(most, number); ++divisor)
        if (number % divisor == 0) wanted.push_back(divisor);
      EXPECT_EQ(divisors(number, most), wanted) << number << " up to " << most;
    }
}

TEST(PowersOfTwo, areThoseOfTheUnitBetweenTheBounds) {
  using Values = std::vector<std::int64_t>;
  EXPECT_EQ(powersOfTwo(1, 9), (Values{1, 2, 4, 8}));
  EXPECT_EQ(powersOfTwo(3, 8), (Values{4, 8}));
  EXPECT_EQ(powersOfTwo(1, 50, 6), (Values{6, 12, 24, 48}));
  EXPECT_EQ(powersOfTwo(5, 4), Values{});
}

}  // namespace
}  // namespace shardscope
