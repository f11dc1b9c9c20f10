// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "core/io/json_input.hpp"
#include "core/io/utf8.hpp"

namespace shardscope {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr std::size_t kMaxRepeats = 100;  // named in messages; a file that repeats more is named well enough by these

class TreeBuilder : public nlohmann::json::json_sax_t {
 public:
  TreeBuilder(JsonTree& tree, const JsonPosition& position, JsonDialect dialect, bool (*wanted)(std::string_view))
      : tree_(tree), position_(position), dialect_(dialect), wanted_(wanted) {}

  bool null() override { return add({}); }
  bool boolean(bool value) override { return add({.kind = JsonNode::Kind::boolean, .boolean = value}); }
  bool number_integer(number_integer_t value) override {
    return add({.kind = JsonNode::Kind::integer, .integer = value, .number = static_cast<double>(value)});
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (value <= static_cast<number_unsigned_t>(INT64_MAX)) return number_integer(static_cast<std::int64_t>(value));
    return number_float(static_cast<double>(value), std::to_string(value));
  }
  bool number_float(number_float_t value, const string_t& written) override {
    return add({.kind = JsonNode::Kind::number, .number = value, .text = written});
  }
  bool string(string_t& value) override { return add({.kind = JsonNode::Kind::text, .text = std::move(value)}); }
  bool binary(binary_t&) override { return false; }
  bool key(string_t& name) override {
    if (skipping_ > 0) return true;
    key_ = std::move(name);
    skipNext_ = wanted_ && !wanted_(key_);
    if (!skipNext_) noteKey();
    return true;
  }
  bool start_object(std::size_t) override { return open(JsonNode::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonNode::Kind::list); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& words) override {
    if (!failed_) fail(ErrorKind::syntax, withoutPrefix(words.what()));
    return false;
  }

  Error error;

 private:
  // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error …": the part after the place,
  // which counts lines of the text as the parser saw it.
  static std::string withoutPrefix(std::string_view words) {
    const auto colon = words.find(": ");
    return std::string(colon == words.npos ? words : words.substr(colon + 2));
  }
  bool tooMuch(ErrorKind kind, std::size_t most) {
    fail(kind, {});
    error.found = fmt::format("{}", most + 1);
    error.allowed = fmt::format("≤ {}", most);
    return false;
  }
  void fail(ErrorKind kind, std::string detail) {
    failed_ = true;
    error.kind = kind;
    error.line = position_.line;
    error.detail = std::move(detail);
  }
  // The last of several counts: its value takes the place of the earlier one, so that the tree holds every key once.
  void noteKey() {
    const auto [at, isNew] = stack_.back().places.try_emplace(key_, kNowhere);
    place_ = &at->second;
    if (isNew || *place_ == kNowhere || tree_.repeated.size() == kMaxRepeats) return;
    const auto& earlier = stack_.back().node->children[*place_];
    tree_.repeated.push_back({path() + key_, position_.line, earlier.line, {}});
    tellsRepeat_ = true;
  }
  std::string path() const {
    std::string dotted;
    for (const auto& open : stack_)
      if (!open.node->key.empty()) dotted += open.node->key + ".";
    return dotted;
  }
  // Puts a node at this place; nothing while skipping.
  bool add(JsonNode node, JsonNode** placed = nullptr) {
    if (std::exchange(skipNext_, false) || skipping_ > 0) return true;
    if (++nodes_ > kMaxJsonNodes) return tooMuch(ErrorKind::tooManyNodes, kMaxJsonNodes);
    node.line = position_.line;
    if (std::exchange(tellsRepeat_, false)) tree_.repeated.back().found = describe(node);
    JsonNode& place = placeOf(std::move(node));
    if (placed) *placed = &place;
    return true;
  }
  JsonNode& placeOf(JsonNode node) {
    if (stack_.empty()) return tree_.root = std::move(node);
    JsonNode& parent = *stack_.back().node;
    if (!parent.isObject()) return parent.children.emplace_back(std::move(node));
    node.key = std::exchange(key_, {});
    if (*place_ != kNowhere) return parent.children[*place_] = std::move(node);
    *place_ = parent.children.size();
    return parent.children.emplace_back(std::move(node));
  }
  // A value that is left out also ends an earlier one of the same key.
  bool leaveOut() {
    const bool repeats = stack_.back().node->isObject() && *place_ != kNowhere;
    if (repeats && !add({})) return false;
    ++skipping_;
    return true;
  }
  bool open(JsonNode::Kind kind) {
    const bool skips = skipping_ > 0 || skipNext_;
    const bool tooDeep = stack_.size() >= static_cast<std::size_t>(kMaxJsonDepth);
    if (tooDeep && !skips && dialect_ == JsonDialect::strict) return tooMuch(ErrorKind::tooDeep, kMaxJsonDepth);
    if (tooDeep && !skips) return leaveOut();
    if (skips) {
      skipNext_ = false;
      ++skipping_;
      return true;
    }
    JsonNode* node = nullptr;
    if (!add({.kind = kind}, &node)) return false;
    stack_.push_back({node, {}});
    return true;
  }
  bool close() {
    if (skipping_ > 0)
      --skipping_;
    else
      stack_.pop_back();
    return true;
  }

