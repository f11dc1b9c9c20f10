// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_rank_model.hpp"

#include <algorithm>

namespace shardscope::ui {
namespace {

bool isRobustness(RankColumn column) { return column == RankColumn::worst || column == RankColumn::robustRank; }

}  // namespace

SweepRankModel::SweepRankModel(Scope scope, QObject* parent) : QAbstractTableModel(parent), scope_(scope) {}

void SweepRankModel::render(const std::vector<RankRow>& rows, const Scenario& scenario, const SweepSettings& settings) {
  settings_ = settings;
  scenario_ = scenario;
  if (rows == rows_) return;
  beginResetModel();
  rows_ = rows;
  arrange();
  endResetModel();
}

void SweepRankModel::setFrontOnly(bool on) {
  if (on == frontOnly_) return;
  beginResetModel();
  frontOnly_ = on;
  arrange();
  endResetModel();
}

// Rows as they came, those out of scope left out, then sorted: equal ones keep their order.
void SweepRankModel::arrange() {
  order_.clear();
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto& row = rows_[i];
    const bool shown = scope_ == Scope::currentOnly ? row.isCurrent
                       : frontOnly_                 ? row.isFront || row.isCurrent
                                                    : row.isTop || row.isCurrent;
    if (shown) order_.push_back(i);
  }
  const bool up = sortOrder_ == Qt::AscendingOrder;
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    const double left = sortKey(rows_[a], sortedBy_), right = sortKey(rows_[b], sortedBy_);
    return up ? left < right : left > right;
  });
}

void SweepRankModel::sort(int column, Qt::SortOrder order) {
  emit layoutAboutToBeChanged();
  const auto before = order_;
  sortedBy_ = static_cast<RankColumn>(column);
  sortOrder_ = order;
  arrange();
  const auto now = persistentIndexList();
  QModelIndexList moved;
  for (const auto& index : now) {
    const auto place = std::find(order_.begin(), order_.end(), before[static_cast<std::size_t>(index.row())]);
    moved << this->index(static_cast<int>(place - order_.begin()), index.column());
  }
  changePersistentIndexList(now, moved);
  emit layoutChanged();
}

int SweepRankModel::currentRow() const {
  for (std::size_t i = 0; i < order_.size(); ++i)
    if (rows_[order_[i]].isCurrent) return static_cast<int>(i);
  return -1;
}

QString SweepRankModel::toText(const std::vector<int>& rows, const std::vector<int>& columns) const {
  QStringList lines, cells;
  for (const int column : columns) cells << columnName(static_cast<RankColumn>(column));
  lines << cells.join(u'\t');
  for (const int row : rows) {
    cells.clear();
    for (const int column : columns) cells << cellText(at(row), static_cast<RankColumn>(column));
    lines << cells.join(u'\t');
  }
  return lines.join(u'\n') + u'\n';
}

int SweepRankModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(order_.size());
}

int SweepRankModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : kRankColumns; }

QVariant SweepRankModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const auto column = static_cast<RankColumn>(index.column());
  const auto& row = at(index.row());
  switch (role) {
    case Qt::DisplayRole: return cellText(row, column);
    case Qt::ToolTipRole: {
      const bool asksHowRobust =
          isRobustness(column) || (column == RankColumn::note && isFragile(row) && row.note.tone == NoteTone::warn);
      const QString story = asksHowRobust ? robustStory(row) : QString();
      return story.isEmpty() ? rowStory(row, scenario_, settings_) : story;
    }
    case Qt::TextAlignmentRole: {
      const auto side = isNumber(column)              ? Qt::AlignRight
                        : column == RankColumn::front ? Qt::AlignHCenter
                                                      : Qt::AlignLeft;
      return static_cast<int>(side | Qt::AlignVCenter);
    }
    case Qt::AccessibleTextRole:
      if (column == RankColumn::front && row.isFront) return columnStory(column).replace(u'\n', u' ');
      if (isRobustness(column) && row.robustness)
        return columnName(column) + QStringLiteral(": ") + cellText(row, column) + QStringLiteral(". ") +
               robustStory(row).replace(u'\n', QStringLiteral(", "));
      return columnName(column) + QStringLiteral(": ") + cellText(row, column);
    default: return {};
  }
}

QVariant SweepRankModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  const auto column = static_cast<RankColumn>(section);
  switch (role) {
    case Qt::DisplayRole: return columnName(column);
    case Qt::ToolTipRole: return columnStory(column);
    case Qt::TextAlignmentRole: {
      const auto side = isNumber(column)              ? Qt::AlignRight
                        : column == RankColumn::front ? Qt::AlignHCenter
                                                      : Qt::AlignLeft;
      return static_cast<int>(side | Qt::AlignVCenter);
    }
    default: return {};
  }
}

}  // namespace shardscope::ui
