// SPDX-License-Identifier: Apache-2.0
// The shipped JSON Schemas against the field tables, against the contract's example, and against what is written.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/report_json.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/scenario/fields.hpp"
#include "tests/support/core_json_schema.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::json;
using testing::IsEmpty;
using testing::Not;

const test::JsonSchema& schemas() {
  const auto folder = std::string(SHARDSCOPE_SOURCE_DIR) + "/resources/schema/";
  static const test::JsonSchema instance({{"scenario.schema.json", test::contentOf(folder + "scenario.schema.json")},
                                          {"report.schema.json", test::contentOf(folder + "report.schema.json")}});
  return instance;
}
std::vector<std::string> scenarioViolations(const Json& json) {
  return schemas().violations("scenario.schema.json", json);
}
std::vector<std::string> reportViolations(const Json& json) { return schemas().violations("report.schema.json", json); }
const Json& scenarioSchema() { return schemas().document("scenario.schema.json"); }

// The leaves of a schema of nested objects, by dotted name.
void collect(const Json& schema, const std::string& prefix, std::map<std::string, Json>& leaves) {
  for (const auto& [name, inner] : schema.at("properties").items()) {
    if (inner.contains("properties") && !inner.contains("oneOf"))
      collect(inner, prefix + name + ".", leaves);
    else if (name == "cluster")
      collect(inner, prefix + name + ".", leaves);
    else
      leaves[prefix + name] = inner;
  }
}

Json typesOf(std::string_view type, bool nullable) { return nullable ? Json::array({type, "null"}) : Json(type); }

template <class Root>
void expectRow(const Field<Root>& f, Json schema, const Root& plain) {
  SCOPED_TRACE(f.name);
  EXPECT_TRUE(schema.contains("description"));
  constexpr auto kTypes =
      std::to_array<std::string_view>({"boolean", "integer", "number", "string", "string", "array"});
  EXPECT_EQ(schema.at("type"), typesOf(kTypes[static_cast<std::size_t>(f.kind)], f.nullable));
  const auto usual = Json::parse(valueJson(f.read(plain)).dump());
  EXPECT_EQ(schema.value("default", usual), usual);
  const auto& ranged = f.kind == FieldKind::integerList ? schema.at("items") : schema;
  const bool hasRange = f.kind == FieldKind::integer || f.kind == FieldKind::number || f.kind == FieldKind::integerList;
  EXPECT_EQ(ranged.contains("minimum") && ranged.contains("maximum"), hasRange);
  if (hasRange) {
    EXPECT_EQ(ranged.at("minimum"), f.min);
    EXPECT_EQ(ranged.at("maximum"), f.max);
  }
  EXPECT_TRUE(f.kind != FieldKind::integerList || ranged.at("type") == "integer");
  EXPECT_EQ(schema.contains("enum"), f.kind == FieldKind::word);
  if (f.kind == FieldKind::word) {
    auto words = Json::array();
    for (const auto w : f.words) words.push_back(w);
    if (f.nullable) words.push_back(nullptr);
    EXPECT_EQ(schema["enum"], words);
  }
}

template <class Root>
void expectSameKeys(std::span<const Field<Root>> fields, const Json& schema, std::vector<std::string> others) {
  std::map<std::string, Json> leaves;
  collect(schema, "", leaves);
  for (const auto& f : fields) {
    ASSERT_TRUE(leaves.contains(std::string(f.name))) << f.name << " is not in the schema";
    expectRow(f, leaves[std::string(f.name)], Root{});
    leaves.erase(std::string(f.name));
  }
  std::vector<std::string> left;
  for (const auto& [name, leaf] : leaves) left.push_back(name);
  EXPECT_EQ(left, others);
}

// No object of the schema takes keys that it does not name.
void expectClosed(const Json& schema, const std::string& at) {
  const bool isClosable =
      schema.is_object() && schema.value("type", Json()) == "object" && schema.contains("properties");
  EXPECT_TRUE(!isClosable || schema.value("additionalProperties", Json()) == false) << at;
  if (!schema.is_structured()) return;
  for (const auto& [name, inner] : schema.items()) expectClosed(inner, at + "/" + name);
}

TEST(ScenarioSchema, holdsTheRowsOfTheTablesAndNothingElse) {
  expectSameKeys(scenarioFields(), scenarioSchema(), {"cluster.gpu", "model", "shardscope"});
  expectSameKeys(modelFields(), scenarioSchema()["$defs"]["dimensions"], {"edited_from"});
  expectSameKeys(deviceFields(), scenarioSchema()["$defs"]["device"], {"sources"});
  expectClosed(scenarioSchema(), "");
  EXPECT_EQ(scenarioSchema()["properties"]["shardscope"]["const"], kFormatVersion);
}

TEST(ScenarioSchema, acceptsTheContractsExample) {
  EXPECT_THAT(scenarioViolations(
                  Json::parse(R"({"shardscope": 1, "name": "Llama-3-70B on 64 H100", "model": {"preset": "llama-3-70b"},
    "cluster": {"gpu": "h100-sxm-80gb", "gpus_per_node": 8, "nodes": 8},
    "workload": {"sequence_length": 8192, "micro_batch": 1, "global_batch": 128},
    "parallel": {"tp": 8, "sp": true, "pp": 4, "dp": 2, "zero": 1}})")),
              IsEmpty());
}

// The reader and the schema agree on what is wrong.
class Wrong : public testing::TestWithParam<std::string> {};

