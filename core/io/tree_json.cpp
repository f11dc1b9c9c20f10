// SPDX-License-Identifier: Apache-2.0
// JSON by nlohmann's SAX reader over an input that counts lines. NaN, Infinity and 1e999 end that reader, so a first
// pass puts zeros in their place and remembers where: they become values outside every range, named with their key.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/io/json_input.hpp"
#include "core/io/tree_builder.hpp"

namespace shardscope {
namespace {

struct Unrepresentable {
  std::size_t offset = 0;  // in the text
  std::string word;        // as written
};

// As YAML types them: numbers that no double and no integer holds. Only long ones and exponents may be such.
bool isUnrepresentable(const std::string& word) {
  if (isNotFinite(word)) return true;
  const bool mayBe = word.size() > 18 || word.find_first_of("eE") != std::string::npos;
  return mayBe && plainScalar(word).kind == NodeKind::unrepresentable;
}

// Replaces such words by a zero of the same length.
std::vector<Unrepresentable> blankUnrepresentable(std::string& text) {
  std::vector<Unrepresentable> found;
  for (auto at = nextBareWord(text, 0); at.begin < text.size(); at = nextBareWord(text, at.end)) {
    auto word = text.substr(at.begin, at.end - at.begin);
    if (!isUnrepresentable(word)) continue;
    text.replace(at.begin, word.size(), word.size(), ' ');
    text[at.begin] = '0';
    found.push_back({at.begin, std::move(word)});
  }
  return found;
}

class Handler : public nlohmann::json::json_sax_t {
 public:
  Handler(const std::string& file, const std::vector<Unrepresentable>& beyond, const JsonPosition& position)
      : file_(file), beyond_(beyond), position_(position), builder_(file) {}

  TreeBuilder& builder() { return builder_; }

  bool null() override { return builder_.scalar({.kind = NodeKind::null, .line = line(), .text = "null"}); }
  bool boolean(bool value) override {
    return builder_.scalar(
        {.kind = NodeKind::boolean, .line = line(), .text = value ? "true" : "false", .boolean = value});
  }
  bool number_integer(number_integer_t value) override {
    return number({.kind = NodeKind::integer, .text = fmt::format("{}", value), .integer = value});
  }
  bool number_unsigned(number_unsigned_t value) override {
    // Integers of 2^63 and more fit no field: typed like any other that is too long.
    return number(plainScalar(fmt::format("{}", value)));
  }
  bool number_float(number_float_t value, const string_t& written) override {
    const bool isInteger = written.find_first_of(".eE") == std::string::npos;  // beyond 64 bits
    return number({.kind = isInteger ? NodeKind::unrepresentable : NodeKind::number, .text = written, .number = value});
  }
  bool string(string_t& value) override {
    return builder_.scalar({.kind = NodeKind::text, .line = line(), .text = std::move(value)});
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return builder_.open(NodeKind::map, line()); }
  bool key(string_t& name) override { return builder_.key(std::move(name), line()); }
  bool end_object() override { return builder_.close(); }
  bool start_array(std::size_t) override { return builder_.open(NodeKind::list, line()); }
  bool end_array() override { return builder_.close(); }
  bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception& error) override {
    return builder_.fail({.kind = ErrorKind::syntax,
                          .file = file_,
                          .line = line(),
                          .key = builder_.path(),
                          .found = shortened(token),
                          .detail = reason(error.what())});
  }

 private:
  int line() const { return position_.line; }

  bool number(Node node) {
    node.line = line();
    if (next_ < beyond_.size() && beyond_[next_].offset < position_.offset) {
      node.kind = NodeKind::unrepresentable;
      node.text = beyond_[next_++].word;
    }
    return builder_.scalar(std::move(node));
  }

  // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while …; last read: …"
  static std::string reason(std::string_view what) {
    if (const auto column = what.find(", column "); column != std::string_view::npos)
      if (const auto colon = what.find(": ", column); colon != std::string_view::npos) what.remove_prefix(colon + 2);
    return std::string(what.substr(0, what.find("; last read")));
  }

  std::string file_;
  const std::vector<Unrepresentable>& beyond_;
  const JsonPosition& position_;
  TreeBuilder builder_;
  std::size_t next_ = 0;
};

}  // namespace

bool isJson(std::string_view text) {
  std::string copy(withoutByteOrderMark(text));
  for (const auto& beyond : blankUnrepresentable(copy))
    if (isNotFinite(beyond.word)) return false;
  return nlohmann::json::accept(copy);
}

tl::expected<NodePtr, Error> jsonTree(std::string_view text, const std::string& file) {
  text = withoutByteOrderMark(text);
  if (auto error = textError(text, file)) return tl::unexpected(std::move(*error));
  std::string copy(text);
  const auto beyond = blankUnrepresentable(copy);
  JsonPosition position;
  Handler handler(file, beyond, position);
  const JsonIterator begin(copy.data(), &position);
  const JsonIterator end(copy.data() + copy.size(), &position);
  const bool read = nlohmann::json::sax_parse(begin, end, &handler);
  if (handler.builder().error()) return tl::unexpected(*handler.builder().error());
  if (!read || !handler.builder().root()) return tl::unexpected(Error{.kind = ErrorKind::empty, .file = file});
  return handler.builder().root();
}

}  // namespace shardscope
