// SPDX-License-Identifier: Apache-2.0
#include "app/cli/input.hpp"

#include "core/io/scenario_reader.hpp"

namespace shardscope::cli {

std::optional<Scenario> loadOrExplain(Context& context) {
  auto loaded = loadScenario(context.options.operand, context.language());
  if (!loaded) {
    context.failOnErrors(ExitCode::badInput, loaded.error());
    return std::nullopt;
  }
  for (const auto& notice : loaded->notices) context.note(notice);
  return std::move(loaded->scenario);
}

}  // namespace shardscope::cli
