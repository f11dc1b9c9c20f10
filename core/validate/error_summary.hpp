// SPDX-License-Identifier: Apache-2.0
#pragma once
// Errors of predictions against measured values, and their statistics.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace shardscope {

struct Residual {
  std::string id;  // of the run that stands for the configuration
  double measured = 0, predicted = 0;
  double error() const { return predicted / measured - 1; }  // fraction; positive = predicted too high
};

// Fractions. All zero when n is.
struct ErrorSummary {
  std::size_t n = 0;
  double mape = 0;       // mean of |error|
  double medianApe = 0;  // median of |error|; the mean of the two middle ones when n is even
  double bias = 0;       // mean of error
  double maxApe = 0;
  std::vector<Residual> worst;  // by |error|, largest first
};

ErrorSummary summarized(std::span<const Residual> residuals, std::size_t worstCount = 3);

// The bound below which a new value lies with probability ≥ `coverage` if it comes from where the values came from: the
// ⌈(n + 1)·coverage⌉-th smallest (split conformal prediction; Vovk, Gammerman, Shafer 2005). With fewer than
// votesNeeded(coverage) values there is none, and the largest is returned. Precondition: values not empty.
double coveringBound(std::vector<double> values, double coverage);
std::size_t votesNeeded(double coverage);

}  // namespace shardscope
