// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heat_scene.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "ui/charts/chart_header.hpp"

namespace shardscope::ui {
namespace {

constexpr double kMarkSize = 11;
constexpr double kCellAir = 3;  // above and below the lines of a cell
constexpr double kStaleOpacity = 0.4;

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
    for (int row = 0; row < rows_; ++row)
      for (int column = 0; column < columns_; ++column) addCell(row, column);
    if (currentRow_ >= 0) addCurrent();
  }

 private:
  std::size_t indexOf(int row, int column) const {
    return static_cast<std::size_t>(rows_ - 1 - row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  const HeatCell& cellAt(int row, int column) const { return grid_.cells[indexOf(row, column)]; }
  bool isLowMfu(const HeatCell& cell) const {
    return grid_.metric == Metric::mfu && isFeasible(cell) && cell.mfu < grid_.lowMfu;
  }
  static QString textAt(const std::vector<QString>& texts, std::size_t i) {
    return i < texts.size() ? texts[i] : QString();
  }

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

  void addCell(int row, int column) {
    const std::size_t index = indexOf(row, column);
    const HeatCell& cell = grid_.cells[index];
    const QRectF rect = cellRect(row, column);
    const double radius = std::min(rect.width(), rect.height()) >= 14 ? 2 : 0;
    scene_.items.push_back({rect, row, column});
    shade_ = stale_ || cell.age == HeatAge::old ? kStaleOpacity : 1;
    if (cell.age == HeatAge::pending) {
      scene_.fills.push_back({rect, frame_.color(Token::alternate), Hatch::none, {}, 0});
      return;
    }
    if (!isFeasible(cell)) {
      scene_.fills.push_back({rect, faded(frame_.color(Token::alternate)), Hatch::sparse,
                              faded(mix(frame_.color(Token::hatch), frame_.color(Token::alternate), 0.25)), 0});
      addReason(textAt(texts_.cell, index), rect);
      return;
    }
    const QColor fill = faded(Theme::heat(scale_.benefit(cell.value)));
    scene_.fills.push_back({rect, fill, Hatch::none, {}, radius});
    const QColor ink = Theme::textOn(fill);
    const bool best = static_cast<int>(index) == grid_.best;
    const bool tight = cell.verdict == Verdict::tight;
    const std::size_t firstText = scene_.texts.size();
    addValue(textAt(texts_.cell, index), rect, ink);
    if (best && !addCornerMark(rect, firstText, Mark::star, true, ink)) {
      scene_.texts.resize(firstText);  // no room for both: the star matters more than the number
      const double side = std::min({mark_, rect.width(), rect.height()});
      scene_.marks.push_back(
          {QRectF(rect.center() - QPointF(side / 2, side / 2), QSizeF(side, side)), Mark::star, ink});
    }
    if (tight || isLowMfu(cell)) addCornerMark(rect, firstText, tight ? Mark::alert : Mark::triangle, false, ink);
  }

  bool touchesInk(const QRectF& rect, std::size_t firstText) const {
    return std::any_of(scene_.texts.begin() + static_cast<std::ptrdiff_t>(firstText), scene_.texts.end(),
                       [&](const SceneText& text) {
                         const double cap = frame_.fonts.metrics(text.face).capHeight();
                         const QRectF ink(text.rect.left() - 1, text.baseline.y() - cap, text.rect.width() + 2, cap);
                         return rect.intersects(ink);
                       });
  }

  // In the upper corner, as large as the text leaves room for; false if that is too little.
  bool addCornerMark(const QRectF& cell, std::size_t firstText, Mark mark, bool left, const QColor& ink) {
    for (double share : {1.0, 0.85, 0.7}) {
      const double side = mark_ * share, inset = std::min(4.0, side / 3);
      const double x = left ? cell.left() + inset : cell.right() - inset - side;
      const QRectF rect(x, cell.top() + inset, side, side);
      if (touchesInk(rect, firstText) || rect.width() * 2 > cell.width() || rect.bottom() > cell.bottom() - 2) continue;
      scene_.marks.push_back({rect, mark, ink});
      return true;
    }
    return false;
  }

  QColor faded(const QColor& color) const { return mix(frame_.color(Token::panel), color, shade_); }

  // As many lines as fit, the first and the last of them first; a number is never elided. Lines move closer before one
  // of them goes.
  void addValue(const QString& text, const QRectF& rect, const QColor& ink) {
    if (text.isEmpty()) return;
    const auto& fonts = frame_.fonts;
    QStringList lines = text.split(u'\n');
    const auto faceOf = [&](qsizetype i) { return i > 0 ? Face::small : lines.size() > 1 ? Face::bold : Face::normal; };
    const auto fits = [&](qsizetype i) { return width(faceOf(i), lines[i]) + 4 <= rect.width(); };
    const double air = 2 * kCellAir + fonts.boldMetrics.capHeight();
    const auto pitch = [&] {
      return std::min(fonts.lineHeight(), (rect.height() - air) / static_cast<double>(lines.size() - 1));
    };
    const double least = fonts.smallMetrics.capHeight() + fonts.smallMetrics.descent() + 1;
    while (lines.size() > 2 && !(pitch() >= least && fits(1))) lines.removeAt(1);
    if (lines.size() > 1 && !(pitch() >= least && fits(lines.size() - 1))) lines.erase(lines.begin() + 1, lines.end());
    if (!fits(0) || fonts.normalMetrics.capHeight() + 4 > rect.height()) return;
    const double step = lines.size() > 1 ? pitch() : 0;
    double y = rect.center().y() - step * static_cast<double>(lines.size() - 1) / 2;
    for (qsizetype i = 0; i < lines.size(); ++i, y += step)
      scene_.addText(fonts, faceOf(i), {rect.center().x(), y}, Align::centre, lines[i], ink);
  }

  // On a plate, so that the hatch does not run through the letters.
  void addReason(const QString& text, const QRectF& rect) {
    const double line = frame_.fonts.smallMetrics.height();
    const int rows = static_cast<int>((rect.height() - 4) / line);
    if (text.isEmpty() || rows < 1) return;
    const QStringList lines = wrapped(text, frame_.fonts.smallMetrics, rect.width() - 8, std::min(rows, 3));
    if (lines.isEmpty()) return;
    double widest = 0;
    for (const QString& part : lines) widest = std::max(widest, width(Face::small, part));
    const double height = line * static_cast<double>(lines.size());
    const QPointF centre = rect.center();
    scene_.fills.push_back(
        {scene_.snap(QRectF(centre.x() - widest / 2 - 4, centre.y() - height / 2 - 1, widest + 8, height + 2)),
         frame_.color(Token::panel),
         Hatch::none,
         {},
         2});
    double y = centre.y() - height / 2 + line / 2;
    const QColor ink = mix(frame_.color(Token::panel), frame_.color(Token::secondaryText), shade_ < 1 ? 0.7 : 1);
    for (const QString& part : lines) {
      scene_.addText(frame_.fonts, Face::small, {centre.x(), y}, Align::centre, part, ink);
      y += line;
    }
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
  double shade_ = 1;  // opacity of the cell at hand
  int columns_, rows_;
  int currentRow_ = -1, currentColumn_ = -1;
  double mark_, padding_;
  double top_ = 0, labelRoom_ = 0, gap_ = 2;
  bool labelTurned_ = false, labelOnTop_ = false;
  QRectF area_;
};

}  // namespace

QStringList wrapped(const QString& text, const QFontMetricsF& metrics, double width, int rows) {
  QStringList lines;
  QString line;
  QStringList words = QString(text).replace(u'\n', u' ').split(u' ', Qt::SkipEmptyParts);
  while (!words.isEmpty()) {
    const QString candidate = line.isEmpty() ? words.front() : line + u' ' + words.front();
    if (metrics.horizontalAdvance(candidate) <= width) {
      line = candidate;
      words.removeFirst();
      continue;
    }
    if (line.isEmpty() || lines.size() + 1 == rows) break;
    lines << line;
    line.clear();
  }
  if (words.isEmpty()) return line.isEmpty() ? lines : lines << line;
  if (lines.isEmpty()) return {};  // "50 ∤ 6…" would be another reason: the hatch alone says as much
  const QString rest = line.isEmpty() ? words.join(u' ') : line + u' ' + words.join(u' ');
  const QString elided = metrics.elidedText(rest, Qt::ElideRight, width);
  if (elided.size() >= 3) lines << elided;
  return lines;
}

void layoutHeatmap(Scene& scene, const ChartFrame& frame, const HeatGrid& grid, const HeatmapTexts& texts, bool stale) {
  Layout(scene, frame, grid, texts, stale).run();
}

}  // namespace shardscope::ui
