// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_tree.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>
#include <utility>

#include "core/io/decimal.hpp"
#include "core/io/json_pull.hpp"
#include "core/io/utf8.hpp"

namespace shardscope {
namespace {

constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
constexpr std::size_t kMaxRepeats = 100;  // named in messages; a file that repeats more is named well enough by these

class TreeBuilder {
 public:
  TreeBuilder(std::string_view text, JsonTree& tree, JsonDialect dialect, bool (*wanted)(std::string_view))
      : pull_(text), tree_(tree), dialect_(dialect), wanted_(wanted) {}

  bool read() {
    for (auto event = pull_.next(); event != JsonPull::Event::end; event = pull_.next())
      if (!take(event)) return false;
    return true;
  }

  Error error;

 private:
  using Event = JsonPull::Event;

  bool take(Event event) {
    switch (event) {
      case Event::key: return key();
      case Event::text: return add({.kind = JsonNode::Kind::text, .text = pull_.unescaped()});
      case Event::number: return number();
      case Event::word: return word();
      case Event::openObject: return open(event, JsonNode::Kind::object);
      case Event::openList: return open(event, JsonNode::Kind::list);
      case Event::closeObject:
      case Event::closeList: stack_.pop_back(); return true;
      case Event::mistake: return fail(pull_.mistake());
      case Event::end: break;
    }
    return false;
  }
  bool fail(std::string_view mistake) {
    error.kind = ErrorKind::syntax;
    error.line = pull_.line();
    error.found = shortened(pull_.written());
    error.detail = mistake;
    return false;
  }
  bool tooMuch(ErrorKind kind, std::size_t most) {
    error.kind = kind;
    error.line = pull_.line();
    error.found = fmt::format("{}", most + 1);
    error.allowed = fmt::format("≤ {}", most);
    return false;
  }

  bool key() {
    const auto name = pull_.unescapedIn(room_);
    if (wanted_ && !wanted_(name)) return pull_.skipValue() || fail(pull_.mistake());
    key_ = name;
    noteKey();
    return true;
  }
  bool word() {
    const auto said = pull_.written();
    if (said == "null") return add({});
    if (said == "true" || said == "false") return add({.kind = JsonNode::Kind::boolean, .boolean = said == "true"});
    if (dialect_ == JsonDialect::strict) return fail("json-value");
    return add({.kind = JsonNode::Kind::text, .text = std::string(said)});
  }
  // What no integer holds is a number, what no double holds a text.
  bool number() {
    const auto digits = pull_.written();
    std::int64_t whole = 0;
    const auto* end = digits.data() + digits.size();
    if (const auto read = std::from_chars(digits.data(), end, whole); read.ec == std::errc() && read.ptr == end)
      return add({.kind = JsonNode::Kind::integer, .integer = whole, .number = static_cast<double>(whole)});
    const double value = decimal(digits).value_or(0);
    if (!std::isinf(value)) return add({.kind = JsonNode::Kind::number, .number = value, .text = std::string(digits)});
    if (dialect_ == JsonDialect::strict) return fail("json-too-large");
    return add({.kind = JsonNode::Kind::text, .text = std::string(digits)});
  }
  // The last of several counts: its value takes the place of the earlier one, so that the tree holds every key once.
  void noteKey() {
    const auto [at, isNew] = stack_.back().places.try_emplace(key_, kNowhere);
    place_ = &at->second;
    if (isNew || *place_ == kNowhere || tree_.repeated.size() == kMaxRepeats) return;
    const auto& earlier = stack_.back().node->children[*place_];
    tree_.repeated.push_back({path() + key_, pull_.line(), earlier.line, {}});
    tellsRepeat_ = true;
  }
  std::string path() const {
    std::string dotted;
    for (const auto& open : stack_)
      if (!open.node->key.empty()) dotted += open.node->key + ".";
    return dotted;
  }
  bool add(JsonNode node, JsonNode** placed = nullptr) {
    if (++nodes_ > kMaxJsonNodes) return tooMuch(ErrorKind::tooManyNodes, kMaxJsonNodes);
    node.line = pull_.line();
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
  bool leaveOut(Event opened) {
    const bool repeats = stack_.back().node->isObject() && *place_ != kNowhere;
    if (repeats && !add({})) return false;
    return pull_.skipRest(opened) || fail(pull_.mistake());
  }
  bool open(Event event, JsonNode::Kind kind) {
    const bool tooDeep = stack_.size() >= static_cast<std::size_t>(kMaxJsonDepth);
    if (tooDeep && dialect_ == JsonDialect::strict) return tooMuch(ErrorKind::tooDeep, kMaxJsonDepth);
    if (tooDeep) return leaveOut(event);
    JsonNode* node = nullptr;
    if (!add({.kind = kind}, &node)) return false;
    stack_.push_back({node, {}});
    return true;
  }

  JsonPull pull_;
  JsonTree& tree_;
  JsonDialect dialect_;
  bool (*wanted_)(std::string_view);
  struct Open {
    JsonNode* node;
    std::unordered_map<std::string, std::size_t> places;  // of each key of an object among its children
  };
  std::vector<Open> stack_;  // open objects and lists; only the last one grows, so the pointers stay good
  std::string key_, room_;
  std::size_t* place_ = nullptr;  // where the value of key_ goes
  bool tellsRepeat_ = false;      // the next value belongs to the last of `repeated`
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
  JsonTree tree;
  TreeBuilder builder(text, tree, dialect, wanted);
  if (builder.read()) return tree;
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
