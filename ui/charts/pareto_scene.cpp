// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pareto_scene.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/charts/bar_geometry.hpp"
#include "ui/charts/chart_header.hpp"
#include "ui/charts/label_places.hpp"
#include "ui/charts/pareto_plot.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

constexpr double kDiamond = 10, kRing = 15, kDotRadius = 1.9;  // design lengths
constexpr int kDotAlpha = 95;
constexpr int kDiamondWeight = 4;  // covering a point is as bad as crossing this many lines
constexpr double kStaleOpacity = 0.4;
constexpr double kFarOut = 1.15;  // of the capacity

class Layout {
 public:
  Layout(Scene& scene, const ChartFrame& frame, const ParetoPoints& points, bool stale)
      : scene_(scene), frame_(frame), points_(points), opacity_(stale ? kStaleOpacity : 1) {}

  void run() {
    const double top = layoutHeader(scene_, frame_, ParetoPlot::tr("Pareto front"), legend()) + frame_.px(6);
    findRange();
    placeArea(top);
    places_ = LabelPlaces(area_.adjusted(2, 2, -2, -2));
    addGrid();
    addCloud();
    addLimits();
    addFront();
    addCurrent();
    addLabels();
  }

 private:
  QColor faded(const QColor& color) const { return mix(frame_.color(Token::panel), color, opacity_); }

  std::vector<LegendEntry> legend() const {
    LegendEntry front;
    front.swatch = Swatch::mark;
    front.mark = Mark::diamond;
    front.color = frame_.color(Token::accent);
    front.text = ParetoPlot::tr("%1 on the front").arg(points_.front.size());
    LegendEntry others = front;
    others.mark = Mark::dot;
    others.color = frame_.color(Token::secondaryText);
    others.text = ParetoPlot::tr("other feasible");
    return {front, others};
  }

  template <class Visit>
  void forEachBin(const Visit& visit) const {
    for (std::size_t row = 0; row < SweepCloud::kRows; ++row)
      for (std::size_t column = 0; column < SweepCloud::kColumns; ++column)
        if (points_.cloud.at(column, row))
          visit((static_cast<double>(column) + 0.5) / SweepCloud::kColumns * inGib(points_.capacity),
                (static_cast<double>(row) + 0.5) / SweepCloud::kRows);
  }

  void findRange() {
    double leastPeak = inGib(points_.capacity), leastMfu = 1, greatestPeak = inGib(points_.capacity), greatestMfu = 0;
    const auto take = [&](double peak, double mfu) {
      leastPeak = std::min(leastPeak, peak);
      leastMfu = std::min(leastMfu, mfu);
      greatestPeak = std::max(greatestPeak, peak);
      greatestMfu = std::max(greatestMfu, mfu);
    };
    forEachBin(take);
    for (const auto& point : points_.front) take(inGib(point.peak), point.mfu);
    for (const auto& point : points_.current)
      if (!isFarOut(point)) take(inGib(point.peak), point.mfu);
    x_ = paretoAxis(leastPeak, greatestPeak);
    x_.upper = greatestPeak + 0.06 * (greatestPeak - x_.lower);  // the capacity line, not a tick, ends the axis
    y_ = paretoAxis(leastMfu * 100, std::max(greatestMfu, points_.lowMfu) * 100);
  }

  // What does not fit by far would squeeze all that does: it is named at the edge.
  bool isFarOut(const ParetoPoint& point) const { return inGib(point.peak) > kFarOut * inGib(points_.capacity); }

  void placeArea(double top) {
    const double line = std::ceil(frame_.fonts.lineHeight()), padding = frame_.px(kPadding);
    double ticks = 0;
    for (double value = y_.lower; value <= y_.upper + y_.step / 2; value += y_.step)
      ticks = std::max(ticks, frame_.fonts.width(Face::small, tickText(value, y_.step)));
    const double left = padding + line + 4 + std::ceil(ticks) + 6;
    area_ = QRectF(left, top, std::max(8.0, frame_.size.width() - padding - left),
                   std::max(8.0, frame_.size.height() - 2 * line - 6 - top));
  }

  static QString tickText(double value, double step) { return QString::number(value, 'f', decimalsOf(step)); }
  double xOf(double gib) const { return area_.left() + (gib - x_.lower) / (x_.upper - x_.lower) * area_.width(); }
  double yOf(double percentage) const {
    return area_.bottom() - (percentage - y_.lower) / (y_.upper - y_.lower) * area_.height();
  }
  QPointF placeOf(const ParetoPoint& point) const { return {xOf(inGib(point.peak)), yOf(point.mfu * 100)}; }

