// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ranking as rows and columns of text, without a widget.

#include <QString>
#include <vector>

#include "ui/store/sweep_board.hpp"
#include "ui/text/sweep_texts.hpp"

namespace shardscope {
namespace ui {

enum class RankColumn : std::uint8_t {
  rank,
  front,
  gpus,
  sequenceLength,
  globalBatch,
  tp,
  pp,
  vpp,
  dp,
  cp,
  cpKind,
  ep,
  etp,
  zero,
  shardGroup,
  microBatch,
  microBatches,
  recompute,
  schedule,
  peak,
  step,
  mfu,
  bubble,
  tokens,
  worst,
  robustRank,
  note,
  count
};
inline constexpr int kRankColumns = static_cast<int>(RankColumn::count);

}  // namespace ui

// Among the preferences: a column keeps its word wherever it stands.
template <>
struct EnumWords<ui::RankColumn> {
  static constexpr auto words = std::to_array<std::string_view>({"rank",
                                                                 "pareto",
                                                                 "gpus",
                                                                 "sequence_length",
                                                                 "global_batch",
                                                                 "tp",
                                                                 "pp",
                                                                 "vpp",
                                                                 "dp",
                                                                 "cp",
                                                                 "cp_kind",
                                                                 "ep",
                                                                 "etp",
                                                                 "zero",
                                                                 "shard_group",
                                                                 "micro_batch",
                                                                 "micro_batches",
                                                                 "recompute",
                                                                 "schedule",
                                                                 "peak",
                                                                 "step",
                                                                 "mfu",
                                                                 "bubble",
                                                                 "tokens",
                                                                 "worst",
                                                                 "robust_rank",
                                                                 "note"});
};
static_assert(EnumWords<ui::RankColumn>::words.size() == static_cast<std::size_t>(ui::kRankColumns));

namespace ui {

enum class NoteTone : std::uint8_t { plain, warn, current };
struct RankNote {
  QString text;
  NoteTone tone = NoteTone::plain;
  bool operator==(const RankNote&) const = default;
};

struct RankRow {
  SweepLine line;
  std::uint64_t rank = 0;  // from 1; 0: not known
  bool isTop = false, isFront = false, isCurrent = false;
  std::optional<Robustness> robustness;
  RankNote note;
  QString locked;  // "TP is locked at 8" where it lies off an axis that the user locked
  bool operator==(const RankRow&) const = default;
};

// Good as stated, much worse or with less room for memory in a world that is a little worse.
bool isFragile(const RankRow& row);

// "TP is locked at 8" where a configuration lies off a locked axis; otherwise empty.
QString offLockText(const SweepBoard& board, const SweepLine& line);
// The ranking, then what is on the front without being in it, then the live configuration if it is neither.
std::vector<RankRow> rankRows(const SweepBoard& board);

QString columnName(RankColumn column);   // header: "MFU %"
QString columnStory(RankColumn column);  // its tooltip; empty where the name says all
QString cellText(const RankRow& row, RankColumn column);
double sortKey(const RankRow& row, RankColumn column);
bool isNumber(RankColumn column);  // right-aligned
// Hidden unless the sweep chooses the dimension or the user asks for the column.
bool isRare(RankColumn column);
bool isShownByDefault(RankColumn column, const SweepSettings& settings);
QString rowStory(const RankRow& row, const Scenario& scenario, const SweepSettings& settings);  // tooltip
QString robustStory(const RankRow& row);  // of the cells that say how robust it is; empty while unknown

}  // namespace ui
}  // namespace shardscope
