// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where labels go among the things of a chart: never on each other, on its other things only where nothing is free.

#include <QLineF>
#include <QRectF>
#include <optional>
#include <vector>

namespace shardscope::ui {

class LabelPlaces {
 public:
  explicit LabelPlaces(const QRectF& area) : area_(area) {}
  void block(const QRectF& rect) { blocked_.push_back(rect); }  // no label touches it
  void avoid(const QRectF& rect) { avoided_.push_back(rect); }
  void avoid(const QLineF& line, double width);
  // The box of a label of this size: of the centres, moved inside the area, the first one that covers the fewest
  // avoided things; where all are blocked the nearest free box to the first. It is blocked from then on. None where the
  // area has no room.
  std::optional<QRectF> place(QSizeF size, const std::vector<QPointF>& centres);

 private:
  bool isFree(const QRectF& box) const;
  int covered(const QRectF& box) const;
  QRectF boxAt(QSizeF size, QPointF centre) const;
  std::optional<QRectF> best(QSizeF size, const std::vector<QPointF>& centres) const;
  std::vector<QPointF> everywhere(QSizeF size, QPointF around) const;

  QRectF area_;
  std::vector<QRectF> blocked_, avoided_;
};

}  // namespace shardscope::ui
