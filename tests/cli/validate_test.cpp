// SPDX-License-Identifier: Apache-2.0
// validate: the published runs and tables of users.

#include <filesystem>
#include <fstream>

#include "tests/cli/cli.hpp"

namespace shardscope::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kHeader =
    "id,model,gpu,gpus,sequence_length,global_batch,tp,pp,micro_batch,step_s,peak_memory_bytes\n";

std::string shippedTable() { return std::string(SHARDSCOPE_SOURCE_DIR) + "/resources/validation/runs.csv"; }

TEST(Validate, ThePublishedRunsWithoutATable) {
  const auto result = cli({"validate"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out, AllOf(HasSubstr("749 rows"), HasSubstr("5.27 %"), HasSubstr("2.79 %"), HasSubstr("simumax"),
                                HasSubstr("libai-001 … libai-043 (43)")));
  for (const auto& line : linesOf(result.out)) EXPECT_EQ(line, line.substr(0, line.find_last_not_of(' ') + 1));
  const auto chinese = cli({"validate", "--lang", "zh_CN"});
  EXPECT_THAT(chinese.out, AllOf(HasSubstr("决策遗憾"), HasSubstr("5.27 %"), Not(HasSubstr("cli-"))));
}

TEST(Validate, JsonOfTheContractIsTheSameForTheShippedFile) {
  const auto built = jsonOf(cli({"validate", "--json"}));
  const auto result = cli({"validate", shippedTable(), "--json"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(jsonOf(result), built);
  for (const auto* key : {"families", "overall", "skipped", "regret"}) EXPECT_TRUE(built.contains(key)) << key;
  for (const auto* key : {"n", "mape", "median_ape", "bias", "max_ape", "worst"})
    EXPECT_TRUE(built["overall"]["memory"].contains(key)) << key;
}

TEST(Validate, OneFamilyAndMoreWorstRows) {
  const auto json = jsonOf(cli({"validate", "--family", "tt", "--worst", "5", "--json"}));
  ASSERT_EQ(json["families"].size(), 2U);
  EXPECT_EQ(json["families"][0]["family"], "tt");
  EXPECT_EQ(json["families"][0]["quantity"], "time");
  EXPECT_EQ(json["families"][1]["quantity"], "memory");
  EXPECT_EQ(json["overall"]["time"]["worst"].size(), 5U);
  EXPECT_THAT(cli({"validate", "--family", "ttt"}).err, AllOf(HasSubstr("ttt"), HasSubstr("dgxc")));
  expectRefused(cli({"validate", "--family", "ttt"}), 3);
  expectRefused(cli({"validate", "--worst", "-1"}), 3);
  expectRefused(cli({"validate", "--worst", "x"}), 3);
}

TEST(Validate, ATableFromStandardInput) {
  const auto result = cliReading(kHeader +
                                     "a,llama-3-8b,h100-sxm-80gb,8,8192,64,1,1,1,9.5,\n"
                                     "b,llama-3-8b,h100-sxm-80gb,8,8192,64,2,1,1,9.9,6e10\n"
                                     "c,llama-3-8b,h100,8,8192,64,2,1,1,9.9,\n"
                                     "d,llama-3-8b,h100-sxm-80gb,8,8192,64,3,1,1,9.9,\n",
                                 {"validate", "-", "--json"});
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.err, "");
  const auto json = jsonOf(result);
  EXPECT_EQ(json["overall"]["time"]["n"], 2);
  EXPECT_EQ(json["overall"]["memory"]["n"], 1);
  EXPECT_EQ(json["regret"]["groups"], 1);
  ASSERT_EQ(json["skipped"].size(), 2U);
  EXPECT_EQ(json["skipped"][0]["id"], "c");
  EXPECT_EQ(json["skipped"][0]["line"], 4);
  EXPECT_THAT(json["skipped"][0]["reason"], HasSubstr("`gpu` is h100"));
  EXPECT_THAT(json["skipped"][1]["reason"], HasSubstr("W-1"));
  EXPECT_THAT(json["rows"][0]["assumed"].dump(), HasSubstr("recompute"));
}

// Every line of the block that README shows as the command's output, in the command's order.
void expectShownIn(const std::string& readme, const std::vector<std::string>& arguments, const std::string& call) {
  const auto text = contentOf(std::string(SHARDSCOPE_SOURCE_DIR) + "/" + readme);
  const auto begin = text.find("$ " + call + "\n");
  ASSERT_NE(begin, std::string::npos) << readme;
  const auto shown = linesOf(text.substr(begin, text.find("```", begin) - begin));
  ASSERT_GT(shown.size(), 40U);
  const auto printed = linesOf(cli(arguments).out);
  auto place = printed.begin();
  for (auto line = shown.begin() + 1; line != shown.end(); ++line) {
    place = std::find(place, printed.end(), *line);
    ASSERT_NE(place, printed.end()) << readme << " shows what `validate` does not print: " << *line;
  }
}

TEST(Validate, TheReadmesShowWhatItPrints) {
  expectShownIn("README.md", {"validate"}, "shardscope-cli validate");
  expectShownIn("README.zh_CN.md", {"validate", "--lang", "zh_CN"}, "shardscope-cli validate --lang zh_CN");
}

// A table written by somebody else's program: CRLF, byte order mark, quotes, floats for counts, unknown columns.
TEST(Validate, TablesAsOtherProgramsWriteThem) {
  const auto result = cliReading(
      "\xEF\xBB\xBFid,\"model\",gpu,gpus,sequence_length,global_batch,tp,pp,step_s,host\r\n"
      "\"a, 1\",llama-3-8b,H100-SXM-80GB,8.0,8192.0,64.0,1.0,1.0,9.5,\"n\"\"1\"\"\"\r\n",
      {"validate", "-", "--json"});
  EXPECT_EQ(result.exitCode, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("`host`"));
  EXPECT_EQ(jsonOf(result)["rows"][0]["id"], "a, 1");
}

TEST(Validate, FilesThatAreNoTable) {
  expectRefused(cliReading("", {"validate", "-"}), 2);
  expectRefused(cliReading("a;b\n1;2\n", {"validate", "-"}), 2);
  expectRefused(cliReading("id\n\xFF\n", {"validate", "-"}), 2);
  expectRefused(cli({"validate", "/nowhere/runs.csv"}), 2);
  const auto missing = cliReading("id,tp\na,1\n", {"validate", "-"});
  EXPECT_EQ(missing.exitCode, 2);
  EXPECT_EQ(missing.out, "");
  EXPECT_THAT(missing.err, HasSubstr("no column `gpu`"));
}

TEST(Validate, ATableOfWhichNoRowCanBeUsedSaysWhyAndFails) {
  const auto result = cliReading(kHeader + "a,llama-3-8b,h100-sxm-80gb,8,8192,64,1,1,1,nan,\n", {"validate", "-"});
  EXPECT_EQ(result.exitCode, 2);
  EXPECT_THAT(result.out, HasSubstr("`step_s` is nan"));
  EXPECT_THAT(result.err, HasSubstr("no row can be predicted"));
}

std::string tableOfRuns(int rows) {
  auto table = kHeader;
  for (int i = 0; i < rows; ++i)
    table += "r" + std::to_string(i) + ",llama-3-8b,h100-sxm-80gb,8,8192," + std::to_string(64 << i % 4) + "," +
             std::to_string(1 << i % 3) + ",1,1," + std::to_string((4.5 + 0.1 * (i % 3)) * (1 << i % 4)) + ",\n";
  return table;
}

TEST(Calibrate, WritesAProfileThatEvaluateAndBatchTake) {
  const TemporaryFolder folder;
  const auto path = folder.file("site.json");
  const auto fitted = cliReading(tableOfRuns(12), {"validate", "-", "--calibrate", path});
  EXPECT_EQ(fitted.exitCode, 0) << fitted.err;
  EXPECT_THAT(fitted.out, AllOf(HasSubstr("Calibration"), HasSubstr("h100-sxm-80gb"), HasSubstr(path)));
  const auto profile = nlohmann::json::parse(contentOf(path));
  EXPECT_EQ(profile["devices"][0]["runs"], 12);
  EXPECT_LT(profile["devices"][0]["mape_left_out"], profile["devices"][0]["mape_before"]);
  EXPECT_EQ(jsonOf(cliReading(tableOfRuns(12), {"validate", "-", "--json", "--calibrate", path}))["calibration"],
            profile);

  const auto with = jsonOf(cli({"--profile", path, "evaluate", "preset:64-gpu-example", "--json"}));
  const auto without = jsonOf(cli({"evaluate", "preset:64-gpu-example", "--json"}));
  EXPECT_NE(with["time"]["step_s"], without["time"]["step_s"]);
  EXPECT_EQ(with["memory"], without["memory"]);
  EXPECT_THAT(with["confidence"]["basis"], HasSubstr("calibrated on 12"));
  EXPECT_EQ(with["confidence"]["time_rel"], profile["devices"][0]["band_left_out"]);

  const auto line = scenarioJsonLine();
  EXPECT_NE(cliReading(line, {"batch", "--profile", path}).out, cliReading(line, {"batch"}).out);
  const auto again = jsonOf(cliReading(tableOfRuns(12), {"validate", "-", "--json", "--profile", path}));
  EXPECT_NEAR(again["overall"]["time"]["mape"], profile["devices"][0]["mape_after"], 1e-3);
}

TEST(Calibrate, AProfileByNameFromTheUsersFolder) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("profiles"));
  cliReading(tableOfRuns(12), {"validate", "-", "--calibrate", folder.file("profiles/site.json")});
  Process process;
  process.environment = {{"SHARDSCOPE_DATA", folder.path()}};
  const auto result = cli({"evaluate", "preset:64-gpu-example", "--json", "--profile", "site"}, process);
  EXPECT_THAT(jsonOf(result)["confidence"]["basis"], HasSubstr("calibrated"));
}