  void addGrid() {
    const QColor grid = frame_.color(Token::softBorder), text = frame_.color(Token::secondaryText);
    const double line = std::ceil(frame_.fonts.lineHeight());
    const auto add = [&](const QRectF& rect) { scene_.fills.push_back({scene_.snap(rect), grid, Hatch::none, {}, 0}); };
    for (double value = x_.lower; value <= x_.upper; value += x_.step) {
      const double x = scene_.snap(xOf(value));
      add({x, area_.top(), 1, area_.height()});
      scene_.addText(frame_.fonts, Face::small, {x, area_.bottom() + 3 + line / 2}, Align::centre,
                     tickText(value, x_.step), text);
    }
    for (double value = y_.lower; value <= y_.upper + y_.step / 2; value += y_.step) {
      const double y = scene_.snap(yOf(value));
      add({area_.left(), y, area_.width(), 1});
      scene_.addText(frame_.fonts, Face::small, {area_.left() - 6, y}, Align::right, tickText(value, y_.step), text);
    }
    const QString xLabel = ParetoPlot::tr("Peak memory, GiB per GPU");
    scene_.addText(frame_.fonts, Face::small, {area_.center().x(), area_.bottom() + 3 + line * 1.5}, Align::centre,
                   xLabel, text);
    scene_.addRotatedText(frame_.fonts, Face::small, {frame_.px(kPadding) + line / 2, area_.center().y()},
                          QStringLiteral("MFU %"), text);
  }

  // One dot per small square of the screen: more would not be seen.
  void addCloud() {
    QColor color = frame_.color(Token::secondaryText);
    color.setAlpha(static_cast<int>(kDotAlpha * opacity_));
    scene_.dots.color = color;
    scene_.dots.radius = frame_.px(kDotRadius);
    const double side = frame_.px(2);
    const auto columns = static_cast<std::size_t>(frame_.size.width() / side) + 1;
    std::vector<bool> taken(columns * (static_cast<std::size_t>(frame_.size.height() / side) + 1));
    forEachBin([&](double gib, double mfu) {
      const QPointF centre(xOf(gib), yOf(mfu * 100));
      const auto square =
          static_cast<std::size_t>(centre.y() / side) * columns + static_cast<std::size_t>(centre.x() / side);
      if (square >= taken.size() || taken[square]) return;
      taken[square] = true;
      scene_.dots.centres.push_back(centre);
    });
  }

  void addLimits() {
    const QColor bad = frame_.color(Token::bad), warn = frame_.color(Token::warn);
    limit_ = scene_.snap(xOf(inGib(points_.capacity)));
    scene_.lines.push_back({QLineF(limit_, area_.top(), limit_, area_.bottom()), bad, 2, false});
    places_.avoid(scene_.lines.back().line, 2);
    if (!hasFlag()) return;
    flag_ = scene_.snap(yOf(points_.lowMfu * 100));
    scene_.lines.push_back({QLineF(area_.left(), flag_, area_.right(), flag_), warn, 1, true});
    places_.avoid(scene_.lines.back().line, 1);
  }

  bool hasFlag() const { return y_.lower < points_.lowMfu * 100; }

  void addFront() {
    const QColor accent = faded(frame_.color(Token::accent));
    if (isStaircase()) {
      for (std::size_t i = 0; i + 1 < points_.front.size(); ++i) {
        const QPointF upper = placeOf(points_.front[i]), lower = placeOf(points_.front[i + 1]);
        const QPointF corner(upper.x(), lower.y());
        for (const auto& line : {QLineF(lower, corner), QLineF(corner, upper)}) {
          scene_.lines.push_back({line, accent, 2, false});
          places_.avoid(line, 2);
        }
      }
    }
    const double side = frame_.px(kDiamond);
    for (std::size_t i = 0; i < points_.front.size(); ++i) {
      const QPointF at = placeOf(points_.front[i]);
      const QRectF rect(at.x() - side / 2, at.y() - side / 2, side, side);
      scene_.marks.push_back({rect, Mark::diamond, accent});
      scene_.items.push_back({rect.adjusted(-2, -2, 2, 2), static_cast<int>(i), 0});
      for (int weight = 0; weight < kDiamondWeight; ++weight) places_.avoid(rect);
    }
  }

  // MFU falls with the step time only while tokens and GPUs stay the same; otherwise a line would mislead.
  bool isStaircase() const {
    return std::is_sorted(points_.front.begin(), points_.front.end(),
                          [](const ParetoPoint& a, const ParetoPoint& b) { return a.mfu > b.mfu; });
  }

  bool isInside(const ParetoPoint& point) const {
    return !isFarOut(point) && area_.adjusted(-1, -1, 1, 1).contains(placeOf(point));
  }

  void addCurrent() {
    const double side = frame_.px(kRing);
    for (const auto& point : points_.current) {
      if (!isInside(point)) continue;
      const QPointF at = placeOf(point);
      const QRectF rect(at.x() - side / 2, at.y() - side / 2, side, side);
      const QRectF halo = rect.adjusted(-1.5, -1.5, 1.5, 1.5);
      scene_.marks.push_back({halo, Mark::dot, frame_.color(Token::panel)});
      scene_.marks.push_back({rect, Mark::ring, frame_.color(Token::text)});
      scene_.items.push_back({rect, static_cast<int>(points_.front.size()), 0});
      places_.block(halo);
    }
  }

