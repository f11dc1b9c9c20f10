// SPDX-License-Identifier: Apache-2.0
#include "core/placement/group_place.hpp"

#include <gtest/gtest.h>

namespace shardscope {
namespace {

TEST(GroupPlace, InsideOneNode) {
  const auto place = placeGroup({8, 1}, 8);
  EXPECT_EQ(place.inDomain, 8);
  EXPECT_EQ(place.domains, 1);
  EXPECT_EQ(place.latencySteps, 1);
  EXPECT_FALSE(place.crossesDomains);
}

TEST(GroupPlace, StrideLeavesFewMembersPerNode) {
  // DP under TP 8: one member a node; under TP 2: four.
  EXPECT_EQ(placeGroup({16, 8}, 8).inDomain, 1);
  EXPECT_EQ(placeGroup({16, 8}, 8).domains, 16);
  EXPECT_EQ(placeGroup({16, 2}, 8).inDomain, 4);
  EXPECT_EQ(placeGroup({16, 2}, 8).domains, 4);
  EXPECT_EQ(placeGroup({16, 2}, 8).latencySteps, 3);
  EXPECT_TRUE(placeGroup({16, 2}, 8).crossesDomains);
  // A stride beyond the domain still has its own GPU.
  EXPECT_EQ(placeGroup({4, 64}, 8).inDomain, 1);
}

TEST(GroupPlace, AnNvl72RackHoldsWhatEightGpusCannot) {
  EXPECT_FALSE(placeGroup({64, 1}, 72).crossesDomains);
  EXPECT_EQ(placeGroup({64, 1}, 8).inDomain, 8);
  EXPECT_EQ(placeGroup({16, 8}, 72).inDomain, 9);
}

TEST(GroupPlace, SpansTheLastDomainToo) {
  EXPECT_EQ(placeGroup({128, 1}, 72).domains, 1);  // ⌊128/72⌋ of the latency term
  EXPECT_EQ(placeGroup({128, 1}, 72).spanned, 2);
  EXPECT_EQ(placeGroup({144, 1}, 72).spanned, 2);
  EXPECT_EQ(placeGroup({12, 1}, 8).spanned, 2);
  EXPECT_EQ(placeGroup({16, 2}, 8).spanned, 4);
  EXPECT_EQ(placeGroup({8, 1}, 8).spanned, 1);
  EXPECT_EQ(placeFlat({8, 1}).spanned, 8);
}

TEST(GroupPlace, AGroupThatFitsMaySitAcrossTwoDomains) {
  EXPECT_TRUE(isSplit({6, 1}, 8, 24));    // ranks 6–11
  EXPECT_FALSE(isSplit({6, 1}, 8, 6));    // one group, one domain
  EXPECT_FALSE(isSplit({4, 1}, 8, 24));   // two fill a domain
  EXPECT_TRUE(isSplit({3, 2}, 8, 24));    // ranks 6, 8, 10
  EXPECT_FALSE(isSplit({12, 1}, 8, 24));  // fits into none
  EXPECT_TRUE(isSplit({64, 1}, 72, 128));
}

TEST(GroupPlace, PipelineStaysInsideOnlyIfTheJobDoes) {
  EXPECT_FALSE(placePipeline({4, 2}, 8).crossesDomains);
  EXPECT_TRUE(placePipeline({4, 4}, 8).crossesDomains);
  EXPECT_EQ(placePipeline({4, 4}, 8).inDomain, 2);
  EXPECT_FALSE(placePipeline({1, 64}, 8).crossesDomains);
}

TEST(GroupPlace, FlatNetworkIgnoresTheNode) {
  EXPECT_TRUE(placeFlat({8, 1}).crossesDomains);
  EXPECT_EQ(placeFlat({8, 1}).inDomain, 1);
  EXPECT_EQ(placeFlat({8, 1}).domains, 8);
}

TEST(GroupPlace, OddCountsUseTheLogarithmOfWholeNodes) {
  const auto place = placeGroup({12, 1}, 8);  // ⌊12/8⌋ = 1 node in the latency term
  EXPECT_EQ(place.domains, 1);
  EXPECT_TRUE(place.crossesDomains);
  EXPECT_NEAR(placeGroup({24, 1}, 8).latencySteps, 1 + 1.5849625, 1e-6);
}

}  // namespace
}  // namespace shardscope
