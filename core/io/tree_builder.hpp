// SPDX-License-Identifier: Apache-2.0
#pragma once
// Builds a tree from the events of either format and enforces the limits on the way.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/io/tree.hpp"

namespace shardscope {

class TreeBuilder {
 public:
  explicit TreeBuilder(std::string file) : file_(std::move(file)) {}

  // Each returns false when reading must stop; error() then says why.
  bool key(std::string key, int line);
  bool scalar(Node node);
  bool open(NodeKind kind, int line);
  bool close();
  bool alias(const NodePtr& node, int line);  // precondition: node

  // Calls are about a key now, not a value.
  bool expectsKey() const { return !open_.empty() && open_.back().node->kind == NodeKind::map && !open_.back().hasKey; }
  bool isNested() const { return !open_.empty(); }
  std::string path() const;               // dotted key of the value that comes next
  NodePtr last() const { return last_; }  // the value completed last
  NodePtr root() const { return root_; }
  const std::optional<Error>& error() const { return error_; }
  bool fail(Error error);  // keeps the first; always false

 private:
  struct Open {
    std::shared_ptr<Node> node;
    std::string key;
    int keyLine = 0;
    bool hasKey = false;
    std::unordered_map<std::string, int> lines;  // first line of each key
  };

  bool place(NodePtr node);
  bool withinLimits(const Node& node, int line, ErrorKind tooMany);

  std::string file_;
  std::vector<Open> open_;
  std::size_t count_ = 0;
  NodePtr root_, last_;
  std::optional<Error> error_;
};

}  // namespace shardscope
