// SPDX-License-Identifier: Apache-2.0
// Scenario files: the three forms of a model, the two of a device.
#include <gmock/gmock.h>

#include <filesystem>

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/fields.hpp"
#include "tests/support/core_scenario_text.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(ParseModel, exactlyOneForm) {
  EXPECT_THAT(brief(errorsOf(with("llama-2-7b"))), ElementsAre(line(2, "model", ErrorKind::wrongType, "llama-2-7b")));
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-2-7b, layers: 8}"))),
              ElementsAre(line(2, "model.layers", ErrorKind::conflictingKeys, "8")));
  EXPECT_THAT(brief(errorsOf(with("{hf_config: none.json, preset: llama-2-7b}"))),
              ElementsAre(line(2, "model.hf_config", ErrorKind::conflictingKeys, "none.json")));
  EXPECT_THAT(brief(errorsOf(with("{preset: 7}"))), ElementsAre(line(2, "model.preset", ErrorKind::wrongType, "7")));
  const auto unknown = errorsOf(with("{preset: lama-2-7b}"));
  EXPECT_THAT(brief(unknown), ElementsAre(line(2, "model.preset", ErrorKind::unknownId, "lama-2-7b")));
  EXPECT_EQ(unknown[0].allowed.substr(0, 10), "llama-2-7b");
}

TEST(ParseModel, editedDimensionsNameWhereTheyCameFrom) {
  const auto named = [](const std::string& more) {
    return with("{" + more + ", layers: 2, hidden: 64, heads: 4, ffn: 128, vocab: 1000}");
  };
  EXPECT_EQ(read(named("edited_from: llama-3-70b")).model.reference, "llama-3-70b");
  EXPECT_EQ(read(named("edited_from: a model that is gone")).model.reference, "a model that is gone");
  EXPECT_THAT(brief(errorsOf(named("edited_from: 7"))),
              ElementsAre(line(2, "model.edited_from", ErrorKind::wrongType, "7")));
  EXPECT_THAT(brief(errorsOf(named("edited_from: a, edited_from: b"))),
              ElementsAre(line(2, "model.edited_from", ErrorKind::repeatedKey, "b")));
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-3-8b, edited_from: a}"))),
              ElementsAre(line(2, "model.edited_from", ErrorKind::conflictingKeys, "a")));
}

TEST(ParseModel, inlineDimensionsWithTheirDefaults) {
  const auto model = read(with("{layers: 2, hidden: 64, heads: 4, ffn: 128, vocab: 1000}")).model;
  ModelShape expected;
  expected.layers = 2, expected.hidden = 64, expected.heads = 4, expected.ffn = 128, expected.vocab = 1000;
  EXPECT_EQ(model, (ModelChoice{.source = ModelSource::inlineDimensions, .reference = "", .shape = expected}));
  EXPECT_TRUE(model.shape.gated);
  EXPECT_EQ(kvHeads(model.shape), 4);
  EXPECT_EQ(headDim(model.shape), 16);
}

TEST(ParseModel, aWindowWithoutItsShareIsSaid) {
  const auto notices = [](const std::string& more) {
    const auto loaded = parseScenario(with("{layers: 4, hidden: 256, heads: 4, ffn: 512, vocab: 1000" + more + "}"),
                                      "f", "", Language::en);
    EXPECT_TRUE(loaded);
    return loaded ? loaded->notices : std::vector<std::string>{};
  };
  EXPECT_THAT(notices(", window: 512"), ElementsAre(testing::HasSubstr("belong together")));
  EXPECT_THAT(notices(", window_share: 0.5"), SizeIs(1));
  EXPECT_THAT(notices(", window: 512, window_share: 0.5"), IsEmpty());
  EXPECT_THAT(notices(", window: 512, window_share: 0"), IsEmpty());  // said on purpose
  EXPECT_THAT(notices(", window: 0"), IsEmpty());
  EXPECT_THAT(notices(""), IsEmpty());
}

TEST(ParseModel, dimensionsThatMayNotBeMissing) {
  EXPECT_THAT(brief(errorsOf(with("{}"))),
              ElementsAre(line(2, "model.layers", ErrorKind::missingKey),
                          line(2, "model.hidden", ErrorKind::missingKey), line(2, "model.heads", ErrorKind::missingKey),
                          line(2, "model.vocab", ErrorKind::missingKey), line(2, "model.ffn", ErrorKind::missingKey)));
  const std::string moe = "layers: 2, hidden: 64, heads: 4, vocab: 1000, experts: 8";
  EXPECT_EQ(read(with("{" + moe + ", top_k: 2, expert_ffn: 64}")).model.shape.ffn, 0);
  EXPECT_THAT(brief(errorsOf(with("{" + moe + "}"))), ElementsAre(line(2, "model.top_k", ErrorKind::missingKey),
                                                                  line(2, "model.expert_ffn", ErrorKind::missingKey)));
  EXPECT_THAT(brief(errorsOf(with("{" + moe + ", top_k: 2, expert_ffn: 64, dense_layers: 1}"))),
              ElementsAre(line(2, "model.ffn", ErrorKind::missingKey)));
  EXPECT_THAT(
      brief(errorsOf(with("{layers: 2, hidden: 64, heads: 4, ffn: 128, vocab: 1000, kv_rank: 16}"))),
      ElementsAre(line(2, "model.nope_dim", ErrorKind::missingKey), line(2, "model.rope_dim", ErrorKind::missingKey),
                  line(2, "model.v_dim", ErrorKind::missingKey)));
}

