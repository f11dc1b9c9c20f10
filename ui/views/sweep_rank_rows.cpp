// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_rank_rows.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/cost/throughput.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/numbers.hpp"
#include "ui/text/way_out_texts.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::SweepRank)
};

constexpr std::int64_t kMicroBatchesPerStage = 4;  // rule H-4P
constexpr double kFragile = 0.03;                  // regret that only a worse world brings, worth a remark

// The dimension a column shows; none for figures.
std::optional<SweepAxis> axisOf(RankColumn column) {
  switch (column) {
    case RankColumn::gpus: return SweepAxis{Dim::gpus};
    case RankColumn::sequenceLength: return SweepAxis{Dim::sequenceLength};
    case RankColumn::globalBatch: return SweepAxis{Dim::globalBatch};
    case RankColumn::tp: return SweepAxis{Dim::tp};
    case RankColumn::pp: return SweepAxis{Dim::pp};
    case RankColumn::vpp: return SweepAxis{Dim::vpp};
    case RankColumn::dp: return SweepAxis{};
    case RankColumn::cp: return SweepAxis{Dim::cp};
    case RankColumn::cpKind: return SweepAxis{Dim::cpKind};
    case RankColumn::ep: return SweepAxis{Dim::ep};
    case RankColumn::etp: return SweepAxis{Dim::etp};
    case RankColumn::zero: return SweepAxis{Dim::zero};
    case RankColumn::shardGroup: return SweepAxis{Dim::shardGroup};
    case RankColumn::microBatch: return SweepAxis{Dim::microBatch};
    case RankColumn::recompute: return SweepAxis{Dim::recompute};
    case RankColumn::schedule: return SweepAxis{Dim::schedule};
    default: return std::nullopt;
  }
}

QString worldText(const Robustness& robustness) {
  if (robustness.network && robustness.load) return Texts::tr("network 20 % slower, experts 20 % fuller");
  if (robustness.network) return Texts::tr("network 20 % slower");
  if (robustness.load) return Texts::tr("experts 20 % fuller");
  return Texts::tr("as stated");
}

// Precondition: isFragile(). How much worse stands in a column of its own.
QString fragileNote(const RankRow& row) {
  if (row.robustness->verdict == row.line.row.verdict) return Texts::tr("fragile");
  return row.robustness->verdict == Verdict::doesNotFit ? Texts::tr("may not fit") : Texts::tr("may be tight");
}

// One remark at the most, the weightiest.
RankNote noteOf(const RankRow& row, const Scenario& scenario) {
  const auto& line = row.line;
  const auto domain = nvlinkDomain(scenario.cluster);
  const auto tp = line.at({Dim::tp}), cp = line.at({Dim::cp}), pp = line.at({Dim::pp});
  if (row.isCurrent && line.row.verdict == Verdict::doesNotFit) return {Texts::tr("A: does not fit"), NoteTone::warn};
  if (row.isCurrent)
    return {line.row.verdict == Verdict::tight ? Texts::tr("A: tight") : Texts::tr("A current"), NoteTone::current};
  if (line.row.verdict == Verdict::tight) return {Texts::tr("tight: may run out"), NoteTone::warn};
  if (tp > domain) return {Texts::tr("TP across nodes"), NoteTone::warn};
  if (isFragile(row)) return {fragileNote(row), NoteTone::warn};
  if (line.row.mfu < lowMfu(scenario.cluster.device, scenario.workload.precision))
    return {Texts::tr("MFU < 35 %"), NoteTone::plain};
  if (pp > 1 && line.row.microBatches < kMicroBatchesPerStage * pp) return {Texts::tr("M < 4P"), NoteTone::plain};
  if (cp > 1)
    return {tp * cp <= domain ? Texts::tr("CP inside a node") : Texts::tr("CP across nodes"), NoteTone::plain};
  return {};
}

bool isSameConfiguration(const SweepLine& a, const SweepLine& b) {
  return a.values == b.values && a.row.dp == b.row.dp;
}

class Rows {
 public:
  explicit Rows(const SweepBoard& board) : board_(board), outcome_(*board.outcome()) {}

  std::vector<RankRow> run() {
    const auto& result = outcome_.result;
    for (std::size_t i = 0; i < result.top.size(); ++i) {
      auto& row = add(result.top[i]);
      row.rank = i + 1;
      row.isTop = true;
      if (i < outcome_.robustness.size()) row.robustness = outcome_.robustness[i];
    }
    markFront();
    markCurrent();
    for (auto& row : rows_) {
      row.note = noteOf(row, board_.store().scenario());
      row.locked = offLockText(board_, row.line);
    }
    return std::move(rows_);
  }

 private:
  RankRow& add(const SweepRow& row) {
    RankRow made;
    made.line = lineOf(outcome_.request->space, row);
    rows_.push_back(std::move(made));
    return rows_.back();
  }

