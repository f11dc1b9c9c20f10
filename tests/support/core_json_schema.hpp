// SPDX-License-Identifier: Apache-2.0
#pragma once
// JSON Schema 2020-12 as far as the schemas of this project use it: type, enum, const, minimum, maximum, properties,
// required, additionalProperties, items, oneOf, anyOf, $ref, true and false. Any other assertion is reported, so that a
// schema cannot promise what is not checked.

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace shardscope::test {

class JsonSchema {
 public:
  // `documents`: file name → schema, for references from one file to another. Throws on text that is no JSON.
  explicit JsonSchema(const std::map<std::string, std::string>& documents);
  ~JsonSchema();
  JsonSchema(const JsonSchema&) = delete;
  JsonSchema& operator=(const JsonSchema&) = delete;

  // Everything in `value` that breaks the schema: "/cluster/nodes: 0 < minimum 1".
  std::vector<std::string> violations(const std::string& document, const nlohmann::json& value) const;
  const nlohmann::json& document(const std::string& name) const;

 private:
  std::map<std::string, nlohmann::json> documents_;
};

}  // namespace shardscope::test
