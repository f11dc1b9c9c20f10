// SPDX-License-Identifier: Apache-2.0
#include "core/explain/facts.hpp"

#include "core/scenario/derived.hpp"

namespace shardscope {

ExplainFacts::ExplainFacts(const Scenario& s, const Report& r)
    : scenario(s),
      report(r),
      plan(planStep(s)),
      memory(planMemory(s)),
      groups(replicaGroups(s)),
      microBatches(static_cast<double>(r.batch.microBatches)),
      order(schedule(s.parallel)) {
  delta = pipelineMessageTime(s, plan.inputs).count();
  message = pipelineMessageSeconds(s, delta, order);
  const auto count = stages();
  std::int64_t mostParameters = -1;
  for (std::size_t i = 0; i < count; ++i) {
    const StageKinds layers{static_cast<double>(denseLayers(i)), static_cast<double>(moeLayers(i))};
    stageTimes.push_back(stageTime(plan.times, layers, i == 0, i + 1 == count));
    if (stageSeconds(i) > slowestSeconds) {
      slowestSeconds = stageSeconds(i);
      slowest = i;
    }
    if (report.memory.stages[i].parameterCount > mostParameters) {
      mostParameters = report.memory.stages[i].parameterCount;
      fullest = i;
    }
  }
}

std::int64_t ExplainFacts::denseLayers(std::size_t stage) const {
  return report.memory.stages[stage].layers - report.memory.stages[stage].moeLayers;
}
std::int64_t ExplainFacts::moeLayers(std::size_t stage) const { return report.memory.stages[stage].moeLayers; }

namespace {

RankParameters summed(const ExplainFacts& facts, std::size_t stage, const RankParameters& dense,
                      const RankParameters& moe, double embedding, double head) {
  const auto denseCount = static_cast<double>(facts.denseLayers(stage));
  const auto moeCount = static_cast<double>(facts.moeLayers(stage));
  RankParameters out{denseCount * dense.dense + moeCount * moe.dense, moeCount * moe.experts};
  out.dense += (stage == 0 ? embedding : 0) + (stage + 1 == facts.stages() ? head : 0);
  return {facts.memory.copies * out.dense, facts.memory.copies * out.experts};
}

}  // namespace

RankParameters ExplainFacts::held(std::size_t stage) const {
  return summed(*this, stage, memory.dense.parameters, memory.moe.parameters, memory.embedding, memory.head);
}

RankParameters ExplainFacts::optimizerExtra(std::size_t stage) const {
  return summed(*this, stage, memory.dense.optimizerExtra, memory.moe.optimizerExtra, memory.embeddingExtra,
                memory.headExtra);
}

RankParameters ExplainFacts::fullestRank() const {
  const double experts = held(fullest).experts;
  return {static_cast<double>(report.memory.stages[fullest].parameterCount) - experts, experts};
}

}  // namespace shardscope
