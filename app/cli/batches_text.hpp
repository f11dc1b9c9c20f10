// SPDX-License-Identifier: Apache-2.0
#pragma once
// The ways to run a global batch, for people.

#include <optional>
#include <string>

#include "app/cli/style.hpp"
#include "core/batch/batch_plans.hpp"
#include "core/text/language.hpp"

namespace shardscope::cli {

struct BatchesRequest {
  BatchWish wish;
  std::optional<std::int64_t> tokens;  // as asked for; the wish is the nearest whole number of sequences
  std::size_t top = 0;                 // rows to show
};

struct Neighbour {
  std::int64_t sequences = 0;
  BatchPlans found;
};

struct BatchesView {
  const Scenario& scenario;
  const BatchesRequest& request;
  const BatchPlans& found;
  const std::optional<Neighbour>& below;
  const std::optional<Neighbour>& above;
  const Style& style;
  Language language;
};

std::string batchesText(const BatchesView& view);

}  // namespace shardscope::cli
