// SPDX-License-Identifier: Apache-2.0
#include "core/explain/formula.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "core/explain/formula_build.hpp"

namespace shardscope {
namespace {

using Values = std::span<const double>;

// Left to right, as sums in the cost model are.
template <class Combine>
double folded(const Formula& formula, Values values, Combine combine) {
  double result = valueOf(formula.operands.front(), values);
  for (std::size_t i = 1; i < formula.operands.size(); ++i)
    result = combine(result, valueOf(formula.operands[i], values));
  return result;
}

double sumOf(const Formula& series, Values values) {
  double sum = 0;
  for (const auto& run : series.operands)
    for (double i = 0; i < run.number; ++i) sum += values[run.symbol];
  return sum;
}

double placeOfLargest(const Formula& series, Values values) {
  double place = 0, largestPlace = 0, largest = -HUGE_VAL;
  for (const auto& run : series.operands) {
    if (values[run.symbol] > largest) {
      largest = values[run.symbol];
      largestPlace = place;
    }
    place += run.number;
  }
  return largestPlace;
}

Formula combined(FormulaOp op, Formula a, Formula b) {
  // (a + b) + c is one sum; a + (b + c) stays as written.
  const bool isChain = (op == FormulaOp::add || op == FormulaOp::multiply) && a.op == op;
  if (!isChain) {
    Formula out;
    out.op = op;
    out.operands.push_back(std::move(a));
    out.operands.push_back(std::move(b));
    return out;
  }
  a.operands.push_back(std::move(b));
  return a;
}

Formula wrapped(FormulaOp op, Formula a) {
  Formula out;
  out.op = op;
  out.operands.push_back(std::move(a));
  return out;
}

}  // namespace

double valueOf(const Formula& formula, Values values) {
  const auto operand = [&](std::size_t i) { return valueOf(formula.operands[i], values); };
  switch (formula.op) {
    case FormulaOp::number: return formula.number;
    case FormulaOp::symbol: return values[formula.symbol];
    case FormulaOp::add: return folded(formula, values, [](double a, double b) { return a + b; });
    case FormulaOp::subtract: return operand(0) - operand(1);
    case FormulaOp::multiply: return folded(formula, values, [](double a, double b) { return a * b; });
    case FormulaOp::divide: return operand(0) / operand(1);
    case FormulaOp::least: return folded(formula, values, [](double a, double b) { return std::min(a, b); });
    case FormulaOp::largestOf:
    case FormulaOp::greatest: return folded(formula, values, [](double a, double b) { return std::max(a, b); });
    case FormulaOp::roundUp: return std::ceil(operand(0));
    case FormulaOp::roundDown: return std::floor(operand(0));
    case FormulaOp::nearest: return static_cast<double>(std::llround(operand(0)));
    case FormulaOp::log2: return std::log2(operand(0));
    case FormulaOp::power: return std::pow(operand(0), operand(1));
    case FormulaOp::sumOf: return sumOf(formula, values);
    case FormulaOp::placeOfLargest: return placeOfLargest(formula, values);
  }
  assert(false && "an operation without a value");
  return 0;
}

Formula num(double value, std::string name) {
  Formula out;
  out.number = value;
  out.name = std::move(name);
  return out;
}

Formula operator+(Formula a, Formula b) { return combined(FormulaOp::add, std::move(a), std::move(b)); }
Formula operator-(Formula a, Formula b) { return combined(FormulaOp::subtract, std::move(a), std::move(b)); }
Formula operator*(Formula a, Formula b) { return combined(FormulaOp::multiply, std::move(a), std::move(b)); }
Formula operator/(Formula a, Formula b) { return combined(FormulaOp::divide, std::move(a), std::move(b)); }
Formula least(Formula a, Formula b) { return combined(FormulaOp::least, std::move(a), std::move(b)); }
Formula greatest(Formula a, Formula b) { return combined(FormulaOp::greatest, std::move(a), std::move(b)); }
Formula roundUp(Formula a) { return wrapped(FormulaOp::roundUp, std::move(a)); }
Formula roundDown(Formula a) { return wrapped(FormulaOp::roundDown, std::move(a)); }
Formula nearest(Formula a) { return wrapped(FormulaOp::nearest, std::move(a)); }
Formula log2Of(Formula a) { return wrapped(FormulaOp::log2, std::move(a)); }
Formula power(Formula base, Formula exponent) {
  return combined(FormulaOp::power, std::move(base), std::move(exponent));
}

}  // namespace shardscope