  JsonTree& tree_;
  const JsonPosition& position_;
  JsonDialect dialect_;
  bool (*wanted_)(std::string_view);
  struct Open {
    JsonNode* node;
    std::unordered_map<std::string, std::size_t> places;  // of each key of an object among its children
  };
  std::vector<Open> stack_;  // open objects and lists; only the last one grows, so the pointers stay good
  std::string key_;
  bool skipNext_ = false;
  std::size_t* place_ = nullptr;  // where the value of key_ goes
  bool tellsRepeat_ = false;      // the next value belongs to the last of `repeated`
  bool failed_ = false;
  std::size_t skipping_ = 0;  // open objects and lists that are not kept
  std::size_t nodes_ = 0;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view name) const {
  if (kind != Kind::object) return nullptr;
  const auto found = std::find_if(children.begin(), children.end(), [&](const JsonNode& n) { return n.key == name; });
  return found == children.end() ? nullptr : &*found;
}

tl::expected<JsonTree, Error> parseJsonTree(std::string_view text, const std::string& file, JsonDialect dialect,
                                            bool (*wanted)(std::string_view)) {
  if (withoutByteOrderMark(text).find_first_not_of(" \t\r\n") == text.npos)
    return tl::unexpected(Error{.kind = ErrorKind::empty, .file = file});
  if (const auto error = textError(text, file)) return tl::unexpected(*error);
  std::string quoted;
  if (dialect == JsonDialect::tolerant) {
    quoted = withQuotedWords(text);
    text = quoted;
  }
  JsonTree tree;
  JsonPosition position;
  TreeBuilder builder(tree, position, dialect, wanted);
  const JsonIterator first(text.data(), &position), last(text.data() + text.size(), &position);
  if (nlohmann::json::sax_parse(first, last, &builder)) return tree;
  builder.error.file = file;
  return tl::unexpected(builder.error);
}

Value toValue(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::null: return {};
    case JsonNode::Kind::boolean: return node.boolean;
    case JsonNode::Kind::integer: return node.integer;
    case JsonNode::Kind::number: return node.number;
    case JsonNode::Kind::text: return node.text;
    case JsonNode::Kind::object: return std::string("{…}");
    case JsonNode::Kind::list: break;
  }
  std::vector<std::int64_t> items;
  for (const auto& child : node.children) {
    if (child.kind != JsonNode::Kind::integer) return describe(node);
    items.push_back(child.integer);
  }
  return items;
}

std::string describe(const JsonNode& node) {
  switch (node.kind) {
    case JsonNode::Kind::null: return "null";
    case JsonNode::Kind::boolean: return node.boolean ? "true" : "false";
    case JsonNode::Kind::integer: return std::to_string(node.integer);
    case JsonNode::Kind::object: return "{…}";
    case JsonNode::Kind::list:
      return node.children.empty() ? "[]" : fmt::format("[{}, …]", describe(node.children.front()));
    case JsonNode::Kind::number:
    case JsonNode::Kind::text: break;
  }
  return shortened(node.text);
}

}  // namespace shardscope
