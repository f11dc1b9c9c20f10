// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How the sweep names its dimensions, their values and whole configurations.

#include <QString>

#include "ui/store/sweep_settings.hpp"

namespace shardscope::ui {

// A configuration with its values written out; also one that lies in no space.
struct SweepLine {
  SweepRow row;
  std::array<std::int64_t, kDims> values{};
  std::int64_t at(SweepAxis axis) const { return axis.isDp() ? row.dp : values[static_cast<std::size_t>(axis.dim)]; }
  bool operator==(const SweepLine&) const = default;
};
SweepLine lineOf(const SweepSpace& space, const SweepRow& row);
SweepLine lineOf(const Scenario& scenario, const Report& report, Metric metric);

QString axisSymbol(SweepAxis axis);                       // "TP", "b", "ZeRO", "Recompute"
QString axisTitle(SweepAxis axis);                        // "PP (pipeline stages)"
QString axisValue(SweepAxis axis, std::int64_t value);    // "8", "8 K", "Full"
QString axisSetting(SweepAxis axis, std::int64_t value);  // "TP 8", "s 8 K", "Recompute Full"

// What makes a configuration beside what its place on the map tells: "DP2 CP2 V10 Z3 R".
QString recipe(const SweepLine& line, const SweepSettings& settings);
// Place and recipe: "TP2 PP1 DP16 CP2 Z3".
QString wholeRecipe(const SweepLine& line, const SweepSettings& settings);

}  // namespace shardscope::ui