TEST(Calibrate, RefusedWithoutEnoughRunsOrAPlaceToWrite) {
  const TemporaryFolder folder;
  // The errors of the runs are shown all the same.
  const auto few = cliReading(tableOfRuns(2), {"validate", "-", "--calibrate", folder.file("p.json")});
  EXPECT_EQ(few.exitCode, 2);
  EXPECT_THAT(few.out, HasSubstr("Step time"));
  EXPECT_THAT(few.err, HasSubstr("3"));
  EXPECT_TRUE(folder.names().empty());
  const auto nowhere = cliReading(tableOfRuns(12), {"validate", "-", "--calibrate", folder.file("no/p.json")});
  EXPECT_EQ(nowhere.exitCode, 4);
  EXPECT_THAT(nowhere.out, AllOf(HasSubstr("Step time"), Not(HasSubstr("Calibration"))));
  expectRefused(cli({"evaluate", "preset:64-gpu-example", "--profile", folder.file("p.json")}), 2);
  expectRefused(cli({"evaluate", "preset:64-gpu-example", "--profile"}), 3);
}

TEST(Validate, OneFamilyHasOnlyItsOwnRowsLeftOut) {
  const auto table =
      "id,family,model,gpu,gpus,sequence_length,global_batch,tp,pp,step_s\n"
      "a,one,llama-3-8b,h100-sxm-80gb,8,8192,64,1,1,9\n"
      "b,two,llama-3-8b,h100-sxm-80gb,8,8192,64,1,1,nine\n";
  EXPECT_THAT(cliReading(table, {"validate", "-"}).out, HasSubstr("nine"));
  const auto one = cliReading(table, {"validate", "-", "--family", "one"});
  EXPECT_EQ(one.exitCode, 0) << one.err;
  EXPECT_THAT(one.out, Not(HasSubstr("nine")));
}

