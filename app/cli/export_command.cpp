// SPDX-License-Identifier: Apache-2.0
// export FILE --to TARGET: the scenario as a file of a program.

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/export_name.hpp"
#include "app/cli/input.hpp"
#include "app/cli/json_text.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/file.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTargets = "shardscope";

Error systemError(ErrorKind kind, const std::string& path, const std::error_code& code) {
  Error error;
  error.kind = kind;
  error.file = path;
  error.detail = code.message();
  return error;
}

bool isStandardOutput(const Options& options) { return options.output.empty() || options.output == "-"; }

// Writes the file; on success `path` names it.
ExitCode writeInto(Context& context, const Scenario& scenario, std::string& path) {
  const fs::path folder(context.options.output);
  std::error_code code;
  fs::create_directories(folder, code);
  if (code || !fs::is_directory(folder)) {
    if (!code) code = std::make_error_code(std::errc::not_a_directory);
    return context.fail(ExitCode::cannotWrite, systemError(ErrorKind::writeFailed, folder.string(), code));
  }
  path = (folder / exportName(scenario, context.options.operand)).string();
  if (!context.options.force && fs::exists(fs::symlink_status(path, code)))
    return context.fail(ExitCode::cannotWrite, text("cli-export-exists", context.language(), {{"file", path}}));
  const auto written = replaceFile(path, scenarioYaml(scenario, folder.string()));
  return written ? ExitCode::done : context.fail(ExitCode::cannotWrite, written.error());
}

// What the file holds of the scenario: our own format holds everything.
std::string coverageJson(const std::string& path) {
  nlohmann::ordered_json json;
  json["target"] = "shardscope";
  json["files"] = nlohmann::ordered_json::array();
  if (!path.empty()) json["files"].push_back(path);
  json["complete"] = true;
  json["not_covered"] = nlohmann::ordered_json::array();
  return jsonText(json);
}

ExitCode checkTarget(Context& context) {
  const auto& target = context.options.target;
  if (target == kTargets) return ExitCode::done;
  return context.fail(ExitCode::badUsage,
                      target.empty()
                          ? text("cli-export-no-target", context.language(), {{"targets", kTargets}})
                          : text("cli-export-target", context.language(), {{"found", target}, {"targets", kTargets}}));
}

}  // namespace

ExitCode runExport(Context& context) {
  if (const auto usable = checkTarget(context); usable != ExitCode::done) return usable;
  const auto scenario = loadOrExplain(context);
  if (!scenario) return ExitCode::badInput;
  const auto report = evaluate(*scenario);
  if (const auto judged = verdictExit(context, *scenario, report); judged != ExitCode::done) return judged;
  if (isStandardOutput(context.options))
    return context.print(context.options.json ? coverageJson({}) : scenarioYaml(*scenario));
  std::string path;
  if (const auto written = writeInto(context, *scenario, path); written != ExitCode::done) return written;
  if (context.options.json) return context.print(coverageJson(path));
  context.note(text("cli-export-written", context.language(), {{"file", path}}));
  return ExitCode::done;
}

}  // namespace shardscope::cli
