// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ranking for a table view: sorted stably by any column, all rows or only the Pareto front.

#include <QAbstractTableModel>

#include "ui/views/sweep_rank_rows.hpp"

namespace shardscope::ui {

class SweepRankModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  // currentOnly: the live configuration's row alone, for the line that stays below the table.
  enum class Scope : std::uint8_t { ranking, currentOnly };
  explicit SweepRankModel(Scope scope, QObject* parent = nullptr);

  void render(const std::vector<RankRow>& rows, const Scenario& scenario, const SweepSettings& settings);
  void setFrontOnly(bool on);
  bool isFrontOnly() const { return frontOnly_; }
  const RankRow& at(int row) const { return rows_[order_[static_cast<std::size_t>(row)]]; }
  int currentRow() const;  // −1: none is shown
  // Rows of the table as tab-separated text, the header first.
  QString toText(const std::vector<int>& rows, const std::vector<int>& columns) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;

 private:
  void arrange();

  Scope scope_;
  std::vector<RankRow> rows_;
  std::vector<std::size_t> order_;
  Scenario scenario_;
  SweepSettings settings_;
  bool frontOnly_ = false;
  RankColumn sortedBy_ = RankColumn::rank;
  Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

}  // namespace shardscope::ui
