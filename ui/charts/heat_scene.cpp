// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heat_scene.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/charts/chart_header.hpp"
#include "ui/charts/heat_cells.hpp"

namespace shardscope::ui {
namespace {

constexpr double kMarkSize = 11;

bool hasCjk(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x2E80 && c.unicode() < 0xFB00; });
}

class Layout {
 public:
  Layout(Scene& scene, const ChartFrame& frame, const HeatGrid& grid, const HeatmapTexts& texts, bool stale)
      : scene_(scene),
        frame_(frame),
        grid_(grid),
        texts_(texts),
        scale_(heatScale(grid)),
        stale_(stale),
        columns_(static_cast<int>(grid.xs.size())),
        rows_(static_cast<int>(grid.ys.size())),
        mark_(frame.px(kMarkSize)),
        padding_(frame.px(kPadding)) {
    if (grid.current < 0 || grid.current >= static_cast<int>(grid.cells.size())) return;
    currentRow_ = rows_ - 1 - grid.current / columns_;
    currentColumn_ = grid.current % columns_;
  }

  void run() {
    auto entries = legend();
    if (!texts_.scaleLow.isEmpty() && !texts_.scaleHigh.isEmpty()) {
      entries.push_back(scaleEntry());
      if (!fitsOneRow(frame_, texts_.title, entries)) entries.pop_back();  // the numbers are in the cells as well
    }
    top_ = layoutHeader(scene_, frame_, texts_.title, entries) + 2;
    placeArea();
    addAxisTexts();
    addCells();
    if (currentRow_ >= 0) addCurrent();
  }

