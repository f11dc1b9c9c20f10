// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a config.json and its family say together: everything that the counting formulas need, per layer where layers
// differ. Counts and widths; a zero means "absent".

#include <cstdint>
#include <vector>

#include "core/io/hf_family.hpp"

namespace shardscope {

struct HfLayer {
  bool isMoe = false;
  bool hasKeysAndValues = true;  // false: it uses those of a layer below
  bool windowed = false;
  std::int64_t ffn = 0;                                 // dense layers
  std::int64_t topK = 0, expertFfn = 0, sharedFfn = 0;  // MoE layers
};

struct HfPlan {
  std::int64_t hidden = 0, heads = 0, kvHeads = 0, headDim = 0, vocab = 0;
  std::int64_t embeddingWidth = 0;  // of the table, where it is not `hidden`
  std::int64_t learnedPositions = 0;
  std::int64_t contextLength = 0;
  bool gated = true;
  bool qkvBias = false, outBias = false, mlpBias = false, headBias = false;
  HfNorm norm = HfNorm::rms;
  int norms = 2;
  bool finalNorm = true, embeddingNorm = false;
  HfQkNorm qkNorm = HfQkNorm::none;
  bool tied = false, tiedIsSaid = false, dropout = false;
  std::int64_t oddPerLayer = 0;  // attention sinks, numbers of an activation
  bool attentionSinks = false;

  bool mla = false;
  std::int64_t qRank = 0, kvRank = 0, nopeDim = 0, ropeDim = 0, vDim = 0;
  std::int64_t indexHeads = 0, indexDim = 0;

  std::int64_t experts = 0;    // 0 = dense
  std::int64_t unusedFfn = 0;  // a dense width that the file names although every layer is MoE
  bool sharedGate = false, correction = false, routerBias = false, expertBias = false;
  std::int64_t predictionLayers = 0;
  bool predictionRepeatsTables = false;

  std::int64_t window = 0;
  bool windowInBlocks = false;
  std::vector<HfLayer> layers;
};

// The family's words and oddities applied to a file. Errors and refusals are left in `reader`.
HfPlan makeHfPlan(HfReader& reader, const HfFamily& family);

// The parts of it in files of their own.
void planExperts(HfReader& reader, const HfFamily& family, HfPlan& plan);
void planWindows(HfReader& reader, const HfFamily& family, HfPlan& plan);

}  // namespace shardscope
