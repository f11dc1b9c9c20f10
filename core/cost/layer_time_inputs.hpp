// SPDX-License-Identifier: Apache-2.0
#pragma once
// Everything that the time of one layer depends on, resolved once per evaluation: sizes per rank, rates, places.
// Nothing here depends on p, v, d, M, ZeRO or the schedule, so a sweep may keep what is computed from it.

#include "core/cost/collectives.hpp"
#include "core/cost/gemm.hpp"
#include "core/cost/stack_profile.hpp"
#include "core/placement/group_place.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// Widths of the model on one rank. Heads and widths are per tensor-parallel rank unless the name says otherwise.
struct LayerWidths {
  double hidden = 0;
  double heads = 0, kvHeads = 0;  // a/t, max(g/t, 1)
  double headDim = 0;
  double queryKeyDim = 0, valueDim = 0;  // per head; equal to headDim without MLA
  double ffn = 0, sharedFfn = 0;         // f/t, f_s/t
  double expertFfn = 0;                  // f_e/τ
  double vocab = 0;                      // V_p/t
  bool mla = false, gated = true, rotary = true;
  double queryRank = 0, latentRank = 0, ropeDim = 0, nopeDim = 0;  // MLA, replicated
};

// Routing of one MoE layer on one rank.
struct ExpertLoad {
  double topK = 0, experts = 0;
  double localExperts = 0;  // E/e
  double routedCopies = 0;  // T_r = (n/r)·τ·K·κ
  double load = 1;          // κ: λ of the hottest rank, or the capacity factor
};

struct LayerInputs {
  double tokens = 0;         // n = s·b/c
  double sequence = 0;       // s, the full one
  double localSequence = 0;  // s/c
  double microBatch = 1;
  double tp = 1, cp = 1;
  double sharded = 1;  // r: t with sequence parallelism, else 1
  bool sequenceParallel = false;
  LayerWidths width;
  ExpertLoad expert;
  double attendedTokens = 0;  // mean keys per query of the causal core, windows included

  GemmRate gemm, gemmBf16;  // of the layer, and of what always stays bf16 (head, unfused attention)
  double attentionForward = 0, attentionBackward = 0;           // FLOP/s of the fused core
  double memoryRate = 0;                                        // B/s
  double launch = 0;                                            // t_k
  double elementBytes = 2;                                      // of an activation
  bool lowPrecision = false;                                    // fp8 or nvfp4: casts, fp8 gathers
  bool fusedAttention = true, dropout = false, frozen = false;  // frozen: adapters, no weight gradients
  Recompute recompute = Recompute::none;
  CrossEntropy crossEntropy = CrossEntropy::unfused;
  CpKind cpKind = CpKind::ring;
  StackProfile stack;

  Fabric fabric;
  GroupPlace tpPlace, cpPlace, epPlace;
  double tpHidden = 0, epHidden = 0;  // fractions
  bool deduplicate = false;
  Deduplication deduplication;  // meaningful if deduplicate
};

// `load`: κ to price, moeLoad(scenario).loadFactor for the scenario itself, 1 for uniform routing and dense models.
// Precondition: a valid scenario.
LayerInputs layerInputs(const Scenario& scenario, double load);

}  // namespace shardscope
