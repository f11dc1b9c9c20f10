// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/label_places.hpp"

#include <algorithm>

namespace shardscope::ui {

void LabelPlaces::avoid(const QLineF& line, double width) {
  const QRectF rect(line.p1(), line.p2());
  avoid(rect.normalized().adjusted(-width / 2, -width / 2, width / 2, width / 2));
}

std::optional<QRectF> LabelPlaces::place(QSizeF size, const std::vector<QPointF>& centres) {
  if (centres.empty() || size.width() > area_.width() || size.height() > area_.height()) return std::nullopt;
  auto box = best(size, centres);
  if (!box) box = best(size, everywhere(size, centres.front()));
  if (box) block(*box);
  return box;
}

bool LabelPlaces::isFree(const QRectF& box) const {
  return std::none_of(blocked_.begin(), blocked_.end(), [&](const QRectF& other) { return other.intersects(box); });
}

int LabelPlaces::covered(const QRectF& box) const {
  return static_cast<int>(
      std::count_if(avoided_.begin(), avoided_.end(), [&](const QRectF& other) { return other.intersects(box); }));
}

QRectF LabelPlaces::boxAt(QSizeF size, QPointF centre) const {
  QRectF box(QPointF(), size);
  box.moveCenter(centre);
  box.moveLeft(std::clamp(box.left(), area_.left(), area_.right() - size.width()));
  box.moveTop(std::clamp(box.top(), area_.top(), area_.bottom() - size.height()));
  return box;
}

std::optional<QRectF> LabelPlaces::best(QSizeF size, const std::vector<QPointF>& centres) const {
  std::optional<QRectF> chosen;
  int fewest = 0;
  for (const auto& centre : centres) {
    const auto box = boxAt(size, centre);
    if (!isFree(box)) continue;
    const int count = covered(box);
    if (chosen && count >= fewest) continue;
    chosen = box;
    fewest = count;
    if (count == 0) break;
  }
  return chosen;
}

// Half a label apart, the nearest first.
std::vector<QPointF> LabelPlaces::everywhere(QSizeF size, QPointF around) const {
  std::vector<QPointF> centres;
  for (double y = area_.top() + size.height() / 2; y <= area_.bottom() - size.height() / 2; y += size.height() / 2)
    for (double x = area_.left() + size.width() / 2; x <= area_.right() - size.width() / 2; x += size.height() / 2)
      centres.emplace_back(x, y);
  const auto distance = [around](QPointF point) { return QLineF(around, point).length(); };
  std::stable_sort(centres.begin(), centres.end(), [&](QPointF a, QPointF b) { return distance(a) < distance(b); });
  return centres;
}

}  // namespace shardscope::ui
