// SPDX-License-Identifier: Apache-2.0
#pragma once
// What nlohmann's SAX reader is fed with: characters that are counted, so that every value has its line, and words that
// the reader would stop at, found beforehand.

#include <cstddef>
#include <iterator>
#include <string_view>

namespace shardscope {

// How far the reader is. It reads one character ahead after a number, which may be a line end: that belongs to the line
// it ends.
struct JsonPosition {
  std::size_t offset = 0;  // characters read
  int nextLine = 1;
  int line = 1;  // of the last character read
};

class JsonIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  JsonIterator(const char* at, JsonPosition* position) : at_(at), position_(position) {}
  reference operator*() const { return *at_; }
  JsonIterator& operator++() {
    ++position_->offset;
    position_->line = position_->nextLine;
    if (*at_++ == '\n') ++position_->nextLine;
    return *this;
  }
  JsonIterator operator++(int) {
    auto before = *this;
    ++*this;
    return before;
  }
  bool operator==(const JsonIterator& other) const { return at_ == other.at_; }
  bool operator!=(const JsonIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  JsonPosition* position_;
};

// NaN, Infinity and -Infinity, which Python's json writes although JSON has no such words.
bool isNotFinite(std::string_view word);

// The next word or number outside strings at or behind `at`; empty, at the end of the text, if there is none.
struct BareWord {
  std::size_t begin = 0, end = 0;
};
BareWord nextBareWord(std::string_view text, std::size_t at);

}  // namespace shardscope
