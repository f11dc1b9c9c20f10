// SPDX-License-Identifier: Apache-2.0
#include "core/cost/stack_profile.hpp"

#include <array>

namespace shardscope {
namespace {

struct Line {
  Stack stack;
  Generation generation;
  double gemm, attention, pointwiseTraffic, exposedDpShare;
  double hostFloorMs;
  bool layoutCopies;
  double tpOverlapYield;
  double perOwnerMs;
};

using enum Stack;
using enum Generation;
constexpr std::array kLines = {
    // clang-format off
    Line{megatron, volta,     1,   1,   1,    .10, 0.8, false, 1,  0},
    Line{megatron, ampere,    1,   1,   1,    .10, 0.3, false, 1,  0},
    Line{megatron, hopper,    1,   1,   1,    .10, 1.7, false, 1,  0},
    Line{megatron, blackwell, 1,   1,   1,    .10, 1.7, false, 1,  0},
    Line{bridge,   hopper,    1,   1,   1,    .10, 0.5, false, 1,  0},
    Line{bridge,   blackwell, 1,   1,   1,    .10, 0.5, false, 1,  0},
    Line{graphs,   hopper,    1,   1,   1,    .10, 0, false, 1,  0},
    Line{graphs,   blackwell, 1,   1,   1,    .10, 0, false, 1,  0},
    Line{eager,    ampere,    1,   .56, 2.0,  .55, 0.8, true,  .6, 0},
    Line{eager,    hopper,    1,   .36, 2.0,  .55, 0.8, true,  .6, 0},
    Line{compiled, ampere,    1,   .90, 1,    .55, 0.5, true,  .6, 0},
    Line{compiled, hopper,    1,   .43, 1,    .55, 0.5, true,  .6, 0},
    Line{xla,      hopper,    .92, 1.15, 1.2, .55, 0, false, 1,  0},
    Line{fused,    ampere,    .92, .56, 2.0,  .55, 0.5, false, 1,  2.75},
    Line{legacy,   volta,     1,   1,   1.2,  .10, 0.8, false, 1,  0},
    Line{legacy,   ampere,    .92, 1,   1.05, .10, 0.8, false, 1,  0},
    Line{zero2021, ampere,    1,   1,   1,    .55, 0.8, false, 1,  0},
    // clang-format on
};

// t_moe; full-iteration CUDA graphs take a quarter.
double moePassMs(Stack stack, Generation generation) {
  if (stack == graphs) return generation == blackwell ? 0.22 : 0.33;
  return generation == blackwell ? 0.86 : 1.30;
}

// Distance in generations; newer ones come first, older ones only when nothing is newer.
int preference(Generation line, Generation wanted) {
  const int distance = static_cast<int>(line) - static_cast<int>(wanted);
  return distance >= 0 ? distance : 100 - distance;
}

}  // namespace

StackProfile stackProfile(Stack stack, Generation generation) {
  const Line* best = nullptr;
  for (const auto& line : kLines) {
    if (line.stack != stack) continue;
    if (!best || preference(line.generation, generation) < preference(best->generation, generation)) best = &line;
  }
  StackProfile profile;
  if (!best) return profile;  // unreachable: a test asks for every stack and generation
  profile.gemm = best->gemm;
  profile.attention = best->attention;
  profile.pointwiseTraffic = best->pointwiseTraffic;
  profile.exposedDpShare = best->exposedDpShare;
  profile.hostFloor = best->hostFloorMs * 1e-3;
  profile.layoutCopies = best->layoutCopies;
  profile.tpOverlapYield = best->tpOverlapYield;
  profile.perOwner = best->perOwnerMs * 1e-3;
  profile.extrapolated = best->generation != generation;
  profile.moePass = moePassMs(stack, generation) * 1e-3;
  return profile;
}

}  // namespace shardscope
