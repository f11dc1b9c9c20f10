// SPDX-License-Identifier: Apache-2.0
// What people write into tables of their own: units, commas, names of columns, a family per row.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "core/catalogue/catalogue.hpp"
#include "core/validate/bands.hpp"
#include "core/validate/validation.hpp"

namespace shardscope {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

RunTable parsed(const std::string& text) {
  auto table = parseRunTable(text, "t.csv", Catalogue::builtIn(), Language::en);
  if (!table) ADD_FAILURE() << message(table.error().front(), Language::en);
  return table ? std::move(*table) : RunTable{};
}

TEST(UserRuns, NumbersTellThatTheyStandAlone) {
  for (const char* cell : {"60 GB", "9.5s", "\"9,5\""}) {
    const auto table = parsed(std::string("id,model,gpu,gpus,sequence_length,global_batch,tp,pp,step_s\n") +
                              "a,llama-3-8b,h100-sxm-80gb,8,8192,64,1,1," + cell + "\n");
    ASSERT_EQ(table.leftOut.size(), 1U) << cell;
    EXPECT_THAT(table.leftOut[0].reason, HasSubstr("without its unit, with a decimal point")) << cell;
  }
}

TEST(UserRuns, ListsHaveBlanksOrCommas) {
  for (const char* cell : {"20 12", "\"20,12\"", "\"20, 12\""}) {
    const auto table =
        parsed(std::string("id,model,gpu,gpus,sequence_length,global_batch,tp,pp,step_s,stage_layers\n") +
               "a,llama-3-8b,h100-sxm-80gb,8,8192,64,1,2,9," + cell + "\n");
    ASSERT_EQ(table.runs.size(), 1U) << cell;
    EXPECT_EQ(table.runs[0].scenario.parallel.stageLayers, (std::vector<std::int64_t>{20, 12})) << cell;
  }
}

TEST(UserRuns, HeadersInAnyCaseAndTheNearestOfWhatIsMissing) {
  const std::string row = "a,llama-3-8b,h100-sxm-80gb,8,8192,64,1,1,9\n";
  EXPECT_EQ(parsed("ID,Model,GPU,GPUs,Sequence_Length,global_batch,TP,PP,Step_S\n" + row).runs.size(), 1U);
  const auto refused = [&](const std::string& header) {
    const auto table = parseRunTable(header + row, "t.csv", Catalogue::builtIn(), Language::en);
    EXPECT_FALSE(table.has_value());
    return table ? std::string() : message(table.error().front(), Language::en);
  };
  EXPECT_THAT(refused("id,model,gpu,gpus,sequence_lenght,global_batch,tp,pp,step_s\n"),
              HasSubstr("no column `sequence_length`; `sequence_lenght` is not read"));
  EXPECT_THAT(refused("id,model,gpu,gpus,sequence_length,global_batch,tp,TP,step_s\n"), HasSubstr("`TP` stands twice"));
}

TEST(UserRuns, AResidualNamesARowThatHasTheFigure) {
  const auto table = parsed(
      "id,model,gpu,gpus,sequence_length,global_batch,tp,pp,step_s,peak_memory_bytes\n"
      "a,llama-3-8b,h100-sxm-80gb,8,8192,64,1,1,9,\n"
      "b,llama-3-8b,h100-sxm-80gb,8,8192,64,1,1,,6e10\n");
  const auto votes = votesOf(table);
  ASSERT_EQ(votes.size(), 1U);
  EXPECT_EQ(votes[0].time->id, "a");
  EXPECT_EQ(votes[0].memory->id, "b");
}

TEST(UserRuns, FiguresInAnotherUnitAreSaid) {
  const auto notices = [](const std::string& figures) {
    const auto table = parsed(
        "id,model,gpu,gpus,sequence_length,global_batch,tp,pp,step_s,peak_memory_bytes\n"
        "a,llama-3-8b,h100-sxm-80gb,8,8192,64,8,1," +
        figures + "\n");
    EXPECT_EQ(table.runs.size(), 1U);
    return validate(table, Language::en).notices;
  };
  const auto table = parsed(
      "id,model,gpu,gpus,sequence_length,global_batch,tp,pp,step_s\na,llama-3-8b,h100-sxm-80gb,8,8192,64,8,1,1\n");
  const auto told = predicted(table.runs.at(0));
  const auto figures = [&](double time, double memory) { return fmt::format("{},{}", time, memory); };
  EXPECT_TRUE(notices(figures(told.stepS * 1.9, told.peakBytes / 1.9)).empty());
  EXPECT_THAT(notices(figures(1e3 * told.stepS, told.peakBytes)),
              ElementsAre(AllOf(HasSubstr("`step_s` looks like ms"), HasSubstr("first: a"))));
  EXPECT_THAT(notices(figures(told.stepS, told.peakBytes * 1e-9)), ElementsAre(HasSubstr("looks like GB")));
}

// One family per row: each is judged by the bands of all others.
TEST(UserRuns, ManyFamiliesDoNotTakeMinutes) {
  std::string text = "id,family,model,gpu,gpus,sequence_length,global_batch,tp,pp,step_s\n";
  for (int i = 0; i < 3000; ++i)
    text += fmt::format("r{},f{},llama-3-8b,h100-sxm-80gb,8,8192,64,8,1,{}\n", i, i, 8 + 0.001 * i);
  const auto table = parsed(text);
  ASSERT_EQ(table.runs.size(), 3000U);
  const auto start = std::chrono::steady_clock::now();
  const auto result = validate(table, Language::en);
  EXPECT_EQ(result.families.size(), 3000U);
  EXPECT_EQ(leaveOneFamilyOut(result.votes, Estimate::time).votes, 3000U);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
}

}  // namespace
}  // namespace shardscope