 private:
  std::size_t indexOf(int row, int column) const {
    return static_cast<std::size_t>(rows_ - 1 - row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  bool isLowMfu(const HeatCell& cell) const { return shardscope::ui::isLowMfu(grid_, cell); }

  LegendEntry markEntry(Mark mark, const QString& text) const {
    LegendEntry entry;
    entry.swatch = Swatch::mark;
    entry.mark = mark;
    entry.color = frame_.color(Token::secondaryText);
    entry.text = text;
    return entry;
  }

  // Marks that do not occur are not explained.
  std::vector<LegendEntry> legend() const {
    std::vector<LegendEntry> entries;
    const auto any = [this](auto claim) { return std::any_of(grid_.cells.begin(), grid_.cells.end(), claim); };
    if (grid_.best >= 0) entries.push_back(markEntry(Mark::star, Heatmap::tr("best")));
    if (grid_.current >= 0) {
      LegendEntry entry;
      entry.swatch = Swatch::outline;
      entry.color = frame_.color(Token::text);
      entry.shortText = Heatmap::tr("current");
      entry.text = texts_.current.isEmpty() ? entry.shortText : texts_.current;
      entries.push_back(entry);
    }
    if (any([](const HeatCell& cell) { return !isFeasible(cell) && cell.age != HeatAge::pending; })) {
      LegendEntry entry;
      entry.color = frame_.color(Token::alternate);
      entry.hatch = Hatch::rising;  // denser than in the cells: a swatch is small
      entry.hatchColor = frame_.color(Token::hatch);
      entry.text = Heatmap::tr("infeasible");
      entries.push_back(entry);
    }
    if (any([](const HeatCell& cell) { return cell.verdict == Verdict::tight; }))
      entries.push_back(markEntry(Mark::alert, Heatmap::tr("tight")));
    if (any([this](const HeatCell& cell) { return isLowMfu(cell); }))
      entries.push_back(markEntry(Mark::triangle, Heatmap::tr("MFU < 35 %")));
    return entries;
  }

  // Dark to bright, so the worse end comes first.
  LegendEntry scaleEntry() const {
    const QString low = (scale_.clipsLow ? QStringLiteral("≤ ") : QString()) + texts_.scaleLow;
    const QString high = (scale_.clipsHigh ? QStringLiteral("≥ ") : QString()) + texts_.scaleHigh;
    LegendEntry entry;
    entry.swatch = Swatch::gradient;
    entry.before = scale_.smallerIsBetter ? high : low;
    entry.text = scale_.smallerIsBetter ? low : high;
    return entry;
  }

  QString xTick(int column) const {
    const auto i = static_cast<std::size_t>(column);
    return texts_.xTicks.size() > i ? texts_.xTicks[i] : QString::number(grid_.xs[i]);
  }
  QString yTick(int row) const {
    const auto i = static_cast<std::size_t>(rows_ - 1 - row);
    return texts_.yTicks.size() > i ? texts_.yTicks[i] : QString::number(grid_.ys[i]);
  }
  bool xWarns(int column) const {
    const auto i = static_cast<std::size_t>(column);
    return i < texts_.xWarn.size() && texts_.xWarn[i];
  }
  bool yWarns(int row) const {
    const auto i = static_cast<std::size_t>(rows_ - 1 - row);
    return i < texts_.yWarn.size() && texts_.yWarn[i];
  }

  bool isXLocked(int column) const { return column == texts_.xLocked; }
  bool isYLocked(int row) const { return rows_ - 1 - row == texts_.yLocked; }
  std::optional<Mark> tickMark(bool locked, bool warns) const {
    return locked ? std::optional(Mark::lock) : warns ? std::optional(Mark::alert) : std::nullopt;
  }
  // Where an axis is locked, its other values step back.
  QColor tickColor(bool warns, bool locked, int lockedIndex) const {
    if (warns) return frame_.color(Token::warn);
    return frame_.color(locked || lockedIndex < 0 ? Token::text : Token::secondaryText);
  }

  double width(Face face, const QString& text) const { return frame_.fonts.width(face, text); }

  // A short or Chinese label stands upright; a long Latin one is turned.
  void placeArea() {
    const double line = std::ceil(frame_.fonts.lineHeight());
    const double labelWidth = width(Face::small, texts_.yLabel);
    labelTurned_ = labelWidth > frame_.px(34) && !hasCjk(texts_.yLabel);
    labelOnTop_ = labelWidth > frame_.px(34) && !labelTurned_;
    double ticks = 0;
    for (int row = 0; row < rows_; ++row)
      ticks = std::max(
          ticks, width(tickFace(row == currentRow_), yTick(row)) + (yWarns(row) || isYLocked(row) ? mark_ + 5 : 0));
    labelRoom_ = texts_.yLabel.isEmpty() || labelOnTop_ ? 0 : labelTurned_ ? line : std::ceil(labelWidth);
    const double left = padding_ + labelRoom_ + (labelRoom_ > 0 ? 9 : 0) + std::ceil(ticks) + 8;
    if (labelOnTop_) top_ += line;
    const double below = line + 3 + (texts_.xLabel.isEmpty() ? 0 : line) + 4;
    area_ = QRectF(left, top_, std::max(8.0, frame_.size.width() - padding_ - left),
                   std::max(8.0, frame_.size.height() - below - top_));
    gap_ = std::min(area_.width() / columns_, area_.height() / rows_) < 10 ? 1 : 2;
  }

  QRectF cellRect(int row, int column) const {
    const double left = scene_.snap(area_.left() + area_.width() * column / columns_);
    const double right = scene_.snap(area_.left() + area_.width() * (column + 1) / columns_);
    const double top = scene_.snap(area_.top() + area_.height() * row / rows_);
    const double bottom = scene_.snap(area_.top() + area_.height() * (row + 1) / rows_);
    return QRectF(left, top, right - left - gap_, bottom - top - gap_);
  }

  void addAxisTexts() {
    const QColor secondary = frame_.color(Token::secondaryText);
    const double line = frame_.fonts.lineHeight();
    addRowTicks();
    addColumnTicks();
    if (!texts_.xLabel.isEmpty())
      scene_.addText(frame_.fonts, Face::small, {area_.center().x(), area_.bottom() + 3 + line * 1.5}, Align::centre,
                     frame_.fonts.smallMetrics.elidedText(texts_.xLabel, Qt::ElideRight, area_.width() + 20),
                     secondary);
    if (texts_.yLabel.isEmpty()) return;
    if (labelOnTop_)
      scene_.addText(frame_.fonts, Face::small, {padding_, top_ - line / 2}, Align::left, texts_.yLabel, secondary);
    else if (labelTurned_)
      scene_.addRotatedText(frame_.fonts, Face::small, {padding_ + labelRoom_ / 2, area_.center().y()},
                            frame_.fonts.smallMetrics.elidedText(texts_.yLabel, Qt::ElideRight, area_.height()),
                            secondary);
    else
      scene_.addText(frame_.fonts, Face::small, {padding_, area_.center().y()}, Align::left, texts_.yLabel, secondary);
  }

  // Where there is no room for all ticks, those of the current cell stand first; they are bold.
  void addRowTicks() {
    const double apart = frame_.fonts.lineHeight() * 0.8;
    const auto middle = [this](int row) { return cellRect(row, 0).center().y(); };
    const double current = currentRow_ < 0 ? 1e9 : middle(currentRow_);
    double last = -1e9;
    for (int row = 0; row < rows_; ++row) {
      const double y = middle(row);
      const bool isCurrent = row == currentRow_;
      if (!isCurrent && (y - last < apart || std::abs(y - current) < apart)) continue;
      last = y;
      double right = area_.left() - 8;
      const QColor color = tickColor(yWarns(row), isYLocked(row), texts_.yLocked);
      if (const auto mark = tickMark(isYLocked(row), yWarns(row))) {
        scene_.marks.push_back({QRectF(right - mark_, y - mark_ / 2, mark_, mark_), *mark, color});
        right -= mark_ + 4;
      }
      scene_.addText(frame_.fonts, tickFace(isCurrent), {right, y}, Align::right, yTick(row), color);
    }
  }

  void addColumnTicks() {
    const double y = area_.bottom() + 3 + frame_.fonts.lineHeight() / 2;
    // From left to right, the mark of a warning included.
    const auto extent = [this](int column) {
      const double x = cellRect(0, column).center().x();
      const double half = width(tickFace(column == currentColumn_), xTick(column)) / 2;
      return std::pair(x - half, x + half + (xWarns(column) || isXLocked(column) ? mark_ + 3 : 0));
    };
    const auto current = currentColumn_ < 0 ? std::pair(1e9, 1e9) : extent(currentColumn_);
    double free = -1e9;
    for (int column = 0; column < columns_; ++column) {
      const auto [left, right] = extent(column);
      const bool isCurrent = column == currentColumn_;
      const bool isTaken = right + 4 > current.first && left < current.second + 4;
      if (!isCurrent && (left < free || isTaken)) continue;
      const double x = cellRect(0, column).center().x();
      const QColor color = tickColor(xWarns(column), isXLocked(column), texts_.xLocked);
      const QRectF box = scene_.addText(frame_.fonts, tickFace(isCurrent), {x, y}, Align::centre, xTick(column), color);
      free = right + 4;
      if (const auto mark = tickMark(isXLocked(column), xWarns(column)))
        scene_.marks.push_back({QRectF(box.right() + 3, y - mark_ / 2, mark_, mark_), *mark, color});
    }
  }

  static Face tickFace(bool isCurrent) { return isCurrent ? Face::bold : Face::normal; }

  void addCells() {
    QSizeF smallest = cellRect(0, 0).size();
    const auto visit = [this](auto claim) {
      for (int row = 0; row < rows_; ++row)
        for (int column = 0; column < columns_; ++column) claim(row, column, cellRect(row, column));
    };
    visit([&](int, int, const QRectF& rect) {
      smallest = QSizeF(std::min(smallest.width(), rect.width()), std::min(smallest.height(), rect.height()));
    });
    HeatCells cells(scene_, frame_, grid_, texts_, smallest, stale_);
    visit([&](int row, int column, const QRectF& rect) {
      scene_.items.push_back({rect, row, column});
      cells.add(indexOf(row, column), rect);
    });
  }

  // Dark outside, panel colour inside: seen on any fill. Thinner where lines stand close to the edge.
  void addCurrent() {
    const QRectF rect = cellRect(currentRow_, currentColumn_);
    const double side = std::min(rect.width(), rect.height());
    const double width = side < 20 ? 2 : side < 48 ? 2.5 : 3.5, inner = side < 48 ? 1 : 1.5;
    const QRectF outer = rect.adjusted(-0.5, -0.5, 0.5, 0.5);
    scene_.outlines.push_back({outer, frame_.color(Token::text), width, 2});
    const double inset = width / 2 + inner / 2;
    scene_.outlines.push_back({outer.adjusted(inset, inset, -inset, -inset), frame_.color(Token::panel), inner, 1});
  }

  Scene& scene_;
  const ChartFrame& frame_;
  const HeatGrid& grid_;
  const HeatmapTexts& texts_;
  HeatScale scale_;
  bool stale_;
  int columns_, rows_;
  int currentRow_ = -1, currentColumn_ = -1;
  double mark_, padding_;
  double top_ = 0, labelRoom_ = 0, gap_ = 2;
  bool labelTurned_ = false, labelOnTop_ = false;
  QRectF area_;
};

}  // namespace

void layoutHeatmap(Scene& scene, const ChartFrame& frame, const HeatGrid& grid, const HeatmapTexts& texts, bool stale) {
  Layout(scene, frame, grid, texts, stale).run();
}

}  // namespace shardscope::ui
