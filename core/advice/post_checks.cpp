// SPDX-License-Identifier: Apache-2.0
#include "core/advice/post_checks.hpp"

#include "core/advice/parts.hpp"
#include "core/cost/evaluate.hpp"
#include "core/cost/moe_load.hpp"
#include "core/cost/throughput.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

AdvicePart check(std::string_view id, bool good, std::vector<AdviceValue> values) {
  return {id, good ? AdviceVerdict::yes : AdviceVerdict::warn, std::move(values), good ? "yes" : "warn"};
}

void checkBatch(const Scenario& asked, const Scenario& plan, std::vector<AdvicePart>& out) {
  const auto before = asked.workload.globalBatch, after = plan.workload.globalBatch;
  const auto once = plan.workload.microBatch * *plan.parallel.dp;
  if (after != before) {
    out.push_back(
        check("c-batch", false, {{"before", asDouble(before)}, {"after", asDouble(after)}, {"once", asDouble(once)}}));
    if (before < once)
      out.back().variant = "few";
    else if (before % once == 0)
      out.back().variant = "raised";
  }
  const double tokens = asDouble(after) * asDouble(plan.workload.sequenceLength);
  const auto& bounds = asked.limits;
  if (const auto& most = bounds.globalBatchTokensMax)
    out.push_back(check("c-most", tokens <= *most, {{"tokens", tokens}, {"bound", *most}}));
  if (const auto& least = bounds.globalBatchTokensMin)
    out.push_back(check("c-least", tokens >= *least, {{"tokens", tokens}, {"bound", *least}}));
}

// Hints of the rule table that the plan itself is to blame for.
void checkModel(const Scenario& plan, std::vector<AdvicePart>& out) {
  std::vector<Issue> issues;
  shardscope::check(plan, issues);
  for (const auto& issue : issues)
    if (issue.rule == RuleId::T8)
      out.push_back(check("c-padding", false,
                          {{"vocab", issue.args[0]}, {"padded", issue.args[1]}, {"padding_share", issue.args[2]}}));
}

}  // namespace

std::vector<AdvicePart> postChecks(const Scenario& asked, const Advice& advice) {
  std::vector<AdvicePart> out;
  const auto& plan = advice.recommended;
  const auto report = evaluate(plan);
  const auto& p = plan.parallel;
  if (p.pp > 1)
    out.push_back(check("c-4p", report.batch.microBatches >= 4 * p.pp,
                        {{"m", asDouble(report.batch.microBatches)}, {"least", asDouble(4 * p.pp)}}));
  checkBatch(asked, plan, out);
  if (report.verdict != Verdict::invalid) {
    out.push_back(
        check("c-mfu", report.throughput.mfuOwnPrecision >= kLowMfu,
              {{"mfu_share", report.throughput.mfuOwnPrecision}, {"precision", word(plan.workload.precision)}}));
    out.push_back(check("c-memory", report.verdict == Verdict::fits,
                        {{"peak_bytes", asDouble(report.memory.peak.count())},
                         {"capacity_bytes", asDouble(report.memory.capacity.count())}}));
    if (report.verdict == Verdict::doesNotFit) out.back().variant = "over";
  }
  const auto domain = nvlinkDomain(plan.cluster);
  out.push_back(check("c-node", p.tp <= domain, {{"tp", asDouble(p.tp)}, {"node", asDouble(domain)}}));
  if (isMoe(plan.model.shape)) {
    const double load = moeLoad(plan).imbalance;
    out.push_back(check("c-imbalance", load <= kHighImbalance, {{"load", load}, {"bound", kHighImbalance}}));
  }
  checkModel(plan, out);
  if (advice.idleGpus > 0)
    out.push_back(
        check("c-idle", false, {{"idle", asDouble(advice.idleGpus)}, {"gpus", asDouble(gpuCount(asked.cluster))}}));
  return out;
}

}  // namespace shardscope
