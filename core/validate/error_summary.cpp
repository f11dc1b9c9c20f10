// SPDX-License-Identifier: Apache-2.0
#include "core/validate/error_summary.hpp"

#include <algorithm>
#include <cmath>

namespace shardscope {
namespace {

double absolute(const Residual& residual) { return std::fabs(residual.error()); }

double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto n = values.size();
  return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

}  // namespace

ErrorSummary summarized(std::span<const Residual> residuals, std::size_t worstCount) {
  ErrorSummary summary;
  summary.n = residuals.size();
  if (residuals.empty()) return summary;
  const auto n = static_cast<double>(residuals.size());
  std::vector<double> sizes;
  for (const auto& residual : residuals) {
    sizes.push_back(absolute(residual));
    summary.mape += sizes.back() / n;
    summary.bias += residual.error() / n;
    summary.maxApe = std::max(summary.maxApe, sizes.back());
  }
  summary.medianApe = medianOf(std::move(sizes));
  summary.worst.assign(residuals.begin(), residuals.end());
  std::stable_sort(summary.worst.begin(), summary.worst.end(),
                   [](const Residual& a, const Residual& b) { return absolute(a) > absolute(b); });
  summary.worst.resize(std::min(worstCount, summary.worst.size()));
  return summary;
}

double coveringBound(std::vector<double> values, double coverage) {
  const auto n = values.size();
  const auto rank = static_cast<std::size_t>(std::ceil(static_cast<double>(n + 1) * coverage - 1e-9));
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(std::clamp<std::size_t>(rank, 1, n) - 1);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

std::size_t votesNeeded(double coverage) {
  return static_cast<std::size_t>(std::ceil(coverage / (1 - coverage) - 1e-9));
}

}  // namespace shardscope
