// SPDX-License-Identifier: Apache-2.0
#include "app/cli/validate_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/text/messages.hpp"
#include "core/validate/bands.hpp"

namespace shardscope::cli {
namespace {

constexpr const char* kSpace = "\u00a0";
constexpr double kMostShown = 100;  // an error of 10,000 %: a unit, and no more digits of it are of use

std::string signedPercent(double fraction) { return (fraction < 0 ? "" : "+") + percent(fraction); }

std::string heading(std::string_view id, const ValidationView& view) {
  return painted(text(id, view.language), Tone::heading, view.style) + "\n";
}

// "22: 2.5 / 10.2 %": groups, mean and worst regret.
std::string regretCell(const RegretSummary& regret) {
  if (regret.groups == 0) return {};
  return fmt::format("{}: {:.1f} / {:.1f}{}%", regret.groups, regret.mean * 100, regret.max * 100, kSpace);
}

std::string tauCell(const RegretSummary& regret) {
  return regret.groups == 0 ? std::string() : fmt::format("{:.2f}", regret.kendallTau);
}

void appendErrors(std::vector<std::string>& cells, const ErrorSummary& summary, int decimals = 1) {
  const auto share = [decimals](double fraction) {
    if (std::fabs(fraction) >= kMostShown) return fmt::format(">{}{:.0f}{}%", kSpace, kMostShown * 100, kSpace);
    return fmt::format("{:.{}f}{}%", fraction * 100, decimals, kSpace);
  };
  cells.push_back(share(summary.mape));
  cells.push_back(share(summary.medianApe));
  cells.push_back((summary.bias < 0 || summary.bias >= kMostShown ? "" : "+") + share(summary.bias));
  cells.push_back(summary.maxApe >= kMostShown ? share(summary.maxApe) : percent(summary.maxApe));
}

std::string label(std::string_view id, const ValidationView& view) { return text(id, view.language); }

std::string timeTable(const ValidationView& view) {
  using enum Align;
  const auto& result = view.validation;
  TextTable table({left, right, right, right, right, right, right, right, right});
  table.add({label("cli-family", view), label("cli-rows", view), label("cli-configurations", view), "MAPE",
             label("cli-median", view), label("cli-bias", view), label("cli-worst", view), label("cli-regret", view),
             "τ"});
  bool anyAssumed = false;
  for (const auto& family : result.families) {
    if (family.time.n == 0 && !family.rankingOnly) continue;
    anyAssumed |= family.assumesMicroBatch;
    std::vector<std::string> cells = {printable(family.family) + (family.assumesMicroBatch ? " *" : ""),
                                      grouped(static_cast<std::int64_t>(family.rows)),
                                      grouped(static_cast<std::int64_t>(family.time.n))};
    if (family.rankingOnly)
      cells.insert(cells.end(), 4, "–");
    else
      appendErrors(cells, family.time);
    cells.push_back(regretCell(family.regret));
    cells.push_back(tauCell(family.regret));
    table.add(std::move(cells));
  }
  std::vector<std::string> total = {label("cli-all", view), grouped(static_cast<std::int64_t>(result.rows)),
                                    grouped(static_cast<std::int64_t>(result.time.n))};
  appendErrors(total, result.time, 2);
  total.push_back(regretCell(result.regret));
  total.push_back(tauCell(result.regret));
  table.add(std::move(total));
  return heading("cli-validate-time", view) + table.render(2) +
         (anyAssumed ? paragraph("  ", label("cli-validate-assumed", view), view.style.width) : std::string());
}

// Rows of a table of errors without regret.
class ErrorTable {
 public:
  ErrorTable(std::string_view first, const ValidationView& view)
      : table_({Align::left, Align::right, Align::right, Align::right, Align::right, Align::right}) {
    table_.add({label(first, view), label("cli-configurations", view), "MAPE", label("cli-median", view),
                label("cli-bias", view), label("cli-worst", view)});
  }
  void add(std::string name, const ErrorSummary& summary, int decimals = 1) {
    if (summary.n == 0) return;
    std::vector<std::string> cells = {std::move(name), grouped(static_cast<std::int64_t>(summary.n))};
    appendErrors(cells, summary, decimals);
    table_.add(std::move(cells));
  }
  void gap() { table_.add({""}); }
  void headline(std::string name) { table_.add({std::move(name)}); }
  std::string render() const { return table_.render(2); }

