// SPDX-License-Identifier: Apache-2.0
#pragma once
// Formulas written as C++ expressions: M * (n * g) + num(2) * e. Operations keep the order in which they are written,
// so that a formula rounds as the cost model does.

#include <utility>

#include "core/explain/formula.hpp"

namespace shardscope {

// `name`: how a number is written ("10^12"); empty = its digits.
Formula num(double value, std::string name = {});

Formula operator+(Formula a, Formula b);
Formula operator-(Formula a, Formula b);
Formula operator*(Formula a, Formula b);
Formula operator/(Formula a, Formula b);
Formula least(Formula a, Formula b);
Formula greatest(Formula a, Formula b);
Formula roundUp(Formula a);
Formula roundDown(Formula a);
Formula nearest(Formula a);
Formula log2Of(Formula a);
Formula power(Formula base, Formula exponent);

}  // namespace shardscope
