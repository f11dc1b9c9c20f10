// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/run_table_claims.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/catalogue/catalogue.hpp"
#include "core/io/csv.hpp"
#include "core/scenario/fields.hpp"
#include "core/validate/calibration.hpp"
#include "core/validate/validation_json.hpp"
#include "tests/fuzz/message_claims.hpp"

namespace shardscope::fuzz {
namespace {

constexpr std::size_t kMostRows = 40;  // to be judged; reading is claimed for any number

void claimSummary(const ErrorSummary& summary) {
  for (const double value : {summary.mape, summary.medianApe, summary.bias, summary.maxApe})
    claim(std::isfinite(value), "an error is finite");
  claim(summary.medianApe <= summary.maxApe && summary.mape <= summary.maxApe * (1 + 1e-9),
        "no mean exceeds the worst");
  claim(std::fabs(summary.bias) <= summary.mape * (1 + 1e-9), "the bias is within the mean error");
}

void claimValidation(const RunTable& table) {
  const auto validation = validate(table, Language::en);
  claimSummary(validation.time);
  claimSummary(validation.memory);
  std::size_t rows = 0;
  for (const auto& family : validation.families) {
    rows += family.rows;
    claimSummary(family.time);
    claimSummary(family.memory);
  }
  claim(rows == table.runs.size(), "every run belongs to a family");
  claim(validation.regret.mean >= 0 && validation.regret.mean <= validation.regret.max + 1e-12, "regret is no gain");
  claim(std::fabs(validation.regret.kendallTau) <= 1, "a correlation is between -1 and 1");
  claim(!validationJson(table, validation, Language::zhCn).dump().empty(), "the answer can be written");
  for (const auto& device : calibrated(validation.votes).devices)
    claim(std::isfinite(device.mapeLeftOut) && std::isfinite(device.bandLeftOut), "a calibration has finite errors");
}

}  // namespace

void claimRunTable(std::string_view text) {
  const auto chinese = parseRunTable(text, "t.csv", Catalogue::builtIn(), Language::zhCn);
  auto table = parseRunTable(text, "t.csv", Catalogue::builtIn(), Language::en);
  claim(chinese.has_value() == table.has_value(), "the language does not decide");
  if (!table) return claimErrors(table.error());
  claimNotices(table->notices);
  claimNotices(chinese->notices);
  const auto csv = parseCsv(text, "t.csv");
  claim(csv && csv->rows.size() == table->runs.size() + table->leftOut.size(), "no row is dropped silently");
  for (const auto& row : table->leftOut) claimSentence(row.reason);
  for (const auto& row : chinese->leftOut) claimSentence(row.reason);
  for (const auto& run : table->runs) {
    claim(run.stepS || run.peakMemoryBytes, "a run has a measured figure");
    const auto prediction = predicted(run);
    claim(std::isfinite(prediction.stepS) && prediction.stepS > 0, "a run has a step time", run.id);
    claim(prediction.peakBytes > 0, "a run needs memory", run.id);
  }
  if (table->runs.size() > kMostRows) table->runs.resize(kMostRows);
  if (!table->runs.empty()) claimValidation(*table);
}

void claimProfile(std::string_view text) {
  const auto profile = parseProfile(text, "p.json");
  if (!profile) return claimErrors(profile.error());
  const auto again = parseProfile(profileText(*profile), "p.json");
  claim(again.has_value() && *again == *profile, "a profile is read back equal");
  for (const auto& device : profile->devices) {
    const auto* entry = Catalogue::builtIn().device(device.gpu);
    if (!entry) continue;
    Scenario scenario;
    scenario.cluster.gpuId = entry->id;
    scenario.cluster.device = entry->device;
    applyProfile(*profile, scenario);
    for (const auto& field : deviceFields())
      claim(field.inRange(scenario.cluster.device, field.min, field.max), "an efficiency is legal:", field.name);
  }
}

}  // namespace shardscope::fuzz
