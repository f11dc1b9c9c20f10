// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sweep as text for a terminal.

#include <string>

#include "app/cli/style.hpp"
#include "core/io/sweep_table.hpp"

namespace shardscope::cli {

struct SweepView {
  const SweepStory& story;
  std::span<const SweepRow> rows;
  bool isFront = false;  // rows are the Pareto front
  Style style;
};

std::string sweepText(const SweepView& view);

}  // namespace shardscope::cli