  // The capacity in its corner, the live configuration beside its point, the flag wherever its line has room.
  void addLabels() {
    addCapacityLabel();
    for (const auto& point : points_.current) {
      if (isFarOut(point))
        addFarOutLabel(point);
      else if (isInside(point))
        addCurrentLabel(point);
    }
    if (hasFlag()) addFlagLabel();
  }

  void addCapacityLabel() {
    const QString text = ParetoPlot::tr("capacity");
    const auto size = sizeOf(Face::small, text);
    std::vector<QPointF> centres;
    for (const double x : {limit_ - 6 - size.width() / 2, limit_ + 6 + size.width() / 2})
      for (const double y : {area_.bottom() - size.height() / 2 - 2, area_.top() + size.height() / 2 + 2})
        centres.emplace_back(x, y);
    addLabel(Face::small, text, centres, Token::bad);
  }

  // Along its line, below or above it, from the right.
  void addFlagLabel() {
    const QString text = ParetoPlot::tr("MFU 35 % flag");
    const auto size = sizeOf(Face::small, text);
    std::vector<QPointF> centres;
    for (double x = limit_ - 6 - size.width() / 2; x >= area_.left() + size.width() / 2; x -= size.width() / 4)
      for (const double side : {1.0, -1.0}) centres.emplace_back(x, flag_ + side * (size.height() / 2 + 2));
    if (centres.empty()) centres.emplace_back(area_.center().x(), flag_ + size.height() / 2 + 2);
    addLabel(Face::small, text, centres, Token::warn);
  }

  void addCurrentLabel(const ParetoPoint& point) {
    const QString text = ParetoPlot::tr("A current %1").arg(percent(point.mfu));
    const auto size = sizeOf(Face::bold, text);
    const QPointF at = placeOf(point);
    const double gap = frame_.px(kRing) / 2 + frame_.px(12);
    std::vector<QPointF> centres;
    for (const double shift : {-0.9, 0.9, -2.2, 2.2})
      for (const double side : {1.0, -1.0}) {
        const QPointF centre(at.x() + side * (gap + size.width() / 2), at.y() + shift * size.height());
        if (side < 0 || centre.x() + size.width() / 2 < limit_) centres.push_back(centre);
      }
    for (const double shift : {-1.4, 1.4, -2.6, 2.6}) centres.emplace_back(at.x(), at.y() + shift * size.height());
    addLabel(Face::bold, text, centres, Token::text);
  }

  void addFarOutLabel(const ParetoPoint& point) {
    const QString text = ParetoPlot::tr("A current %1 GiB →").arg(gib(point.peak));
    const auto size = sizeOf(Face::bold, text);
    const double x = area_.right() - 2 - size.width() / 2, y = yOf(point.mfu * 100);
    std::vector<QPointF> centres;
    for (int step = 0; step < 12; ++step)
      for (const double side : {1.0, -1.0}) centres.emplace_back(x, y + side * step * size.height() / 2);
    if (const auto box = addLabel(Face::bold, text, centres, Token::bad))
      scene_.items.push_back({*box, static_cast<int>(points_.front.size()), 0});
  }

  // With the plate around it.
  QSizeF sizeOf(Face face, const QString& text) const {
    return {frame_.fonts.width(face, text) + 12, std::ceil(frame_.fonts.lineHeight()) + 4};
  }

  std::optional<QRectF> addLabel(Face face, const QString& text, const std::vector<QPointF>& centres, Token token) {
    const auto box = places_.place(sizeOf(face, text), centres);
    if (!box) return box;  // a panel too small for a label
    scene_.addText(frame_.fonts, face, box->center(), Align::centre, text, frame_.color(token));
    QColor ground = frame_.color(Token::panel);
    if (face == Face::small) ground.setAlpha(200);
    scene_.texts.back().plate = ground;
    scene_.texts.back().plateBorder = face == Face::bold;
    return box;
  }

  Scene& scene_;
  const ChartFrame& frame_;
  const ParetoPoints& points_;
  double opacity_;
  ParetoAxis x_, y_;
  QRectF area_;
  double limit_ = 0, flag_ = 0;  // the capacity line, the line of the flag
  LabelPlaces places_{QRectF()};
};

}  // namespace

ParetoAxis paretoAxis(double least, double greatest) {
  const double range = std::max(greatest - least, std::max(1e-6, 0.05 * std::abs(greatest)));
  const double step = niceStep(range, 5);
  return {std::floor(least / step) * step, std::ceil((least + range) / step) * step, step};
}

void layoutPareto(Scene& scene, const ChartFrame& frame, const ParetoPoints& points, bool stale) {
  Layout(scene, frame, points, stale).run();
}

}  // namespace shardscope::ui
