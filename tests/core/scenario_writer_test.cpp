// SPDX-License-Identifier: Apache-2.0
#include "core/io/scenario_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/catalogue/catalogue.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/fields.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr auto kHeader = "# Shardscope scenario, format 1. A key that is left out has its default.\n";

Scenario example() {
  Scenario s;
  s.name = "Llama-3-70B on 64 H100";
  s.model = {
      .source = ModelSource::preset, .reference = "llama-3-70b", .shape = catalogue().model("llama-3-70b")->shape};
  s.cluster.gpuId = "h100-sxm-80gb";
  s.cluster.device = catalogue().device("h100-sxm-80gb")->device;
  s.cluster.nodes = 8;
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  s.parallel.dp = 2;
  return s;
}

Scenario readBack(const std::string& text, const std::string& directory = {}) {
  const auto loaded = parseScenario(text, "written", directory, Language::en);
  if (!loaded) ADD_FAILURE() << text << message(loaded.error()[0], Language::en);
  return loaded ? loaded->scenario : Scenario{};
}

void expectRoundTrip(const Scenario& s) {
  EXPECT_EQ(readBack(scenarioYaml(s)), s) << scenarioYaml(s);
  EXPECT_EQ(readBack(scenarioJson(s).dump()), s) << scenarioJson(s).dump(1);
}

TEST(ScenarioYaml, shortForAnOrdinaryRun) {
  EXPECT_EQ(scenarioYaml(example()), std::string(kHeader) + R"(shardscope: 1
name: Llama-3-70B on 64 H100
model: {preset: llama-3-70b}
cluster: {gpu: h100-sxm-80gb, nodes: 8}
workload: {sequence_length: 4096, micro_batch: 1, global_batch: 128}
parallel: {tp: 8, pp: 4, dp: 2}
)");
}

TEST(ScenarioYaml, longGroupsStandOneKeyALine) {
  auto s = example();
  s.name = "训练 一";
  s.cluster.pricePerGpuHour = 2.5;
  s.workload.optimizer = Optimizer::adamBf16Moments;
  s.workload.recompute = Recompute::selective;
  s.workload.flashAttention = false;
  s.parallel.stageLayers = {20, 20, 20, 20};
  s.stack = Stack::graphs;
  EXPECT_EQ(scenarioYaml(s), std::string(kHeader) + R"(shardscope: 1
name: 训练 一
model: {preset: llama-3-70b}
cluster: {gpu: h100-sxm-80gb, nodes: 8, price_per_gpu_hour: 2.5}
workload:
  sequence_length: 4096
  micro_batch: 1
  global_batch: 128
  optimizer: adam-bf16-moments
  recompute: selective
  flash_attention: false
parallel: {tp: 8, pp: 4, dp: 2, stage_layers: [20, 20, 20, 20]}
stack: graphs
)");
  expectRoundTrip(s);
}

TEST(ScenarioYaml, writesWhatWasSetEvenIfItEqualsWhatFollows) {
  auto s = example();
  s.parallel.sp = true;
  EXPECT_THAT(scenarioYaml(s), HasSubstr("sp: true"));
  s.parallel.sp.reset();
  s.parallel.dp.reset();
  EXPECT_THAT(scenarioYaml(s), HasSubstr("parallel: {tp: 8, pp: 4}\n"));
}

// Each key on its own, changed to another legal value, survives.
TEST(ScenarioYaml, everyKeyRoundTrips) {
  for (const auto& f : scenarioFields()) {
    auto s = example();
    const auto before = f.read(s);
    switch (f.kind) {
      case FieldKind::boolean: f.write(s, Value(before != Value(true))); break;
      case FieldKind::integer: f.write(s, Value(static_cast<std::int64_t>(f.max))); break;
      case FieldKind::number: f.write(s, Value(f.min + (f.max - f.min) / 3)); break;
      case FieldKind::word: f.write(s, Value(std::string(f.words.back()))); break;
      case FieldKind::text: f.write(s, Value(std::string("- odd: [name]"))); break;
      case FieldKind::integerList: f.write(s, Value(std::vector<std::int64_t>{80, 0, 0, 0})); break;
    }
    if (f.name == "cluster.gpus") s.cluster.nodes.reset();
    expectRoundTrip(s);
  }
}

TEST(ScenarioYaml, inlineModelAndDevice) {
  auto s = example();
  s.model = {
      .source = ModelSource::inlineDimensions, .reference = "", .shape = catalogue().model("deepseek-v3")->shape};
  s.model.shape.parametersExact = 671'026'419'200;
  s.model.shape.windowShare = 1.0 / 3;
  s.cluster.gpuId.clear();
  s.cluster.device.name = "Mine: 中文";
  s.cluster.device.efficiency.gemm = 0.1 + 0.2;
  s.cluster.device.linkDomain = 72;
  s.cluster.device.nominalGb = 0;
  expectRoundTrip(s);
  const auto yaml = scenarioYaml(s);
  EXPECT_THAT(yaml, HasSubstr("  gpu:\n    name: \"Mine: 中文\"\n    generation: hopper\n    peak_flops: {"));
  EXPECT_THAT(yaml, HasSubstr("efficiency: {gemm: 0.30000000000000004"));
  EXPECT_THAT(yaml, Not(HasSubstr("preset")));
}

