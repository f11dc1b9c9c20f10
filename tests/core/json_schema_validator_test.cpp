// SPDX-License-Identifier: Apache-2.0
// The validator that the schema tests rest on must itself say no.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/support/core_json_schema.hpp"

namespace shardscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<std::string> violations(const std::string& schema, const std::string& value) {
  return test::JsonSchema({{"s", schema}, {"other", R"({"$defs": {"small": {"maximum": 3}}})"}})
      .violations("s", nlohmann::json::parse(value));
}

struct Case {
  std::string schema;
  std::vector<std::string> good, bad;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.schema; }

class Keyword : public testing::TestWithParam<Case> {};

TEST_P(Keyword, acceptsAndRefuses) {
  for (const auto& value : GetParam().good) EXPECT_THAT(violations(GetParam().schema, value), IsEmpty()) << value;
  for (const auto& value : GetParam().bad) EXPECT_THAT(violations(GetParam().schema, value), SizeIs(1)) << value;
}

INSTANTIATE_TEST_SUITE_P(
    Keywords, Keyword,
    testing::Values(
        Case{R"({"type": "integer"})", {"1", "-1"}, {"1.5", "1.0", "\"1\"", "null", "true", "[]"}},
        Case{R"({"type": "number"})", {"1", "1.5"}, {"\"1\"", "null"}}, Case{R"({"type": "string"})", {"\"\""}, {"1"}},
        Case{R"({"type": "boolean"})", {"false"}, {"0"}}, Case{R"({"type": "object"})", {"{}"}, {"[]"}},
        Case{R"({"type": "array"})", {"[]"}, {"{}"}},
        Case{R"({"type": ["integer", "null"]})", {"1", "null"}, {"1.5", "\"\""}},
        Case{R"({"enum": ["a", null, 2]})", {"\"a\"", "null", "2"}, {"\"b\"", "3"}},
        Case{R"({"const": 1})", {"1"}, {"2", "\"1\""}},
        Case{R"({"minimum": 1, "maximum": 3})", {"1", "3", "2.5", "\"x\""}, {"0", "0.999", "4"}},
        Case{R"({"required": ["a"]})", {R"({"a": null})", "1"}, {"{}", R"({"b": 1})"}},
        Case{R"({"properties": {"a": {"type": "integer"}}})", {"{}", R"({"a": 1, "b": 2})"}, {R"({"a": "x"})"}},
        Case{R"({"properties": {"a": {}}, "additionalProperties": false})", {R"({"a": 1})"}, {R"({"b": 1})"}},
        Case{R"({"additionalProperties": {"type": "integer"}})", {R"({"a": 1})"}, {R"({"a": "x"})"}},
        Case{R"({"properties": {"a": false}})", {"{}"}, {R"({"a": 1})"}}, Case{"true", {"1"}, {}},
        Case{"false", {}, {"1"}}, Case{R"({"items": {"type": "integer"}})", {"[]", "[1, 2]"}, {R"([1, "x"])"}},
        Case{R"({"oneOf": [{"type": "integer"}, {"minimum": 5}]})", {"1", "5.5"}, {"5", "2.5"}},
        Case{
            R"({"anyOf": [{"required": ["a"]}, {"required": ["b"]}]})", {R"({"a": 1})", R"({"a": 1, "b": 2})"}, {"{}"}},
        Case{R"({"$ref": "#/$defs/x", "$defs": {"x": {"type": "integer"}}})", {"1"}, {"\"x\""}},
        Case{R"({"$ref": "other#/$defs/small"})", {"3"}, {"4"}}, Case{R"({"pattern": "x"})", {}, {"\"x\""}}));

TEST(JsonSchemaValidator, namesThePlaceAndEveryViolation) {
  EXPECT_THAT(violations(R"({"properties": {"a": {"items": {"minimum": 2}}, "b": {"type": "null"}}})",
                         R"({"a": [2, 1, 0], "b": 3})"),
              ElementsAre("/a/1: 1 < minimum 2", "/a/2: 0 < minimum 2", "/b: number is not \"null\""));
}

}  // namespace
}  // namespace shardscope
