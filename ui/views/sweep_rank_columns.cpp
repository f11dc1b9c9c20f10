// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_rank_columns.hpp"

#include <QHeaderView>
#include <QSettings>
#include <QTableView>
#include <algorithm>

#include "ui/theme/text_style.hpp"
#include "ui/theme/theme_style.hpp"
#include "ui/views/sweep_rank_delegate.hpp"
#include "ui/views/sweep_rank_model.hpp"

namespace shardscope::ui {
namespace {

constexpr int kSpareColumn = static_cast<int>(RankColumn::robustRank);
constexpr char kColumnsKey[] = "sweep/columns";

// Older versions saved a column by its place: this was the order then.
constexpr std::array kOldPlaces{
    RankColumn::rank,         RankColumn::front,      RankColumn::gpus,       RankColumn::sequenceLength,
    RankColumn::globalBatch,  RankColumn::tp,         RankColumn::pp,         RankColumn::vpp,
    RankColumn::dp,           RankColumn::cp,         RankColumn::cpKind,     RankColumn::ep,
    RankColumn::etp,          RankColumn::zero,       RankColumn::shardGroup, RankColumn::microBatch,
    RankColumn::microBatches, RankColumn::recompute,  RankColumn::schedule,   RankColumn::peak,
    RankColumn::step,         RankColumn::mfu,        RankColumn::bubble,     RankColumn::tokens,
    RankColumn::worst,        RankColumn::robustRank, RankColumn::note};

QString nameOf(RankColumn column) {
  const auto name = word(column);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

std::optional<RankColumn> columnNamed(const QString& name) {
  bool isPlace = false;
  const auto place = name.toUInt(&isPlace);
  if (!isPlace) return fromWord<RankColumn>(name.toStdString());
  return place < kOldPlaces.size() ? std::optional(kOldPlaces[place]) : std::nullopt;
}

std::size_t at(int column) { return static_cast<std::size_t>(column); }

}  // namespace

SweepRankColumns::SweepRankColumns(const SweepBoard& board, const SweepRankModel& model, SweepRankDelegate& delegate,
                                   QTableView* table, QTableView* pinned)
    : board_(board), model_(model), delegate_(delegate), table_(table), pinned_(pinned) {
  asked_.fill(-1);
}

void SweepRankColumns::ask(int column, bool on) { asked_[at(column)] = on ? 1 : 0; }

bool SweepRankColumns::isShown(int column) const {
  const auto asked = asked_[at(column)];
  return asked >= 0 ? asked > 0 : isShownByDefault(static_cast<RankColumn>(column), board_.settings());
}

void SweepRankColumns::hide() {
  for (int i = 0; i < kRankColumns; ++i) {
    const bool shown = isShown(i) && !(i == kSpareColumn && spareGone_);
    for (auto* view : {table_, pinned_}) view->setColumnHidden(i, !shown);
  }
}

// In a narrow table there is room for the arrow only where it stands.
int SweepRankColumns::headerWidth(int column) const {
  const auto* header = table_->horizontalHeader();
  const int name = QFontMetrics(header->font()).horizontalAdvance(columnName(static_cast<RankColumn>(column)));
  const bool arrow = !narrow_ || header->sortIndicatorSection() == column;
  return name + 2 * scaledInt(kHeaderAir) + (arrow ? scaledInt(kHeaderArrow) : 0) + 1;
}

int SweepRankColumns::sum(const std::array<int, kRankColumns>& cells) const {
  int sum = 0;
  for (int i = 0; i < kRankColumns; ++i)
    if (isShown(i)) sum += std::max(headerWidth(i), cells[at(i)]);
  return sum;
}

void SweepRankColumns::fit(bool anew) {
  const bool wasNarrow = narrow_;
  const int room = table_->viewport()->width();
  const bool holdsStill = !anew && room == room_;
  room_ = room;
  std::array<int, kRankColumns> cells{};
  delegate_.setNarrow(false);
  for (int i = 0; i < kRankColumns; ++i)
    if (isShown(i)) cells[at(i)] = delegate_.widthOf(model_, static_cast<RankColumn>(i));
  narrow_ = false;
  narrow_ = sum(cells) > room;
  if (narrow_) {
    delegate_.setNarrow(true);
    cells[at(static_cast<int>(RankColumn::peak))] = delegate_.widthOf(model_, RankColumn::peak);
  }
  anew = anew || narrow_ != wasNarrow;
  const bool isAsked = asked_[at(kSpareColumn)] >= 0;
  spareGone_ = !isAsked && ((spareGone_ && holdsStill) || (narrow_ && sum(cells) > room));
  std::array<bool, kRankColumns> isNew{};  // a width from before it was hidden says nothing
  for (int i = 0; i < kRankColumns; ++i) isNew[at(i)] = table_->isColumnHidden(i);
  hide();
  for (int i = 0; i < kRankColumns; ++i) {
    if (table_->isColumnHidden(i)) continue;
    const int wanted = std::max(headerWidth(i), cells[at(i)]);
    if (anew || isNew[at(i)] || wanted > table_->columnWidth(i)) table_->setColumnWidth(i, wanted);
  }
  squeezeNote();
}

// Before the table has to be scrolled; the tooltip has the whole.
void SweepRankColumns::squeezeNote() {
  const int note = static_cast<int>(RankColumn::note);
  if (table_->isColumnHidden(note)) return;
  int others = 0;
  for (int i = 0; i < kRankColumns; ++i)
    if (i != note && !table_->isColumnHidden(i)) others += table_->columnWidth(i);
  const int room = std::max(scaledInt(60), table_->viewport()->width() - others);
  if (room < table_->columnWidth(note)) table_->setColumnWidth(note, room);
}

void SweepRankColumns::grow(const SweepRankModel& model) {
  for (int i = 0; i < kRankColumns; ++i) {
    if (table_->isColumnHidden(i)) continue;
    const int wanted = delegate_.widthOf(model, static_cast<RankColumn>(i));
    if (wanted > table_->columnWidth(i)) table_->setColumnWidth(i, wanted);
  }
}

void SweepRankColumns::save(QSettings& settings) const {
  QStringList asked;
  for (int i = 0; i < kRankColumns; ++i)
    if (asked_[at(i)] >= 0) asked << QStringLiteral("%1=%2").arg(nameOf(static_cast<RankColumn>(i))).arg(asked_[at(i)]);
  settings.setValue(QLatin1String(kColumnsKey), asked);
}

void SweepRankColumns::restore(const QSettings& settings) {
  for (const auto& entry : settings.value(QLatin1String(kColumnsKey)).toStringList()) {
    if (const auto column = columnNamed(entry.section(u'=', 0, 0)))
      ask(static_cast<int>(*column), entry.section(u'=', 1).toInt() > 0);
  }
}

}  // namespace shardscope::ui
