// SPDX-License-Identifier: Apache-2.0
#include "core/explain/lines.hpp"

#include <cmath>

#include "core/explain/explain.hpp"
#include "core/explain/formula_text.hpp"
#include "core/explain/value_text.hpp"

namespace shardscope {
namespace {

// "22,507,683,840 B = 20.96 GiB"; a number that says all by itself stands alone.
std::string resultText(const Explanation& e, Notation notation) {
  const auto shown = [&](const std::string& number) {
    return notation == Notation::latex ? numberLatex(number) : number;
  };
  auto brief = shown(e.valueText);
  const bool isLong = (e.unit == ExplainUnit::bytes || e.unit == ExplainUnit::traffic) && std::fabs(e.value) >= 1024 &&
                      std::nearbyint(e.value) == e.value && std::fabs(e.value) < 1e18;
  if (!isLong) return brief;
  return shown(wholeText(e.value) + std::string(kHardSpace) + "B") + " = " + brief;
}

bool isRaw(const Explanation& e) {
  const auto& f = e.formula;
  return f.op == FormulaOp::symbol && e.symbols[f.symbol].symbol == e.subject;
}

std::string line(const Explanation& e, Notation notation, Filling filling) {
  return formulaText(e.formula, e.symbols, notation, filling);
}

std::string subject(const Explanation& e, Notation notation) {
  return notation == Notation::latex ? symbolLatex(e.subject) : e.subject;
}

// The last line: the operands worked out, if that says more, and the result.
std::string lastLine(const Explanation& e, Notation notation) {
  auto out = "= " + resultText(e, notation);
  // Constants such as seconds per hour have no unit here: a value in between would have the wrong one.
  const bool isConverted =
      e.unit == ExplainUnit::days || e.unit == ExplainUnit::hours || e.unit == ExplainUnit::teraflops;
  const auto worked = workedOut(e.formula, e.symbols);
  if (!worked || isConverted) return out;
  return "= " + formulaText(*worked, e.symbols, notation, Filling::numbers) + " " + out;
}

template <class Of>
ExplainLine both(Of of) {
  return {of(Notation::plain), of(Notation::latex)};
}

}  // namespace

std::vector<ExplainLine> linesOf(const Explanation& e) {
  if (isRaw(e) || e.formula.op == FormulaOp::number)
    return {both([&](Notation n) { return subject(e, n) + " = " + resultText(e, n); })};
  std::vector<ExplainLine> lines;
  lines.push_back(both([&](Notation n) { return subject(e, n) + " = " + line(e, n, Filling::symbols); }));
  const bool isBare = e.formula.op == FormulaOp::symbol;  // its number is the result
  if (!isBare) lines.push_back(both([&](Notation n) { return "= " + line(e, n, Filling::numbers); }));
  lines.push_back(both([&](Notation n) { return lastLine(e, n); }));
  return lines;
}

}  // namespace shardscope
