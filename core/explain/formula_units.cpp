// SPDX-License-Identifier: Apache-2.0
// Units of formulas, so that what stands between a formula and its result is written with one.
#include <algorithm>

#include "core/explain/formula_text.hpp"
#include "core/explain/value_text.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

bool isPlain(ExplainUnit unit) { return unit == count || unit == number || unit == share || unit == tokens; }
bool isBytes(ExplainUnit unit) { return unit == bytes || unit == traffic || unit == perParameter; }

std::optional<ExplainUnit> productUnit(const Formula& f, const Symbols& symbols) {
  ExplainUnit unit = number;
  for (const auto& operand : f.operands) {
    const auto next = unitOf(operand, symbols);
    if (!next) return std::nullopt;
    if (isPlain(*next)) continue;
    if (!isPlain(unit)) return std::nullopt;
    unit = *next == perParameter ? bytes : *next;
  }
  return unit;
}

std::optional<ExplainUnit> quotientUnit(const Formula& f, const Symbols& symbols) {
  const auto above = unitOf(f.operands[0], symbols), below = unitOf(f.operands[1], symbols);
  if (!above || !below) return std::nullopt;
  if (isPlain(*below)) return isPlain(*above) ? number : *above;
  if (*above == *below) return number;
  if (isBytes(*above) && isBytes(*below)) return number;
  if (isBytes(*above) && *below == bytesPerSecond) return seconds;
  if (*above == flops && *below == flopsPerSecond) return seconds;
  if (*above == flops && *below == seconds) return flopsPerSecond;
  if (*above == tokens && *below == tokensPerSecond) return seconds;
  if (*above == tokens && *below == seconds) return tokensPerSecond;
  return std::nullopt;
}

// The first unit that is no plain number: 0 and a number of tokens stand beside everything.
std::optional<ExplainUnit> sumUnit(const Formula& f, const Symbols& symbols) {
  std::optional<ExplainUnit> unit = number;
  for (const auto& operand : f.operands) {
    const auto next = unitOf(operand, symbols);
    if (!next) return std::nullopt;
    if (isPlain(*unit)) unit = isPlain(*next) && *unit != number ? unit : next;
  }
  return unit;
}

bool isComposite(const Formula& f) { return f.op != FormulaOp::number && f.op != FormulaOp::symbol; }

bool isChainOp(FormulaOp op) {
  return op == FormulaOp::add || op == FormulaOp::subtract || op == FormulaOp::multiply || op == FormulaOp::divide ||
         op == FormulaOp::least || op == FormulaOp::greatest;
}

}  // namespace

std::optional<ExplainUnit> unitOf(const Formula& f, const Symbols& symbols) {
  switch (f.op) {
    case FormulaOp::number: return number;
    case FormulaOp::symbol: return symbols[f.symbol].unit;
    case FormulaOp::multiply: return productUnit(f, symbols);
    case FormulaOp::divide: return quotientUnit(f, symbols);
    case FormulaOp::log2:
    case FormulaOp::power:
    case FormulaOp::placeOfLargest: return number;
    default: return sumUnit(f, symbols);
  }
}

std::optional<Formula> workedOut(const Formula& formula, const Symbols& symbols) {
  const auto& f = formula.op == FormulaOp::nearest ? formula.operands.front() : formula;
  if (!isChainOp(f.op) || std::none_of(f.operands.begin(), f.operands.end(), isComposite)) return std::nullopt;
  const auto values = valuesOf(symbols);
  Formula out = f;
  for (auto& operand : out.operands) {
    if (operand.op == FormulaOp::number) continue;
    const auto unit = unitOf(operand, symbols);
    if (!unit) return std::nullopt;
    Formula number;
    number.number = valueOf(operand, values);
    number.name = valueText(number.number, *unit, kFormulaDigits);
    operand = std::move(number);
  }
  return out;
}

}  // namespace shardscope
