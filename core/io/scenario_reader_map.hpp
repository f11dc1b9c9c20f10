// SPDX-License-Identifier: Apache-2.0
#pragma once
// From a tree to values, driven by the field tables. Internal to the scenario reader.

#include <fmt/format.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/error.hpp"
#include "core/io/tree.hpp"
#include "core/scenario/field.hpp"

namespace shardscope {

// The errors of one file. A file with more than this many is not a slip of the pen.
inline constexpr std::size_t kMaxErrors = 100;

class Findings {
 public:
  explicit Findings(std::string file) : file_(std::move(file)) {}
  void add(Error error);  // fills in the file where none is named
  bool any() const { return !errors_.empty(); }
  std::size_t count() const { return errors_.size(); }
  bool isFull() const { return errors_.size() >= kMaxErrors; }
  std::vector<Error> take();  // by line; then missing keys (often a misspelt one), then other files

 private:
  std::string file_;
  std::vector<Error> errors_;
};

// Which keys of a table stood in the file.
struct Given {
  std::string name;  // as in the table
  int line = 0;
  bool isNull = false;
  bool isGood = false;
};

class GivenKeys {
 public:
  void note(Given given) { keys_.push_back(std::move(given)); }
  const Given* find(std::string_view name) const;
  bool has(std::string_view name) const;  // with a value other than null, right or wrong
  bool isWrong(std::string_view name) const;

 private:
  std::vector<Given> keys_;
};

// The part of a field that does not depend on what it belongs to.
struct FieldShape {
  std::string_view name;
  FieldKind kind;
  bool nullable;
  double min, max;
  std::span<const std::string_view> words;
};

// Keys that are no rows of the table; true when `name` was one and has been dealt with.
using OtherKeys = std::function<bool(const std::string& name, const NodeMember& member)>;

class MapReader {
 public:
  // `prefix` stands before every name in messages ("model.", "cluster.gpu."); `others` may be empty.
  MapReader(std::string prefix, Findings& findings, OtherKeys others)
      : prefix_(std::move(prefix)), findings_(findings), others_(std::move(others)) {}

  template <class Root>
  GivenKeys read(const Node& map, std::span<const Field<Root>> fields, Root& target) {
    std::vector<FieldShape> shapes;
    for (const auto& f : fields) shapes.push_back({f.name, f.kind, f.nullable, f.min, f.max, f.words});
    GivenKeys given;
    readLevel(map, "", shapes, given, [&](std::size_t row, const Value& value) { fields[row].write(target, value); });
    return given;
  }

 private:
  using Write = std::function<void(std::size_t row, const Value& value)>;

  void readLevel(const Node& map, const std::string& group, std::span<const FieldShape> shapes, GivenKeys& given,
                 const Write& write);
  void readField(const FieldShape& shape, std::size_t row, const NodeMember& member, GivenKeys& given,
                 const Write& write);
  void unknown(const std::string& name, const NodeMember& member, std::span<const FieldShape> shapes);

  std::string prefix_;
  Findings& findings_;
  OtherKeys others_;
};

// True (and reported) when the key stood before in the same map.
bool isRepeated(const NodeMember& member, const std::string& dotted, Findings& findings);
Error wrongType(const Node& node, const std::string& dotted, std::string allowed, std::string detail = {});

}  // namespace shardscope
