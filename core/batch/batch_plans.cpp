// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_plans.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/cost/evaluate.hpp"
#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"
#include "core/units/checked.hpp"
#include "core/units/divisors.hpp"

namespace shardscope {
namespace {

// A batch that no rule but the batch's own refuses may still be refused beside it, by a total that leaves its range.
constexpr std::int64_t kMostNearTried = 64;

int order(Verdict verdict) { return static_cast<int>(verdict); }  // fits, tight, doesNotFit

bool isBetter(const BatchPlan& a, const BatchPlan& b) {
  return std::tuple(order(a.verdict), a.stepS, a.gpus, a.microBatch) <
         std::tuple(order(b.verdict), b.stepS, b.gpus, b.microBatch);
}

class Solver {
 public:
  Solver(const Scenario& scenario, const BatchWish& wish) : scenario_(scenario), wish_(wish), trial_(scenario) {
    const auto context = ruleContext(scenario);
    const auto& p = scenario.parallel;
    const auto ranks = CheckedCount(p.tp) * p.pp * p.cp;
    isReadable_ = context.numbersInRange() && !ranks.overflowed();
    if (!isReadable_) return;
    ranks_ = ranks.count();
    leastDp_ = leastDp();
    chunkOfM_ = context.interleaved ? p.pp : 1;
    fixedDp_ = context.gpus % ranks_ == 0 ? context.gpus / ranks_ : 0;
  }

  BatchPlans solve() {
    if (wish_.sequences < 1 || static_cast<double>(wish_.sequences) > field(Key::globalBatch).max) return {};
    judgeBounds();
    if (isReadable_) list();
    if (result_.plans.empty()) look();
    std::sort(result_.plans.begin(), result_.plans.end(), isBetter);
    if (result_.plans.size() > kMostBatchPlans) {
      result_.plans.resize(kMostBatchPlans);
      result_.truncated = true;
    }
    return std::move(result_);
  }

 private:
  // Experts and shard groups sit inside the data ranks: DP is a multiple of what they take (W-2, R-1).
  std::int64_t leastDp() const {
    const auto& p = scenario_.parallel;
    const auto need = [](std::int64_t group, std::int64_t have) { return group / std::gcd(group, have); };
    const auto experts = need(p.ep * p.etp, p.tp * p.cp);
    const auto shards = p.shardGroup > 0 ? need(p.shardGroup, p.cp) : 1;
    const auto both = CheckedCount(experts / std::gcd(experts, shards)) * shards;
    return both.overflowed() ? 0 : both.count();
  }

  std::int64_t greatestDp() const { return wish_.gpusMax ? *wish_.gpusMax / ranks_ : fixedDp_; }
  bool isOpen(std::int64_t dp) const {
    return wish_.gpusMax ? dp <= greatestDp() && dp % leastDp_ == 0 : dp == fixedDp_;
  }

  void judgeBounds() {
    const auto& limits = scenario_.limits;
    const double tokens = static_cast<double>(wish_.sequences) * static_cast<double>(scenario_.workload.sequenceLength);
    result_.belowBound = limits.globalBatchTokensMin && tokens < *limits.globalBatchTokensMin;
    result_.aboveBound = limits.globalBatchTokensMax && tokens > *limits.globalBatchTokensMax;
  }

  void list() {
    anyDivisorDownward(wish_.sequences, [&](std::int64_t dp) { return leastDp_ > 0 && isOpen(dp) && listAt(dp); });
  }

  // Every micro-batch at one degree of DP; true when the work is enough.
  bool listAt(std::int64_t dp) {
    const auto perReplica = wish_.sequences / dp;
    return anyDivisorDownward(perReplica, [&](std::int64_t microBatch) {
      const auto microBatches = perReplica / microBatch;
      if (microBatch > wish_.microBatchMax || microBatches % chunkOfM_ != 0) return false;
      if ((result_.tried + 1) * scenario_.parallel.pp > kMostStagesPriced) return result_.truncated = true;
      ++result_.tried;
      price({.sequences = wish_.sequences, .dp = dp, .microBatch = microBatch, .microBatches = microBatches});
      return false;
    });
  }

