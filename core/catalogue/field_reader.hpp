// SPDX-License-Identifier: Apache-2.0
#pragma once
// Reads the members of a JSON object through a table of fields. Names of the table may be dotted; the file nests them.

#include <string>
#include <string_view>
#include <vector>

#include "core/io/error.hpp"
#include "core/io/json_tree.hpp"
#include "core/scenario/field.hpp"

namespace shardscope {

// Where an object stands, for the messages about it.
struct JsonPlace {
  std::string file;
  std::string path;  // "devices.h100-sxm-80gb"
};

Error jsonError(ErrorKind kind, const JsonPlace& place, const std::string& key, const JsonNode& node,
                std::string allowed = {});

namespace detail {

template <class Root>
bool startsAny(std::span<const Field<Root>> fields, std::string_view prefix) {
  for (const auto& field : fields)
    if (field.name.starts_with(prefix)) return true;
  return false;
}

template <class Root>
void readField(const Field<Root>& field, const JsonNode& node, const JsonPlace& place, Root& root,
               std::vector<Error>& errors) {
  const auto value = toValue(node);
  switch (fits(field, value)) {
    case FieldError::none: field.write(root, value); return;
    case FieldError::wrongType: break;
    case FieldError::outOfRange:
      errors.push_back(jsonError(ErrorKind::outOfRange, place, std::string(field.name), node, describeAllowed(field)));
      return;
    case FieldError::unknownWord:
      errors.push_back(jsonError(ErrorKind::unknownWord, place, std::string(field.name), node, describeAllowed(field)));
      return;
  }
  errors.push_back(jsonError(ErrorKind::wrongType, place, std::string(field.name), node, describeAllowed(field)));
}

}  // namespace detail

// `others(dotted)` tells which keys are read elsewhere. Depth is bounded by the table, not by the file.
template <class Root, class Others>
void readFields(const JsonNode& object, std::span<const Field<Root>> fields, const JsonPlace& place, Root& root,
                std::vector<Error>& errors, const Others& others, const std::string& prefix = {}) {
  for (const auto& child : object.children) {
    const std::string dotted = prefix + child.key;
    if (others(std::string_view(dotted))) continue;
    const bool isDotted = child.key.find('.') != std::string::npos;  // would pass for a group
    const Field<Root>* found = nullptr;
    for (const auto& field : fields)
      if (!isDotted && field.name == dotted) found = &field;
    if (found)
      detail::readField(*found, child, place, root, errors);
    else if (isDotted || !detail::startsAny(fields, dotted + "."))
      errors.push_back(jsonError(ErrorKind::unknownKey, place, dotted, child));
    else if (!child.isObject())
      errors.push_back(jsonError(ErrorKind::wrongType, place, dotted, child, "{…}"));
    else
      readFields(child, fields, place, root, errors, others, dotted + ".");
  }
}

// A field whose default is outside its range must be given.
template <class Root>
void requireFields(const JsonNode& object, std::span<const Field<Root>> fields, const JsonPlace& place,
                   const Root& root, std::vector<Error>& errors) {
  for (const auto& field : fields)
    if (fits(field, field.read(root)) != FieldError::none)
      errors.push_back(
          jsonError(ErrorKind::missingKey, place, std::string(field.name), object, describeAllowed(field)));
}

}  // namespace shardscope
