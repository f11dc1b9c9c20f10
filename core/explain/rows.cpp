// SPDX-License-Identifier: Apache-2.0
#include "core/explain/rows.hpp"

#include <array>
#include <charconv>

namespace shardscope {
namespace {

// The part of `text` before the next dot; `text` goes on behind it.
std::string_view nextPart(std::string_view& text) {
  const auto dot = text.find('.');
  const auto part = text.substr(0, dot);
  text = dot == text.npos ? std::string_view{} : text.substr(dot + 1);
  return part;
}

// Digits without a leading zero, below `stages`.
bool readStage(std::string_view part, std::size_t stages, std::size_t& stage) {
  if (part.empty() || (part.size() > 1 && part[0] == '0') || part[0] == '+' || part[0] == '-') return false;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), stage);
  return error == std::errc{} && end == part.data() + part.size() && stage < stages;
}

bool matches(std::string_view key, const ExplainRow& row, std::size_t stages, ExplainMatch& match) {
  auto pattern = row.pattern;
  while (!key.empty() && !pattern.empty()) {
    const auto part = nextPart(key), wanted = nextPart(pattern);
    if (wanted == "#") {
      if (!readStage(part, stages, match.stage)) return false;
    } else if (wanted == "@") {
      match.word = part;
    } else if (part != wanted) {
      return false;
    }
  }
  return key.empty() && pattern.empty();
}

// The words that @ may be: groups of ranks, kinds of layer, whose FLOPs.
bool isWordOf(std::string_view pattern, std::string_view word) {
  if (pattern.find('@') == pattern.npos) return word.empty();
  if (pattern.starts_with("communication.")) return fromWord<Group>(word).has_value();
  if (pattern.starts_with("cost.layer.")) return word == "dense" || word == "moe";
  return word == "model" || word == "hardware";
}

}  // namespace

ExplainMatch rowOf(std::string_view key, std::size_t stages) {
  if (key.empty() || key.ends_with('.')) return {};
  for (const auto rows : {batchRows(), memoryRows(), bubbleRows(), timeRows(), rateRows(), trafficRows(), moeRows(),
                          confidenceRows(), costRows(), layerRows()})
    for (const auto& row : rows) {
      ExplainMatch match;
      if (!matches(key, row, stages, match) || !isWordOf(row.pattern, match.word)) continue;
      match.row = &row;
      return match;
    }
  return {};
}

}  // namespace shardscope
