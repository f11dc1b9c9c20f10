// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace shardscope {
namespace {

// The keys of the format, version 1, in the order of the contract; scripts rely on them.
constexpr auto kContractKeys = std::to_array<std::string_view>({"name",
                                                                "cluster.gpus_per_node",
                                                                "cluster.nvlink_domain",
                                                                "cluster.nodes",
                                                                "cluster.gpus",
                                                                "cluster.nic_bytes_per_s",
                                                                "cluster.price_per_gpu_hour",
                                                                "workload.sequence_length",
                                                                "workload.micro_batch",
                                                                "workload.global_batch",
                                                                "workload.precision",
                                                                "workload.optimizer",
                                                                "workload.weight_bytes",
                                                                "workload.gradient_bytes",
                                                                "workload.optimizer_bytes",
                                                                "workload.adapter",
                                                                "workload.recompute",
                                                                "workload.recompute_layers",
                                                                "workload.flash_attention",
                                                                "workload.dropout",
                                                                "workload.cross_entropy",
                                                                "workload.cross_entropy_chunks",
                                                                "workload.weight_gradient_cache",
                                                                "workload.fine_tune",
                                                                "workload.train_tokens",
                                                                "parallel.tp",
                                                                "parallel.sp",
                                                                "parallel.pp",
                                                                "parallel.vpp",
                                                                "parallel.cp",
                                                                "parallel.cp_kind",
                                                                "parallel.ep",
                                                                "parallel.etp",
                                                                "parallel.dp",
                                                                "parallel.zero",
                                                                "parallel.schedule",
                                                                "parallel.shard_group",
                                                                "parallel.stage_layers",
                                                                "moe.capacity_factor",
                                                                "moe.pad_to_capacity",
                                                                "moe.hot_token_share",
                                                                "stack",
                                                                "overlap.dp",
                                                                "overlap.pp",
                                                                "overlap.tp",
                                                                "overlap.ep",
                                                                "overlap.ep_deduplicate",
                                                                "overlap.flat_network",
                                                                "conventions.flops",
                                                                "limits.global_batch_tokens_min",
                                                                "limits.global_batch_tokens_max"});

template <class Root>
void expectSound(std::span<const Field<Root>> fields) {
  std::set<std::string_view> names;
  for (const auto& f : fields) {
    EXPECT_TRUE(names.insert(f.name).second) << f.name;
    EXPECT_TRUE(f.read && f.write) << f.name;
    const bool ranged = f.kind == FieldKind::integer || f.kind == FieldKind::number || f.kind == FieldKind::integerList;
    EXPECT_EQ(ranged, f.max > f.min) << f.name;
    EXPECT_EQ(f.kind == FieldKind::word, !f.words.empty()) << f.name;
    EXPECT_LE(f.max, 1e18) << f.name << ": integers must stay exact in 64 bits";
  }
}

// Another legal value than the one it has.
template <class Root>
Value otherValue(const Field<Root>& f, const Root& root) {
  switch (f.kind) {
    case FieldKind::boolean: return f.read(root) == Value(true) ? Value(false) : Value(true);
    case FieldKind::integer:
      return f.read(root) == Value(static_cast<std::int64_t>(f.max)) ? Value(static_cast<std::int64_t>(f.min))
                                                                     : Value(static_cast<std::int64_t>(f.max));
    case FieldKind::number: return f.read(root) == Value(f.max) ? Value(f.min) : Value(f.max);
    case FieldKind::word:
      return Value(std::string(f.read(root) == Value(std::string(f.words[0])) ? f.words[1] : f.words[0]));
    case FieldKind::text: return Value(std::string("other"));
    case FieldKind::integerList: return Value(std::vector<std::int64_t>{3, 4});
  }
  return {};
}

// Writing one row changes what that row reads, and no other.
template <class Root>
void expectIndependent(std::span<const Field<Root>> fields) {
  for (const auto& written : fields) {
    const Root before;
    Root after;
    const auto value = otherValue(written, before);
    ASSERT_EQ(fits(written, value), FieldError::none) << written.name;
    written.write(after, value);
    for (const auto& f : fields) {
      if (f.name == written.name)
        EXPECT_EQ(f.read(after), value) << f.name;
      else
        EXPECT_EQ(f.read(after), f.read(before)) << f.name << " moved with " << written.name;
    }
    EXPECT_NE(before, after) << written.name;
  }
}

TEST(ScenarioFields, areTheKeysOfTheContractInItsOrder) {
  std::vector<std::string_view> names;
  for (const auto& f : scenarioFields()) names.push_back(f.name);
  EXPECT_THAT(names, testing::ElementsAreArray(kContractKeys));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(Key::count));
}

