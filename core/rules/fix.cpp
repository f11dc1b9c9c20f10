// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/rules/range_rule.hpp"
#include "core/rules/remedy.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/knobs_settle.hpp"

namespace shardscope {
namespace {

using Proposal = std::optional<Setting>;

Proposal nearestAllowed(const Issue& issue, const Scenario& scenario) {
  const auto found = foundNumber(issue, scenario);
  const auto value = found ? nearest(allowedValues(issue, scenario), *found) : std::nullopt;
  return value ? Proposal({issue.field, *value}) : std::nullopt;
}

// The widest tensor parallelism that is legal and not over `greatest`.
Proposal narrowerTp(const Issue& issue, const Scenario& scenario, std::int64_t greatest) {
  Issue about = issue;
  about.field = Key::tp;
  const auto values = allowedValues(about, scenario);
  const auto beyond = std::upper_bound(values.begin(), values.end(), greatest);
  return beyond == values.begin() ? std::nullopt : Proposal({Key::tp, *(beyond - 1)});
}

Proposal intoRange(const Issue& issue) {
  if (issue.field >= Key::count) return std::nullopt;
  const auto& row = field(issue.field);
  if (row.nullable && rangeReason(issue) == RangeReason::notFinite) return Setting{issue.field, {}};
  const double bound = issue.args[0] > row.max ? row.max : row.min;
  if (row.kind == FieldKind::integer) return Setting{issue.field, static_cast<std::int64_t>(bound)};
  if (row.kind == FieldKind::number) return Setting{issue.field, bound};
  return std::nullopt;
}

Proposal forRange(const Issue& issue, const Scenario& scenario) {
  switch (rangeReason(issue)) {
    case RangeReason::range:
    case RangeReason::notFinite: return intoRange(issue);
    case RangeReason::stageItem:
    case RangeReason::stageCount:
    case RangeReason::stageSum: return Setting{Key::stageLayers, std::vector<std::int64_t>{}};
    case RangeReason::shardGroup: return nearestAllowed(issue, scenario);
    case RangeReason::needsChunks:
    case RangeReason::needsInterleaved: return Setting{Key::schedule, {}};
    case RangeReason::hotShareDense: return Setting{Key::hotTokenShare, 0.0};
    case RangeReason::precisionFp8:
    case RangeReason::precisionFp4: return Setting{Key::precision, std::string(word(Precision::bf16))};
    default: return std::nullopt;  // a model or a total: no single setting is the obvious one
  }
}

// A global batch inside the user's bounds, whole for this layout.
Proposal intoBatchBounds(const Scenario& scenario) {
  const auto context = ruleContext(scenario);
  const auto unit = scenario.workload.microBatch * context.dp * (context.interleaved ? scenario.parallel.pp : 1);
  if (unit < 1) return std::nullopt;
  const double perUnit = static_cast<double>(unit) * static_cast<double>(scenario.workload.sequenceLength);
  const auto tokens =
      static_cast<double>(scenario.workload.globalBatch) * static_cast<double>(scenario.workload.sequenceLength);
  const bool isBelow = tokens < scenario.limits.globalBatchTokensMin.value_or(0);
  const double units = isBelow ? std::ceil(*scenario.limits.globalBatchTokensMin / perUnit)
                               : std::floor(scenario.limits.globalBatchTokensMax.value_or(0) / perUnit);
  const double batch = units * static_cast<double>(unit);
  if (batch < 1 || batch > field(Key::globalBatch).max) return std::nullopt;
  return Setting{Key::globalBatch, static_cast<std::int64_t>(batch)};
}

// The batch is what training fixes first: a smaller micro-batch keeps it, and takes no more memory.
Proposal forBatch(const Issue& issue, const Scenario& scenario) {
  const bool asksForCount = issue.args[3] > 0;
  Issue about = issue;
  about.field = Key::microBatch;
  const auto values = asksForCount ? std::vector<std::int64_t>{} : allowedValues(about, scenario);
  const auto beyond = std::lower_bound(values.begin(), values.end(), scenario.workload.microBatch);
  if (beyond != values.begin()) return Setting{Key::microBatch, *(beyond - 1)};
  return nearestAllowed(issue, scenario);
}

Proposal propose(const Issue& issue, const Scenario& scenario) {
  const auto domain = nvlinkDomain(scenario.cluster);
  switch (issue.rule) {
    case RuleId::S3: return Setting{Key::sp, false};
    case RuleId::S5: return Setting{Key::cpKind, std::string(word(CpKind::ring))};
    case RuleId::R1: return forRange(issue, scenario);
    case RuleId::S1: return Setting{Key::sp, {}};
    case RuleId::E2: return Setting{Key::sp, true};
    case RuleId::Z2: return Setting{Key::zero, std::int64_t{1}};
    case RuleId::T2w: return narrowerTp(issue, scenario, splitKvHeads(scenario.model.shape));
    case RuleId::Hnode: return narrowerTp(issue, scenario, std::min(domain, scenario.parallel.tp - 1));
    case RuleId::Hgolden: return scenario.parallel.tp > domain ? narrowerTp(issue, scenario, domain) : std::nullopt;
    case RuleId::Hbatch: return intoBatchBounds(scenario);
    case RuleId::B1: return forBatch(issue, scenario);
    case RuleId::D1: return Setting{Key::precision, std::string(word(Precision::fp16))};
    case RuleId::Hdims: return Setting{issue.field, std::int64_t{1}};
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
    default: return std::nullopt;  // legal as it is, or many ways out: the advice ranks them
  }
}

}  // namespace

std::optional<Edit> fix(const Issue& issue, const Scenario& scenario) {
  if (hasPricedFix(issue.rule)) return pricedFix(issue, scenario);
  const auto proposal = propose(issue, scenario);
  if (!proposal || fits(field(proposal->key), proposal->value) != FieldError::none) return std::nullopt;
  const auto fixed = withSetting(scenario, proposal->key, proposal->value);
  if (!fixed) return std::nullopt;
  std::vector<Issue> before;
  check(scenario, before);
  if (!improves(issue, before, *fixed)) return std::nullopt;
  return editTo(scenario, *fixed, proposal->key, proposal->value);
}

}  // namespace shardscope
