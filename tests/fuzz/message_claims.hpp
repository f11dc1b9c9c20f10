// SPDX-License-Identifier: Apache-2.0
#pragma once
// What must hold for every sentence that a reader hands to a person.

#include <string>
#include <vector>

#include "core/io/error.hpp"
#include "core/io/utf8.hpp"
#include "tests/fuzz/claim.hpp"

namespace shardscope::fuzz {

inline void claimSentence(const std::string& sentence) {
  claim(!sentence.empty(), "a message is not empty");
  claim(!textError(sentence, ""), "a message is UTF-8 without control characters", sentence);
  claim(sentence.find_first_of("\n\r\t\x7F") == std::string::npos, "a message stands on one line", sentence);
  claim(sentence.size() < 8192, "a message can be read by a person", sentence.substr(0, 200));
}

inline void claimErrors(const std::vector<Error>& errors) {
  claim(!errors.empty(), "what is refused is refused for a reason");
  for (const auto& error : errors)
    for (const auto language : {Language::en, Language::zhCn}) claimSentence(message(error, language));
}

inline void claimNotices(const std::vector<std::string>& notices) {
  for (const auto& notice : notices) claimSentence(notice);
}

}  // namespace shardscope::fuzz
