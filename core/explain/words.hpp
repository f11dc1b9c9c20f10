// SPDX-License-Identifier: Apache-2.0
#pragma once
// Keys of the report that hold a word, yes or no: how it is decided.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/explanation.hpp"
#include "core/text/language.hpp"

namespace shardscope {

// How a word of the report is decided: no formula, but numbers that are compared.
struct WordExplanation {
  std::string key;  // as asked for
  std::string title, definition;
  std::string word;                    // "fits", "head", "yes"
  std::vector<std::string> lines;      // the comparison with this scenario's numbers
  std::vector<ExplainSymbol> symbols;  // those numbers
  std::string source;
  bool operator==(const WordExplanation&) const = default;
};

// Every key that holds a word, yes or no; told by explainWord().
std::vector<std::string> explainWordKeys(const Report& report);

// How a word of the report is decided, with the numbers compared. Nothing for keys outside explainWordKeys().
std::optional<WordExplanation> explainWord(std::string_view key, const Scenario& scenario, const Report& report,
                                           Language language);

}  // namespace shardscope
