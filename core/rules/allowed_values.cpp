// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/rules/range_rule.hpp"
#include "core/rules/remedy.hpp"
#include "core/scenario/derived.hpp"
#include "core/units/checked.hpp"

namespace shardscope {
namespace {

using Values = std::vector<std::int64_t>;

constexpr double kListedRange = 16;  // ranges up to this length are spelled out
constexpr std::size_t kMostListed = 64;

void appendDivisors(std::int64_t number, Values& values) {
  for (std::int64_t small = 1; small <= number / small; ++small)
    if (number % small == 0) {
      values.push_back(small);
      values.push_back(number / small);
    }
}

// The multiples of `unit` on both sides of `found`.
void appendMultiples(CheckedCount unit, double found, Values& values) {
  if (unit.overflowed() || unit.count() < 1) return;
  const auto below = static_cast<std::int64_t>(std::min(found, 1e15)) / unit.count() * unit.count();
  values.push_back(below);
  if (const auto above = CheckedCount(below) + unit; !above.overflowed()) values.push_back(above.count());
}

void appendRange(Key key, Values& values) {
  const auto& row = field(key);
  if (row.kind != FieldKind::integer || row.max - row.min > kListedRange) return;
  for (auto value = static_cast<std::int64_t>(row.min); static_cast<double>(value) <= row.max; ++value)
    values.push_back(value);
}

}  // namespace

std::vector<std::int64_t> candidateValues(Key key, const RuleContext& c, double found) {
  const auto& s = c.scenario;
  const auto& p = s.parallel;
  const auto& m = s.model.shape;
  Values values;
  switch (key) {
    case Key::tp: appendDivisors(m.heads, values); break;
    case Key::pp:
    case Key::cp:
    case Key::etp: appendDivisors(c.gpus, values); break;
    case Key::vpp: appendDivisors(std::max<std::int64_t>(1, m.layers / p.pp), values); break;
    case Key::ep: appendDivisors(std::max<std::int64_t>(1, m.experts), values); break;
    case Key::dp: appendDivisors(c.gpus, values); break;
    case Key::microBatch: appendDivisors(s.workload.globalBatch, values); break;
    case Key::globalBatch:
      appendMultiples(CheckedCount(s.workload.microBatch) * c.dp, found, values);
      if (c.interleaved) appendMultiples(CheckedCount(s.workload.microBatch) * c.dp * p.pp, found, values);
      break;
    case Key::sequenceLength: appendMultiples(2 * p.cp * p.tp, found, values); break;
    case Key::shardGroup:
      values.push_back(0);
      if (c.dp * p.cp <= c.gpus) appendDivisors(c.dp * p.cp, values);
      break;
    default: appendRange(key, values); break;
  }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<std::int64_t> allowedValues(const Issue& issue, const Scenario& scenario) {
  if (issue.field >= Key::count) return {};
  const auto context = ruleContext(scenario);
  Values allowed;
  if (!context.numbersInRange()) {
    appendRange(issue.field, allowed);  // divisors of numbers out of range mean nothing
    return allowed;
  }
  std::vector<Issue> before;
  check(scenario, before);
  for (const auto value : candidateValues(issue.field, context, foundNumber(issue, scenario).value_or(0))) {
    if (fits(field(issue.field), Value(value)) != FieldError::none) continue;
    const auto after = withSetting(scenario, issue.field, Value(value));
    if (after && improves(issue, before, *after)) allowed.push_back(value);
    if (allowed.size() == kMostListed) break;
  }
  return allowed;
}

Value foundValue(const Issue& issue, const Scenario& scenario) {
  const bool isStructured = issue.field >= Key::count;
  if (issue.rule == RuleId::R1 && rangeReason(issue) == RangeReason::word) return {};  // no word stands for it
  const auto kind = isStructured ? FieldKind::integer : field(issue.field).kind;
  const auto number = foundNumber(issue, scenario);
  if (number && (kind == FieldKind::integer || kind == FieldKind::number)) {
    const bool isWhole = kind == FieldKind::integer && std::fabs(*number) < 9e18 && std::nearbyint(*number) == *number;
    return isWhole ? Value(static_cast<std::int64_t>(*number)) : Value(*number);
  }
  return isStructured ? Value{} : field(issue.field).read(scenario);
}

}  // namespace shardscope
