// SPDX-License-Identifier: Apache-2.0
#include "core/io/error.hpp"

#include <fmt/format.h>

#include <array>

#include "core/io/utf8.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

// Ids of the messages, in the order of ErrorKind.
constexpr auto kIds = std::to_array<std::string_view>({"not-found",
                                                       "is-directory",
                                                       "not-permitted",
                                                       "read-failed",
                                                       "empty",
                                                       "too-large",
                                                       "not-utf8",
                                                       "syntax",
                                                       "too-deep",
                                                       "too-many-nodes",
                                                       "alias-bomb",
                                                       "repeated-key",
                                                       "unknown-key",
                                                       "missing-key",
                                                       "wrong-type",
                                                       "out-of-range",
                                                       "unknown-word",
                                                       "unknown-id",
                                                       "unsupported-version",
                                                       "conflicting-keys",
                                                       "unsupported-model",
                                                       "write-failed",
                                                       "not-permitted-to-write"});
static_assert(kIds.size() == static_cast<std::size_t>(ErrorKind::notPermittedToWrite) + 1);

// What comes from outside may hold any byte: file names do, and parsers quote a byte of what they could not read.
std::string part(std::string_view text) { return shortened(text, kLongestPart); }

std::string where(const Error& error, Language language) {
  const auto file = error.file.empty() ? text("error-standard-input", language) : part(error.file);
  if (error.line > 0) return text("error-at-line", language, {{"file", file}, {"line", fmt::format("{}", error.line)}});
  return text("error-at-file", language, {{"file", file}});
}

std::string filled(const std::string& id, const Error& error, Language language) {
  const std::array<MessageArg, 4> args = {{{"key", part(error.key)},
                                           {"found", part(error.found)},
                                           {"allowed", part(error.allowed)},
                                           {"detail", part(error.detail)}}};
  return fillIn(textTemplate(id, language), args);
}

// The sentences of a message; a sentence whose template already says what is allowed or the detail is not repeated.
class Sentences {
 public:
  Sentences(const Error& error, Language language) : error_(error), language_(language) {}

  void add(const std::string& id) {
    const auto pattern = textTemplate(id, language_);
    saysAllowed_ |= pattern.find("{allowed}") != std::string_view::npos;
    saysDetail_ |= pattern.find("{detail}") != std::string_view::npos;
    addSentence(filled(id, error_, language_));
  }
  void addSentence(const std::string& sentence) {
    if (!text_.empty() && language_ == Language::en) text_ += ' ';
    text_ += sentence;
  }
  bool saysAllowed() const { return saysAllowed_; }
  bool saysDetail() const { return saysDetail_; }
  const std::string& joined() const { return text_; }

 private:
  const Error& error_;
  Language language_;
  std::string text_;
  bool saysAllowed_ = false, saysDetail_ = false;
};

bool isSentence(std::string_view text) { return text.ends_with('.') || text.ends_with("。"); }

}  // namespace

std::string message(const Error& error, Language language) {
  const auto id = fmt::format("error-{}", kIds[static_cast<std::size_t>(error.kind)]);
  const auto whatOfDetail = fmt::format("error-what-{}", error.detail);
  const auto ownDetail = fmt::format("error-detail-{}", error.detail);
  const bool nearest = error.kind == ErrorKind::unknownKey || error.kind == ErrorKind::unknownId;

  Sentences sentences(error, language);
  const bool special = hasText(whatOfDetail);
  sentences.add(special ? whatOfDetail : id);
  if (!error.allowed.empty() && !sentences.saysAllowed()) sentences.add(nearest ? "error-nearest" : "error-allowed");
  const bool tellsDetail = !special && !error.detail.empty() && !sentences.saysDetail();
  if (tellsDetail && isSentence(error.detail))
    sentences.addSentence(part(error.detail));
  else if (tellsDetail && error.kind == ErrorKind::repeatedKey)
    sentences.add("error-first-line");
  else if (tellsDetail)
    sentences.add(hasText(ownDetail) ? ownDetail : "error-detail");
  // The importer's reason says itself what can be done about this architecture.
  const bool hasRemedy = error.kind == ErrorKind::unsupportedModel && isSentence(error.detail);
  const auto ownRemedy = ownDetail + "-do";
  if (!hasRemedy) sentences.add(hasText(ownRemedy) ? ownRemedy : id + "-do");
  return where(error, language) + sentences.joined();
}

}  // namespace shardscope
