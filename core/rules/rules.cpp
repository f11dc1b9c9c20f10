// SPDX-License-Identifier: Apache-2.0
#include "core/rules/rules.hpp"

#include "core/rules/range_rule.hpp"
#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

bool readable(const Rule& rule, const RuleContext& context) {
  return (rule.inputs.keys & context.keysOutOfRange) == 0 && (context.shapeInRange || !rule.inputs.shape) &&
         (context.deviceInRange || !rule.inputs.device);
}

bool isBroken(const Rule& rule, const RuleContext& context, Issue& issue) {
  issue = {rule.info.id, rule.info.severity, rule.field, {}};
  return readable(rule, context) && rule.broken(context, issue);
}

constexpr std::uint64_t kGpuKeys = keyMask(Key::gpusPerNode, Key::nodes, Key::gpus);
constexpr std::uint64_t kDpKeys = kGpuKeys | keyMask(Key::tp, Key::pp, Key::cp, Key::dp);
constexpr std::uint64_t kBatchKeys = kDpKeys | keyMask(Key::microBatch, Key::globalBatch);

}  // namespace

RuleContext ruleContext(const Scenario& scenario) {
  RuleContext context{scenario};
  markOutOfRange(context);
  const auto inRange = [&](std::uint64_t keys) { return (context.keysOutOfRange & keys) == 0; };
  if (context.deviceInRange && inRange(kGpuKeys)) context.gpus = gpuCount(scenario.cluster);
  if (context.deviceInRange && inRange(kDpKeys)) context.dp = dataParallel(scenario);
  if (context.deviceInRange && inRange(kBatchKeys)) context.microBatches = microBatches(scenario);
  context.interleaved = schedule(scenario.parallel) == Schedule::interleaved;
  context.sp = sequenceParallel(scenario.parallel);
  return context;
}

void check(const Scenario& scenario, std::vector<Issue>& out) {
  const auto context = ruleContext(scenario);
  for (const auto& info : ruleTable()) {
    const auto& row = rule(info.id);
    if (!row.broken) break;  // the rules of thumb close the table
    if (info.id == RuleId::R1) appendRangeIssues(context, out);
    else if (Issue issue; isBroken(row, context, issue)) out.push_back(issue);
  }
}

std::optional<Issue> firstError(const Scenario& scenario) {
  const auto context = ruleContext(scenario);
  for (const auto& info : ruleTable()) {
    if (info.severity != Severity::error) break;  // errors come first
    if (Issue issue; isBroken(rule(info.id), context, issue)) return issue;
  }
  return std::nullopt;
}

bool hasErrors(std::span<const Issue> issues) {
  for (const auto& issue : issues)
    if (issue.severity == Severity::error) return true;
  return false;
}

}  // namespace shardscope
