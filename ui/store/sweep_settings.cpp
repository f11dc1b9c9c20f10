// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/sweep_settings.hpp"

#include <algorithm>
#include <utility>

#include "core/rules/range_rule.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope::ui {
namespace {

constexpr SweepAxis kDp{};
constexpr std::array kAxes{
    SweepAxis{Dim::tp},          SweepAxis{Dim::pp},   SweepAxis{Dim::vpp},        kDp,
    SweepAxis{Dim::cp},          SweepAxis{Dim::ep},   SweepAxis{Dim::microBatch}, SweepAxis{Dim::sequenceLength},
    SweepAxis{Dim::globalBatch}, SweepAxis{Dim::zero}, SweepAxis{Dim::recompute},  SweepAxis{Dim::gpus}};
constexpr std::array kSearched{
    SweepAxis{Dim::tp},        SweepAxis{Dim::pp},       SweepAxis{Dim::vpp},        kDp,
    SweepAxis{Dim::cp},        SweepAxis{Dim::ep},       SweepAxis{Dim::microBatch}, SweepAxis{Dim::zero},
    SweepAxis{Dim::recompute}, SweepAxis{Dim::schedule}, SweepAxis{Dim::cpKind},     SweepAxis{Dim::etp},
    SweepAxis{Dim::shardGroup}};
constexpr std::array kFixed{SweepAxis{Dim::gpus}, SweepAxis{Dim::globalBatch}, SweepAxis{Dim::sequenceLength}};

// Equal spaces for scenarios that differ only in what is enumerated anyway.
void normalise(SweepSpace& space) {
  for (std::size_t i = 0; i < kDims; ++i)
    if (const auto dim = static_cast<Dim>(i); space.varies(dim)) setDim(space.base, dim, space.of(dim).front());
  if (space.base.parallel.dp && !space.dp) space.base.parallel.dp = 1;
  space.base.name.clear();
}

}  // namespace

SweepSettings usualSweep() {
  SweepSettings settings;
  for (const auto dim :
       {Dim::tp, Dim::pp, Dim::vpp, Dim::cp, Dim::ep, Dim::microBatch, Dim::zero, Dim::recompute, Dim::count})
    settings.setFree({dim}, true);
  return settings;
}

SweepSettings chapterSweep() {
  SweepSettings settings;
  settings.setFree(kDp, true);
  settings.steps = {1, 2, 4, 8};
  return settings;
}

std::span<const SweepAxis> axisChoices() { return kAxes; }
std::span<const SweepAxis> searchChoices() { return kSearched; }
std::span<const SweepAxis> fixedChoices() { return kFixed; }

void setAxis(SweepSettings& settings, bool isX, SweepAxis axis) {
  auto& own = isX ? settings.x : settings.y;
  auto& other = isX ? settings.y : settings.x;
  if (axis == own) return;
  if (axis == other)
    std::swap(own, other);
  else
    settings.steps.clear();
  own = axis;
}

bool canSweep(const Report& report) {
  return std::none_of(report.issues.begin(), report.issues.end(), [](const Issue& issue) {
    return issue.rule == RuleId::R1 && !dependsOnLayout(rangeReason(issue));
  });
}

SweepSpace spaceAround(const Scenario& scenario, const Locks& locks, const SweepSettings& settings) {
  auto space = fixedSpace(scenario);
  const auto varies = [&](SweepAxis axis) {
    return settings.isAxis(axis) || (settings.isFree(axis) && !isPinned(locks, axis));
  };
  for (std::size_t i = 0; i < kDims; ++i)
    if (const auto dim = static_cast<Dim>(i); varies({dim})) freeDim(space, dim);
  space.dp.reset();
  if (const auto dp = dataParallel(scenario); dp > 0 && !varies(kDp)) space.dp = dp;
  if (!settings.steps.empty())
    for (const auto axis : {settings.x, settings.y})
      if (!axis.isDp()) setValues(space, axis.dim, settings.steps);
  normalise(space);
  return space;
}

Scenario scenarioAt(const Scenario& now, const SweepSpace& space, const SweepRow& row) {
  auto here = space;
  here.base = now;
  here.base.parallel.stageLayers = space.base.parallel.stageLayers;
  return scenarioOf(here, row);
}

}  // namespace shardscope::ui
