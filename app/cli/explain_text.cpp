// SPDX-License-Identifier: Apache-2.0
#include "app/cli/explain_text.hpp"

#include "app/cli/issues_text.hpp"
#include "app/cli/layout.hpp"
#include "core/explain/explain.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

constexpr std::string_view kContinued = "= ";  // a line that goes on with the one before

std::string formulaText(const Explanation& e, const Style& style) {
  std::string out;
  for (const auto& line : e.lines)
    out += paragraph(line.text.starts_with(kContinued) ? "    " : "  ", line.text, style.width);
  return out;
}

std::string symbolsText(const std::vector<ExplainSymbol>& symbols) {
  TextTable table({Align::left, Align::right, Align::left});
  for (const auto& symbol : symbols) {
    auto meaning = symbol.meaning;
    if (const auto& from = symbol.key.empty() ? symbol.setting : symbol.key; !from.empty())
      meaning += "  [" + from + "]";
    table.add({symbol.symbol, symbol.valueText, meaning});
  }
  return symbols.empty() ? std::string() : table.render(2) + "\n";
}

std::string signedText(double value, ExplainUnit unit) {
  const std::string sign = value > 0 ? "+" : value < 0 ? "−" : "±";
  return sign + explainValueText(value < 0 ? -value : value, unit);
}

std::string changesText(const Explanation& e, const Style& style, Language language) {
  if (e.changes.empty()) return {};
  TextTable table({Align::left, Align::right, Align::right, Align::right, Align::left});
  for (const auto& change : e.changes)
    table.add(
        {change.label, change.valueText,
         text("explain-delta-peak", language,
              {{"delta", signedText(static_cast<double>(change.deltaPeak.count()), ExplainUnit::bytes)}}),
         text("explain-delta-step", language, {{"delta", signedText(change.deltaStep.count(), ExplainUnit::seconds)}}),
         printable(editText(change.edit))});
  return painted(text("explain-changes", language), Tone::heading, style) + "\n" + table.render(2);
}

}  // namespace

std::string explanationText(const Explanation& e, const Style& style, Language language) {
  const auto sentence = [&](const char* id, const std::string& words) {
    return words.empty() ? std::string() : paragraph("", text(id, language, {{"text", words}}), style.width);
  };
  std::string out =
      painted(text("explain-heading", language, {{"title", e.title}, {"value", e.valueText}}), Tone::heading, style) +
      "\n" + paragraph("", e.definition, style.width) + "\n" + formulaText(e, style) + "\n" + symbolsText(e.symbols) +
      sentence("explain-check", e.check) + sentence("explain-convention", e.convention);
  return out + changesText(e, style, language) + sentence("explain-source", e.source);
}

std::string explanationText(const WordExplanation& e, const Style& style, Language language) {
  std::string out =
      painted(text("explain-heading", language, {{"title", e.title}, {"value", e.word}}), Tone::heading, style) + "\n" +
      paragraph("", e.definition, style.width);
  for (const auto& line : e.lines) out += paragraph("  ", line, style.width);
  return out + "\n" + symbolsText(e.symbols) +
         paragraph("", text("explain-source", language, {{"text", e.source}}), style.width);
}

}  // namespace shardscope::cli
