// SPDX-License-Identifier: Apache-2.0
#pragma once
// The sizes that the decision procedure weighs (cost-model §9), in bytes unless said otherwise. Internal to the advice.

#include <cstdint>
#include <span>

#include "core/scenario/scenario.hpp"

namespace shardscope {

class AdviceSizes {
 public:
  explicit AdviceSizes(const Scenario& scenario);

  double nominal() const { return nominal_; }        // C: the sales figure, decimal
  double hard() const { return 0.90 * nominal_; }    // what may be filled
  double soft() const { return 0.60 * nominal_; }    // what one layer, and the stages of step 4, may fill
  double parameters() const { return parameters_; }  // Ψ
  // Bytes per parameter: of the weight, and of gradient and optimizer, which only what is trained has.
  double weightBytes() const { return 2; }
  double trainedBytes() const { return lora_ ? 0 : 14; }
  // What a layer costs before anything is spread, with FP32 gradients: 18, of a frozen one 2.
  double unshardedBytes() const { return lora_ ? 2 : 18; }
  // Two gathered layers and a gradient of one (§2.3).
  double gatheredBytes() const { return lora_ ? 4 : 10; }
  std::int64_t gpus() const { return gpus_; }  // N
  std::int64_t node() const { return node_; }  // G: ranks that share the fast link, at most N
  std::int64_t layers() const { return layers_; }

  // A(t, c, recompute): activations of one micro-batch of the whole model, with the logits of the loss.
  double modelActivations(std::int64_t tp, std::int64_t cp, Recompute recompute) const;
  double layerActivations(std::int64_t tp, std::int64_t cp, Recompute recompute) const;  // the larger kind of layer
  double layerActivations(std::int64_t tp, std::int64_t cp, Recompute recompute, bool moe) const;  // of one kind
  double logits(std::int64_t tp, std::int64_t cp) const;                                           // 6·n·V_p/t
  // unshardedBytes() for each parameter of a layer, its experts spread over `ep` ranks.
  double layerStates(std::int64_t ep) const;
  double headStates(std::int64_t tp) const;  // of V_p·h/t parameters
  // none → selective → full; fine-tuning starts with full.
  std::span<const Recompute> ladder() const;
  // Whether states + A + 2 GB stay within the limit for some recompute: the first of the ladder that does, and the
  // need.
  struct Fit {
    bool fits = false;
    Recompute recompute = Recompute::full;
    double activations = 0, need = 0;
  };
  Fit fit(double states, double limit, std::int64_t tp = 1, std::int64_t cp = 1) const;
  // Largest power of two ≤ the node that divides heads, hidden and MLP width, and the KV heads either way.
  std::int64_t widestTensor() const;
  bool dividesTensors(std::int64_t tp) const;
  bool dividesTokens(std::int64_t cp) const;  // two chunks of the sequence for each rank

 private:
  const Scenario& scenario_;
  double nominal_ = 0, parameters_ = 0;
  bool lora_ = false;  // all of the model is frozen; the adapters weigh next to nothing
  std::int64_t gpus_ = 1, node_ = 1, layers_ = 1;
  std::int64_t experts_ = 1;  // ranks that the experts are spread over where activations are weighed: e of step 5
};

inline constexpr double kAdviceOverhead = 2e9;       // o₀
inline constexpr std::int64_t kLongContext = 32768;  // tokens
inline constexpr std::int64_t kContextShare = 16384;

}  // namespace shardscope
