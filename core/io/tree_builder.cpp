// SPDX-License-Identifier: Apache-2.0
#include "core/io/tree_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace shardscope {

bool TreeBuilder::fail(Error error) {
  if (!error_) error_ = std::move(error);
  return false;
}

std::string TreeBuilder::path() const {
  std::string path;
  for (const auto& level : open_) {
    if (level.key.empty()) continue;
    if (!path.empty()) path += '.';
    path += level.key;
  }
  return shortened(path);
}

bool TreeBuilder::withinLimits(const Node& node, int line, ErrorKind tooMany) {
  const int depth = static_cast<int>(open_.size()) + node.height;
  if (depth > kMaxTreeDepth)
    return fail({.kind = ErrorKind::tooDeep,
                 .file = file_,
                 .line = line,
                 .key = path(),
                 .found = fmt::format("{}", depth),
                 .allowed = fmt::format("≤ {}", kMaxTreeDepth)});
  count_ += node.size;
  if (count_ > kMaxTreeNodes)
    return fail({.kind = tooMany,
                 .file = file_,
                 .line = line,
                 .key = path(),
                 .found = fmt::format("{}", count_),
                 .allowed = fmt::format("≤ {}", kMaxTreeNodes)});
  return true;
}

bool TreeBuilder::key(std::string key, int line) {
  assert(expectsKey());
  auto& level = open_.back();
  level.key = std::move(key);
  level.keyLine = line;
  level.hasKey = true;
  return true;
}

// Adds a complete value to the container that is open.
bool TreeBuilder::place(NodePtr node) {
  last_ = node;
  if (open_.empty()) {
    root_ = std::move(node);
    return true;
  }
  auto& level = open_.back();
  level.node->size += node->size;
  level.node->height = std::max(level.node->height, node->height + 1);
  if (level.node->kind == NodeKind::list) {
    level.node->items.push_back(std::move(node));
    return true;
  }
  const auto [first, isNew] = level.lines.emplace(level.key, level.keyLine);
  level.node->members.push_back({std::move(level.key), level.keyLine, isNew ? 0 : first->second, std::move(node)});
  level.key.clear();
  level.hasKey = false;
  return true;
}

bool TreeBuilder::scalar(Node node) {
  if (!withinLimits(node, node.line, ErrorKind::tooManyNodes)) return false;
  return place(std::make_shared<const Node>(std::move(node)));
}

bool TreeBuilder::alias(const NodePtr& node, int line) {
  return withinLimits(*node, line, ErrorKind::aliasBomb) && place(node);
}

bool TreeBuilder::open(NodeKind kind, int line) {
  Node node;
  node.kind = kind;
  node.line = line;
  if (!withinLimits(node, line, ErrorKind::tooManyNodes)) return false;
  open_.push_back({.node = std::make_shared<Node>(std::move(node))});
  return true;
}

bool TreeBuilder::close() {
  assert(!open_.empty());
  NodePtr node = std::move(open_.back().node);
  open_.pop_back();
  return place(std::move(node));
}

}  // namespace shardscope
