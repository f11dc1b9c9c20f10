// SPDX-License-Identifier: Apache-2.0
// The memory of the fullest stage of every published run, against an independent implementation of the same formulas.
#include <gtest/gtest.h>

#include <cmath>

#include "core/cost/memory.hpp"
#include "tests/support/core_run_table.hpp"

namespace shardscope {
namespace {

TEST(MeasuredMemory, EveryPartOfTheFullestStageIsTheIndependentOne) {
  const test::NumberTable expected("measured-expected.csv");
  const auto& runs = test::shippedRunTable().runs;
  ASSERT_EQ(runs.size(), 749U);
  MemoryReport memory;
  for (const auto& run : runs) {
    SCOPED_TRACE(run.id);
    ASSERT_TRUE(expected.contains(run.id));
    fillMemory(run.scenario, memory);
    EXPECT_EQ(memory.peakStage, static_cast<std::int64_t>(expected.at(run.id, "peak_stage")));
    const auto& peak = memory.stages[static_cast<std::size_t>(memory.peakStage)];
    // Both sides round a part to whole bytes once: a half may go either way.
    const auto near = [&](Bytes bytes, const char* column) {
      EXPECT_NEAR(static_cast<double>(bytes.count()), expected.at(run.id, column), 1.0) << column;
    };
    near(peak.parameters, "mem_parameters");
    near(peak.gradients, "mem_gradients");
    near(peak.optimizer, "mem_optimizer_bytes");
    near(peak.activations, "mem_activations");
    near(peak.transient, "mem_transient");
    near(peak.logits, "mem_logits");
    near(peak.buffers, "mem_buffers");
    near(peak.overhead, "mem_overhead");
    EXPECT_NEAR(static_cast<double>(memory.peak.count()), expected.at(run.id, "mem_total"), 4.0);
  }
}

}  // namespace
}  // namespace shardscope
