// SPDX-License-Identifier: Apache-2.0
#include "core/io/scenario_reader_map.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <tuple>
#include <utility>

#include "core/catalogue/catalogue.hpp"

namespace shardscope {
namespace {

bool isNumeric(FieldKind kind) {
  return kind == FieldKind::integer || kind == FieldKind::number || kind == FieldKind::integerList;
}

// NaN and infinity as other programs spell them; YAML takes them for text.
bool meansNotFinite(std::string_view text) {
  std::string word;
  for (const char c : text)
    if (c != '.' && c != '+' && c != '-') word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word == "nan" || word == "inf" || word == "infinity";
}

bool isOutsideEveryRange(const Node& node) {
  const auto outside = [](const NodePtr& item) { return isOutsideEveryRange(*item); };
  if (node.kind == NodeKind::list) return std::any_of(node.items.begin(), node.items.end(), outside);
  return node.kind == NodeKind::unrepresentable || (node.kind == NodeKind::text && meansNotFinite(node.text));
}

// The value a node stands for; nothing for what no field takes (maps, lists of other things than integers).
std::optional<Value> valueOf(const Node& node) {
  switch (node.kind) {
    case NodeKind::null: return Value{};
    case NodeKind::boolean: return Value(node.boolean);
    case NodeKind::integer: return Value(node.integer);
    case NodeKind::number: return Value(node.number);
    case NodeKind::text: return Value(node.text);
    case NodeKind::list: {
      std::vector<std::int64_t> items;
      for (const auto& item : node.items) {
        if (item->kind != NodeKind::integer) return std::nullopt;
        items.push_back(item->integer);
      }
      return Value(std::move(items));
    }
    case NodeKind::unrepresentable:
    case NodeKind::map: break;
  }
  return std::nullopt;
}

std::string expectation(FieldKind kind) {
  switch (kind) {
    case FieldKind::integer:
    case FieldKind::integerList: return "whole";
    case FieldKind::text: return "text";
    default: return "";
  }
}

std::string joined(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

}  // namespace

void Findings::add(Error error) {
  if (isFull()) return;
  if (error.file.empty()) error.file = file_;
  errors_.push_back(std::move(error));
}

std::vector<Error> Findings::take() {
  const auto place = [this](const Error& error) {
    return std::tuple(error.file != file_, error.kind == ErrorKind::missingKey, error.line);
  };
  std::stable_sort(errors_.begin(), errors_.end(), [&](const Error& a, const Error& b) { return place(a) < place(b); });
  return std::move(errors_);
}

const Given* GivenKeys::find(std::string_view name) const {
  const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const Given& given) { return given.name == name; });
  return found == keys_.end() ? nullptr : &*found;
}

bool GivenKeys::has(std::string_view name) const {
  const auto* given = find(name);
  return given && !given->isNull;
}

bool GivenKeys::isWrong(std::string_view name) const {
  const auto* given = find(name);
  return given && !given->isGood;
}

bool isRepeated(const NodeMember& member, const std::string& dotted, Findings& findings) {
  if (member.firstLine == 0) return false;
  findings.add({.kind = ErrorKind::repeatedKey,
                .line = member.line,
                .key = dotted,
                .found = shown(*member.value),
                .detail = fmt::format("{}", member.firstLine)});
  return true;
}

Error wrongType(const Node& node, const std::string& dotted, std::string allowed, std::string detail) {
  return {.kind = ErrorKind::wrongType,
          .line = node.line,
          .key = dotted,
          .found = shown(node),
          .allowed = std::move(allowed),
          .detail = std::move(detail)};
}

void MapReader::readLevel(const Node& map, const std::string& group, std::span<const FieldShape> shapes,
                          GivenKeys& given, const Write& write) {
  for (const auto& member : map.members) {
    if (findings_.isFull()) return;
    const auto name = group + member.key;
    if (isRepeated(member, shortened(prefix_ + name), findings_)) continue;
    if (others_ && others_(name, member)) continue;
    // A dot inside a key would pass for a group.
    const bool isDotted = member.key.find('.') != std::string::npos;
    const auto row = std::find_if(shapes.begin(), shapes.end(), [&](const FieldShape& s) { return s.name == name; });
    const auto isInside = [&](const FieldShape& s) { return s.name.starts_with(name + "."); };
    if (!isDotted && row != shapes.end()) {
      readField(*row, static_cast<std::size_t>(row - shapes.begin()), member, given, write);
    } else if (isDotted || member.key.empty() || std::none_of(shapes.begin(), shapes.end(), isInside)) {
      unknown(name, member, shapes);
    } else if (member.value->kind != NodeKind::map) {
      findings_.add(wrongType(*member.value, prefix_ + name, "", "map"));
    } else {
      readLevel(*member.value, name + ".", shapes, given, write);
    }
  }
}

void MapReader::readField(const FieldShape& shape, std::size_t row, const NodeMember& member, GivenKeys& given,
                          const Write& write) {
  const auto& node = *member.value;
  const auto value = valueOf(node);
  auto problem =
      value ? fits(shape.kind, shape.nullable, shape.min, shape.max, shape.words, *value) : FieldError::wrongType;
  if (isNumeric(shape.kind) && isOutsideEveryRange(node)) problem = FieldError::outOfRange;
  given.note({std::string(shape.name), member.line, node.kind == NodeKind::null, problem == FieldError::none});
  if (problem == FieldError::none) return write(row, *value);

  auto error = wrongType(node, prefix_ + std::string(shape.name),
                         describeAllowed(shape.kind, shape.nullable, shape.min, shape.max, shape.words));
  if (problem == FieldError::wrongType) error.detail = expectation(shape.kind);
  if (problem == FieldError::outOfRange) error.kind = ErrorKind::outOfRange;
  if (problem == FieldError::unknownWord) error.kind = ErrorKind::unknownWord;
  if (error.line == 0) error.line = member.line;
  findings_.add(std::move(error));
}

void MapReader::unknown(const std::string& name, const NodeMember& member, std::span<const FieldShape> shapes) {
  std::vector<std::string> sameLeaf, all;
  for (const auto& shape : shapes) {
    all.emplace_back(shape.name);
    if (shape.name.ends_with("." + member.key)) sameLeaf.emplace_back(shape.name);
  }
  auto nearest = sameLeaf.empty() ? Catalogue::nearest(shortened(name), all) : sameLeaf;
  for (auto& candidate : nearest) candidate.insert(0, prefix_);
  findings_.add({.kind = ErrorKind::unknownKey,
                 .line = member.line,
                 .key = shortened(prefix_ + name),
                 .found = shown(*member.value),
                 .allowed = joined(nearest)});
}

}  // namespace shardscope
