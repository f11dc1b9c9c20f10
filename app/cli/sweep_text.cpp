// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sweep_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/rules/rules.hpp"
#include "core/sweep/compared_rows.hpp"
#include "core/sweep/way_out.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

std::string editText(const Edit& edit) {
  std::string line;
  for (const auto& [key, value] : edit)
    line += (line.empty() ? "" : ", ") + std::string(keyName(key)) + " = " + describe(value);
  return line;
}

class Page {
 public:
  explicit Page(const SweepView& view) : view_(view), story_(view.story) {}

  std::string render() {
    page_ = paragraph("", countsLine(), view_.style.width);
    if (story_.isEmpty()) addReasons();
    if (!view_.rows.empty()) addTable();
    addRefused();
    return page_;
  }

 private:
  std::string say(std::string_view id, std::initializer_list<MessageArg> args = {}) const {
    return text(id, story_.language, args);
  }
  std::int64_t value(const SweepRow& row, Dim dim) const { return valueOf(story_.space, row, dim); }

  std::string countsLine() const {
    const auto& counts = story_.result.counts;
    const auto refused = counts.tried - counts.fitted - counts.tight - counts.doesNotFit;
    const auto number = [](std::uint64_t n) { return grouped(static_cast<std::int64_t>(n)); };
    const double rate = static_cast<double>(counts.tried) / std::max(1e-9, story_.result.seconds);
    return say("cli-sweep-counts", {{"tried", number(counts.tried)},
                                    {"time", seconds(story_.result.seconds)},
                                    {"rate", count(rate)},
                                    {"fitted", number(counts.fitted)},
                                    {"tight", number(counts.tight)},
                                    {"over", number(counts.doesNotFit)},
                                    {"refused", number(refused)}});
  }

  void addTable() {
    page_ += '\n';
    page_ += view_.isFront
                 ? say("cli-sweep-front")
                 : say("cli-sweep-ranked", {{"metric", say("cli-metric-" + std::string(word(story_.options.metric)))}});
    page_ += '\n';
    const auto columns = dimensionColumns();
    std::vector<Align> aligns(columns.size() + 10, Align::right);
    std::vector<std::string> head{"#"};
    for (const auto dim : columns) head.push_back(heading(dim));
    for (const auto* name : {"DP", "M"}) head.emplace_back(name);
    for (const auto* id : {"step", "peak"}) head.push_back(say("cli-sweep-column-" + std::string(id)));
    head.emplace_back("MFU");
    for (const auto* id : {"bubble", "robust", "robust-rank", "verdict"})
      head.push_back(say("cli-sweep-column-" + std::string(id)));
    aligns.resize(head.size());
    aligns.back() = Align::left;
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] == Dim::recompute || columns[i] == Dim::schedule || columns[i] == Dim::cpKind)
        aligns[i + 1] = Align::left;
    TextTable table(aligns);
    table.add(std::move(head));
    const ComparedRows compared(story_.space, story_.options, story_.result);
    for (const auto& row : view_.rows) table.add(cells(row, columns, compared));
    page_ += table.render(2);
  }

  // What differs between rows deserves a column, and the degrees everyone asks for.
  std::vector<Dim> dimensionColumns() const {
    std::vector<Dim> columns;
    for (const auto dim :
         {Dim::gpus, Dim::tp, Dim::pp, Dim::vpp, Dim::cp, Dim::cpKind, Dim::ep, Dim::etp, Dim::zero, Dim::shardGroup,
          Dim::microBatch, Dim::sequenceLength, Dim::globalBatch, Dim::recompute, Dim::schedule}) {
      const bool always = dim == Dim::tp || dim == Dim::pp;
      const bool differs = std::any_of(view_.rows.begin(), view_.rows.end(), [&](const SweepRow& row) {
        return value(row, dim) != value(view_.rows.front(), dim);
      });
      if (always || differs || (story_.space.varies(dim) && value(view_.rows.front(), dim) > 1)) columns.push_back(dim);
    }
    return columns;
  }

  std::string heading(Dim dim) const {
    switch (dim) {
      case Dim::gpus: return "GPU";
      case Dim::sequenceLength: return "s";
      case Dim::globalBatch: return "B";
      case Dim::tp: return "TP";
      case Dim::cp: return "CP";
      case Dim::ep: return "EP";
      case Dim::etp: return "ETP";
      case Dim::microBatch: return "b";
      case Dim::pp: return "PP";
      case Dim::vpp: return "VPP";
      case Dim::zero: return "ZeRO";
      case Dim::recompute: return say("cli-sweep-column-recompute");
      case Dim::schedule: return say("cli-sweep-column-schedule");
      default: return std::string(word(dim));
    }
  }

  std::vector<std::string> cells(const SweepRow& row, const std::vector<Dim>& columns,
                                 const ComparedRows& compared) const {
    const auto rank = compared.rank(row);
    const auto& robust = compared.robustness(row);
    std::vector<std::string> cells{rank > 0 ? std::to_string(rank) : "> " + std::to_string(story_.result.top.size())};
    for (const auto dim : columns) cells.push_back(dimText({dim}, value(row, dim)));
    cells.push_back(std::to_string(row.dp));
    cells.push_back(std::to_string(row.microBatches));
    cells.push_back(seconds(row.step));
    cells.push_back(gib(Bytes(row.peak)));
    cells.push_back(percent(row.mfu));
    cells.push_back(percent(row.bubble));
    cells.push_back("+" + percent(robust.worstRegret));
    cells.push_back(std::to_string(robust.rank));
    cells.push_back(verdictText(row.verdict));
    if (robust.verdict != row.verdict) cells.back() += " → " + verdictText(robust.verdict);
    return cells;
  }

  std::string verdictText(Verdict verdict) const {
    const auto tone = verdict == Verdict::fits ? Tone::good : verdict == Verdict::tight ? Tone::caution : Tone::bad;
    return painted(say("cli-verdict-" + std::string(word(verdict))), tone, view_.style);
  }

  void addReasons() {
    page_ += '\n';
    page_ += paragraph("", emptyMessage(story_), view_.style.width);
    const auto way = wayOut(story_.now, Locks{}, story_.space, story_.options, story_.result);
    if (!way) return;
    if (way->edit.empty()) {
      page_ += paragraph("", say("cli-sweep-nearest-own"), view_.style.width);
      return;
    }
    const auto* id = way->verdict == Verdict::doesNotFit ? "cli-sweep-nearest-legal" : "cli-sweep-nearest";
    page_ += paragraph("", say(id, {{"edit", editText(way->edit)}}), view_.style.width);
  }

  void addRefused() {
    const auto& refused = story_.result.counts.refused;
    if (std::all_of(refused.begin(), refused.end(), [](auto n) { return n == 0; })) return;
    page_ += "\n" + say("cli-sweep-refused") + "\n";
    TextTable table({Align::left, Align::right, Align::left});
    for (std::size_t i = 0; i < refused.size(); ++i)
      if (refused[i] > 0)
        table.add({std::string(ruleName(static_cast<RuleId>(i))), grouped(static_cast<std::int64_t>(refused[i])),
                   ruleText(static_cast<RuleId>(i), story_.language)});
    page_ += table.render(2);
  }

  const SweepView& view_;
  const SweepStory& story_;
  std::string page_;
};

}  // namespace

std::string sweepText(const SweepView& view) { return Page(view).render(); }

}  // namespace shardscope::cli