  // Of equal results the ranking and the front may have kept different recipes.
  void markFront() {
    const RankOrder order(outcome_.request->space, outcome_.request->options.metric);
    const auto& front = outcome_.result.front;
    std::vector<std::size_t> places(front.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::sort(places.begin(), places.end(),
              [&](std::size_t a, std::size_t b) { return order.isBetter(front[a], front[b]); });
    for (const auto place : places) {
      const auto known = std::find_if(rows_.begin(), rows_.end(), [&](const RankRow& row) {
        return RankOrder::isEqual(row.line.row, front[place]);
      });
      const bool isNew = known == rows_.end();
      auto& row = isNew ? add(front[place]) : *known;
      row.isFront = true;
      if (isNew && place < outcome_.frontRobustness.size()) row.robustness = outcome_.frontRobustness[place];
    }
  }

  void markCurrent() {
    const auto& store = board_.store();
    if (store.report().verdict == Verdict::invalid) return;
    const auto line = lineOf(store.scenario(), store.report(), outcome_.request->options.metric);
    const auto known = std::find_if(rows_.begin(), rows_.end(),
                                    [&](const RankRow& row) { return isSameConfiguration(row.line, line); });
    if (known != rows_.end() && !board_.isStale()) {
      known->isCurrent = true;
      return;
    }
    RankRow row;
    row.line = line;
    row.isCurrent = true;
    if (runs(line.row.verdict)) {
      row.rank = board_.rank().value_or(0);
      const auto& asked = outcome_.request->options.reference;
      if (asked && !board_.isStale() && isSameConfiguration(lineOf(outcome_.request->space, *asked), line))
        row.robustness = outcome_.referenceRobustness;
    }
    rows_.push_back(std::move(row));
  }

  const SweepBoard& board_;
  const SweepOutcome& outcome_;
  std::vector<RankRow> rows_;
};

double tokensPerGpu(const RankRow& row) {
  return row.line.row.tokens / static_cast<double>(std::max<std::int64_t>(1, row.line.at({Dim::gpus})));
}

}  // namespace

bool isFragile(const RankRow& row) {
  if (!row.robustness) return false;
  const auto& robustness = *row.robustness;
  return robustness.verdict > row.line.row.verdict || robustness.worstRegret - robustness.statedRegret > kFragile;
}

QString offLockText(const SweepBoard& board, const SweepLine& line) {
  const auto& x = board.settings().x;
  const auto& y = board.settings().y;
  const auto& now = board.store().scenario();
  return lockedText(axisLocksLeft(board.store().locks(), now, {{{x, line.at(x)}, {y, line.at(y)}}}), now);
}

std::vector<RankRow> rankRows(const SweepBoard& board) {
  return board.outcome() ? Rows(board).run() : std::vector<RankRow>{};
}

QString columnName(RankColumn column) {
  if (column == RankColumn::cpKind) return Texts::tr("CP kind");
  if (const auto axis = axisOf(column)) return axisSymbol(*axis);
  switch (column) {
    case RankColumn::rank: return QStringLiteral("#");
    case RankColumn::front: return Texts::tr("Pareto");
    case RankColumn::microBatches: return QStringLiteral("M");
    case RankColumn::peak: return Texts::tr("Peak GiB");
    case RankColumn::step: return Texts::tr("Step s");
    case RankColumn::mfu: return QStringLiteral("MFU %");
    case RankColumn::bubble: return Texts::tr("Bubble %");
    case RankColumn::tokens: return QStringLiteral("tok/s/GPU");
    case RankColumn::worst: return Texts::tr("Worst %");
    case RankColumn::robustRank: return Texts::tr("Robust #");
    case RankColumn::note: return Texts::tr("Note");
    default: return {};
  }
}

QString columnStory(RankColumn column) {
  switch (column) {
    case RankColumn::rank: return Texts::tr("Rank by the metric; what fits before what is tight");
    case RankColumn::front: return Texts::tr("On the Pareto front: less memory or less time,\nnothing better in both");
    case RankColumn::microBatches: return Texts::tr("Micro-batches of a replica per step");
    case RankColumn::peak: return Texts::tr("Peak memory of the fullest GPU; the bar is its share of the capacity");
    case RankColumn::worst:
      return Texts::tr(
          "How much worse than the best it may become, in the metric:\n"
          "20 % less network bandwidth, 20 % more expert load\n"
          "Amber: fragile, fine only as stated");
    case RankColumn::robustRank:
      return Texts::tr("Rank by the worst case instead: verdict first,\nthen how much worse than the best");
    default: break;
  }
  const auto axis = axisOf(column);
  const auto knob = axis ? knobOf(*axis) : Knob::count;
  return knob == Knob::count ? QString() : longName(knob);
}

