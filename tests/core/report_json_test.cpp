// SPDX-License-Identifier: Apache-2.0
#include "core/io/report_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/confidence.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

Scenario example() { return catalogue().scenario("64-gpu-example")->scenario; }

std::vector<std::string> keysOf(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

bool isKey(std::string_view name) {
  const auto fields = scenarioFields();
  return std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.name == name; });
}

// A made-up report with a different number in every place.
Report madeUp() {
  Report r;
  r.verdict = Verdict::tight;
  r.batch = {.microBatches = 1, .globalSequences = 2, .globalTokens = 3, .gpus = 4};
  r.parametersTotal = 5, r.parametersActive = 6;
  r.memory = {.capacity = Bytes(7),
              .fitLimit = Bytes(8),
              .peak = Bytes(9),
              .peakStage = 1,
              .peakReason = PeakReason::extraLayer};
  StageMemory stage;
  stage.layers = 20, stage.parameterCount = 21, stage.inFlight = 2.5;
  stage.parameters = Bytes(22), stage.gradients = Bytes(23), stage.optimizer = Bytes(24), stage.activations = Bytes(25);
  stage.logits = Bytes(26), stage.transient = Bytes(27), stage.buffers = Bytes(28), stage.overhead = Bytes(29),
  stage.total = Bytes(30);
  r.memory.stages = {stage, StageMemory{}};
  r.bubble = {.ratioIdeal = 0.25, .ratioActual = 0.5, .ratioTotal = 0.75, .mOverP = 1.5};
  r.time.step = Seconds(10.5);
  for (std::size_t i = 0; i < r.time.breakdown.size(); ++i)
    r.time.breakdown[i] = Seconds(100.5 + static_cast<double>(i));
  r.time.hiddenTp = Seconds(1.25), r.time.hiddenEp = Seconds(2.25), r.time.hiddenDp = Seconds(3.25);
  r.time.forward = {Seconds(4.25)}, r.time.backward = {Seconds(5.25), Seconds(6.25)};
  r.flops = {.model = Flops(1e18), .hardware = Flops(2e18), .convention = FlopConvention::sixN};
  r.throughput = {.tokensPerS = 31.5,
                  .tokensPerSPerGpu = 32.5,
                  .tflopsPerGpu = 33.5,
                  .mfu = 0.34,
                  .hfu = 0.35,
                  .mfuOwnPrecision = 0.36};
  r.communication[static_cast<std::size_t>(Group::cp)] = {.active = true,
                                                          .link = GroupLink::nic,
                                                          .ranksInDomain = 2,
                                                          .bytesPerStep = 41,
                                                          .callsPerStep = 42.5,
                                                          .time = Seconds(43.5)};
  r.confidence = {.memoryRel = 0.03, .timeRel = 0.08, .memorySlice = -1, .timeSlice = 0, .unseen = bit(Unseen::gpipe)};
  return r;
}

