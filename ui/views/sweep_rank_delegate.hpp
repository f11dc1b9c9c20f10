// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a row of the ranking is painted: diamond, bar of the peak, remark.

#include <QStyledItemDelegate>

#include "ui/views/sweep_rank_rows.hpp"

namespace shardscope::ui {

class SweepRankModel;

class SweepRankDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit SweepRankDelegate(QObject* parent = nullptr);
  void setCapacity(Bytes capacity) { capacity_ = capacity; }
  void setStale(bool stale) { stale_ = stale; }
  void setNarrow(bool narrow) { narrow_ = narrow; }  // a shorter bar
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  // Of the widest cell, its air included.
  int widthOf(const SweepRankModel& model, RankColumn column) const;

 private:
  double barWidth() const;

  Bytes capacity_{1};
  bool stale_ = false, narrow_ = false;
};

}  // namespace shardscope::ui
