// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the user asks of the sweep: two axes, a metric, and which of the other dimensions are searched for the best. All
// as plain values; the space around a scenario follows from them.

#include <bitset>
#include <span>

#include "core/report/report.hpp"
#include "core/sweep/pins.hpp"

namespace shardscope::ui {

struct SweepSettings {
  SweepAxis x{Dim::pp}, y{Dim::tp};
  Metric metric = Metric::mfu;
  std::bitset<kDims + 1> free;      // searched where it is no axis; by Dim, the last one is dp
  std::vector<std::int64_t> steps;  // the values of both axes, ascending; empty: all that can be legal
  bool operator==(const SweepSettings&) const = default;

  bool isAxis(SweepAxis axis) const { return axis == x || axis == y; }
  bool isFree(SweepAxis axis) const { return free.test(static_cast<std::size_t>(axis.dim)); }
  void setFree(SweepAxis axis, bool on) { free.set(static_cast<std::size_t>(axis.dim), on); }
};

SweepSettings usualSweep();    // PP × TP, best over VPP, DP, CP, EP, micro-batch, ZeRO and recompute
SweepSettings chapterSweep();  // TP and PP of 1, 2, 4, 8; all else as it is, DP follows from the GPU total

// What may be an axis; what may be searched besides; what is fixed unless freed on purpose.
std::span<const SweepAxis> axisChoices();
std::span<const SweepAxis> searchChoices();
std::span<const SweepAxis> fixedChoices();

// Chosen axes only: setting one to what the other is swaps them. Values given by a preset go with the first change.
void setAxis(SweepSettings& settings, bool isX, SweepAxis axis);

// Numbers out of their range leave nothing to enumerate.
bool canSweep(const Report& report);
// The space around a scenario. Dimensions that vary are set to their first value in its base, and the name is empty,
// so that scenarios whose sweeps are the same have equal spaces. Pinned knobs are searched only as an axis.
SweepSpace spaceAround(const Scenario& scenario, const Locks& locks, const SweepSettings& settings);

// From `now`, the scenario a space was made around, to one of its rows. What the space does not vary stays as in `now`.
Scenario scenarioAt(const Scenario& now, const SweepSpace& space, const SweepRow& row);

}  // namespace shardscope::ui
