// SPDX-License-Identifier: Apache-2.0
#include "app/cli/input.hpp"

#include "core/io/scenario_reader.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

std::string gpuName(const Cluster& cluster) { return cluster.gpuId.empty() ? cluster.device.name : cluster.gpuId; }

}  // namespace

std::optional<Scenario> loadOrExplain(Context& context) {
  auto loaded = loadScenario(context.options.operand, context.language(), Pipes::use);
  if (!loaded) {
    context.failOnErrors(ExitCode::badInput, loaded.error());
    return std::nullopt;
  }
  for (const auto& notice : loaded->notices) context.note(notice);
  if (context.profile) {
    applyProfile(*context.profile, loaded->scenario);
    if (!loaded->scenario.cluster.calibration)
      context.note(text("cli-profile-other", context.language(),
                        {{"gpu", gpuName(loaded->scenario.cluster)}, {"profile", context.options.profile}}));
  }
  return std::move(loaded->scenario);
}

}  // namespace shardscope::cli