TEST(Validate, SlicesStandUnderWhatTheyShare) {
  const auto shown = cli({"validate"}).out;
  EXPECT_THAT(shown, HasSubstr("Software stack\n    "));
  EXPECT_THAT(shown, HasSubstr("GPU generation\n    "));
}

// A profile is laid over the catalogue, so what it was judged with must not show in it.
TEST(Calibrate, FitsFromTheCatalogueWhateverProfileIsLaidOver) {
  const TemporaryFolder folder;
  const auto table = tableOfRuns(12);
  cliReading(table, {"validate", "-", "--calibrate", folder.file("p.json")});
  auto odd = nlohmann::json::parse(contentOf(folder.file("p.json")));
  odd["devices"][0]["efficiency"] = {{"gemm", 0.3}, {"hbm", 0.4}, {"nic", 0.2}};
  std::ofstream(folder.file("odd.json")) << odd.dump();
  const auto run = cliReading(
      table, {"validate", "-", "--profile", folder.file("odd.json"), "--calibrate", folder.file("q.json"), "--json"});
  EXPECT_EQ(run.exitCode, 0) << run.err;
  EXPECT_EQ(contentOf(folder.file("q.json")), contentOf(folder.file("p.json")));
  // The profile judges the errors shown.
  const auto plain = jsonOf(cliReading(table, {"validate", "-", "--json"}));
  EXPECT_NE(jsonOf(run)["overall"]["time"]["mape"], plain["overall"]["time"]["mape"]);
}

TEST(Calibrate, AProfileOfAnotherGpuIsSaid) {
  const TemporaryFolder folder;
  const auto path = folder.file("p.json");
  cliReading(tableOfRuns(12), {"validate", "-", "--calibrate", path});
  const auto scenario = scenarioJsonLine();
  auto other = scenario;
  other.replace(other.find("h100-sxm-80gb"), 13, "b200-sxm-180gb");
  const auto result = cliReading(other, {"evaluate", "-", "--profile", path});
  EXPECT_THAT(result.err, HasSubstr("says nothing about b200-sxm-180gb"));
}

}  // namespace
}  // namespace shardscope::test
