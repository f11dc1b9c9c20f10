// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stage_time.hpp"

#include <gtest/gtest.h>

namespace shardscope {
namespace {

LayerTimes made() {
  LayerTimes times;
  times.dense.forward.gemm = 1;
  times.dense.backward.gemm = 2;
  times.dense.repeated.gemm = 0.5;
  times.moe.forward.gemm = 10;
  times.moe.backward.gemm = 20;
  times.moe.repeated.ep = 5;
  times.head.forward = 100;
  times.head.backward = 200;
  times.embedding = 0.25;
  return times;
}

TEST(StageTime, LayersEmbeddingAndHead) {
  const auto inner = stageTime(made(), {3, 2}, false, false);
  EXPECT_DOUBLE_EQ(inner.forward, 23);
  EXPECT_DOUBLE_EQ(inner.repeated, 11.5);
  EXPECT_DOUBLE_EQ(inner.backward, 46 + 11.5);
  EXPECT_DOUBLE_EQ(stageTime(made(), {3, 2}, true, false).forward, 23.25);
  EXPECT_DOUBLE_EQ(stageTime(made(), {3, 2}, true, false).backward, 57.75);
  EXPECT_DOUBLE_EQ(stageTime(made(), {3, 2}, false, true).forward, 123);
  EXPECT_DOUBLE_EQ(stageTime(made(), {3, 2}, true, true).total(), 23 + 57.5 + 0.5 + 300);
}

}  // namespace
}  // namespace shardscope
