// SPDX-License-Identifier: Apache-2.0
// evaluate FILE: the report of one scenario.

#include "core/cost/evaluate.hpp"

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/input.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/report_text.hpp"
#include "core/io/report_json.hpp"

namespace shardscope::cli {

ExitCode runEvaluate(Context& context) {
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  const auto report = fullReport(*scenario);
  const auto language = context.language();
  const auto printed = context.print(context.options.json ? jsonText(reportJson(*scenario, report, language))
                                                          : reportText({*scenario, report, context.style, language}));
  return printed == ExitCode::done ? verdictExit(context, *scenario, report) : printed;
}

}  // namespace shardscope::cli
