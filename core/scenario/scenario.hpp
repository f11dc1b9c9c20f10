// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the user chose: a plain comparable value, one member per key of the scenario file (contract §1).
// An empty optional means "the default follows from the rest"; core/scenario/derived.hpp resolves it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/cluster.hpp"
#include "core/scenario/enums.hpp"
#include "core/scenario/model.hpp"

namespace shardscope {

struct Workload {
  std::int64_t sequenceLength = 4096;  // tokens
  std::int64_t microBatch = 1;         // sequences
  std::int64_t globalBatch = 128;      // sequences
  Precision precision = Precision::bf16;
  Optimizer optimizer = Optimizer::adam;
  std::optional<double> weightBytes, gradientBytes, optimizerBytes;  // per parameter; else from `optimizer`
  Adapter adapter = Adapter::none;
  Recompute recompute = Recompute::none;
  std::int64_t recomputeLayers = 1;  // full: layers per segment
  bool flashAttention = true;
  std::optional<bool> dropout;  // else the family's habit
  CrossEntropy crossEntropy = CrossEntropy::unfused;
  std::int64_t crossEntropyChunks = 1;
  std::optional<bool> weightGradientCache;  // else by stack
  bool fineTune = false;
  std::optional<double> trainTokens;
  bool operator==(const Workload&) const = default;
};

struct Parallel {
  std::int64_t tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1, etp = 1;
  std::optional<bool> sp;            // else tp > 1
  std::optional<Schedule> schedule;  // else interleaved if vpp > 1, 1f1b otherwise
  CpKind cpKind = CpKind::ring;
  std::optional<std::int64_t> dp;         // else GPUs / (tp·pp·cp)
  std::int64_t zero = 1;                  // 0…3
  std::int64_t shardGroup = 0;            // ranks of DP × CP; 0 = all
  std::vector<std::int64_t> stageLayers;  // empty = balanced
  bool operator==(const Parallel&) const = default;
};

struct Moe {
  double capacityFactor = 0;  // 0 = dropless
  bool padToCapacity = false;
  double hotTokenShare = 0;  // 0 = uniform
  bool operator==(const Moe&) const = default;
};

struct Overlap {
  bool dp = true, pp = true;
  double tp = 0, ep = 0;  // hidden fraction 0…1
  bool epDeduplicate = false, flatNetwork = false;
  bool operator==(const Overlap&) const = default;
};

struct Conventions {
  FlopConvention flops = FlopConvention::causal;
  bool operator==(const Conventions&) const = default;
};

struct Limits {  // tokens per global batch
  std::optional<double> globalBatchTokensMin, globalBatchTokensMax;
  bool operator==(const Limits&) const = default;
};

struct Scenario {
  std::string name;
  ModelChoice model;
  Cluster cluster;
  Workload workload;
  Parallel parallel;
  Moe moe;
  Stack stack = Stack::megatron;
  Overlap overlap;
  Conventions conventions;
  Limits limits;
  bool operator==(const Scenario&) const = default;
};

inline constexpr int kFormatVersion = 1;

}  // namespace shardscope
