// SPDX-License-Identifier: Apache-2.0
#pragma once
// Time of a matrix product from its shape (cost-model §5.1): rate by depth, tile and wave quantisation, or memory.

#include "core/scenario/cluster.hpp"

namespace shardscope {

// The format in which the products of a precision run on a device, with its dense peak. A device without fp4 or fp8
// units computes in the next wider format; fp16 is bf16's equal; fp32 runs as TF32 at half the bf16 peak, on Volta at
// an eighth (data sheets: 15.7 of 125 TFLOP/s).
struct ProductFormat {
  double peakFlops = 0;                      // per second
  double efficiency = 0;                     // sustained share of it
  double operandBytes = 2, outputBytes = 2;  // per element
};
ProductFormat productFormat(const Device& device, Precision precision);

// What a device and a precision give to every product of a job.
struct GemmRate {
  double flopsPerS = 0;  // peak · sustained efficiency · software stack
  double halfDepth = 0;  // K₀: the inner dimension at which half of that is reached
  double bytesPerS = 0;  // sustained HBM
  double sms = 1;
  double launch = 0;                         // t_k, seconds
  double operandBytes = 2, outputBytes = 2;  // per element
  bool operator==(const GemmRate&) const = default;
};

// Half depth added when several local experts are multiplied in one grouped product (B1, [cal]).
inline constexpr double kGroupedHalfDepth = 1600;

// Seconds of `batch` products of an m × n output over an inner dimension k. Sizes > 0; fractions are legal (tokens per
// expert); tiles are laid m × n as written.
double gemmSeconds(const GemmRate& rate, double m, double n, double k, double batch = 1);

}  // namespace shardscope
