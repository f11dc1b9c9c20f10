// SPDX-License-Identifier: Apache-2.0
#pragma once
// JSON read piece by piece in one pass: no tree, no copies, no recursion, so that what nobody asked for costs next to
// nothing, however large and deep. Every byte is judged by RFC 8259; besides its words there are NaN, Infinity and
// -Infinity, which Python's json writes. The bytes themselves must be UTF-8 (textError).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope {

class JsonPull {
 public:
  enum class Event : std::uint8_t {
    key,
    text,
    number,
    word,  // true, false, null and Python's three
    openObject,
    closeObject,
    openList,
    closeList,
    end,
    mistake
  };

  explicit JsonPull(std::string_view text);  // a byte order mark is skipped

  Event next();  // after `end` or `mistake`: the same again
  // Passes over the value that comes next, with all that is in it. After a key, or where a list holds another value.
  // false: there is a mistake in it.
  bool skipValue() { return skipped(next()); }
  // The same for a value whose event came last.
  bool skipRest(Event opened) { return skipped(opened); }

  // Of the last event: a key or text between its quotes, a number or word as it stands; after a mistake what stands in
  // its place, empty at the end of the file.
  std::string_view written() const { return written_; }
  std::string unescaped() const;  // of a key or text
  // The same without a copy where nothing is escaped; `room` holds it otherwise.
  std::string_view unescapedIn(std::string& room) const {
    return hasEscapes_ ? std::string_view(room = unescaped()) : written_;
  }
  int line();  // 1-based
  // What was expected: "json-value", "json-key", "json-colon", "json-comma-object", "json-comma-list", "json-text",
  // "json-escape", "json-number", "json-end", "json-more".
  std::string_view mistake() const { return mistake_; }

 private:
  enum class Expects : std::uint8_t { value, valueOrClose, key, keyOrClose, commaOrClose, nothing, stopped };

  void skipBlanks();
  bool atEnd() const { return at_ == text_.size(); }
  bool isAt(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool skipped(Event event);
  void skipPlain(std::size_t depth);
  bool skipDigits();
  Event fail(std::string_view mistake);
  Event key();
  Event value();
  Event open(bool isObject);
  Event close();
  Event scalar(Event event, std::size_t begin, std::size_t end);
  Event number();
  Event word();
  bool string();
  bool escape();
  bool digits();
  bool hexDigits(unsigned& code);

  std::string_view text_, written_, mistake_;
  std::size_t at_ = 0, begin_ = 0;  // begin_: of the last event
  std::size_t counted_ = 0;         // lines are counted up to here
  int line_ = 1;
  Expects expects_ = Expects::value;
  bool hasEscapes_ = false;
  std::string brackets_;  // that close what is open
};

}  // namespace shardscope
