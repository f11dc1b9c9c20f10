// SPDX-License-Identifier: Apache-2.0
#pragma once
// A formula as a tree of numbers and symbols: one value that is printed, typeset, filled with numbers and evaluated.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace shardscope {

enum class FormulaOp : std::uint8_t {
  number,
  symbol,
  add,
  subtract,  // of two
  multiply,
  divide,  // of two
  least,
  greatest,
  roundUp,
  roundDown,
  nearest,  // whole number
  log2,
  power,           // first operand to the second
  sumOf,           // of a series: one symbol per run of equal members
  largestOf,       // of a series
  placeOfLargest,  // of a series: the first member, counted from 0, that is as large as the largest
};

struct Formula {
  FormulaOp op = FormulaOp::number;
  double number = 0;       // its value; of a symbol in a series: how many members in a row are equal
  std::size_t symbol = 0;  // place in the table of symbols
  std::string name;        // of a series: what its members are called ("X_i"); of a number: how it is written
  std::vector<Formula> operands;
  bool operator==(const Formula&) const = default;
};

// `values`: of the symbols, by place.
double valueOf(const Formula& formula, std::span<const double> values);

}  // namespace shardscope
