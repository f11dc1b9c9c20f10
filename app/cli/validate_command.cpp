// SPDX-License-Identifier: Apache-2.0
// validate [CSV|-]: predicts every row of a run table; errors per family, decision regret, rows left out.

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/validate_text.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/text/messages.hpp"
#include "core/validate/validation_json.hpp"

namespace shardscope::cli {
namespace {

constexpr std::size_t kWorst = 3, kMostWorst = 1000;

std::optional<std::size_t> worstCount(const std::string& written) {
  if (written.empty()) return kWorst;
  std::size_t count = 0;
  const auto end = written.data() + written.size();
  const auto result = std::from_chars(written.data(), end, count);
  if (result.ec != std::errc() || result.ptr != end || count > kMostWorst) return std::nullopt;
  return count;
}

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

}  // namespace

ExitCode runValidate(Context& context) {
  const auto language = context.language();
  const auto worst = worstCount(context.options.worst);
  if (!worst)
    return context.fail(ExitCode::badUsage, text("cli-usage-worst", language, {{"found", context.options.worst}}));
  auto table = readTable(context);
  if (!table) return context.failOnErrors(ExitCode::badInput, table.error());
  for (const auto& notice : table->notices) context.note(notice);
  const auto families = familiesOf(*table);
  if (!table->runs.empty() && !keepFamily(*table, context.options.family))
    return context.fail(ExitCode::badUsage, text("cli-usage-family", language,
                                                 {{"found", context.options.family}, {"families", families}}));
  const auto validation = validate(*table, language, *worst);
  const auto printed =
      context.print(context.options.json ? jsonText(validationJson(*table, validation, language))
                                         : validationText({validation, titleOf(context), context.style, language}));
  if (printed != ExitCode::done || !table->runs.empty()) return printed;
  return context.fail(ExitCode::badInput, text("cli-validate-nothing", language, {{"table", titleOf(context)}}));
}

}  // namespace shardscope::cli
