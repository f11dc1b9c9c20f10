// SPDX-License-Identifier: Apache-2.0
#pragma once
// Time of a matrix product from its shape (cost-model §5.1): rate by depth, tile and wave quantisation, or memory.

namespace shardscope {

// What a device and a precision give to every product of a job.
struct GemmRate {
  double flopsPerS = 0;       // peak · sustained efficiency · software stack
  double halfDepth = 0;       // K₀: the inner dimension at which half of that is reached
  double bytesPerS = 0;       // sustained HBM
  double sms = 1;
  double launch = 0;          // t_k, seconds
  double operandBytes = 2, outputBytes = 2;  // per element
  bool operator==(const GemmRate&) const = default;
};

// Half depth added when several local experts are multiplied in one grouped product (B1, [cal]).
inline constexpr double kGroupedHalfDepth = 1600;

// Seconds of `batch` products of an m × n output over an inner dimension k. Sizes > 0; fractions are legal (tokens per
// expert); tiles are laid m × n as written.
double gemmSeconds(const GemmRate& rate, double m, double n, double k, double batch = 1);

// Floating point operations per second that the formula grants to a shape, launch and memory left out.
double gemmFlopsPerS(const GemmRate& rate, double m, double n, double k, double batch = 1);

}  // namespace shardscope
