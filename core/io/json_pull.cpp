// SPDX-License-Identifier: Apache-2.0
#include "core/io/json_pull.hpp"

#include <algorithm>
#include <array>

#include "core/io/utf8.hpp"

namespace shardscope {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Characters of a string that need no second look.
constexpr auto kPlain = [] {
  std::array<bool, 256> plain{};
  for (std::size_t c = 0x20; c < plain.size(); ++c) plain[c] = c != '"' && c != '\\';
  return plain;
}();

constexpr auto kWords = std::to_array<std::string_view>({"true", "false", "null", "NaN", "Infinity", "-Infinity"});

bool isHighSurrogate(unsigned code) { return code >= 0xD800 && code <= 0xDBFF; }
bool isLowSurrogate(unsigned code) { return code >= 0xDC00 && code <= 0xDFFF; }

int hexValue(char c) {
  if (isDigit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append(std::string& text, unsigned code) {
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    text += static_cast<char>(code);
  } else if (code < 0x800) {
    text += static_cast<char>(0xC0U | (code >> 6U));
    tail(0);
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    tail(6);
    tail(0);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    tail(12);
    tail(6);
    tail(0);
  }
}

// The four digits at `at`, which are there.
unsigned codeAt(std::string_view text, std::size_t at) {
  unsigned code = 0;
  for (const char c : text.substr(at, 4)) code = code * 16 + static_cast<unsigned>(hexValue(c));
  return code;
}

}  // namespace

JsonPull::JsonPull(std::string_view text) : text_(withoutByteOrderMark(text)) {}

int JsonPull::line() {
  // At the end of the file: the line of its last character.
  const auto place = std::min(begin_, text_.empty() ? 0 : text_.size() - 1);
  line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                       text_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
  counted_ = place;
  return line_;
}

void JsonPull::skipBlanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
    ++at_;
}

JsonPull::Event JsonPull::next() {
  if (expects_ == Expects::stopped) return mistake_.empty() ? Event::end : Event::mistake;
  skipBlanks();
  begin_ = at_;
  switch (expects_) {
    case Expects::nothing:
      if (!atEnd()) return fail("json-more");
      expects_ = Expects::stopped;
      return Event::end;
    case Expects::commaOrClose:
      if (!isAt(',')) return close();
      ++at_;
      skipBlanks();
      begin_ = at_;
      return brackets_.back() == '}' ? key() : value();
    case Expects::keyOrClose: return isAt('}') ? close() : key();
    case Expects::key: return key();
    case Expects::valueOrClose: return isAt(']') ? close() : value();
    default: return value();
  }
}

bool JsonPull::skipped(Event event) {
  if (event == Event::mistake || event == Event::end) return false;
  if (event != Event::openObject && event != Event::openList) return true;
  const auto depth = brackets_.size();
  while (brackets_.size() >= depth) {
    skipPlain(depth);
    if (brackets_.size() >= depth && next() == Event::mistake) return false;
  }
  return true;
}

// The fast lane of next() for what large values are made of, commas, brackets and whole numbers: as far as they go, at
// most to the bracket that closes level `depth`. Every step leaves the state that next() would.
void JsonPull::skipPlain(std::size_t depth) {
  while (brackets_.size() >= depth) {
    skipBlanks();
    if (atEnd()) return;
    const char c = text_[at_];
    if (expects_ == Expects::commaOrClose) {
      const bool closes = c == brackets_.back();
      if (!closes && c != ',') return;
      if (closes) brackets_.pop_back();
      if (!closes) expects_ = brackets_.back() == '}' ? Expects::key : Expects::value;
      ++at_;
    } else if (expects_ == Expects::value || expects_ == Expects::valueOrClose) {
      if (c == '[') {
        brackets_.push_back(']');
        expects_ = Expects::valueOrClose;
        ++at_;
      } else if (!isDigit(c) || !skipDigits()) {
        return;
      }
    } else {
      return;
    }
  }
  if (brackets_.empty()) expects_ = Expects::nothing;
}

// A whole number with its end in sight.
bool JsonPull::skipDigits() {
  auto end = at_ + 1;
  while (end < text_.size() && isDigit(text_[end])) ++end;
  const bool isPlain = end < text_.size() && (text_[end] == ',' || text_[end] == ']' || text_[end] == '}');
  if (!isPlain || (text_[at_] == '0' && end > at_ + 1)) return false;
  at_ = end;
  expects_ = Expects::commaOrClose;
  return true;
}

JsonPull::Event JsonPull::fail(std::string_view mistake) {
  mistake_ = atEnd() ? "json-end" : mistake;
  begin_ = at_;
  auto end = at_;  // a word or number as a whole, else one character
  while (end < text_.size() && (isLetter(text_[end]) || isDigit(text_[end]))) ++end;
  if (end == at_ && !atEnd()) ++end;
  while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) ++end;
  written_ = text_.substr(at_, end - at_);
  expects_ = Expects::stopped;
  return Event::mistake;
}

