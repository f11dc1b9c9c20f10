// SPDX-License-Identifier: Apache-2.0
#pragma once
// The tables of keys: scenario (by Key), inline model and device (by name). Order = order in written files.

#include <span>
#include <string_view>
#include <vector>

#include "core/scenario/field.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// Every scalar key of a scenario file. `model` and `gpu` stand for the two structured entries
// (model: {preset | hf_config | dimensions}; cluster.gpu: id or device map); they have no row in scenarioFields().
enum class Key : std::uint8_t {
  name,
  gpusPerNode,
  nvlinkDomain,
  nodes,
  gpus,
  nicBytesPerS,
  pricePerGpuHour,
  sequenceLength,
  microBatch,
  globalBatch,
  precision,
  optimizer,
  weightBytes,
  gradientBytes,
  optimizerBytes,
  adapter,
  recompute,
  recomputeLayers,
  flashAttention,
  dropout,
  crossEntropy,
  crossEntropyChunks,
  weightGradientCache,
  fineTune,
  trainTokens,
  tp,
  sp,
  pp,
  vpp,
  cp,
  cpKind,
  ep,
  etp,
  dp,
  zero,
  schedule,
  shardGroup,
  stageLayers,
  capacityFactor,
  padToCapacity,
  hotTokenShare,
  stack,
  overlapDp,
  overlapPp,
  overlapTp,
  overlapEp,
  epDeduplicate,
  flatNetwork,
  flopConvention,
  globalBatchTokensMin,
  globalBatchTokensMax,
  count,
  model = count,
  gpu
};

std::span<const Field<Scenario>> scenarioFields();  // indexed by Key, size Key::count
const Field<Scenario>& field(Key key);              // precondition: key < Key::count
std::string_view keyName(Key key);                  // dotted; also "model" and "cluster.gpu"

std::span<const Field<ModelShape>> modelFields();  // names as in contract §1.1, no prefix
std::span<const Field<Device>> deviceFields();     // names as in contract §1.2, "efficiency.gemm"

// An edit: dotted keys and their new values, complete (followers included), as the contract defines it.
struct Assignment {
  Key key{};
  Value value;
  bool operator==(const Assignment&) const = default;
};
using Edit = std::vector<Assignment>;

// Precondition: every value fits its field.
Scenario applied(Scenario scenario, const Edit& edit);
// The scalar keys in which two scenarios differ, with the values of `after`; in the order of the file.
Edit changes(const Scenario& before, const Scenario& after);

}  // namespace shardscope
