// SPDX-License-Identifier: Apache-2.0
#include "app/cli/explain_json.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/io/report_json.hpp"
#include "core/io/utf8.hpp"

namespace shardscope::cli {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (!std::isfinite(value)) return nullptr;
  if (std::nearbyint(value) == value && std::fabs(value) <= kExact) return static_cast<std::int64_t>(value);
  return value;
}

// Absent words are null.
Json words(const std::string& text) { return text.empty() ? Json(nullptr) : Json(validUtf8(text)); }

Json symbolJson(const ExplainSymbol& symbol) {
  return {{"symbol", symbol.symbol},         {"meaning", symbol.meaning},      {"value", number(symbol.value)},
          {"unit", word(symbol.unit)},       {"value_text", symbol.valueText}, {"key", words(symbol.key)},
          {"setting", words(symbol.setting)}};
}

Json changeJson(const ExplainChange& change) {
  return {{"label", change.label},
          {"edit", editJson(change.edit)},
          {"value", number(change.value)},
          {"value_text", change.valueText},
          {"verdict", word(change.verdict)},
          {"delta_peak_bytes", change.deltaPeak.count()},
          {"delta_step_s", number(change.deltaStep.count())}};
}

}  // namespace

Json explanationJson(const Explanation& e) {
  auto lines = Json::array(), symbols = Json::array(), changes = Json::array();
  for (const auto& line : e.lines) lines.push_back({{"text", line.text}, {"latex", line.latex}});
  for (const auto& symbol : e.symbols) symbols.push_back(symbolJson(symbol));
  for (const auto& change : e.changes) changes.push_back(changeJson(change));
  return {{"key", e.key},
          {"title", e.title},
          {"definition", e.definition},
          {"value", number(e.value)},
          {"unit", word(e.unit)},
          {"value_text", e.valueText},
          {"lines", std::move(lines)},
          {"symbols", std::move(symbols)},
          {"check", words(e.check)},
          {"convention", words(e.convention)},
          {"source", e.source},
          {"changes", std::move(changes)}};
}

// The same form; the value is the word.
Json explanationJson(const WordExplanation& e) {
  auto lines = Json::array(), symbols = Json::array();
  for (const auto& line : e.lines) lines.push_back({{"text", validUtf8(line)}});
  for (const auto& symbol : e.symbols) symbols.push_back(symbolJson(symbol));
  return {{"key", e.key},
          {"title", e.title},
          {"definition", e.definition},
          {"value", validUtf8(e.word)},
          {"lines", std::move(lines)},
          {"symbols", std::move(symbols)},
          {"source", e.source}};
}

Json noFigureJson(std::string_view key, const std::string& why) {
  return {{"key", validUtf8(std::string(key))}, {"value", nullptr}, {"reason", validUtf8(why)}};
}

}  // namespace shardscope::cli