JsonPull::Event JsonPull::key() {
  if (!isAt('"')) return fail("json-key");
  if (!string()) return Event::mistake;
  skipBlanks();
  if (!isAt(':')) return fail("json-colon");
  ++at_;
  expects_ = Expects::value;
  return Event::key;
}

JsonPull::Event JsonPull::value() {
  if (atEnd()) return fail("json-end");
  const char c = text_[at_];
  if (c == '"') return string() ? scalar(Event::text, begin_ + 1, at_ - 1) : Event::mistake;
  if (c == '{' || c == '[') return open(c == '{');
  if (isDigit(c)) return number();
  return c == '-' && text_.substr(at_, 2) != "-I" ? number() : word();
}

JsonPull::Event JsonPull::open(bool isObject) {
  ++at_;
  brackets_.push_back(isObject ? '}' : ']');
  expects_ = isObject ? Expects::keyOrClose : Expects::valueOrClose;
  written_ = {};
  return isObject ? Event::openObject : Event::openList;
}

JsonPull::Event JsonPull::close() {
  const bool isObject = brackets_.back() == '}';
  if (!isAt(brackets_.back())) return fail(isObject ? "json-comma-object" : "json-comma-list");
  ++at_;
  brackets_.pop_back();
  expects_ = brackets_.empty() ? Expects::nothing : Expects::commaOrClose;
  written_ = {};
  return isObject ? Event::closeObject : Event::closeList;
}

JsonPull::Event JsonPull::scalar(Event event, std::size_t begin, std::size_t end) {
  written_ = text_.substr(begin, end - begin);
  expects_ = brackets_.empty() ? Expects::nothing : Expects::commaOrClose;
  return event;
}

bool JsonPull::digits() {
  const auto first = at_;
  while (at_ < text_.size() && isDigit(text_[at_])) ++at_;
  return at_ > first;
}

JsonPull::Event JsonPull::number() {
  if (isAt('-')) ++at_;
  const bool leadingZero = isAt('0');
  if (leadingZero)
    ++at_;
  else if (!digits())
    return fail("json-number");
  if (isAt('.')) {
    ++at_;
    if (!digits()) return fail("json-number");
  }
  if (isAt('e') || isAt('E')) {
    ++at_;
    if (isAt('+') || isAt('-')) ++at_;
    if (!digits()) return fail("json-number");
  }
  return scalar(Event::number, begin_, at_);
}

JsonPull::Event JsonPull::word() {
  auto end = at_ + 1;
  while (end < text_.size() && isLetter(text_[end])) ++end;
  const auto found = text_.substr(at_, end - at_);
  if (std::find(kWords.begin(), kWords.end(), found) == kWords.end()) return fail("json-value");
  at_ = end;
  return scalar(Event::word, begin_, end);
}

bool JsonPull::hexDigits(unsigned& code) {
  code = 0;
  for (int i = 0; i < 4; ++i, ++at_) {
    const int value = at_ < text_.size() ? hexValue(text_[at_]) : -1;
    if (value < 0) return false;
    code = code * 16 + static_cast<unsigned>(value);
  }
  return true;
}

// At the backslash. Halves of a pair that stand alone are no characters.
bool JsonPull::escape() {
  hasEscapes_ = true;
  ++at_;
  if (atEnd()) return false;
  const char c = text_[at_++];
  if (c != 'u') return std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos;
  unsigned first = 0, second = 0;
  if (!hexDigits(first) || isLowSurrogate(first)) return false;
  if (!isHighSurrogate(first)) return true;
  if (text_.substr(at_, 2) != "\\u") return false;
  at_ += 2;
  return hexDigits(second) && isLowSurrogate(second);
}

bool JsonPull::string() {
  hasEscapes_ = false;
  const auto first = ++at_;
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (kPlain[static_cast<unsigned char>(c)]) {
      ++at_;
    } else if (c == '"') {
      written_ = text_.substr(first, at_ - first);
      ++at_;
      return true;
    } else if (c != '\\') {
      return fail("json-text"), false;
    } else if (const auto backslash = at_; !escape()) {
      at_ = std::min(backslash, text_.size());
      return fail("json-escape"), false;
    }
  }
  return fail("json-text"), false;
}

std::string JsonPull::unescaped() const {
  if (!hasEscapes_) return std::string(written_);
  std::string text;
  text.reserve(written_.size());
  for (std::size_t at = 0; at < written_.size();) {
    const char c = written_[at++];
    if (c != '\\') {
      text += c;
      continue;
    }
    constexpr std::string_view kNames = "bfnrt", kMeant = "\b\f\n\r\t";
    const char name = written_[at++];
    if (const auto known = kNames.find(name); known != kNames.npos) {
      text += kMeant[known];
    } else if (name != 'u') {
      text += name;
    } else {
      unsigned code = codeAt(written_, at);
      at += 4;
      if (isHighSurrogate(code)) {
        code = 0x10000 + ((code - 0xD800) << 10U) + (codeAt(written_, at + 2) - 0xDC00);
        at += 6;
      }
      append(text, code);
    }
  }
  return text;
}

}  // namespace shardscope