TEST(ParseModel, sizesThatMakeNoSense) {
  const std::string base = "layers: 2, hidden: 64, heads: 4, vocab: 1000";
  EXPECT_THAT(brief(errorsOf(with("{" + base + ", ffn: 0}"))),
              ElementsAre(line(2, "model.ffn", ErrorKind::outOfRange, "0")));
  EXPECT_THAT(brief(errorsOf(with("{" + base + ", ffn: 8, kv_heads: 3}"))),
              ElementsAre(line(2, "model.kv_heads", ErrorKind::outOfRange, "3")));
  EXPECT_THAT(brief(errorsOf(with("{" + base + ", ffn: 8, experts: 4, top_k: 5, expert_ffn: 0}"))),
              ElementsAre(line(2, "model.top_k", ErrorKind::outOfRange, "5"),
                          line(2, "model.expert_ffn", ErrorKind::outOfRange, "0")));
  EXPECT_THAT(brief(errorsOf(with("{" + base + ", ffn: 8, dense_layers: 3}"))),
              ElementsAre(line(2, "model.dense_layers", ErrorKind::outOfRange, "3")));
  EXPECT_THAT(brief(errorsOf(with("{layers: 8.9, hidden: 64, heads: 4, vocab: 1000, ffn: 8}"))),
              ElementsAre(line(2, "model.layers", ErrorKind::wrongType, "8.9")));
}

TEST(ParseModel, configIsFoundBesideTheScenario) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("模型 一"));
  const auto config = test::contentOf(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/models/llama-3-8b.json");
  ASSERT_FALSE(config.empty());
  folder.write("模型 一/config.json", config);
  const auto path = folder.write("s.shard.yaml", with("{hf_config: ./模型 一/../模型 一/config.json}"));
  const auto loaded = loadScenario(path, Language::en);
  ASSERT_TRUE(loaded) << message(loaded.error()[0], Language::en);
  EXPECT_EQ(loaded->scenario.model.source, ModelSource::hfConfig);
  EXPECT_EQ(loaded->scenario.model.reference, folder.file("模型 一/config.json"));
  EXPECT_EQ(loaded->scenario.model.shape.layers, 32);
  EXPECT_EQ(loaded->scenario.model.shape.kvHeads, 8);

  folder.write("模型 一/config.json", R"({"model_type": "llama", "hidden_size": -4})");
  const auto broken = loadScenario(path, Language::en);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error()[0].file, folder.file("模型 一/config.json"));
  std::filesystem::remove(folder.file("模型 一/config.json"));
  EXPECT_EQ(loadScenario(path, Language::en).error()[0].kind, ErrorKind::notFound);
}

TEST(ParseGpu, deviceMap) {
  const auto device = read(with("{preset: llama-2-7b}", kDevice)).cluster.device;
  EXPECT_EQ(device.peak.bf16, 1e15);
  EXPECT_EQ(device.memory, Bytes(80'000'000'000));
  EXPECT_EQ(device.linkRate.count(), 450e9);
  EXPECT_EQ(device.efficiency, DeviceEfficiency{});
  EXPECT_EQ(device.nominalGb, 75);  // 74.5 GiB
  EXPECT_EQ(device.linkDomain, 8);
  EXPECT_EQ(read(with("{preset: llama-2-7b}", kDevice)).cluster.gpuId, "");
}

TEST(ParseGpu, deviceGroupsAndSources) {
  auto text = std::string(kDevice);
  text.insert(text.size() - 1,
              ", name: Mine, gpus_per_node: 16, efficiency: {gemm: 0.5, k0: 10}, latency: {nic_s: 1e-5}, sources: "
              "{sms: data sheet}");
  const auto device = read(with("{preset: llama-2-7b}", text)).cluster.device;
  EXPECT_EQ(device.name, "Mine");
  EXPECT_EQ(device.efficiency.gemm, 0.5);
  EXPECT_EQ(device.efficiency.hbm, 0.80);
  EXPECT_EQ(device.latency.nic, 1e-5);
  EXPECT_EQ(device.linkDomain, 16) << "the fast domain is the node unless the device says otherwise";
}

TEST(ParseGpu, errors) {
  const auto unknown = errorsOf(with("{preset: llama-2-7b}", "h100-sxm-80g"));
  EXPECT_THAT(brief(unknown), ElementsAre(line(3, "cluster.gpu", ErrorKind::unknownId, "h100-sxm-80g")));
  EXPECT_EQ(unknown[0].allowed.substr(0, 13), "h100-sxm-80gb");
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-2-7b}", "[1]"))),
              ElementsAre(line(3, "cluster.gpu", ErrorKind::wrongType, "[1]")));
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-2-7b}", "{peak_flops: 1e15, generation: pascal, base: x}"))),
              testing::UnorderedElementsAre(line(3, "cluster.gpu.peak_flops", ErrorKind::wrongType, "1e15"),
                                            line(3, "cluster.gpu.generation", ErrorKind::unknownWord, "pascal"),
                                            line(3, "cluster.gpu.base", ErrorKind::unknownKey, "x"),
                                            line(3, "cluster.gpu.peak_flops.bf16", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.memory_bytes", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.hbm_bytes_per_s", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.sms", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.link_bytes_per_s", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.nic_bytes_per_s", ErrorKind::missingKey)));
}

}  // namespace
}  // namespace shardscope
