// SPDX-License-Identifier: Apache-2.0
#pragma once
// What explanations draw on: a scenario, its report, and the intermediate results of the cost model between them,
// worked out by the cost model's own functions.

#include "core/cost/layer_time_inputs.hpp"
#include "core/cost/memory.hpp"
#include "core/cost/stage_time.hpp"
#include "core/cost/step_time.hpp"
#include "core/placement/replica_group.hpp"
#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

struct ExplainFacts {
  // Precondition: a valid scenario and its report; both outlive this.
  ExplainFacts(const Scenario& scenario, const Report& report);

  const Scenario& scenario;
  const Report& report;
  StepPlan plan;
  MemoryPlan memory;
  ReplicaGroups groups;
  double microBatches = 1;

  // The pipeline (§7), in seconds per micro-batch.
  Schedule order{};
  double delta = 0, message = 0;  // one message; x_pp
  std::vector<StageTime> stageTimes;
  std::size_t slowest = 0, fullest = 0;  // stages: by time, by parameters
  double slowestSeconds = 0;

  bool isPipelined() const { return scenario.parallel.pp > 1; }
  std::size_t stages() const { return report.memory.stages.size(); }
  std::int64_t denseLayers(std::size_t stage) const;
  std::int64_t moeLayers(std::size_t stage) const;
  double stageSeconds(std::size_t stage) const { return stageTimes[stage].total() + message; }
  // Parameters of the fullest GPU of a stage before ZeRO, and the optimizer bytes that follow from matrix shapes;
  // not rounded.
  RankParameters held(std::size_t stage) const;
  RankParameters optimizerExtra(std::size_t stage) const;
  // Of the stage with most of them, as the step is priced: with the whole number that the report states.
  RankParameters fullestRank() const;
};

}  // namespace shardscope
