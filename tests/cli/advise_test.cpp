// SPDX-License-Identifier: Apache-2.0
// advise: the trace of the decision procedure to contract §3, plans and moves.

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(AdviseJson, HoldsEveryKeyOfTheContract) {
  for (const auto* preset :
       {"preset:64-gpu-example", "preset:7b-finetune-8", "preset:moe-8x7b-64", "preset:128k-context-64"}) {
    const auto result = cli({"advise", preset, "--json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const auto advice = jsonOf(result);
    ASSERT_EQ(advice["steps"].size(), 6u);
    for (std::size_t i = 0; i < 6; ++i) {
      const auto& step = advice["steps"][i];
      EXPECT_EQ(step["step"], i + 1);
      EXPECT_TRUE(step["order"].is_number_integer());
      EXPECT_TRUE(step["applies"].is_null() || step["applies"].is_object());
      ASSERT_FALSE(step["parts"].empty());
      for (const auto& part : step["parts"]) {
        for (const auto* key : {"id", "question", "test", "verdict"}) EXPECT_TRUE(part[key].is_string()) << key;
        EXPECT_TRUE(part["values"].is_object());
      }
    }
    for (const auto* plan : {"recommended", "best_of_sweep"}) {
      EXPECT_TRUE(advice[plan]["scenario"].is_object()) << plan;
      EXPECT_TRUE(advice[plan]["report"]["verdict"].is_string()) << plan;
    }
    for (const auto& move : advice["moves"]) {
      EXPECT_TRUE(move["edit"].is_object());
      EXPECT_TRUE(move["delta_peak_bytes"].is_number_integer());
      EXPECT_TRUE(move["delta_step_s"].is_number());
    }
  }
}

TEST(AdviseJson, TellsWhatEveryDimensionAdds) {
  const auto rows = jsonOf(cli({"advise", "preset:64-gpu-example", "--json"}))["contributions"];
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0]["added"], "parallel.dp");
  EXPECT_EQ(rows[0]["parallel"]["dp"], 64);
  EXPECT_TRUE(rows[0]["delta_step_s"].is_null());
  EXPECT_EQ(rows[2]["parallel"]["pp"], 4);
  EXPECT_NEAR(rows[2]["delta_step_s"].get<double>(), rows[2]["step_s"].get<double>() - rows[1]["step_s"].get<double>(),
              1e-12);
  const auto report = jsonOf(cli({"evaluate", "preset:64-gpu-example", "--json"}));
  EXPECT_EQ(rows[2]["step_s"], report["time"]["step_s"]);
  EXPECT_THAT(cli({"advise", "preset:64-gpu-example"}).out,
              testing::AllOf(HasSubstr("DP alone"), HasSubstr("+ TP 8"), HasSubstr("+ PP 4")));
}

TEST(AdviseText, ReadsInBothLanguages) {
  const auto english = cli({"advise", "preset:64-gpu-example"});
  EXPECT_THAT(english.out,
              testing::AllOf(HasSubstr("recommended"), HasSubstr("best of the sweep"), HasSubstr("TP 8 of 8")));
  EXPECT_EQ(english.err, "");
  EXPECT_THAT(cli({"advise", "preset:64-gpu-example", "--lang", "zh_CN"}).out,
              testing::AllOf(HasSubstr("决策步骤"), HasSubstr("推荐")));
}

TEST(Advise, AnImpossibleLayoutIsAdvisedAndAnImpossibleModelRefused) {
  const TemporaryFolder folder;
  const auto layout =
      cli({"advise",
           folder.write("layout.yaml",
                        "shardscope: 1\nmodel: {preset: llama-3-70b}\ncluster: {gpu: h100-sxm-80gb, nodes: "
                        "8}\nworkload: {sequence_length: 8192, global_batch: 128}\nparallel: {tp: 7, pp: 5}\n"),
           "--json"});
  EXPECT_EQ(layout.exitCode, 0) << layout.err;
  EXPECT_TRUE(jsonOf(layout)["moves"].empty());
  const auto model =
      cli({"advise", folder.write("model.yaml",
                                  "shardscope: 1\nmodel: {layers: 4, hidden: 1000, heads: 7, ffn: 4000, vocab: "
                                  "1000}\ncluster: {gpu: h100-sxm-80gb, nodes: 1}\nworkload: {global_batch: 8}\n")});
  EXPECT_EQ(model.exitCode, 1);
  EXPECT_EQ(model.out, "");
}

// A 7B on one node is told FSDP, and why not TP, with the price of it.
TEST(Advise, SaysWhyNotTensorParallelism) {
  const auto out = cli({"advise", "preset:7b-finetune-8"}).out;
  EXPECT_THAT(out, HasSubstr("Step 2 answers"));
  EXPECT_THAT(out, HasSubstr("TP 8 with the best micro-batch"));
}

TEST(Advise, TheUserSaysWhichGainIsWorthMoreDimensions) {
  const auto preferred = [](const char* worth) {
    return nlohmann::json::parse(cli({"advise", "preset:64-gpu-example", "--json", "--worth", worth}).out)["preferred"];
  };
  EXPECT_EQ(preferred("0"), "sweep");
  EXPECT_EQ(preferred("99"), "fsdp");  // one dimension
  for (const auto* wrong : {"-1", "5%", "101", "x"}) {
    const auto result = cli({"advise", "preset:64-gpu-example", "--worth", wrong});
    EXPECT_EQ(result.exitCode, 3) << wrong;
    EXPECT_THAT(result.err, testing::AllOf(HasSubstr("--worth"), HasSubstr(wrong), HasSubstr("100")));
  }
}

}  // namespace
}  // namespace shardscope::test
