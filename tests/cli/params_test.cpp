// SPDX-License-Identifier: Apache-2.0
// params: what a config.json amounts to.

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

std::string config(const std::string& name) {
  return std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/models/" + name + ".json";
}

json params(const std::string& name) {
  const auto result = cli({"params", config(name), "--json"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_EQ(result.err, "");
  return jsonOf(result);
}

TEST(ParamsJson, HoldsEveryKeyOfTheContract) {
  const auto p = params("deepseek-v3");
  EXPECT_EQ(p["family"], "deepseek_v3");
  EXPECT_EQ(p["model"]["layers"], 61);
  EXPECT_FALSE(p["notices"].empty());
  const auto& counts = p["parameters"];
  EXPECT_EQ(counts["total"], 671'026'419'200);
  EXPECT_EQ(counts["active"]["with_both_tables"], 37'552'297'472);
  EXPECT_EQ(counts["active"]["without_input_table"], 37'552'297'472 - 129'280LL * 7168);
  EXPECT_EQ(counts["active"]["without_tables"], 37'552'297'472 - 2 * 129'280LL * 7168);
  EXPECT_EQ(counts["embedding"], 129'280LL * 7168);
  EXPECT_EQ(counts["head"], 129'280LL * 7168);
  EXPECT_EQ(counts["per_layer"].size(), 61u);
  EXPECT_EQ(counts["multi_token_prediction"], 684'489'845'504 - 671'026'419'200);
  for (const char* key : {"forward_causal", "forward_full", "training_causal", "training_full"})
    EXPECT_GT(p["flops_per_token"][key].get<double>(), 0) << key;
  EXPECT_DOUBLE_EQ(p["flops_per_token"]["training_full"], 3 * p["flops_per_token"]["forward_full"].get<double>());
}

TEST(ParamsJson, SaysWhyTheHeadIsTiedOrNot) {
  EXPECT_EQ(params("deepseek-v3")["tied"], (json{{"value", false}, {"because", "flag"}}));
  EXPECT_EQ(params("gpt2-medium")["tied"], (json{{"value", true}, {"because", "class"}}));
  EXPECT_THAT(cli({"params", SHARDSCOPE_SOURCE_DIR "/tests/data/models/gpt2-medium.json"}).out,
              HasSubstr("tied to the input table, the default of the class"));
}

TEST(ParamsJson, PartsAddUpToTheTotal) {
  for (const char* name : {"gpt2-medium", "deepseek-v3", "falcon-7b", "gemma-2-9b", "dbrx"}) {
    const auto counts = params(name)["parameters"];
    std::int64_t sum = counts["embedding"].get<std::int64_t>() + counts["positions"].get<std::int64_t>() +
                       counts["head"].get<std::int64_t>() + counts["rest"].get<std::int64_t>();
    for (const auto& layer : counts["per_layer"]) sum += layer.get<std::int64_t>();
    EXPECT_EQ(counts["total"], sum) << name;
    std::int64_t layers = 0, kinds = 0;
    for (const auto& layer : counts["per_layer"]) layers += layer.get<std::int64_t>();
    const auto& perKind = counts["per_kind"];
    for (const auto& kind : perKind) kinds += kind.get<std::int64_t>();
    EXPECT_EQ(kinds, layers) << name;
  }
}

// Its `model` is the inline form of a scenario, and means the same.
TEST(ParamsJson, ModelIsTheInlineFormOfAScenario) {
  TemporaryFolder folder;
  const auto scenario = [](const json& model) {
    return json{{"shardscope", 1},
                {"model", model},
                {"cluster", {{"gpu", "h100-sxm-80gb"}, {"gpus", 64}}},
                {"workload", {{"global_batch", 64}}}}
        .dump();
  };
  const auto inlined = jsonOf(cliReading(scenario(params("gpt2-medium")["model"]), {"evaluate", "-", "--json"}));
  const auto referred =
      jsonOf(cliReading(scenario({{"hf_config", config("gpt2-medium")}}), {"evaluate", "-", "--json"}));
  EXPECT_EQ(inlined["parameters"], referred["parameters"]);
  EXPECT_EQ(inlined["memory"], referred["memory"]);
}

TEST(ParamsJson, ReadsStandardInput) {
  EXPECT_EQ(cliReading(contentOf(config("gpt2-medium")), {"params", "-", "--json"}).out,
            cli({"params", config("gpt2-medium"), "--json"}).out);
}

TEST(ParamsText, SaysTheExactCounts) {
  const auto english = cli({"params", config("gpt2-medium")});
  EXPECT_EQ(english.exitCode, 0);
  EXPECT_THAT(english.out, AllOf(HasSubstr("354,823,168"), HasSubstr("24 × 12,596,224"), HasSubstr("layers 24")));
  const auto chinese = cli({"params", config("gpt2-medium"), "--lang", "zh_CN"});
  EXPECT_THAT(chinese.out, AllOf(HasSubstr("354,823,168"), HasSubstr("参数量")));
}

TEST(ParamsRefused, ArchitecturesThatAreNotModelled) {
  for (const char* name : {"mamba-2.8b", "bert-base", "jamba-v0.1"}) {
    const auto result = cli({"params", config(name), "--json"});
    expectRefused(result, 2);
    EXPECT_THAT(result.err, HasSubstr(std::string(name).substr(0, 4)));
  }
}

TEST(ParamsRefused, SizesThatMakeNoSense) {
  for (const char* name : {"nasty-negative-size", "nasty-huge-size", "nasty-boolean-size"}) {
    const auto result = cli({"params", config(name)});
    expectRefused(result, 2);
    EXPECT_THAT(result.err, AllOf(HasSubstr("hidden_size"), HasSubstr("line ")));
  }
  expectRefused(cliReading("{", {"params", "-"}), 2);
  expectRefused(cliReading("{}", {"params", "-"}), 2);
  expectRefused(cliReading("", {"params", "-"}), 2);
}

TEST(EvaluateConfig, IsAScenarioOfOneNodeOfTheDefaultDevice) {
  const auto result = cli({"evaluate", config("gpt2-medium"), "--json"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  const auto report = jsonOf(result);
  EXPECT_EQ(report["batch"]["gpus"], 8);
  EXPECT_EQ(report["scenario"]["cluster"]["gpu"], "h100-sxm-80gb");
  EXPECT_EQ(report["parameters"]["total"], 354'823'168);
  EXPECT_EQ(linesOf(cli({"evaluate", config("gpt2-medium")}).out).at(0), "gpt2-medium, 8 × h100-sxm-80gb");
}

}  // namespace
}  // namespace shardscope::test
