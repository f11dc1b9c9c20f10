// SPDX-License-Identifier: Apache-2.0
#include "app/cli/context.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {

std::string Context::say(std::string_view id) const { return text(id, language()); }

void Context::message(std::string_view text) {
  err.write("shardscope-cli: " + printable(text) + "\n");
  err.flush();
}

void Context::note(std::string_view text) { message(say("cli-note") + std::string(text)); }
void Context::warn(std::string_view text) { message(say("cli-warning") + std::string(text)); }
void Context::error(std::string_view text) { message(say("cli-error") + std::string(text)); }

ExitCode Context::fail(ExitCode code, std::string_view text) {
  error(text);
  return code;
}

ExitCode Context::fail(ExitCode code, const Error& error) { return fail(code, shardscope::message(error, language())); }

ExitCode Context::failOnErrors(ExitCode code, std::span<const Error> errors) {
  for (const auto& each : errors) error(shardscope::message(each, language()));
  return code;
}

ExitCode Context::print(std::string_view text) {
  out.write(text);
  return finishOutput();
}

ExitCode Context::finishOutput() {
  if (out.flush()) return ExitCode::done;
  if (out.error() != EPIPE) error(text("cli-cannot-write", language(), {{"detail", std::strerror(out.error())}}));
  return ExitCode::cannotWrite;
}

ExitCode verdictExit(Context& context, const Scenario& scenario, const Report& report) {
  const auto language = context.language();
  if (report.verdict == Verdict::invalid) {
    const auto first = std::find_if(report.issues.begin(), report.issues.end(),
                                    [](const Issue& issue) { return issue.severity == Severity::error; });
    if (first == report.issues.end()) return context.fail(ExitCode::invalid, text("cli-invalid", language));
    return context.fail(ExitCode::invalid, text("cli-invalid-first", language,
                                                {{"rule", std::string(ruleName(first->rule))},
                                                 {"message", shardscope::message(*first, scenario, language)}}));
  }
  if (!context.options.strict || report.verdict == Verdict::fits) return ExitCode::done;
  const auto& memory = report.memory;
  const auto& bound = report.verdict == Verdict::tight ? memory.fitLimit : memory.capacity;
  const int decimals = decimalsToTell(memory.peak, bound);
  const auto id = report.verdict == Verdict::tight ? "cli-strict-tight" : "cli-strict-not";
  return context.fail(ExitCode::invalid,
                      text(id, language, {{"peak", gib(memory.peak, decimals)}, {"bound", gib(bound, decimals)}}));
}

}  // namespace shardscope::cli