QString cellText(const RankRow& row, RankColumn column) {
  const auto& figures = row.line.row;
  if (const auto axis = axisOf(column)) {
    const QString value = axisValue(*axis, row.line.at(*axis));
    return column == RankColumn::recompute ? value.toLower() : value;
  }
  switch (column) {
    case RankColumn::rank: return row.rank > 0 ? count(static_cast<std::int64_t>(row.rank)) : notAvailable();
    case RankColumn::front: return row.isFront ? QStringLiteral("◆") : QString();
    case RankColumn::microBatches: return count(figures.microBatches);
    case RankColumn::peak: return gib(Bytes(figures.peak));
    case RankColumn::step: return QString::number(figures.step, 'f', figures.step < 1000 ? 2 : 0);
    case RankColumn::mfu: return QString::number(figures.mfu * 100, 'f', 1);
    case RankColumn::bubble: return QString::number(figures.bubble * 100, 'f', 1);
    case RankColumn::tokens: return count(std::llround(tokensPerGpu(row)));
    case RankColumn::worst:
      return row.robustness ? QString::number(row.robustness->worstRegret * 100, 'f', 1) : notAvailable();
    case RankColumn::robustRank:
      return row.robustness ? count(static_cast<std::int64_t>(row.robustness->rank)) : notAvailable();
    case RankColumn::note: return row.note.text;
    default: return {};
  }
}

double sortKey(const RankRow& row, RankColumn column) {
  const auto& figures = row.line.row;
  if (const auto axis = axisOf(column)) return static_cast<double>(row.line.at(*axis));
  switch (column) {
    case RankColumn::rank: return row.rank > 0 ? static_cast<double>(row.rank) : 1e18;
    case RankColumn::front: return row.isFront ? 0 : 1;
    case RankColumn::microBatches: return static_cast<double>(figures.microBatches);
    case RankColumn::peak: return static_cast<double>(figures.peak);
    case RankColumn::step: return figures.step;
    case RankColumn::mfu: return figures.mfu;
    case RankColumn::bubble: return figures.bubble;
    case RankColumn::tokens: return tokensPerGpu(row);
    case RankColumn::worst: return row.robustness ? row.robustness->worstRegret : 1e18;
    case RankColumn::robustRank: return row.robustness ? static_cast<double>(row.robustness->rank) : 1e18;
    case RankColumn::note:
      return row.note.text.isEmpty() ? 3 : static_cast<double>(2 - static_cast<int>(row.note.tone));
    default: return 0;
  }
}

bool isNumber(RankColumn column) {
  return column != RankColumn::front && column != RankColumn::recompute && column != RankColumn::schedule &&
         column != RankColumn::cpKind && column != RankColumn::note;
}

bool isRare(RankColumn column) {
  switch (column) {
    case RankColumn::gpus:
    case RankColumn::sequenceLength:
    case RankColumn::globalBatch:
    case RankColumn::cpKind:
    case RankColumn::etp:
    case RankColumn::shardGroup:
    case RankColumn::schedule: return true;
    default: return false;
  }
}

bool isShownByDefault(RankColumn column, const SweepSettings& settings) {
  const auto axis = axisOf(column);
  return !isRare(column) || (axis && (settings.isAxis(*axis) || settings.isFree(*axis)));
}

QString rowStory(const RankRow& row, const Scenario& scenario, const SweepSettings& settings) {
  const auto& figures = row.line.row;
  const Bytes peak(figures.peak), capacity = scenario.cluster.device.memory;
  QString story = wholeRecipe(row.line, settings);
  story += u'\n' + Texts::tr("Peak %1 of %2 GiB · step %3")
                       .arg(gibAgainst(peak, capacity), gibAgainst(capacity, peak), seconds(figures.step));
  story += u'\n' + Texts::tr("MFU %1 · bubble %2 · %3 tok/s per GPU")
                       .arg(percent(figures.mfu), percent(figures.bubble), count(std::llround(tokensPerGpu(row))));
  if (!row.locked.isEmpty()) story += u'\n' + row.locked;
  if (row.robustness)
    story += u'\n' + Texts::tr("Worst case %1: %2").arg(delta(row.robustness->worstRegret), worldText(*row.robustness));
  return story;
}

QString robustStory(const RankRow& row) {
  if (!row.robustness) return {};
  const auto& robustness = *row.robustness;
  QString story =
      (isFragile(row) ? Texts::tr("Fragile: %1 against the best") : Texts::tr("Robust: %1 against the best"))
          .arg(delta(robustness.worstRegret));
  story += u'\n' + Texts::tr("in its worst case: %1").arg(worldText(robustness));
  if (robustness.verdict > row.line.row.verdict)
    story += u'\n' + (robustness.verdict == Verdict::doesNotFit ? Texts::tr("With fuller experts it does not fit")
                                                                : Texts::tr("With fuller experts it is tight"));
  return story + u'\n' + Texts::tr("Robust rank %1").arg(count(static_cast<std::int64_t>(robustness.rank)));
}

}  // namespace shardscope::ui
