// SPDX-License-Identifier: Apache-2.0
#include "core/rules/remedy.hpp"

#include <algorithm>
#include <cmath>

#include "core/placement/group_place.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/knobs_settle.hpp"

namespace shardscope {
namespace {

bool isSame(const Issue& a, const Issue& b) {
  return a.rule == b.rule && (a.rule != RuleId::R1 || (a.field == b.field && a.args[3] == b.args[3]));
}

// Rules of thumb that need no figures beyond the scenario.
bool thumbHolds(const Issue& issue, const Scenario& after) {
  switch (issue.rule) {
    case RuleId::Hgolden: return after.parallel.tp <= nvlinkDomain(after.cluster);
    case RuleId::Hnode: {
      const auto domain = nvlinkDomain(after.cluster);
      return after.parallel.tp <= domain && !isSplit({after.parallel.tp, 1}, domain, gpuCount(after.cluster));
    }
    case RuleId::Hbatch: {
      const auto tokens =
          static_cast<double>(after.workload.globalBatch) * static_cast<double>(after.workload.sequenceLength);
      const auto& limits = after.limits;
      return tokens >= limits.globalBatchTokensMin.value_or(0) &&
             tokens <= limits.globalBatchTokensMax.value_or(tokens);
    }
    case RuleId::Hdims: return true;  // its own evidence is that the smaller layout fits
    default: return false;
  }
}

constexpr std::size_t kNone = 9;
std::size_t foundArg(const Issue& issue) {
  switch (issue.rule) {
    case RuleId::W1: return issue.field == Key::tp ? 1 : issue.field == Key::pp ? 2 : issue.field == Key::cp ? 3 : 4;
    case RuleId::W2: return issue.field == Key::etp ? 1 : 0;
    case RuleId::L1: return issue.field == Key::vpp ? 2 : 1;
    case RuleId::P3:
    case RuleId::P9:
    case RuleId::S3: return 2;
    case RuleId::T8: return 3;
    case RuleId::S4:
    case RuleId::P1: return 1;
    case RuleId::T9:
    case RuleId::T1:
    case RuleId::T2:
    case RuleId::T7:
    case RuleId::P8:
    case RuleId::S5:
    case RuleId::B1:
    case RuleId::E1:
    case RuleId::R1:
    case RuleId::T2w:
    case RuleId::Hnode: return 0;
    default: return kNone;
  }
}

// Knobs hold still while the rest settles; the GPU total is two keys and is written as it stands.
std::optional<Knob> knobOf(Key key) {
  for (const auto knob : {Knob::tp, Knob::pp, Knob::vpp, Knob::dp, Knob::cp, Knob::ep, Knob::microBatch,
                          Knob::globalBatch, Knob::sequenceLength})
    if (knobKey(knob) == key) return knob;
  return std::nullopt;
}

}  // namespace

bool isAmong(const Issue& wanted, const std::vector<Issue>& issues) {
  return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) { return isSame(issue, wanted); });
}

std::optional<Scenario> withSetting(const Scenario& scenario, Key key, const Value& value) {
  Scenario settled;
  if (const auto knob = knobOf(key)) {
    const KnobSetting setting{*knob, std::get<std::int64_t>(value)};
    if (settle(scenario, Locks{}, {&setting, 1}, settled) || knobValue(settled, *knob) != setting.value)
      return std::nullopt;
    return settled;
  }
  Scenario written = scenario;
  field(key).write(written, value);
  if (settle(written, Locks{}, {}, settled) || field(key).read(settled) != value) return std::nullopt;
  return settled;
}

bool improves(const Issue& issue, const std::vector<Issue>& before, const Scenario& after) {
  std::vector<Issue> now;
  check(after, now);
  if (isAmong(issue, now)) return false;
  if (rule(issue.rule).info.needsReport && !thumbHolds(issue, after)) return false;
  return !breaksAnew(before, now);
}

bool breaksAnew(const std::vector<Issue>& before, const std::vector<Issue>& now) {
  return std::any_of(now.begin(), now.end(),
                     [&](const Issue& found) { return found.severity == Severity::error && !isAmong(found, before); });
}

Edit editTo(const Scenario& before, const Scenario& after, Key key, const Value& value) {
  auto edit = difference(before, after);
  const auto isProposed = [&](const Assignment& assignment) { return assignment.key == key; };
  // Keys that no knob ever moves are not part of difference().
  if (std::none_of(edit.begin(), edit.end(), isProposed)) edit.push_back({key, value});
  return edit;
}

std::optional<double> foundNumber(const Issue& issue, const Scenario& scenario) {
  if (const auto arg = foundArg(issue); arg != kNone) return issue.args[arg];
  if (issue.field >= Key::count) return std::nullopt;
  const auto kind = field(issue.field).kind;
  if (kind != FieldKind::integer && kind != FieldKind::number) return std::nullopt;
  const auto value = field(issue.field).read(scenario);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

std::optional<std::int64_t> nearest(const std::vector<std::int64_t>& values, double found) {
  std::optional<std::int64_t> best;
  const auto distance = [&](std::int64_t value) {
    return std::fabs(std::log(std::max(0.5, static_cast<double>(value)) / std::max(0.5, found)));
  };
  for (const auto value : values)
    if (!best || distance(value) < distance(*best)) best = value;
  return best;
}

std::vector<std::int64_t> neighbours(const std::vector<std::int64_t>& values, double found) {
  std::optional<std::int64_t> below, above;
  for (const auto value : values) {
    if (static_cast<double>(value) < found) below = value;
    if (static_cast<double>(value) > found && !above) above = value;
  }
  std::vector<std::int64_t> both;
  for (const auto& side : {below, above})
    if (side) both.push_back(*side);
  return both;
}

}  // namespace shardscope
