// SPDX-License-Identifier: Apache-2.0
#include "core/placement/rank_grid.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/placement/replica_group.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope {
namespace {

using nlohmann::json;

// Groups produced by Megatron-LM's own rank generator.
const json& published() {
  static const json file = [] {
    std::ifstream in(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/rank-groups.json");
    return json::parse(in);
  }();
  return file;
}

RankGrid gridOf(const json& config) {
  RankGrid::Sizes sizes;
  sizes.tp = config.value("tp", 1);
  sizes.cp = config.value("cp", 1);
  sizes.dp = config.value("dp", 1);
  sizes.pp = config.value("pp", 1);
  sizes.ep = config.value("ep", 1);
  sizes.etp = config.value("etp", 1);
  return RankGrid(sizes);
}

TEST(RankGrid, GroupsAreMegatrons) {
  const std::pair<const char*, RankGroup> names[] = {{"tp", RankGroup::tp},
                                                     {"cp", RankGroup::cp},
                                                     {"dp", RankGroup::dp},
                                                     {"dp_cp", RankGroup::dpCp},
                                                     {"pp", RankGroup::pp},
                                                     {"tp_cp", RankGroup::tpCp},
                                                     {"tp_dp_cp", RankGroup::tpDpCp},
                                                     {"expert_tp", RankGroup::expertTp},
                                                     {"ep", RankGroup::ep},
                                                     {"expert_dp", RankGroup::expertDp},
                                                     {"expert_tp_ep", RankGroup::expertTpEp}};
  ASSERT_EQ(published().size(), 4U);
  int compared = 0;
  for (const auto& entry : published()) {
    if (entry["config"].value("order", "") == "tp-cp-ep-pp-dp") continue;  // of --use-tp-pp-dp-mapping
    const auto grid = gridOf(entry["config"]);
    EXPECT_EQ(grid.world(), entry["config"]["world"].get<std::int64_t>());
    for (const auto& [name, group] : names) {
      if (!entry.contains(name)) continue;
      EXPECT_EQ(json(grid.groups(group)), entry[name]) << name << " of " << entry["config"];
      ++compared;
    }
  }
  EXPECT_EQ(compared, 19);
}

TEST(RankGrid, ExamplesOfSixtyFourGpus) {
  // r = tp + 8·dp + 16·pp
  const RankGrid grid(RankGrid::Sizes{8, 1, 2, 4, 1, 1});
  EXPECT_EQ(grid.coordinate(43, Digit::tp), 3);
  EXPECT_EQ(grid.coordinate(43, Digit::dp), 1);
  EXPECT_EQ(grid.coordinate(43, Digit::pp), 2);
  EXPECT_EQ(grid.groupOf(43, RankGroup::pp), (std::vector<std::int64_t>{11, 27, 43, 59}));
  EXPECT_EQ(grid.shape(RankGroup::dp), (GroupShape{2, 8}));
  EXPECT_EQ(grid.shape(RankGroup::pp), (GroupShape{4, 16}));
}

TEST(RankGrid, EveryRankIsInExactlyOneGroupOfEachKind) {
  const RankGrid grid(RankGrid::Sizes{2, 2, 4, 2, 2, 4});
  for (int kind = 0; kind < static_cast<int>(RankGroup::count); ++kind) {
    std::vector<int> seen(static_cast<std::size_t>(grid.world()), 0);
    for (const auto& ranks : grid.groups(static_cast<RankGroup>(kind)))
      for (const auto rank : ranks) ++seen[static_cast<std::size_t>(rank)];
    EXPECT_EQ(seen, std::vector<int>(seen.size(), 1)) << kind;
  }
}

TEST(ReplicaGroup, SizesAndStridesOfAScenario) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), 64, 4096);
  s.parallel.tp = 2;
  s.parallel.pp = 2;
  s.parallel.ep = 4;
  const auto groups = replicaGroups(s);  // dp = 16
  EXPECT_EQ(groups.dense.all, (GroupShape{16, 2}));
  EXPECT_EQ(groups.dense.shard, 16);
  EXPECT_EQ(groups.experts.all, (GroupShape{8, 4}));  // d_e = 2·16/4
  EXPECT_EQ(groups.pipeline, (GroupShape{2, 32}));
  const RankGrid grid(s);
  EXPECT_EQ(grid.shape(RankGroup::dpCp), groups.dense.all);
  EXPECT_EQ(grid.shape(RankGroup::expertDp), groups.experts.all);
}

TEST(ReplicaGroup, ShardGroupSplitsTheReplicas) {
  auto s = test::scenarioOf(test::mixtral_8x7b(), 64, 4096);
  s.parallel.ep = 4;
  s.parallel.shardGroup = 8;
  const auto groups = replicaGroups(s);
  EXPECT_EQ(groups.dense.shardShape(), (GroupShape{8, 1}));
  EXPECT_EQ(groups.dense.replicaShape(), (GroupShape{8, 8}));
  EXPECT_EQ(groups.experts.shardShape(), (GroupShape{2, 4}));  // 8 neighbours hold each expert twice
  EXPECT_EQ(groups.experts.replicaShape(), (GroupShape{8, 8}));
}

}  // namespace
}  // namespace shardscope