TEST(ScenarioYaml, anEditedModelKeepsWhatItWasEditedFrom) {
  auto s = example();
  s.model = {ModelSource::inlineDimensions, "llama-3-70b", catalogue().model("llama-3-70b")->shape};
  s.model.shape.layers = 40;
  expectRoundTrip(s);
  EXPECT_THAT(scenarioYaml(s), HasSubstr("edited_from: llama-3-70b"));
  s.model.reference = "/somewhere/模型/config.json";
  expectRoundTrip(s);
  EXPECT_THAT(scenarioYaml(s, "/somewhere"), HasSubstr("edited_from: 模型/config.json"));
}

TEST(ScenarioYaml, allPresetsRoundTrip) {
  for (const auto& entry : catalogue().scenarios()) {
    expectRoundTrip(entry.scenario);
    expectRoundTrip(withDefaults(entry.scenario));
  }
}

TEST(ScenarioYaml, configIsNamedRelativeToTheFile) {
  const test::TemporaryFolder folder;
  folder.write("my config.json",
               test::contentOf(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/models/llama-3-8b.json"));
  const auto loaded = loadScenario(folder.file("my config.json"), Language::en);
  ASSERT_TRUE(loaded);
  const auto& s = loaded->scenario;
  EXPECT_THAT(scenarioYaml(s, folder.path()), HasSubstr("model: {hf_config: my config.json}"));
  EXPECT_THAT(scenarioYaml(s, folder.file("a/b")), HasSubstr("model: {hf_config: \"../../my config.json\"}"));
  EXPECT_THAT(scenarioYaml(s), HasSubstr("hf_config: \"" + folder.file("my config.json")));
  for (const auto& directory : {folder.path(), folder.file("a/b"), std::string()}) {
    EXPECT_EQ(readBack(scenarioYaml(s, directory), directory), s);
    EXPECT_EQ(readBack(scenarioJson(s, directory).dump(), directory), s);
  }
}

TEST(ScenarioJson, holdsEveryKeyInTheOrderOfTheContract) {
  const auto json = scenarioJson(example());
  std::vector<std::string> keys;
  for (const auto& [group, value] : json.items()) {
    keys.push_back(group);
    if (value.is_object())
      for (const auto& [key, inner] : value.items()) keys.push_back(group + "." + key);
  }
  std::vector<std::string> expected = {"shardscope"};
  std::string group;
  for (const auto& f : scenarioFields()) {
    const auto next = std::string(f.name.substr(0, f.name.find('.')));
    if (next == "cluster" && group != next) expected.insert(expected.end(), {"model", "model.preset"});
    if (next != group && next != f.name) expected.push_back(next);
    if (next == "cluster" && group != next) expected.push_back("cluster.gpu");
    group = next;
    expected.emplace_back(f.name);
  }
  EXPECT_EQ(keys, expected);
  EXPECT_EQ(json["model"]["preset"], "llama-3-70b");
  EXPECT_EQ(json["cluster"]["gpu"], "h100-sxm-80gb");
  EXPECT_TRUE(json["cluster"]["gpus"].is_null());
  EXPECT_TRUE(json["cluster"]["nodes"].is_number_integer());
  EXPECT_EQ(json["parallel"]["stage_layers"], nlohmann::json::array());
}

TEST(ScenarioJson, namesThatAreNotUtf8DoNotBreakTheOutput) {
  auto s = example();
  s.name = "a\xFF";
  EXPECT_EQ(scenarioJson(s)["name"], "a\xEF\xBF\xBD");
  EXPECT_NO_THROW(scenarioJson(s).dump());
  EXPECT_EQ(readBack(scenarioYaml(s)).name, "a\xEF\xBF\xBD");
}

TEST(ScenarioText, theNameOfTheFileDecidesTheFormat) {
  const auto s = example();
  EXPECT_EQ(scenarioText(s, "/tmp/a.shard.yaml"), scenarioYaml(s, "/tmp"));
  EXPECT_EQ(scenarioText(s, "/tmp/a"), scenarioYaml(s, "/tmp"));
  EXPECT_EQ(scenarioText(s, "/tmp/json"), scenarioYaml(s, "/tmp"));
  for (const auto* path : {"/tmp/a.json", "/tmp/a.JSON", "/tmp/中文.shard.json"}) {
    EXPECT_TRUE(nlohmann::json::accept(scenarioText(s, path))) << path;
    EXPECT_EQ(readBack(scenarioText(s, path)), s) << path;
  }
}

}  // namespace
}  // namespace shardscope
