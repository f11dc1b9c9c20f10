// SPDX-License-Identifier: Apache-2.0
// Tables and figures printed in papers, reproduced.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "core/cost/activations.hpp"
#include "core/cost/pipeline.hpp"
#include "core/cost/states.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

struct Printed {
  double value, unit;  // GB, and the unit of the last digit printed
};

// 1910.02054 Table 1: GB of model states per device, recipe 2 + 2 + 12. Columns: 7.5B, 128B and 1T parameters, each
// with optimizer / + gradients / + parameters partitioned. The paper rounds some cells and cuts others.
constexpr std::array<std::array<Printed, 9>, 6> kZeroTable = {{
    {{{120, 1}, {120, 1}, {120, 1}, {2048, 1}, {2048, 1}, {2048, 1}, {16000, 1}, {16000, 1}, {16000, 1}}},
    {{{52.5, .1}, {41.3, .1}, {30, 1}, {896, 1}, {704, 1}, {512, 1}, {7000, 1}, {5500, 1}, {4000, 1}}},
    {{{35.6, .1}, {21.6, .1}, {7.5, .1}, {608, 1}, {368, 1}, {128, 1}, {4750, 1}, {2875, 1}, {1000, 1}}},
    {{{31.4, .1}, {16.6, .1}, {1.88, .01}, {536, 1}, {284, 1}, {32, 1}, {4187, 1}, {2218, 1}, {250, 1}}},
    {{{30.4, .1}, {15.4, .1}, {.47, .01}, {518, 1}, {263, 1}, {8, 1}, {4046, 1}, {2054, 1}, {62.5, .1}}},
    {{{30.1, .1}, {15.1, .1}, {.12, .01}, {513, 1}, {257, 1}, {2, 1}, {4011, 1}, {2013, 1}, {15.6, .1}}},
}};

TEST(PublishedTables, StatesOfTheZeroPaperAll54Cells) {
  constexpr std::array<double, 3> parameters = {7.5e9, 128e9, 1000e9};
  double ranks = 1;
  for (const auto& row : kZeroTable) {
    for (std::size_t cell = 0; cell < row.size(); ++cell) {
      const auto zero = static_cast<std::int64_t>(cell % 3) + 1;
      const double bytes = stateBytes({2, 2, 12}, zero, {parameters.at(cell / 3), 0}, {ranks, ranks}).total();
      EXPECT_LT(std::abs(bytes / kGb - row.at(cell).value), row.at(cell).unit)
          << ranks << " ranks, " << parameters.at(cell / 3) << " parameters, stage " << zero;
    }
    ranks *= 4;
  }
}

// 2205.05198 Fig. 1, GiB of activations of the first stage, tensor parallel 8; values as calculon's validation lists
// them.
struct Figure1 {
  ModelShape model;
  std::int64_t microBatch, pp, vpp, microBatches;
  double plain, sequenceAndSelective;
};

double activationsGib(const Figure1& row, bool sequence, Recompute recompute) {
  auto s = test::scenarioOf(row.model, 8, 2048);
  s.workload.microBatch = row.microBatch;
  s.workload.flashAttention = false;
  s.workload.recompute = recompute;
  s.parallel.tp = 8;
  s.parallel.sp = sequence;
  const auto kind = row.vpp > 1 ? Schedule::interleaved : Schedule::oneFOneB;
  const double inFlight = inFlightMicroBatches(kind, row.pp, row.vpp, row.microBatches, 0);
  const double layers = static_cast<double>(row.model.layers) / static_cast<double>(row.pp);
  return inFlight * layers * layerActivations(s, false).stored / kGib;
}

TEST(PublishedTables, ActivationsOfKorthikantiFigure1) {
  const std::array<Figure1, 4> rows = {{
      {test::gpt22b(), 4, 1, 1, 1, 59.25, 9.5625},
      {test::gpt175b(), 1, 8, 3, 64, 66.84375, 12.3515625},
      {test::gpt530b(), 1, 35, 3, 280, 114.0234375, 23.076171875},
      {test::gpt1t(), 1, 64, 1, 512, 131.25, 26.5625},
  }};
  for (const auto& row : rows) {
    EXPECT_DOUBLE_EQ(activationsGib(row, false, Recompute::none), row.plain) << row.model.hidden;
    EXPECT_DOUBLE_EQ(activationsGib(row, true, Recompute::selective), row.sequenceAndSelective) << row.model.hidden;
  }
}

}  // namespace
}  // namespace shardscope
