// SPDX-License-Identifier: Apache-2.0
// validate [CSV|-]: predicts every row of a run table; errors per family, decision regret, rows left out; fits a
// profile.

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/calibration_text.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/validate_text.hpp"
#include "app/cli/whole_number.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/io/file.hpp"
#include "core/text/messages.hpp"
#include "core/validate/calibration.hpp"
#include "core/validate/validation_json.hpp"

namespace shardscope::cli {
namespace {

constexpr std::optional<std::size_t> kWorst = 3;
constexpr std::size_t kMostWorst = 1000;

tl::expected<RunTable, Errors> readTable(const Context& context) {
  const auto& path = context.options.operand;
  // The published runs are judged with the built-in devices, whatever the user's folder overrides.
  if (path.empty()) return parseRunTable(shippedRuns(), "runs.csv", Catalogue::builtIn(), context.language());
  return loadRunTable(path, context.language());
}

// Keeps the runs of one family; false if there are none.
bool keepFamily(RunTable& table, const std::string& family) {
  if (family.empty()) return true;
  std::erase_if(table.runs, [&](const MeasuredRun& run) { return run.family != family; });
  std::erase_if(table.leftOut, [&](const LeftOutRow& row) { return row.family != family; });
  return !table.runs.empty();
}

std::string familiesOf(const RunTable& table) {
  std::string names;
  std::vector<std::string_view> seen;
  for (const auto& run : table.runs) {
    if (std::find(seen.begin(), seen.end(), run.family) != seen.end()) continue;
    seen.push_back(run.family);
    names += (names.empty() ? "" : ", ") + run.family;
  }
  return names;
}

std::string titleOf(const Context& context) {
  const auto& path = context.options.operand;
  if (path.empty()) return context.say("cli-validate-shipped");
  return path == "-" ? context.say("error-standard-input") : path;
}

nlohmann::ordered_json resultJson(const RunTable& table, const Validation& validation,
                                  const std::optional<Profile>& profile, Language language) {
  auto json = validationJson(table, validation, language);
  if (profile) json["calibration"] = nlohmann::ordered_json::parse(profileText(*profile));
  return json;
}

std::string resultText(const Context& context, const Validation& validation, const std::optional<Profile>& profile) {
  auto printed = validationText({validation, titleOf(context), context.style, context.language()});
  if (profile)
    printed += "\n" + calibrationText({*profile, context.options.calibrate, context.style, context.language()});
  return printed;
}

// The table as it is to be judged, without a profile: one family. Nothing if it cannot be.
std::optional<RunTable> prepared(Context& context, ExitCode& failure) {
  auto table = readTable(context);
  if (!table) {
    failure = context.failOnErrors(ExitCode::badInput, table.error());
    return std::nullopt;
  }
  for (const auto& notice : table->notices) context.note(notice);
  const auto families = familiesOf(*table);
  if (!table->runs.empty() && !keepFamily(*table, context.options.family)) {
    failure = context.fail(ExitCode::badUsage, text("cli-usage-family", context.language(),
                                                    {{"found", context.options.family}, {"families", families}}));
    return std::nullopt;
  }
  return std::move(*table);
}

// The profile fitted to the runs and written; nothing without --calibrate or if it cannot be, with what is to be said.
struct Fitted {
  std::optional<Profile> profile;
  std::function<ExitCode()> fail = [] { return ExitCode::done; };
};

// A profile is read over the catalogue's efficiencies, so it is fitted from these, whatever profile the runs are judged
// with.
Fitted fitted(Context& context, const RunTable& table) {
  const auto& path = context.options.calibrate;
  if (path.empty()) return {};
  auto profile = calibrated(votesOf(table));
  if (profile.devices.empty())
    return {std::nullopt, [&context] {
              return context.fail(ExitCode::badInput, text("cli-calibrate-few", context.language(),
                                                           {{"count", std::to_string(kFewestVotes)}}));
            }};
  auto written = replaceFile(path, profileText(profile));
  if (written) return {std::move(profile)};
  return {std::nullopt,
          [&context, error = std::move(written.error())] { return context.fail(ExitCode::cannotWrite, error); }};
}

}  // namespace

ExitCode runValidate(Context& context) {
  const auto language = context.language();
  const auto& written = context.options.worst;
  const auto worst = written.empty() ? kWorst : wholeNumber(written, 0, kMostWorst);
  if (!worst) return context.fail(ExitCode::badUsage, notAWholeNumber("--worst", written, 0, kMostWorst, language));
  auto failure = ExitCode::done;
  auto table = prepared(context, failure);
  if (!table) return failure;
  const auto [profile, fail] = fitted(context, *table);
  if (context.profile)
    for (auto& run : table->runs) applyProfile(*context.profile, run.scenario);
  const auto validation = validate(*table, language, *worst);
  for (const auto& notice : validation.notices) context.note(notice);
  const auto printed = context.print(context.options.json ? jsonText(resultJson(*table, validation, profile, language))
                                                          : resultText(context, validation, profile));
  if (printed != ExitCode::done) return printed;
  if (!table->runs.empty()) return fail();
  return context.fail(ExitCode::badInput, text("cli-validate-nothing", language, {{"table", titleOf(context)}}));
}

}  // namespace shardscope::cli
