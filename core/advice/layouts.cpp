// SPDX-License-Identifier: Apache-2.0
#include "core/advice/layouts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "core/units/divisors.hpp"

namespace shardscope {
namespace {

std::int64_t nextMultiple(std::int64_t value, std::int64_t of) { return (value + of - 1) / of * of; }

// The replicas that experts over `ep` ranks can use: up to an eighth of them is left idle for it.
std::int64_t replicasFor(std::int64_t dp, std::int64_t ranksEach, std::int64_t ep) {
  const auto fewer = dp - dp % (ep / std::gcd(ep, ranksEach));
  return 8 * fewer >= 7 * dp ? fewer : dp;
}

}  // namespace

Scenario AdviceLayouts::scenarioOf(const AdviceLayout& layout) const {
  Scenario s = asked_;
  auto& p = s.parallel;
  p = {};
  p.tp = layout.tp;
  p.pp = layout.pp;
  p.vpp = layout.vpp;
  p.cp = layout.cp;
  p.ep = layout.ep;
  p.zero = layout.zero;
  s.workload.recompute = layout.recompute;
  s.workload.recomputeLayers = 1;

  const auto replica = layout.tp * layout.pp * layout.cp;
  auto dp = std::max<std::int64_t>(1, sizes_.gpus() / replica);
  const auto tokens = s.workload.sequenceLength;
  const auto& most = asked_.limits.globalBatchTokensMax;
  dp = replicasFor(dp, layout.tp * layout.cp, layout.ep);
  if (most && static_cast<double>(nextMultiple(layout.globalBatch, dp)) * static_cast<double>(tokens) > *most)
    dp = largestDivisor(layout.globalBatch, dp);
  p.dp = dp;
  s.workload.globalBatch = nextMultiple(layout.globalBatch, dp);
  s.workload.microBatch = largestDivisor(s.workload.globalBatch / dp, layout.microBatch);
  if (replica * dp != sizes_.gpus()) {
    s.cluster.nodes.reset();
    s.cluster.gpus = replica * dp;
  }
  while (p.ep > 1 && layout.tp * layout.cp * dp % p.ep != 0) p.ep = largestDivisor(s.model.shape.experts, p.ep - 1);
  if (layout.shardGroup > 0) p.shardGroup = largestDivisor(layout.cp * dp, layout.shardGroup);
  if (p.shardGroup == layout.cp * dp) p.shardGroup = 0;
  // Sequence parallelism only where it divides the tokens of a rank.
  if (layout.tp > 1 && (tokens % layout.cp != 0 || tokens / layout.cp % layout.tp != 0)) p.sp = false;
  return s;
}

Report AdviceLayouts::reportOf(const AdviceLayout& layout) const { return evaluate(scenarioOf(layout)); }

double AdviceLayouts::exactPeak(const AdviceLayout& layout) const {
  const auto report = reportOf(layout);
  return report.verdict == Verdict::invalid ? HUGE_VAL : static_cast<double>(report.memory.peak.count());
}

AdviceLayout AdviceLayouts::withStages(AdviceLayout layout, std::int64_t pp) const {
  layout.pp = pp;
  layout.ep = widestExperts(layout.tp, pp, layout.cp);
  return layout;
}

std::int64_t AdviceLayouts::microBatches(const AdviceLayout& layout) const {
  return std::max<std::int64_t>(1, shardscope::microBatches(scenarioOf(layout)));
}

std::int64_t AdviceLayouts::widestExperts(std::int64_t tp, std::int64_t pp, std::int64_t cp) const {
  const auto& m = asked_.model.shape;
  if (!isMoe(m)) return 1;
  const auto dp = std::max<std::int64_t>(1, sizes_.gpus() / (tp * pp * cp));
  for (auto ep = std::min(m.experts, sizes_.node()); ep > 1; --ep)
    if (m.experts % ep == 0 && replicasFor(dp, tp * cp, ep) * tp * cp % ep == 0) return ep;
  return 1;
}

std::int64_t AdviceLayouts::shardGroup() const { return largestDivisor(sizes_.gpus(), sizes_.node()); }

}  // namespace shardscope
