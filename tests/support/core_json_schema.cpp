// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_json_schema.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace shardscope::test {
namespace {

using Json = nlohmann::json;
using Documents = std::map<std::string, Json>;

class Validator {
 public:
  Validator(const Documents& documents, std::vector<std::string>& out) : documents_(documents), out_(out) {}

  void check(const std::string& document, const Json& schema, const Json& value, const std::string& at) {
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) fail(at, "nothing may stand here");
      return;
    }
    for (const auto& [keyword, argument] : schema.items()) assertion(document, schema, keyword, argument, value, at);
  }

 private:
  void fail(const std::string& at, const std::string& what) { out_.push_back((at.empty() ? "/" : at) + ": " + what); }

  bool passes(const std::string& document, const Json& schema, const Json& value) const {
    std::vector<std::string> found;
    Validator(documents_, found).check(document, schema, value, "");
    return found.empty();
  }

  static bool isOfType(const std::string& type, const Json& value) {
    if (type == "null") return value.is_null();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    if (type == "string") return value.is_string();
    if (type == "array") return value.is_array();
    return type == "object" && value.is_object();
  }

  void assertion(const std::string& document, const Json& schema, const std::string& keyword, const Json& argument,
                 const Json& value, const std::string& at) {
    static const std::set<std::string> annotations = {"$schema", "$id", "$defs", "title", "description", "default"};
    if (annotations.contains(keyword)) return;
    if (keyword == "type")
      type(argument, value, at);
    else if (keyword == "enum")
      among(argument, value, at);
    else if (keyword == "const")
      among(Json::array({argument}), value, at);
    else if (keyword == "minimum") {
      if (value.is_number() && value < argument)
        fail(at, fmt::format("{} < minimum {}", value.dump(), argument.dump()));
    } else if (keyword == "maximum") {
      if (value.is_number() && value > argument)
        fail(at, fmt::format("{} > maximum {}", value.dump(), argument.dump()));
    } else if (keyword == "required")
      required(argument, value, at);
    else if (keyword == "properties")
      properties(document, argument, value, at);
    else if (keyword == "additionalProperties")
      additional(document, schema, argument, value, at);
    else if (keyword == "items")
      items(document, argument, value, at);
    else if (keyword == "oneOf" || keyword == "anyOf")
      alternatives(document, keyword, argument, value, at);
    else if (keyword == "$ref")
      reference(document, argument, value, at);
    else
      fail(at, "the schema uses the keyword " + keyword + ", which is not checked");
  }

  void type(const Json& types, const Json& value, const std::string& at) {
    const auto list = types.is_array() ? types : Json::array({types});
    const bool good =
        std::any_of(list.begin(), list.end(), [&](const Json& t) { return isOfType(t.get<std::string>(), value); });
    if (!good) fail(at, fmt::format("{} is not {}", value.type_name(), types.dump()));
  }
  void among(const Json& values, const Json& value, const std::string& at) {
    if (std::find(values.begin(), values.end(), value) == values.end())
      fail(at, fmt::format("{} is not among {}", value.dump(), values.dump()));
  }
  void required(const Json& names, const Json& value, const std::string& at) {
    if (!value.is_object()) return;
    for (const auto& name : names)
      if (!value.contains(name.get<std::string>())) fail(at, name.get<std::string>() + " is missing");
  }
  void properties(const std::string& document, const Json& schemas, const Json& value, const std::string& at) {
    if (!value.is_object()) return;
    for (const auto& [name, schema] : schemas.items())
      if (const auto found = value.find(name); found != value.end()) check(document, schema, *found, at + "/" + name);
  }
  void additional(const std::string& document, const Json& schema, const Json& argument, const Json& value,
                  const std::string& at) {
    if (!value.is_object()) return;
    const auto known = schema.value("properties", Json::object());
    for (const auto& [name, inner] : value.items()) {
      if (known.contains(name)) continue;
      if (argument == false)
        fail(at, name + " is not a key here");
      else
        check(document, argument, inner, at + "/" + name);
    }
  }
  void items(const std::string& document, const Json& schema, const Json& value, const std::string& at) {
    if (!value.is_array()) return;
    for (std::size_t i = 0; i < value.size(); ++i) check(document, schema, value[i], fmt::format("{}/{}", at, i));
  }
  void alternatives(const std::string& document, const std::string& keyword, const Json& schemas, const Json& value,
                    const std::string& at) {
    const auto good =
        std::count_if(schemas.begin(), schemas.end(), [&](const Json& s) { return passes(document, s, value); });
    if (keyword == "oneOf" ? good != 1 : good < 1)
      fail(at, fmt::format("{} of {} alternatives of {} hold", good, schemas.size(), keyword));
  }
  void reference(const std::string& document, const Json& target, const Json& value, const std::string& at) {
    const auto text = target.get<std::string>();
    const auto hash = std::min(text.find('#'), text.size());
    const auto file = hash == 0 ? document : text.substr(0, hash);
    const auto pointer = hash < text.size() ? text.substr(hash + 1) : "";
    check(file, documents_.at(file).at(Json::json_pointer(pointer)), value, at);
  }

  const Documents& documents_;
  std::vector<std::string>& out_;
};

}  // namespace

JsonSchema::JsonSchema(const std::map<std::string, std::string>& documents) {
  for (const auto& [name, text] : documents) documents_.emplace(name, Json::parse(text));
}
JsonSchema::~JsonSchema() = default;

const Json& JsonSchema::document(const std::string& name) const { return documents_.at(name); }

std::vector<std::string> JsonSchema::violations(const std::string& name, const Json& value) const {
  std::vector<std::string> out;
  Validator(documents_, out).check(name, document(name), value, "");
  return out;
}

}  // namespace shardscope::test
