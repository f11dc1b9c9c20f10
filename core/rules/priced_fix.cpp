// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "core/cost/parameters.hpp"
#include "core/rules/remedy.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

constexpr std::size_t kMostTried = 6;
constexpr std::int64_t kMostStages = 128, kMostMoved = 4;  // fixes are asked for while sliders move

using Settings = std::vector<Setting>;

void appendWiderTp(const RuleContext& context, Settings& settings) {
  const auto tp = context.scenario.parallel.tp;
  for (const auto value : candidateValues(Key::tp, context, static_cast<double>(tp)))
    if (value > tp && value <= nvlinkDomain(context.scenario.cluster)) append(settings, Key::tp, value);
}

void appendSmallerMicroBatches(const RuleContext& context, Settings& settings) {
  const auto b = context.scenario.workload.microBatch;
  const auto values = candidateValues(Key::microBatch, context, static_cast<double>(b));
  for (auto value = values.rbegin(); value != values.rend(); ++value)
    if (*value < b) append(settings, Key::microBatch, *value);
}

// Hide what can be hidden, shard inside the fast link, or gather no weights at all.
void appendLighterSharding(const RuleContext& context, Settings& settings) {
  const auto& s = context.scenario;
  if (!s.overlap.dp) append(settings, Key::overlapDp, true);
  const auto inside = std::gcd(context.dp * s.parallel.cp, nvlinkDomain(s.cluster));
  if (inside > 1) append(settings, Key::shardGroup, inside);
  if (s.parallel.pp == 1) append(settings, Key::zero, std::int64_t{2});
}

// Layers of the last stage go to the shortest of the others.
void appendShorterLastStages(const Scenario& s, Settings& settings) {
  const auto pp = s.parallel.pp;
  if (schedule(s.parallel) == Schedule::interleaved) return;
  std::vector<std::int64_t> stages;
  for (std::int64_t stage = 0; stage < pp; ++stage) stages.push_back(layersOfStage(s, stage));
  for (std::int64_t moved = 0; moved < kMostMoved && stages.back() > 1; ++moved) {
    --stages.back();
    ++*std::min_element(stages.begin(), stages.end() - 1);
    append(settings, Key::stageLayers, stages);
  }
}

}  // namespace

bool hasPricedFix(RuleId id) {
  return id == RuleId::H60 || id == RuleId::H4P || id == RuleId::Hfsdp || id == RuleId::Hhead;
}

std::vector<Setting> pricedRemedies(const Issue& issue, const RuleContext& context) {
  Settings settings;
  if (!context.numbersInRange() || context.scenario.parallel.pp > kMostStages) return settings;
  switch (issue.rule) {
    case RuleId::H60: appendWiderTp(context, settings); break;
    case RuleId::H4P:
      appendSmallerMicroBatches(context, settings);
      appendWiderTp(context, settings);
      break;
    case RuleId::Hfsdp: appendLighterSharding(context, settings); break;
    case RuleId::Hhead: appendShorterLastStages(context.scenario, settings); break;
    default: break;
  }
  if (settings.size() > kMostTried) settings.erase(settings.begin() + kMostTried, settings.end());
  return settings;
}

}  // namespace shardscope