 private:
  TextTable table_;
};

std::string memoryTable(const ValidationView& view) {
  ErrorTable table("cli-family", view);
  for (const auto& family : view.validation.families) table.add(printable(family.family), family.memory);
  for (const auto& slice : view.validation.slices)
    if (slice.by == SliceBy::memoryKind) table.add(label("cli-memory-" + slice.value, view), slice.memory);
  return heading("cli-validate-memory", view) + table.render();
}

std::string sliceName(const SliceResult& slice, Language language) {
  const auto id = fmt::format("cli-slice-{}-{}", word(slice.by), slice.value);
  return hasText(id) ? text(id, language) : slice.value;
}

std::string sliceTables(const ValidationView& view) {
  ErrorTable table("cli-slice", view);
  std::optional<SliceBy> by;
  for (const auto& slice : view.validation.slices) {
    if (slice.time.n > 0 && slice.by != by) {
      if (by) table.gap();
      by = slice.by;
      table.headline(text(fmt::format("cli-slice-{}", word(slice.by)), view.language));
    }
    table.add("  " + sliceName(slice, view.language), slice.time);
  }
  return heading("cli-validate-slices", view) + table.render();
}

std::string regretText(const ValidationView& view) {
  const auto& regret = view.validation.regret;
  auto groups = view.validation.groups;
  std::stable_sort(groups.begin(), groups.end(),
                   [](const RegretGroup& a, const RegretGroup& b) { return a.regret > b.regret; });
  std::string body = paragraph("  ",
                               text("cli-validate-regret-line", view.language,
                                    {{"groups", grouped(static_cast<std::int64_t>(regret.groups))},
                                     {"mean", percent(regret.mean)},
                                     {"max", percent(regret.max)},
                                     {"tau", fmt::format("{:.2f}", regret.kendallTau)},
                                     {"random", percent(regret.random)}}),
                               view.style.width);
  for (std::size_t i = 0; i < groups.size() && i < 3 && groups[i].regret > 0; ++i) {
    const auto& group = groups[i];
    body += paragraph("  ",
                      text("cli-validate-regret-group", view.language,
                           {{"regret", percent(group.regret)},
                            {"model", printable(group.model)},
                            {"gpus", grouped(group.gpus)},
                            {"gpu", printable(group.gpu)},
                            {"picked", printable(group.picked)},
                            {"best", printable(group.best)}}),
                      view.style.width);
  }
  return heading("cli-validate-regret", view) + body;
}

std::string worstOf(const ErrorSummary& summary) {
  std::vector<std::string> parts;
  for (const auto& each : summary.worst)
    parts.push_back(fmt::format("{}{}{}", printable(each.id), kSpace, signedPercent(each.error())));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string worstTable(const ValidationView& view) {
  int width = 0;
  for (const auto& family : view.validation.families) width = std::max(width, displayWidth(printable(family.family)));
  std::string body;
  const auto add = [&](const std::string& name, const ErrorSummary& summary) {
    if (!summary.worst.empty()) body += paragraph("  " + padRight(name, width + 2), worstOf(summary), view.style.width);
  };
  for (const auto& family : view.validation.families) add(printable(family.family), family.time);
  if (body.empty()) return {};
  return heading("cli-validate-worst", view) + body;
}

// Rows left out, those of one reason together.
std::string leftOutText(const ValidationView& view) {
  std::string body;
  const auto& rows = view.validation.leftOut;
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t end = i + 1;
    while (end < rows.size() && rows[end].reason == rows[i].reason) ++end;
    const auto ids = end - i == 1 ? rows[i].id : fmt::format("{} … {} ({})", rows[i].id, rows[end - 1].id, end - i);
    body += paragraph("  ", printable(fmt::format("{}: {}", ids, rows[i].reason)), view.style.width);
    i = end;
  }
  return body.empty() ? std::string() : heading("cli-validate-left-out", view) + body;
}

std::string bandsText(const ValidationView& view) {
  const auto time = leaveOneFamilyOut(view.validation.votes, Estimate::time);
  if (time.votes == 0) return {};
  return heading("cli-validate-bands", view) +
         paragraph("  ",
                   text("cli-validate-bands-line", view.language,
                        {{"coverage", fmt::format("{:.0f}", kBandCoverage * 100)},
                         {"inside", percent(time.share())},
                         {"votes", grouped(static_cast<std::int64_t>(time.votes))}}),
                   view.style.width);
}

}  // namespace

std::string validationText(const ValidationView& view) {
  const auto& result = view.validation;
  std::string out = paragraph("",
                              text("cli-validate-title", view.language,
                                   {{"table", printable(view.title)},
                                    {"rows", grouped(static_cast<std::int64_t>(result.rows))},
                                    {"configurations", grouped(static_cast<std::int64_t>(result.votes.size()))}}),
                              view.style.width);
  const auto append = [&out](const std::string& block) {
    if (!block.empty()) out += "\n" + block;
  };
  if (result.time.n > 0) append(timeTable(view));
  if (result.memory.n > 0) append(memoryTable(view));
  if (result.time.n > 0) append(sliceTables(view));
  if (result.regret.groups > 0) append(regretText(view));
  append(worstTable(view));
  append(bandsText(view));
  append(leftOutText(view));
  return out;
}

}  // namespace shardscope::cli
