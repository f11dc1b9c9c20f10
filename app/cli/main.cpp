// SPDX-License-Identifier: Apache-2.0
// shardscope-cli: reads files and arguments, asks the core, writes text or JSON.

#include <csignal>
#include <string>
#include <vector>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/help.hpp"
#include "app/cli/last_resort.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/temporary_files.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

// Reads --profile; false (and said why) if it cannot be.
bool readProfile(Context& context) {
  if (context.options.profile.empty()) return true;
  auto profile = loadProfile(context.options.profile);
  if (!profile) {
    context.failOnErrors(ExitCode::badInput, profile.error());
    return false;
  }
  if (profile->modelVersion != kModelVersion)
    context.note(text("cli-profile-version", context.language(),
                      {{"found", profile->modelVersion}, {"version", kModelVersion}}));
  context.profile = std::move(*profile);
  return true;
}

ExitCode run(const std::vector<std::string>& arguments) {
  Context context;
  auto options = parseArguments(arguments);
  if (!options) {
    context.options.language = languageFor(arguments);
    return context.fail(ExitCode::badUsage, options.error());
  }
  context.options = std::move(*options);
  context.style = styleFor(1);
  const auto language = context.language();
  const auto* command = context.options.command;
  if (context.options.help)
    return context.print(command ? commandHelp(*command, language, context.style.width)
                                 : generalHelp(language, context.style.width));
  if (context.options.version)
    return context.print(text("cli-version", language, {{"version", SHARDSCOPE_VERSION}, {"model", kModelVersion}}) +
                         "\n");
  for (const auto& notice : catalogueNotices(language)) context.note(notice);
  if (!readProfile(context)) return ExitCode::badInput;
  return command->run(context);
}

}  // namespace
}  // namespace shardscope::cli

int main(int argc, char** argv) {
  // A write to a closed pipe, or beyond the allowed size of a file, fails instead and is answered with exit code 4.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  shardscope::removeTemporaryFilesOnSignals();
  shardscope::cli::holdStandardDescriptors();
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
  const auto language = shardscope::cli::languageFor(arguments);
  return static_cast<int>(shardscope::cli::guarded(language, [&] { return shardscope::cli::run(arguments); }));
}
