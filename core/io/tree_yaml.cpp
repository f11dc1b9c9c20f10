// SPDX-License-Identifier: Apache-2.0
// YAML by events: stops at a limit instead of building a tree first, and sees repeated keys and aliases, which
// yaml-cpp's own tree hides.
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/mark.h>
#include <yaml-cpp/parser.h>

#include <sstream>
#include <unordered_map>
#include <vector>

#include "core/io/tree_builder.hpp"

namespace shardscope {
namespace {

struct Stop {};  // thrown through yaml-cpp to leave its parser; the builder holds the error

class Handler : public YAML::EventHandler {
 public:
  explicit Handler(const std::string& file) : file_(file), builder_(file) {}

  TreeBuilder& builder() { return builder_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) fail(lineOf(mark), "documents");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (builder_.expectsKey()) fail(lineOf(mark), "key");
    place({.kind = NodeKind::null, .line = lineOf(mark), .text = "null"}, anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const int line = lineOf(mark);
    refuseTag(tag, line);
    const bool quoted = tag == "!";
    if (builder_.expectsKey()) {
      if (!quoted && value == "<<") fail(line, "merge");
      builder_.key(value, line);
      return;
    }
    Node node = quoted ? Node{.kind = NodeKind::text, .text = value} : plainScalar(value);
    node.line = line;
    place(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (builder_.expectsKey()) fail(lineOf(mark), "key");
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) fail(lineOf(mark), "recursive-alias");
    check(builder_.alias(found->second, lineOf(mark)));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(NodeKind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(NodeKind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  // Marks are 0-based; a value that is not there has none and takes the line before.
  int lineOf(const YAML::Mark& mark) {
    if (!mark.is_null()) line_ = mark.line + 1;
    return line_;
  }

  void check(bool goesOn) {
    if (!goesOn) throw Stop{};
  }
  [[noreturn]] void fail(int line, const char* detail) {
    builder_.fail({.kind = ErrorKind::syntax, .file = file_, .line = line, .key = builder_.path(), .detail = detail});
    throw Stop{};
  }
  void refuseTag(const std::string& tag, int line) {
    if (!tag.empty() && tag != "?" && tag != "!") fail(line, "tag");
  }

  void place(Node node, YAML::anchor_t anchor) {
    check(builder_.scalar(std::move(node)));
    if (anchor != YAML::NullAnchor) anchors_[anchor] = builder_.last();
  }
  void open(NodeKind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    const int line = lineOf(mark);
    refuseTag(tag, line);
    if (builder_.expectsKey()) {
      // A bracket left open looks like this too. Refused when it ends, so that 100,000 of them are called too deep.
      if (keyLine_ == 0) keyLine_ = line;
      builder_.key("?", line);
    }
    check(builder_.open(kind, line));
    openAnchors_.push_back(anchor);
  }
  void close() {
    if (keyLine_ > 0) fail(keyLine_, "key");
    check(builder_.close());
    if (openAnchors_.back() != YAML::NullAnchor) anchors_[openAnchors_.back()] = builder_.last();
    openAnchors_.pop_back();
  }

  std::string file_;
  TreeBuilder builder_;
  std::unordered_map<YAML::anchor_t, NodePtr> anchors_;
  std::vector<YAML::anchor_t> openAnchors_;
  int line_ = 1;
  int keyLine_ = 0;  // of the first key that is no word, 0 = none
  int documents_ = 0;
};

}  // namespace

tl::expected<NodePtr, Error> yamlTree(std::string_view text, const std::string& file) {
  text = withoutByteOrderMark(text);
  if (auto error = textError(text, file)) return tl::unexpected(std::move(*error));
  std::istringstream stream{std::string(text)};
  Handler handler(file);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(handler)) {
    }
  } catch (const Stop&) {
    return tl::unexpected(*handler.builder().error());
  } catch (const YAML::Exception& error) {
    return tl::unexpected(Error{.kind = ErrorKind::syntax,
                                .file = file,
                                .line = error.mark.is_null() ? 0 : error.mark.line + 1,
                                .key = handler.builder().path(),
                                .detail = error.msg});
  }
  const auto root = handler.builder().root();
  if (!root || root->kind == NodeKind::null) return tl::unexpected(Error{.kind = ErrorKind::empty, .file = file});
  return root;
}

}  // namespace shardscope
