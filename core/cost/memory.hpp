// SPDX-License-Identifier: Apache-2.0
#pragma once
// Memory of every pipeline stage (cost-model §2–3). What all stages share is worked out once; a stage then costs a few
// dozen operations, so thousands of stages and sweeps stay cheap.
// Not in it: the FP8 copies of weights that Transformer Engine keeps beside bf16 ones (§2.4; 2 B per parameter of the
// layer in flight, or of the stage if cached across micro-batches, which no key of a scenario says). Neither does the
// independent table of the tests hold them, so agreement with it says nothing about FP8 runs.

#include "core/cost/activations.hpp"
#include "core/cost/states.hpp"
#include "core/report/report.hpp"

namespace shardscope {

// One layer of one kind on one rank.
struct LayerOnRank {
  RankParameters parameters, optimizerExtra;
  double weightGradients = 0;  // bytes of the dummy gradients that fused accumulation keeps (§3.8)
  LayerActivations activations;
};

struct MemoryPlan {
  LayerOnRank dense, moe;  // all zero where the model has no such layer
  StateRecipe recipe;
  ShardDegrees shards;
  std::int64_t zero = 0;                     // as evaluated
  bool frozen = false;                       // adapters: base weights without gradients and optimizer (A3)
  double copies = 1;                         // 2: DualPipe holds the parameters of two stages
  double embedding = 0, head = 0;            // parameters on the rank
  double embeddingExtra = 0, headExtra = 0;  // optimizer bytes by shape
  double embeddingActivations = 0;           // bytes per in-flight micro-batch of stage 0
  double logits = 0;                         // bytes of the loss on the last stage, with its dummy gradients
  double buffers = 0;                        // messages and gathered tensors
  double tokens = 0, hidden = 0, elementBytes = 2;
  double gateFactor = 1;  // u of §3.8
  Schedule schedule = Schedule::oneFOneB;
  std::int64_t stages = 1, chunks = 1, microBatches = 1;
  std::int64_t segment = 0;  // layers per recomputed segment; 0: no full recompute
};
// Precondition: check() finds no error. `moreLoad`: as of moeLoad().
MemoryPlan planMemory(const Scenario& scenario, double moreLoad = 1);
// Moves a plan to a scenario that differs from its own in pp, vpp, dp, global batch, ZeRO, shard group and schedule
// only: gives what planMemory() would, without working out the layers again.
void placeMemory(const Scenario& scenario, MemoryPlan& plan);

// `layers`, of them `moeLayers` with experts, on stage `stage`.
StageMemory stageMemory(const MemoryPlan& plan, std::int64_t stage, std::int64_t layers, std::int64_t moeLayers);

// Why the fullest stage is the fullest: the term by which it exceeds a plain stage most. The plain stage has neither
// embedding nor head, the fewest layers and the fewest in-flight micro-batches of all stages. Without a pipeline
// there is nothing to compare with: the largest term of the only stage is named.
PeakReason peakReason(const MemoryPlan& plan, const std::vector<StageMemory>& stages, std::int64_t peakStage);

// Fills everything of `memory`, reusing its storage.
void fillMemory(const Scenario& scenario, MemoryReport& memory);

// Peak and peakStage alone, from the layers in memory.stages (fillStageLayers); of each stage also parameterCount and
// inFlight. Stages that cannot be fuller than their neighbour are not worked out.
void fillPeak(const MemoryPlan& plan, MemoryReport& memory);

double bytesPerLogit(CrossEntropy kind);  // alive at once, §3.7 A9

// CUDA context and communicators (§3.9).
inline constexpr double kContextBytes = 1.5 * kGib;

}  // namespace shardscope
