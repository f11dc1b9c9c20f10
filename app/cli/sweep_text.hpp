// SPDX-License-Identifier: Apache-2.0
#pragma once
// A sweep as text for a terminal.

#include <string>

#include "app/cli/style.hpp"
#include "core/sweep/answers.hpp"
#include "core/text/language.hpp"

namespace shardscope::cli {

struct SweepView {
  const Scenario& scenario;  // the sweep started from
  const SweepSpace& space;
  const SweepOptions& options;
  const SweepResult& result;
  const std::vector<SweepRow>& rows;
  bool isFront = false;  // rows are the Pareto front
  Style style;
  Language language = Language::en;
};

std::string sweepText(const SweepView& view);

}  // namespace shardscope::cli
