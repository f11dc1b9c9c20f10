// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which columns of the ranking are shown and how wide they are: by the sweep, by the user, by the room there is.

#include <array>
#include <memory>

#include "ui/views/sweep_rank_rows.hpp"

class QSettings;
class QTableView;

namespace shardscope::ui {

class SweepRankDelegate;
class SweepRankModel;

class SweepRankColumns {
 public:
  // The line below the table follows it, column by column.
  SweepRankColumns(const SweepBoard& board, const SweepRankModel& model, SweepRankDelegate& delegate, QTableView* table,
                   QTableView* pinned);
  void ask(int column, bool on);
  bool isShown(int column) const;  // by the user or by default; where it is narrow one column goes nevertheless
  // Wide enough for its cells and for its name, sorted or not. While the window lives a column only grows, so that the
  // numbers hold still under the slider, unless `anew`. Where the table is narrow the bars give way first, then a
  // column nobody asked for, then the remark.
  void fit(bool anew);
  void fitHeader() { fit(narrow_); }  // the arrow of the order moved
  void grow(const SweepRankModel& model);
  void save(QSettings& settings) const;
  void restore(const QSettings& settings);

 private:
  int headerWidth(int column) const;
  int sum(const std::array<int, kRankColumns>& cells) const;
  void hide();
  void squeezeNote();

  const SweepBoard& board_;
  const SweepRankModel& model_;
  SweepRankDelegate& delegate_;
  QTableView *table_, *pinned_;
  bool narrow_ = false, spareGone_ = false;
  int room_ = 0;                                 // that the columns were fit into
  std::array<signed char, kRankColumns> asked_;  // 1 shown, 0 hidden by the user, −1 by default
};

}  // namespace shardscope::ui
