// SPDX-License-Identifier: Apache-2.0
#include "core/cost/gemm.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace shardscope {
namespace {

struct Tile {
  double rows, columns;  // powers of two: the reciprocals are exact
  double quality;        // of the peak, relative to the largest tile
};
constexpr std::array kTiles{Tile{128, 256, 1.0}, Tile{128, 128, 0.93}, Tile{64, 128, 0.80}};

// std::ceil without its call; operands stay far below 2^63.
double ceiling(double x) {
  const auto whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole < x ? whole + 1 : whole;
}

// Output elements that the best tiling would need per SM: waves · t_m · t_n / quality. The formula's
// Q = quality · q·M·N / (waves · SMs · t_m · t_n) is q·M·N / (SMs · this), so M·N·q cancels out of the time.
double elementsPerSm(const GemmRate& rate, double m, double n, double batch) {
  double best = 0;
  for (const auto& tile : kTiles) {
    const double blocks = ceiling(m * (1 / tile.rows)) * ceiling(n * (1 / tile.columns)) * batch;
    const double elements = ceiling(blocks / rate.sms) * (tile.rows * tile.columns / tile.quality);
    best = best == 0 ? elements : std::min(best, elements);
  }
  return best;
}

}  // namespace

double gemmSeconds(const GemmRate& rate, double m, double n, double k, double batch) {
  // 2·M·N·K·q / (P·e·K/(K+K₀)·Q), see elementsPerSm.
  const double compute = 2 * (k + rate.halfDepth) * rate.sms * elementsPerSm(rate, m, n, batch) / rate.flopsPerS;
  const double bytes = batch * ((m + n) * k * rate.operandBytes + m * n * rate.outputBytes);
  return std::max(compute, bytes / rate.bytesPerS) + rate.launch;
}

double gemmFlopsPerS(const GemmRate& rate, double m, double n, double k, double batch) {
  const double quantisation = batch * m * n / (rate.sms * elementsPerSm(rate, m, n, batch));
  return rate.flopsPerS * k / (k + rate.halfDepth) * quantisation;
}

}  // namespace shardscope