TEST(ReportJson, everyFigureStandsUnderItsKeyInTheContractsOrder) {
  const auto json = reportJson(example(), madeUp(), Language::en);
  EXPECT_THAT(keysOf(json),
              ElementsAre("model_version", "scenario", "verdict", "issues", "batch", "parameters", "memory", "bubble",
                          "time", "flops", "throughput", "train", "communication", "moe", "confidence"));
  EXPECT_EQ(json["model_version"], kModelVersion);
  EXPECT_EQ(json["verdict"], "tight");
  EXPECT_EQ(json["batch"].dump(), R"({"micro_batches":1,"global_sequences":2,"global_tokens":3,"gpus":4})");
  EXPECT_EQ(json["parameters"].dump(), R"({"total":5,"active":6,"per_gpu":[21,0]})");
  EXPECT_THAT(keysOf(json["memory"]),
              ElementsAre("capacity_bytes", "fit_limit_bytes", "peak_bytes", "peak_stage", "peak_reason", "stages"));
  EXPECT_EQ(json["memory"]["fit_limit_bytes"], 8);
  EXPECT_EQ(json["memory"]["peak_reason"], "extra_layer");
  EXPECT_EQ(
      json["memory"]["stages"][0].dump(),
      R"({"stage":0,"layers":20,"parameters":22,"gradients":23,"optimizer":24,"activations":25,"logits":26,"transient":27,"buffers":28,"overhead":29,"total":30,"in_flight":2.5})");
  EXPECT_EQ(json["memory"]["stages"][1]["stage"], 1);
  EXPECT_EQ(json["bubble"].dump(), R"({"ratio_ideal":0.25,"ratio_actual":0.5,"ratio_total":0.75,"m_over_p":1.5})");
  EXPECT_EQ(
      json["time"].dump(),
      R"({"step_s":10.5,"breakdown_s":{"gemm":100.5,"attention":101.5,"pointwise":102.5,"recompute":103.5,"tp":104.5,"cp":105.5,"ep":106.5,)"
      R"("pp":107.5,"dp_exposed":108.5,"bubble":109.5,"head":110.5,"optimizer":111.5,"scale":112.5,"other":113.5},)"
      R"("hidden_s":{"tp":1.25,"ep":2.25,"dp":3.25},"forward_s":[4.25],"backward_s":[5.25,6.25]})");
  EXPECT_EQ(json["flops"].dump(), R"({"model":1e+18,"hardware":2e+18,"convention":"6n"})");
  EXPECT_EQ(
      json["throughput"].dump(),
      R"({"tokens_per_s":31.5,"tokens_per_s_per_gpu":32.5,"tflops_per_gpu":33.5,"mfu":0.34,"hfu":0.35,"mfu_own_precision":0.36})");
  EXPECT_EQ(
      json["communication"].dump(),
      R"({"tp":null,"cp":{"link":"nic","ranks_in_domain":2,"bytes_per_step":41,"calls_per_step":42.5,"time_s":43.5},"ep":null,"pp":null,"dp":null})");
  EXPECT_TRUE(json["train"].is_null());
  EXPECT_TRUE(json["moe"].is_null());
  EXPECT_THAT(keysOf(json["confidence"]), ElementsAre("memory_rel", "time_rel", "basis", "extrapolated", "memory_basis",
                                                      "memory_runs", "time_runs", "coverage"));
  EXPECT_EQ(json["confidence"]["extrapolated"], true);
  EXPECT_THAT(json["confidence"]["basis"], HasSubstr("extrapolated"));
  EXPECT_THAT(json["confidence"]["basis"], HasSubstr("GPipe"));
  EXPECT_EQ(json["confidence"]["time_runs"], publishedBands().slices()[0].runs);
  EXPECT_EQ(json["confidence"]["memory_basis"], "");
  EXPECT_EQ(json["confidence"]["memory_runs"], 0);
}

TEST(ReportJson, optionalPartsWhenTheyAreThere) {
  auto report = madeUp();
  report.train = TrainReport{.days = 1.5, .gpuHours = 2.5, .cost = {}};
  report.moe = MoeReport{.loadFactor = 1.25, .droppedShare = 0.5, .stepMultiplier = 2.5};
  auto json = reportJson(example(), report, Language::en);
  EXPECT_EQ(json["train"].dump(), R"({"days":1.5,"gpu_hours":2.5,"cost":null})");
  EXPECT_EQ(json["moe"].dump(), R"({"load_factor":1.25,"dropped_share":0.5,"step_multiplier":2.5})");
  report.train->cost = 3.5;
  EXPECT_EQ(reportJson(example(), report, Language::en)["train"]["cost"], 3.5);
}

TEST(ReportJson, neverHoldsNaN) {
  auto report = madeUp();
  report.bubble.ratioIdeal = std::numeric_limits<double>::quiet_NaN();
  report.time.step = Seconds(std::numeric_limits<double>::infinity());
  report.memory.stages[0].inFlight = std::numeric_limits<double>::quiet_NaN();
  const auto json = reportJson(example(), report, Language::en);
  EXPECT_TRUE(json["bubble"]["ratio_ideal"].is_null());
  EXPECT_TRUE(json["time"]["step_s"].is_null());
  EXPECT_TRUE(json["memory"]["stages"][0]["in_flight"].is_null());
}

TEST(ReportJson, scenarioIsCompleteAndReadsBack) {
  const auto s = example();
  const auto json = reportJson(s, madeUp(), Language::en);
  EXPECT_EQ(json["scenario"], scenarioJson(withDefaults(s)));
  const auto back = parseScenarioJson(json["scenario"].dump(), "f", "", Language::en);
  ASSERT_TRUE(back) << message(back.error()[0], Language::en);
  EXPECT_EQ(back->scenario, withDefaults(s));
}

TEST(ReportJson, anInvalidScenarioHasIssuesAndNoFigures) {
  auto s = example();
  s.parallel.tp = 6;
  s.parallel.dp.reset();
  const auto report = evaluate(s);
  const auto json = reportJson(s, report, Language::en);
  EXPECT_THAT(keysOf(json), ElementsAre("model_version", "scenario", "verdict", "issues"));
  EXPECT_EQ(json["verdict"], "invalid");
  ASSERT_FALSE(json["issues"].empty());
  for (const auto& issue : json["issues"])
    EXPECT_THAT(keysOf(issue), ElementsAre("id", "severity", "field", "message", "value", "allowed", "fix"));
  EXPECT_EQ(json["issues"][0]["id"], "W-1");
  EXPECT_EQ(json["issues"][0]["severity"], "error");
}

