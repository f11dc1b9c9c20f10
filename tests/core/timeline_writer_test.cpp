// SPDX-License-Identifier: Apache-2.0
#include "core/io/timeline_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/evaluate.hpp"
#include "core/simulate/simulate.hpp"
#include "tests/support/core_json_schema.hpp"
#include "tests/support/core_schedules.hpp"
#include "tests/support/core_temporary_folder.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::json;
using testing::IsEmpty;
using testing::Not;

const test::JsonSchema& schemas() {
  static const test::JsonSchema instance(
      {{"timeline.schema.json",
        test::contentOf(std::string(SHARDSCOPE_SOURCE_DIR) + "/resources/schema/timeline.schema.json")}});
  return instance;
}

struct Written {
  Report report;
  Timeline timeline;
  std::string json, csv;
};
// Two micro-batches per stage: every phase of a schedule in a document that is quick to read.
Written write(const Scenario& s) {
  Written w;
  w.report = evaluate(s);
  w.timeline = simulate(s, w.report, {.microBatches = 2 * s.parallel.pp}).value_or(Timeline{});
  const auto into = [](std::string& text) { return [&text](std::string_view piece) { return text += piece, true; }; };
  EXPECT_TRUE(writeTimelineJson(w.report, w.timeline, into(w.json)));
  EXPECT_TRUE(writeTimelineCsv(w.timeline, into(w.csv)));
  return w;
}

TEST(TimelineJson, FollowsItsSchemaUnderEverySchedule) {
  for (const auto schedule : test::kSchedules) {
    auto s = test::llama70bOn512();
    if (schedule == Schedule::interleaved)
      s.parallel.vpp = 2;
    else
      s.parallel.schedule = schedule;
    const auto json = Json::parse(write(s).json);
    EXPECT_THAT(schemas().violations("timeline.schema.json", json), IsEmpty()) << word(schedule);
    EXPECT_EQ(json["schedule"], word(schedule));
  }
  for (const auto& entry : catalogue().scenarios())
    EXPECT_THAT(schemas().violations("timeline.schema.json", Json::parse(write(entry.scenario).json)), IsEmpty());
}

TEST(TimelineJson, HoldsTheTimelineToTheLastBit) {
  const auto w = write(test::llama70bOn512());
  const auto json = Json::parse(w.json);
  ASSERT_EQ(json["blocks"].size(), w.timeline.blocks.size());
  for (std::size_t i = 0; i < w.timeline.blocks.size(); i += 7) {
    const auto& block = w.timeline.blocks[i];
    const auto& written = json["blocks"][i];
    EXPECT_EQ(written["start_s"].get<double>(), block.start.count());
    EXPECT_EQ(written["end_s"].get<double>(), block.end.count());
    EXPECT_EQ(written["stage"], block.stage);
    EXPECT_EQ(written["micro_batch"], block.microBatch);
    EXPECT_EQ(written["kind"], word(block.kind));
  }
  EXPECT_EQ(json["step_s"].get<double>(), w.timeline.step.count());
  EXPECT_EQ(json["verdict"], word(w.report.verdict));
  ASSERT_EQ(json["memory"]["stages"].size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) {
    const auto& stage = json["memory"]["stages"][i];
    EXPECT_EQ(stage["peak_bytes"], w.report.memory.stages[i].total.count());
    EXPECT_EQ(stage["steps"].size(), w.timeline.stages[i].memory.size());
    EXPECT_EQ(json["stages"][i]["bubble_s"].get<double>(), w.timeline.bubble(w.timeline.stages[i]).count());
  }
}

TEST(TimelineJson, SchemaRefusesWhatTheContractDoesNotAllow) {
  const auto good = Json::parse(write(test::llama70bOn512()).json);
  for (const auto* patch : {R"({"verdict": "invalid"})", R"({"schedule": "1F1B"})", R"({"blocks": null})",
                            R"({"blocks": [{"stage": 0}]})", R"({"memory": {"stages": 3}})", R"({"extra": 1})"}) {
    auto json = good;
    json.merge_patch(Json::parse(patch));
    EXPECT_THAT(schemas().violations("timeline.schema.json", json), Not(IsEmpty())) << patch;
  }
}

TEST(TimelineCsv, OneLinePerBlock) {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama(2, 1024, 16, 16, 4096, 32000), 2, 1024);
  s.parallel.pp = 2;
  s.workload.globalBatch = 4;
  const auto w = write(s);
  EXPECT_THAT(w.csv, testing::StartsWith("stage,chunk,micro_batch,kind,start_s,end_s\n0,0,0,F,0,"));
  EXPECT_EQ(std::count(w.csv.begin(), w.csv.end(), '\n'), 1 + 2 * 2 * 4);
}

TEST(TimelineWriters, StopWhenNobodyReads) {
  auto s = test::llama70bOn512();
  s.workload.globalBatch = 8 * 4096;
  const auto report = evaluate(s);
  const auto timeline = simulate(s, report);
  ASSERT_TRUE(timeline.has_value());
  int calls = 0;
  const auto refuse = [&](std::string_view) { return ++calls, false; };
  EXPECT_FALSE(writeTimelineJson(report, *timeline, refuse));
  EXPECT_FALSE(writeTimelineCsv(*timeline, refuse));
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace shardscope
