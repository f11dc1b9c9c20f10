// SPDX-License-Identifier: Apache-2.0
// An explanation to copy: as text and as LaTeX.
#include "core/explain/explain.hpp"
#include "core/explain/formula_text.hpp"
#include "core/explain/value_text.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

// What is pasted elsewhere has ordinary spaces.
std::string softSpaces(std::string text) {
  for (auto at = text.find(kHardSpace); at != text.npos; at = text.find(kHardSpace, at + 1))
    text.replace(at, kHardSpace.size(), " ");
  return text;
}

std::string signedText(double value, ExplainUnit unit) {
  return (value > 0 ? "+" : value < 0 ? "−" : "±") + explainValueText(value < 0 ? -value : value, unit);
}

std::string changeText(const ExplainChange& change, Language language) {
  return text("explain-change", language,
              {{"label", change.label},
               {"value", change.valueText},
               {"peak", signedText(static_cast<double>(change.deltaPeak.count()), ExplainUnit::bytes)},
               {"step", signedText(change.deltaStep.count(), ExplainUnit::seconds)}});
}

// Ordinary text for TeX.
std::string latexWords(const std::string& words) {
  std::string out;
  for (const char c : words) {
    if (c == '%' || c == '&' || c == '#' || c == '_' || c == '$' || c == '{' || c == '}') out += '\\';
    if (c == '^' || c == '~' || c == '\\')
      out += c == '^' ? "\\textasciicircum{}" : c == '~' ? "\\textasciitilde{}" : "\\textbackslash{}";
    else
      out += c;
  }
  return out;
}

std::string aligned(const std::string& line) {
  const auto equals = line.starts_with("= ") ? 0 : line.find(" = ");
  if (equals == 0) return "  &" + line;
  if (equals == line.npos) return "  " + line;
  return "  " + line.substr(0, equals) + " &" + line.substr(equals + 1);
}

}  // namespace

std::string asText(const Explanation& e, Language language) {
  std::string out =
      text("explain-heading", language, {{"title", e.title}, {"value", e.valueText}}) + "\n" + e.definition + "\n\n";
  for (const auto& line : e.lines) out += (line.text.starts_with("= ") ? "    " : "  ") + line.text + "\n";
  if (!e.symbols.empty()) out += "\n";
  for (const auto& s : e.symbols)
    out += "  " +
           text("explain-symbol", language, {{"symbol", s.symbol}, {"value", s.valueText}, {"meaning", s.meaning}}) +
           "\n";
  out += "\n";
  if (!e.check.empty()) out += text("explain-check", language, {{"text", e.check}}) + "\n";
  if (!e.convention.empty()) out += text("explain-convention", language, {{"text", e.convention}}) + "\n";
  if (!e.changes.empty()) out += text("explain-changes", language) + "\n";
  for (const auto& change : e.changes) out += "  " + changeText(change, language) + "\n";
  out += text("explain-source", language, {{"text", e.source}}) + "\n";
  return softSpaces(std::move(out));
}

std::string asLatex(const Explanation& e, Language language) {
  std::string out = "% " + softSpaces(text("explain-heading", language, {{"title", e.title}, {"value", e.valueText}})) +
                    "\n\\[\n\\begin{aligned}\n";
  for (std::size_t i = 0; i < e.lines.size(); ++i)
    out += aligned(e.lines[i].latex) + (i + 1 < e.lines.size() ? " \\\\\n" : "\n");
  out += "\\end{aligned}\n\\]\n";
  if (!e.symbols.empty()) {
    out += "\\begin{tabular}{lll}\n";
    for (const auto& s : e.symbols)
      out += "  $" + symbolLatex(s.symbol) + "$ & " + latexWords(softSpaces(s.meaning)) + " & $" +
             numberLatex(s.valueText) + "$ \\\\\n";
    out += "\\end{tabular}\n";
  }
  return out + latexWords(softSpaces(text("explain-source", language, {{"text", e.source}}))) + "\n";
}

}  // namespace shardscope
