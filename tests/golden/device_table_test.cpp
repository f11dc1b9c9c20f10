// SPDX-License-Identifier: Apache-2.0
// The catalogue's devices, with which the published runs are predicted, against the cost model's table, typed in a
// second time.
#include <gtest/gtest.h>

#include "core/catalogue/catalogue.hpp"
#include "tests/support/core_run_table.hpp"

namespace shardscope {
namespace {

TEST(DeviceTable, CatalogueAgreesWithTheCostModel) {
  for (const char* id : {"v100-sxm2-32gb", "v100-sxm2-16gb", "v100-sxm3-32gb", "a100-sxm-80gb", "a100-sxm-40gb",
                         "a800-80gb", "h100-sxm-80gb", "h100-96gb", "h800-80gb", "h200-sxm-141gb", "b200-sxm-180gb",
                         "b300-sxm-288gb", "gb200-nvl72", "gb300-nvl72"}) {
    SCOPED_TRACE(id);
    const auto* entry = Catalogue::builtIn().device(id);
    ASSERT_NE(entry, nullptr);
    const auto& ours = entry->device;
    auto table = test::referenceDevice(id);
    EXPECT_EQ(ours.generation, table.generation);
    EXPECT_EQ(ours.peak, table.peak);
    EXPECT_EQ(ours.hbm, table.hbm);
    EXPECT_EQ(ours.sms, table.sms);
    EXPECT_EQ(ours.linkRate, table.linkRate);
    EXPECT_EQ(ours.linkDomain, table.linkDomain);
    EXPECT_EQ(ours.gpusPerNode, table.gpusPerNode);
    EXPECT_EQ(ours.nic, table.nic);
    EXPECT_EQ(ours.latency, table.latency);
    // The catalogue may leave out efficiencies of units that the device does not have.
    auto efficiency = ours.efficiency;
    if (ours.peak.fp8 == 0) efficiency.fp8 = table.efficiency.fp8;
    if (ours.peak.fp4 == 0) efficiency.fp4 = table.efficiency.fp4;
    EXPECT_EQ(efficiency, table.efficiency);
    EXPECT_EQ(ours.memory, table.memory);
  }
}

}  // namespace
}  // namespace shardscope
