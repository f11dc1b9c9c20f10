// SPDX-License-Identifier: Apache-2.0
#pragma once
// The cost of many layouts of one model: what tp, cp, ep, etp, micro-batch and recompute decide is worked out once, the
// rest per layout. The figures are those of evaluate(), to the last bit.

#include "core/cost/memory.hpp"
#include "core/cost/step_time.hpp"
#include "core/report/report.hpp"

namespace shardscope {

class CandidateCost {
 public:
  // Precondition of both: check() finds no error in `scenario`.
  // `moreLoad`: times the load of the fullest expert rank, as of moeLoad(); 1 = as evaluate().
  void plan(const Scenario& scenario, double moreLoad = 1);
  // `scenario` differs from the planned one in pp, vpp, schedule, ZeRO and shard group (and so in dp) only. Fills of
  // `report`: verdict, batch, memory.capacity, memory.peak and peakStage, time, bubble, flops, throughput, train.
  // Allocates only to grow its vectors.
  void price(const Scenario& scenario, Report& report);

 private:
  MemoryPlan memory_;
  StepPlan step_;
  FlopsReport flops_;
};

}  // namespace shardscope