  void write(BatchPlan& plan) {
    plan.gpus = plan.dp * ranks_;
    trial_ = withPlan(scenario_, plan);
  }

  void price(BatchPlan plan) {
    write(plan);
    evaluateInto(trial_, report_);
    if (report_.verdict == Verdict::invalid) return;
    plan.keeps4P = scenario_.parallel.pp == 1 || plan.microBatches >= 4 * scenario_.parallel.pp;
    plan.verdict = report_.verdict;
    plan.bubble = report_.bubble.ratioActual;
    plan.stepS = report_.time.step.count();
    plan.dpShare = plan.stepS > 0 ? report_.time.term(TimeTerm::dpExposed).count() / plan.stepS : 0;
    plan.tokensPerS = report_.throughput.tokensPerS;
    plan.mfu = report_.throughput.mfu;
    plan.peak = report_.memory.peak;
    result_.plans.push_back(plan);
  }

  // Batches that a legal DP can run are the multiples of the least one, and of PP of them if interleaved.
  void look() {
    const auto dp = !isReadable_ ? 0 : wish_.gpusMax ? leastDp_ : fixedDp_;
    if (dp == 0 || dp % leastDp_ != 0) return explain(scenario_);
    result_.gpusNeeded = dp * ranks_;
    if (dp > greatestDp()) return;
    const auto unit = CheckedCount(dp) * chunkOfM_;
    if (unit.overflowed()) return;
    const auto units = (wish_.sequences - 1) / unit.count();
    result_.below = search(dp, unit.count(), units, -1);
    result_.above = search(dp, unit.count(), units + 1, 1);
    if (!result_.below && !result_.above) explain(trial_);
  }

  std::optional<std::int64_t> search(std::int64_t dp, std::int64_t unit, std::int64_t units, std::int64_t step) {
    for (std::int64_t i = 0; i < kMostNearTried; ++i, units += step) {
      const auto sequences = CheckedCount(units) * unit;
      if (units < 1 || sequences.overflowed() || static_cast<double>(sequences.count()) > field(Key::globalBatch).max)
        return std::nullopt;
      BatchPlan plan{.sequences = sequences.count(), .dp = dp, .microBatch = 1, .microBatches = units * chunkOfM_};
      if (plan.sequences == wish_.sequences) continue;  // was tried
      write(plan);
      if (!firstError(trial_)) return plan.sequences;
    }
    return std::nullopt;
  }

  void explain(const Scenario& refused) { result_.obstacle = firstError(refused); }

  const Scenario& scenario_;
  const BatchWish& wish_;
  Scenario trial_;
  Report report_;
  BatchPlans result_;
  bool isReadable_ = false;
  std::int64_t ranks_ = 0;     // of a replica
  std::int64_t leastDp_ = 0;   // 0: none
  std::int64_t fixedDp_ = 0;   // at the GPU total of the scenario; 0: not whole
  std::int64_t chunkOfM_ = 1;  // M is a multiple of it
};

void writeTotal(Cluster& cluster, std::int64_t gpus) {
  if (gpuCount(cluster) == gpus) return;
  const auto perNode = gpusPerNode(cluster);
  if (cluster.nodes && gpus % perNode == 0) {
    cluster.nodes = gpus / perNode;
  } else {
    cluster.nodes.reset();
    cluster.gpus = gpus;
  }
}

}  // namespace

BatchPlans batchPlans(const Scenario& scenario, const BatchWish& wish) { return Solver(scenario, wish).solve(); }

Scenario withPlan(const Scenario& scenario, const BatchPlan& plan) {
  Scenario s = scenario;
  writeTotal(s.cluster, plan.gpus);
  if (s.parallel.dp) s.parallel.dp = plan.dp;
  s.workload.microBatch = plan.microBatch;
  s.workload.globalBatch = plan.sequences;
  return s;
}

Edit editFor(const Scenario& scenario, const BatchPlan& plan) { return changes(scenario, withPlan(scenario, plan)); }

}  // namespace shardscope