TEST_P(Wrong, isRefusedByBoth) {
  auto json = Json::parse(
      R"({"shardscope": 1, "model": {"preset": "llama-2-7b"}, "cluster": {"gpu": "h100-sxm-80gb", "nodes": 1}, "workload": {"global_batch": 64}})");
  ASSERT_THAT(scenarioViolations(json), IsEmpty());
  json.merge_patch(Json::parse(GetParam()));
  EXPECT_THAT(scenarioViolations(json), Not(IsEmpty())) << json;
  EXPECT_FALSE(parseScenarioJson(json.dump(), "f", "", Language::en)) << json;
}

INSTANTIATE_TEST_SUITE_P(
    Edits, Wrong,
    testing::Values(R"({"shardscope": 2})", R"({"shardscope": null})", R"({"other": 1})", R"({"model": null})",
                    R"({"model": {"layers": 3}})", R"({"model": {"preset": null}})", R"({"model": {"preset": 3}})",
                    R"({"cluster": {"nodes": 0}})", R"({"cluster": {"nodes": null}})", R"({"cluster": {"gpus": 8}})",
                    R"({"cluster": {"gpu": null}})", R"({"cluster": {"gpu": {"sms": 3}}})",
                    R"({"cluster": {"gpus_per_node": 65}})", R"({"workload": {"global_batch": null}})",
                    R"({"workload": {"micro_batch": 8.5}})", R"({"workload": {"precision": "bf17"}})",
                    R"({"workload": {"flash_attention": "yes"}})", R"({"parallel": {"tp": -1}})",
                    R"({"parallel": {"schedule": "1F1B"}})", R"({"parallel": {"stage_layers": [1, "x"]}})",
                    R"({"parallel": 3})", R"({"overlap": {"tp": 1.5}})", R"({"moe": {"tp": 1}})", R"({"name": 3})",
                    R"({"stack": "torch"})",
                    R"({"model": {"preset": null, "layers": 2, "hidden": 64, "heads": 4, "vocab": 100}})"));

TEST(ScenarioSchema, acceptsEverythingThatIsWritten) {
  for (const auto& entry : catalogue().scenarios()) {
    auto s = entry.scenario;
    EXPECT_THAT(scenarioViolations(Json::parse(scenarioJson(s).dump())), IsEmpty()) << entry.id;
    s.model.source = ModelSource::inlineDimensions;
    s.cluster.gpuId.clear();
    EXPECT_THAT(scenarioViolations(Json::parse(scenarioJson(s).dump())), IsEmpty()) << entry.id;
  }
}

TEST(ReportSchema, namesTheWordsOfTheReport) {
  const auto& schema = schemas().document("report.schema.json");
  expectClosed(schema, "");
  const auto words = [](auto all) {
    auto json = Json::array();
    for (const auto w : all) json.push_back(w);
    return json;
  };
  const auto& p = schema["properties"];
  EXPECT_EQ(p["verdict"]["enum"], words(EnumWords<Verdict>::words));
  EXPECT_EQ(p["memory"]["properties"]["peak_reason"]["enum"], words(EnumWords<PeakReason>::words));
  EXPECT_EQ(p["flops"]["properties"]["convention"]["enum"], words(EnumWords<FlopConvention>::words));
  EXPECT_EQ(schema["$defs"]["traffic"]["properties"]["link"]["enum"], words(EnumWords<GroupLink>::words));
  EXPECT_EQ(p["time"]["properties"]["breakdown_s"]["required"], words(EnumWords<TimeTerm>::words));
  EXPECT_EQ(p["communication"]["required"], words(EnumWords<Group>::words));
}

TEST(ReportSchema, acceptsEveryReport) {
  for (const auto& entry : catalogue().scenarios()) {
    auto s = entry.scenario;
    EXPECT_THAT(reportViolations(Json::parse(reportJson(s, evaluate(s), Language::en).dump())), IsEmpty()) << entry.id;
    s.workload.trainTokens = 1e12;
    s.cluster.pricePerGpuHour = 2;
    EXPECT_THAT(reportViolations(Json::parse(reportJson(s, evaluate(s), Language::zhCn).dump())), IsEmpty())
        << entry.id;
    s.parallel.tp = 7;
    const auto invalid = evaluate(s);
    EXPECT_EQ(invalid.verdict, Verdict::invalid);
    EXPECT_THAT(reportViolations(Json::parse(reportJson(s, invalid, Language::en).dump())), IsEmpty()) << entry.id;
  }
  const Errors errors = {{.kind = ErrorKind::outOfRange, .key = "parallel.tp", .found = "-1", .allowed = "1 … 8"}};
  EXPECT_THAT(reportViolations(Json::parse(invalidJson(errors, 3, Language::en).dump())), IsEmpty());
}

TEST(ReportSchema, refusesWhatTheContractDoesNotAllow) {
  const auto& s = catalogue().scenarios().front().scenario;
  const auto good = Json::parse(reportJson(s, evaluate(s), Language::en).dump());
  ASSERT_THAT(reportViolations(good), IsEmpty());
  for (const auto* patch : {R"({"verdict": "invalid"})", R"({"verdict": "ok"})", R"({"time": null})",
                            R"({"time": {"step_s": null}})", R"({"time": {"breakdown_s": {"gemm": "1"}}})",
                            R"({"batch": {"gpus": 1.5}})", R"({"extra": 1})", R"({"memory": {"peak_reason": "luck"}})",
                            R"({"scenario": {"parallel": {"tp": 0}}})", R"({"issues": [{"id": "T-1"}]})"}) {
    auto json = good;
    json.merge_patch(Json::parse(patch));
    EXPECT_THAT(reportViolations(json), Not(IsEmpty())) << patch;
  }
}

}  // namespace
}  // namespace shardscope