TEST(ScenarioFields, areSoundAndIndependent) {
  expectSound(scenarioFields());
  expectIndependent(scenarioFields());
}

TEST(ModelFields, areSoundAndIndependent) {
  expectSound(modelFields());
  expectIndependent(modelFields());
}

TEST(DeviceFields, areSoundAndIndependent) {
  expectSound(deviceFields());
  expectIndependent(deviceFields());
}

TEST(ScenarioFields, defaultsAreLegalOnceNothingIsMissing) {
  const Scenario scenario;
  for (const auto& f : scenarioFields()) EXPECT_EQ(fits(f, f.read(scenario)), FieldError::none) << f.name;
}

TEST(Keys, haveTheNamesOfTheContract) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Key::count); ++i) {
    const auto key = static_cast<Key>(i);
    EXPECT_EQ(keyName(key), kContractKeys[i]);
  }
  EXPECT_EQ(keyName(Key::model), "model");
  EXPECT_EQ(keyName(Key::gpu), "cluster.gpu");
}

TEST(Keys, pointAtTheMemberTheyAreNamedAfter) {
  Scenario s;
  s.parallel.tp = 2, s.parallel.etp = 3, s.workload.globalBatch = 7, s.limits.globalBatchTokensMax = 9,
  s.overlap.ep = 0.5;
  EXPECT_EQ(field(Key::tp).read(s), Value(std::int64_t{2}));
  EXPECT_EQ(field(Key::etp).read(s), Value(std::int64_t{3}));
  EXPECT_EQ(field(Key::globalBatch).read(s), Value(std::int64_t{7}));
  EXPECT_EQ(field(Key::globalBatchTokensMax).read(s), Value(9.0));
  EXPECT_EQ(field(Key::overlapEp).read(s), Value(0.5));
}

TEST(Applied, writesEveryAssignmentAndNothingElse) {
  Scenario expected;
  expected.parallel.tp = 8;
  expected.parallel.dp = 2;
  expected.parallel.schedule = Schedule::zbH1;
  const Edit edit = {{Key::tp, std::int64_t{8}}, {Key::dp, std::int64_t{2}}, {Key::schedule, std::string("zb-h1")}};
  EXPECT_EQ(applied(Scenario{}, edit), expected);
  expected.parallel.dp.reset();
  EXPECT_EQ(applied(applied(Scenario{}, edit), {{Key::dp, Value{}}}), expected);
}

TEST(EnumWords, areTheWordsOfTheContract) {
  const auto words = [](auto all) { return std::vector<std::string_view>(all.begin(), all.end()); };
  using testing::ElementsAre;
  EXPECT_THAT(words(EnumWords<Precision>::words), ElementsAre("bf16", "fp16", "fp32", "fp8", "nvfp4"));
  EXPECT_THAT(words(EnumWords<Optimizer>::words),
              ElementsAre("adam", "adam-fp16-grads", "adam-fp32", "fsdp2-mixed", "adam-bf16-moments", "adam-pure-bf16",
                          "adam-8bit", "sgd-momentum", "adafactor", "muon"));
  EXPECT_THAT(words(EnumWords<Recompute>::words), ElementsAre("none", "selective", "ops", "full"));
  EXPECT_THAT(words(EnumWords<CrossEntropy>::words), ElementsAre("unfused", "fused", "compiled", "eager"));
  EXPECT_THAT(words(EnumWords<Schedule>::words),
              ElementsAre("gpipe", "1f1b", "interleaved", "zb-h1", "zb-h2", "zb-v", "dualpipe"));
  EXPECT_THAT(words(EnumWords<CpKind>::words), ElementsAre("ring", "all-to-all"));
  EXPECT_THAT(words(EnumWords<Stack>::words),
              ElementsAre("megatron", "bridge", "graphs", "eager", "compiled", "xla", "fused", "legacy", "zero2021"));
  EXPECT_THAT(words(EnumWords<FlopConvention>::words), ElementsAre("causal", "full", "paper2021", "6n"));
  EXPECT_THAT(words(EnumWords<Generation>::words),
              ElementsAre("volta", "ampere", "ada", "hopper", "blackwell", "cdna3"));
  EXPECT_THAT(words(EnumWords<Link>::words), ElementsAre("nvlink", "pcie", "xgmi"));
  EXPECT_EQ(fromWord<Schedule>("1f1b"), Schedule::oneFOneB);
  EXPECT_EQ(word(Optimizer::adam8bit), "adam-8bit");
  EXPECT_EQ(fromWord<Schedule>("1F1B"), std::nullopt);
}

}  // namespace
}  // namespace shardscope
