// SPDX-License-Identifier: Apache-2.0
#include "core/cost/gemm.hpp"

#include <algorithm>
#include <cstdint>

namespace shardscope {
namespace {

// std::ceil without its call. From 2^52 on a double is whole.
double ceiling(double x) {
  if (x >= 0x1p52) return x;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(x));
  return whole < x ? whole + 1 : whole;
}

// Output elements that the best tiling would need per SM: waves · t_m · t_n / quality. The formula's
// Q = quality · q·M·N / (waves · SMs · t_m · t_n) is q·M·N / (SMs · this), so M·N·q cancels out of the time.
double elementsPerSm(const GemmRate& rate, double m, double n, double batch) {
  const double rows128 = ceiling(m / 128) * batch, rows64 = ceiling(m / 64) * batch;
  const double columns128 = ceiling(n / 128), columns256 = ceiling(n / 256);
  const auto tiled = [&](double blocks, double elements) { return ceiling(blocks / rate.sms) * elements; };
  return std::min({tiled(rows128 * columns256, 128 * 256), tiled(rows128 * columns128, 128 * 128 / 0.93),
                   tiled(rows64 * columns128, 64 * 128 / 0.80)});
}

}  // namespace

ProductFormat productFormat(const Device& device, Precision precision) {
  const auto& peak = device.peak;
  const auto& e = device.efficiency;
  if (precision == Precision::nvfp4 && peak.fp4 > 0) return {peak.fp4, e.fp4, 0.5, 2};
  if ((precision == Precision::nvfp4 || precision == Precision::fp8) && peak.fp8 > 0) return {peak.fp8, e.fp8, 1, 2};
  if (precision == Precision::fp32) {
    const double share = device.generation == Generation::volta ? 0.125 : 0.5;
    return {share * peak.bf16, e.gemm, 4, 4};
  }
  return {peak.bf16, e.gemm, 2, 2};
}

double gemmSeconds(const GemmRate& rate, double m, double n, double k, double batch) {
  // 2·M·N·K·q / (P·e·K/(K+K₀)·Q), see elementsPerSm.
  const double compute = 2 * (k + rate.halfDepth) * rate.sms * elementsPerSm(rate, m, n, batch) / rate.flopsPerS;
  const double bytes = batch * ((m + n) * k * rate.operandBytes + m * n * rate.outputBytes);
  return std::max(compute, bytes / rate.bytesPerS) + rate.launch;
}

}  // namespace shardscope
