// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/rules/range_rule.hpp"
#include "core/rules/remedy.hpp"
#include "core/rules/trial.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/knobs_settle.hpp"

namespace shardscope {
namespace {

constexpr std::size_t kMostTried = 6;

using Proposals = std::vector<Setting>;  // best first

Proposals nearestAllowed(const Issue& issue, const Scenario& scenario) {
  Proposals proposals;
  const auto found = foundNumber(issue, scenario);
  if (!found) return proposals;
  auto values = allowedValues(issue, scenario);
  while (const auto value = nearest(values, *found)) {
    std::erase(values, *value);
    append(proposals, issue.field, *value);
  }
  return proposals;
}

// Tensor parallelism that is legal and not over `greatest`, the widest first.
Proposals narrowerTp(const Issue& issue, const Scenario& scenario, std::int64_t greatest) {
  Proposals proposals;
  Issue about = issue;
  about.field = Key::tp;
  auto values = allowedValues(about, scenario);
  std::reverse(values.begin(), values.end());
  for (const auto value : values)
    if (value <= greatest) append(proposals, Key::tp, value);
  return proposals;
}

Proposals intoRange(const Issue& issue) {
  if (issue.field >= Key::count) return {};
  const auto& row = field(issue.field);
  if (row.nullable && rangeReason(issue) == RangeReason::notFinite) return {{issue.field, {}}};
  const double bound = issue.args[0] > row.max ? row.max : row.min;
  if (row.kind == FieldKind::integer) return {{issue.field, static_cast<std::int64_t>(bound)}};
  if (row.kind == FieldKind::number) return {{issue.field, bound}};
  return {};
}

Proposals forRange(const Issue& issue, const Scenario& scenario) {
  switch (rangeReason(issue)) {
    case RangeReason::range:
    case RangeReason::notFinite: return intoRange(issue);
    case RangeReason::stageItem:
    case RangeReason::stageCount:
    case RangeReason::stageSum: return {{Key::stageLayers, std::vector<std::int64_t>{}}};
    case RangeReason::shardGroup: return nearestAllowed(issue, scenario);
    case RangeReason::needsChunks:
    case RangeReason::needsInterleaved: return {{Key::schedule, {}}};
    case RangeReason::hotShareDense: return {{Key::hotTokenShare, 0.0}};
    case RangeReason::precisionFp8:
    case RangeReason::precisionFp4: return {{Key::precision, std::string(word(Precision::bf16))}};
    default: return {};  // a model or a total: no single setting is the obvious one
  }
}

// A global batch inside the user's bounds, whole for this layout.
Proposals intoBatchBounds(const Scenario& scenario) {
  const auto context = ruleContext(scenario);
  const auto unit = scenario.workload.microBatch * context.dp * (context.interleaved ? scenario.parallel.pp : 1);
  if (unit < 1) return {};
  const double perUnit = static_cast<double>(unit) * static_cast<double>(scenario.workload.sequenceLength);
  const auto tokens =
      static_cast<double>(scenario.workload.globalBatch) * static_cast<double>(scenario.workload.sequenceLength);
  const bool isBelow = tokens < scenario.limits.globalBatchTokensMin.value_or(0);
  const double units = isBelow ? std::ceil(*scenario.limits.globalBatchTokensMin / perUnit)
                               : std::floor(scenario.limits.globalBatchTokensMax.value_or(0) / perUnit);
  const double batch = units * static_cast<double>(unit);
  if (batch < 1 || batch > field(Key::globalBatch).max) return {};
  return {{Key::globalBatch, static_cast<std::int64_t>(batch)}};
}

// The batch is what training fixes first: a smaller micro-batch keeps it, and takes no more memory.
Proposals forBatch(const Issue& issue, const Scenario& scenario) {
  const bool asksForCount = issue.args[3] > 0;
  Issue about = issue;
  about.field = Key::microBatch;
  auto values = asksForCount ? std::vector<std::int64_t>{} : allowedValues(about, scenario);
  std::reverse(values.begin(), values.end());
  Proposals proposals;
  for (const auto value : values)
    if (value < scenario.workload.microBatch) append(proposals, Key::microBatch, value);
  const auto batches = nearestAllowed(issue, scenario);
  proposals.insert(proposals.end(), batches.begin(), batches.end());
  return proposals;
}

// A dimension that pays more than it complicates is not for a button to take away.
Proposals withoutDimension(const Issue& issue) {
  const double without = issue.args[3], now = issue.args[4];
  if (now > 0 && now < (1 - kWorthThreshold) * without) return {};
  return {{issue.field, std::int64_t{1}}};
}

Proposals propose(const Issue& issue, const Scenario& scenario) {
  if (hasPricedFix(issue.rule)) return pricedRemedies(issue, ruleContext(scenario));
  const auto domain = nvlinkDomain(scenario.cluster);
  switch (issue.rule) {
    case RuleId::S3: return {{Key::sp, false}};
    case RuleId::S5: return {{Key::cpKind, std::string(word(CpKind::ring))}};
    case RuleId::R1: return forRange(issue, scenario);
    case RuleId::S1: return {{Key::sp, {}}};
    case RuleId::E2: return {{Key::sp, true}};
    case RuleId::Z2: return {{Key::zero, std::int64_t{1}}};
    case RuleId::T2w: return narrowerTp(issue, scenario, splitKvHeads(scenario.model.shape));
    case RuleId::Hnode: return narrowerTp(issue, scenario, std::min(domain, scenario.parallel.tp - 1));
    case RuleId::Hgolden: return scenario.parallel.tp > domain ? narrowerTp(issue, scenario, domain) : Proposals{};
    case RuleId::Hbatch: return intoBatchBounds(scenario);
    case RuleId::B1: return forBatch(issue, scenario);
    case RuleId::D1: return {{Key::precision, std::string(word(Precision::fp16))}};
    case RuleId::Hdims: return withoutDimension(issue);
    case RuleId::W1:
    case RuleId::W2:
    case RuleId::T1:
    case RuleId::T2:
    case RuleId::T7:
    case RuleId::L1:
    case RuleId::P3:
    case RuleId::P8:
    case RuleId::P9:
    case RuleId::S4:
    case RuleId::E1: return nearestAllowed(issue, scenario);
    default: return {};  // legal as it is, or many ways out: the advice ranks them
  }
}

bool isNoWorse(const Report& before, const Report& after) {
  return after.verdict < before.verdict || (after.verdict == before.verdict && after.time.step <= before.time.step);
}

}  // namespace

std::optional<Edit> fix(const Issue& issue, const Scenario& scenario) { return fix(issue, scenario, FrameworkSet{0}); }

std::optional<Edit> fix(const Issue& issue, const Scenario& scenario, FrameworkSet frameworks) {
  const auto proposals = propose(issue, scenario);
  if (proposals.empty()) return std::nullopt;
  Trial trial(scenario, frameworks);
  for (std::size_t i = 0; i < std::min(proposals.size(), kMostTried); ++i) {
    const auto& [key, value] = proposals[i];
    if (fits(field(key), value) != FieldError::none) continue;
    const auto fixed = withSetting(scenario, key, value);
    if (!fixed) continue;
    auto edit = editTo(scenario, *fixed, key, value);
    if (!trial.mends(issue, applied(scenario, edit))) continue;
    if (!hasPricedFix(issue.rule) || isNoWorse(trial.before(), trial.after())) return edit;
  }
  return std::nullopt;
}

bool isHarmless(const Edit& edit, const Scenario& scenario, FrameworkSet frameworks) {
  return Trial(scenario, frameworks).isHarmless(applied(scenario, edit));
}

}  // namespace shardscope
