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

constexpr std::uint64_t kGpuKeys = keyMask(Key::gpusPerNode, Key::nodes, Key::gpus);
constexpr std::uint64_t kDpKeys = kGpuKeys | keyMask(Key::tp, Key::pp, Key::cp, Key::dp);
constexpr std::uint64_t kBatchKeys = kDpKeys | keyMask(Key::microBatch, Key::globalBatch);

}  // namespace

RuleContext ruleContext(const Scenario& scenario) {
  RuleContext context{scenario};
  markOutOfRange(context);
  resolve(context);
  return context;
}

void resolve(RuleContext& context) {
  const auto& scenario = context.scenario;
  context.gpus = context.dp = context.microBatches = 0;
  const auto inRange = [&](std::uint64_t keys) { return (context.keysOutOfRange & keys) == 0; };
  if (context.deviceInRange && inRange(kGpuKeys)) context.gpus = gpuCount(scenario.cluster);
  if (context.deviceInRange && inRange(kDpKeys)) context.dp = dataParallel(scenario);
  if (context.deviceInRange && inRange(kBatchKeys)) context.microBatches = microBatches(scenario);
  context.interleaved = schedule(scenario.parallel) == Schedule::interleaved;
  context.sp = sequenceParallel(scenario.parallel);
}

bool isBroken(RuleId id, const RuleContext& context, Issue* issue) {
  const auto& row = rule(id);
  Issue found{id, row.info.severity, row.field, {}};
  if (!row.broken || !readable(row, context) || !row.broken(context, found)) return false;
  if (issue) *issue = found;
  return true;
}

void check(const Scenario& scenario, std::vector<Issue>& out) {
  const auto context = ruleContext(scenario);
  for (const auto& info : ruleTable()) {
    if (info.needsReport) break;  // the rules of thumb close the table
    if (info.id == RuleId::R1)
      appendRangeIssues(context, out);
    else if (Issue issue; isBroken(info.id, context, &issue))
      out.push_back(issue);
  }
}

std::optional<Issue> firstError(const Scenario& scenario) {
  const auto context = ruleContext(scenario);
  for (const auto& info : ruleTable()) {
    if (info.severity != Severity::error) break;  // errors come first
    if (Issue issue; isBroken(info.id, context, &issue)) return issue;
  }
  return std::nullopt;
}

bool hasErrors(std::span<const Issue> issues) {
  for (const auto& issue : issues)
    if (issue.severity == Severity::error) return true;
  return false;
}

}  // namespace shardscope