TEST(ReportJson, issueNamesFieldValueAllowedAndFix) {
  auto s = example();  // 64 heads of Llama 65B
  s.parallel.tp = 16;
  s.parallel.pp = 1;
  s.parallel.dp = 4;
  s.parallel.vpp = 2;  // P-8: interleaving needs a pipeline
  const auto json = reportJson(s, evaluate(s), Language::en);
  bool found = false;
  for (const auto& issue : json["issues"]) {
    if (issue["id"] != "P-8") continue;
    found = true;
    EXPECT_TRUE(issue["fix"].is_object());
    for (const auto& [key, value] : issue["fix"].items()) EXPECT_TRUE(isKey(key)) << key;
    EXPECT_TRUE(isKey(issue["field"].get<std::string>()));
    EXPECT_FALSE(issue["message"].get<std::string>().empty());
    EXPECT_TRUE(issue["allowed"].is_array());
  }
  EXPECT_TRUE(found) << json["issues"].dump(1);
}

TEST(ReportJson, languageChangesTheWordsOnly) {
  auto s = example();
  s.parallel.tp = 6;
  auto en = reportJson(s, evaluate(s), Language::en), zh = reportJson(s, evaluate(s), Language::zhCn);
  EXPECT_NE(en["issues"][0]["message"], zh["issues"][0]["message"]);
  for (auto* json : {&en, &zh})
    for (auto& issue : (*json)["issues"]) issue.erase("message");
  EXPECT_EQ(en, zh);
}

TEST(ReportJson, partsAddUpInWhatIsWritten) {
  const auto json = reportJson(example(), evaluate(example()), Language::en);
  double sum = 0;
  for (const auto& [term, seconds] : json["time"]["breakdown_s"].items()) sum += seconds.get<double>();
  EXPECT_NEAR(sum, json["time"]["step_s"].get<double>(), 1e-9 * sum);
  for (const auto& stage : json["memory"]["stages"]) {
    std::int64_t bytes = 0;
    for (const auto* part :
         {"parameters", "gradients", "optimizer", "activations", "logits", "transient", "buffers", "overhead"})
      bytes += stage[part].get<std::int64_t>();
    EXPECT_EQ(bytes, stage["total"].get<std::int64_t>());
  }
}

TEST(InvalidJson, oneIssuePerError) {
  const Errors errors = {
      {.kind = ErrorKind::outOfRange, .file = "b", .line = 3, .key = "parallel.tp", .found = "-1", .allowed = "1 … 8"},
      {.kind = ErrorKind::unknownWord, .file = "b", .key = "stack", .found = "x", .allowed = "megatron, bridge"},
      {.kind = ErrorKind::syntax, .file = "\xFF", .line = 3}};
  const auto json = invalidJson(errors, 12, Language::en);
  EXPECT_THAT(keysOf(json), ElementsAre("model_version", "scenario", "verdict", "issues", "line"));
  EXPECT_EQ(json["line"], 12);
  EXPECT_EQ(json["verdict"], "invalid");
  EXPECT_TRUE(json["scenario"].is_null());
  ASSERT_EQ(json["issues"].size(), 3U);
  EXPECT_EQ(
      json["issues"][0].dump(),
      R"({"id":"R-1","severity":"error","field":"parallel.tp","message":"b, line 3: `parallel.tp` is -1, which is out of range. Allowed: 1 … 8. )"
      R"(Correct the value and open the file again.","value":"-1","allowed":["1 … 8"],"fix":null})");
  EXPECT_EQ(json["issues"][1]["id"], "F-1");
  EXPECT_EQ(json["issues"][1]["allowed"].dump(), R"(["megatron","bridge"])");
  EXPECT_TRUE(json["issues"][2]["value"].is_null());
  EXPECT_NO_THROW(json.dump());
}

TEST(EditJson, isAMapOfDottedKeys) {
  EXPECT_EQ(editJson({{Key::tp, std::int64_t{8}}, {Key::dp, Value{}}, {Key::schedule, std::string("1f1b")}}).dump(),
            R"({"parallel.tp":8,"parallel.dp":null,"parallel.schedule":"1f1b"})");
  EXPECT_EQ(editJson({}).dump(), "{}");
}

TEST(ValueJson, integersStayIntegers) {
  EXPECT_EQ(valueJson(5e10).dump(), "50000000000");
  EXPECT_EQ(valueJson(0.5).dump(), "0.5");
  EXPECT_EQ(valueJson(1e18).dump(), "1e+18");
  EXPECT_EQ(valueJson(std::numeric_limits<double>::quiet_NaN()).dump(), "null");
  EXPECT_EQ(valueJson(std::vector<std::int64_t>{1, 2}).dump(), "[1,2]");
  EXPECT_EQ(valueJson(std::string("a\xFF")).dump(), "\"a\xEF\xBF\xBD\"");
}

}  // namespace
}  // namespace shardscope
