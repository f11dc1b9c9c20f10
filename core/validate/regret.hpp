// SPDX-License-Identifier: Apache-2.0
#pragma once
// What it would have cost to take the layout that the model predicts fastest, among layouts that were all measured.

#include <string>
#include <vector>

#include "core/validate/votes.hpp"

namespace shardscope {

// Votes of equal work on equal hardware (family, model, GPUs, sequence, batch, framework, precision, flash attention)
// in two or more distinct layouts (tp, pp, vpp, cp, ep, micro-batch, ZeRO, recompute, schedule, shard group,
// overlap_tp).
struct RegretGroup {
  std::string family, model, gpu;
  std::int64_t gpus = 0;
  std::size_t layouts = 0;
  std::string picked, best;  // ids of the run predicted fastest and of the fastest
  double regret = 0;         // measured step time of the picked over that of the best − 1
  double randomRegret = 0;   // the same for a layout picked at random, expected
  std::size_t pairs = 0;     // of layouts, with different measured and predicted times
  double kendallTau = 0;     // (concordant − discordant) / pairs; 0 if there are none
};

struct RegretSummary {
  std::size_t groups = 0;
  double mean = 0, max = 0, random = 0;
  double kendallTau = 0;  // mean over the groups that have pairs
};

std::vector<RegretGroup> regretGroups(const std::vector<Vote>& votes);
RegretSummary summarized(const std::vector<RegretGroup>& groups);

}  // namespace shardscope
