// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/heat_cells.hpp"

#include <algorithm>

namespace shardscope::ui {
namespace {

constexpr double kMarkSize = 11;
constexpr double kCellAir = 3;  // above and below the lines of a cell
constexpr double kStaleOpacity = 0.4;

}  // namespace

bool isLowMfu(const HeatGrid& grid, const HeatCell& cell) {
  return grid.metric == Metric::mfu && isFeasible(cell) && cell.mfu < grid.lowMfu;
}

HeatCells::HeatCells(Scene& scene, const ChartFrame& frame, const HeatGrid& grid, const HeatmapTexts& texts,
                     QSizeF smallest, bool stale)
    : scene_(scene), frame_(frame), grid_(grid), scale_(heatScale(grid)), stale_(stale), mark_(frame.px(kMarkSize)) {
  for (const auto& text : texts.cell) texts_.push_back(text.split(u'\n'));
  texts_.resize(grid.cells.size());
  for (const auto& lines : {Lines{0, 1, 2}, Lines{0, 2}, Lines{0, 1}})
    if (lines_.size() < 2 && fits(lines, smallest)) lines_ = lines;
}

Face HeatCells::faceOf(qsizetype line, bool single) {
  return line > 0 ? Face::small : single ? Face::normal : Face::bold;
}

// Lines move closer before one of them goes.
double HeatCells::pitchOf(std::size_t lines, double height) const {
  const double air = 2 * kCellAir + frame_.fonts.boldMetrics.capHeight();
  return lines < 2 ? 0 : std::min(frame_.fonts.lineHeight(), (height - air) / static_cast<double>(lines - 1));
}

bool HeatCells::fits(const Lines& lines, QSizeF smallest) const {
  const auto& small = frame_.fonts.smallMetrics;
  if (pitchOf(lines.size(), smallest.height()) < small.capHeight() + small.descent() + 1) return false;
  bool occurs = false;
  for (std::size_t i = 0; i < texts_.size(); ++i) {
    if (!isFeasible(grid_.cells[i])) continue;
    for (const auto line : lines) {
      if (line == 0 || line >= texts_[i].size()) continue;
      occurs = true;
      if (frame_.fonts.width(faceOf(line, false), texts_[i][line]) + 4 > smallest.width()) return false;
    }
  }
  return occurs;
}

void HeatCells::add(std::size_t index, const QRectF& rect) {
  const HeatCell& cell = grid_.cells[index];
  shade_ = stale_ || cell.age == HeatAge::old ? kStaleOpacity : 1;
  if (cell.age == HeatAge::pending) {
    scene_.fills.push_back({rect, frame_.color(Token::alternate), Hatch::none, {}, 0});
  } else if (isFeasible(cell)) {
    addRunning(index, rect);
  } else {
    scene_.fills.push_back({rect, faded(frame_.color(Token::alternate)), Hatch::sparse,
                            faded(mix(frame_.color(Token::hatch), frame_.color(Token::alternate), 0.25)), 0});
    addReason(texts_[index].join(u'\n'), rect);
  }
}

void HeatCells::addRunning(std::size_t index, const QRectF& rect) {
  const HeatCell& cell = grid_.cells[index];
  const QColor fill = faded(Theme::heat(scale_.benefit(cell.value)));
  const double radius = std::min(rect.width(), rect.height()) >= 14 ? 2 : 0;
  scene_.fills.push_back({rect, fill, Hatch::none, {}, radius});
  const QColor ink = Theme::textOn(fill);
  const bool best = static_cast<int>(index) == grid_.best;
  const bool tight = cell.verdict == Verdict::tight;
  const std::size_t firstText = scene_.texts.size();
  addValue(texts_[index], rect, ink);
  if (best && !addCornerMark(rect, firstText, Mark::star, true, ink)) {
    scene_.texts.resize(firstText);  // no room for both: the star matters more than the number
    const double side = std::min({mark_, rect.width(), rect.height()});
    scene_.marks.push_back({QRectF(rect.center() - QPointF(side / 2, side / 2), QSizeF(side, side)), Mark::star, ink});
  }
  if (tight || isLowMfu(grid_, cell)) addCornerMark(rect, firstText, tight ? Mark::alert : Mark::triangle, false, ink);
}

// A number is never elided.
void HeatCells::addValue(const QStringList& lines, const QRectF& rect, const QColor& ink) {
  const auto& fonts = frame_.fonts;
  Lines shown;
  for (const auto line : lines_)
    if (line < lines.size() && !lines[line].isEmpty()) shown.push_back(line);
  if (shown.empty()) return;
  const bool single = shown.size() == 1;
  const bool hasRoom = fonts.width(faceOf(0, single), lines[0]) + 4 <= rect.width();
  if (!hasRoom || fonts.normalMetrics.capHeight() + 4 > rect.height()) return;
  const double step = pitchOf(shown.size(), rect.height());
  double y = rect.center().y() - step * static_cast<double>(shown.size() - 1) / 2;
  for (const auto line : shown) {
    scene_.addText(fonts, faceOf(line, single), {rect.center().x(), y}, Align::centre, lines[line], ink);
    y += step;
  }
}

bool HeatCells::touchesInk(const QRectF& rect, std::size_t firstText) const {
  return std::any_of(scene_.texts.begin() + static_cast<std::ptrdiff_t>(firstText), scene_.texts.end(),
                     [&](const SceneText& text) {
                       const double cap = frame_.fonts.metrics(text.face).capHeight();
                       const QRectF ink(text.rect.left() - 1, text.baseline.y() - cap, text.rect.width() + 2, cap);
                       return rect.intersects(ink);
                     });
}

// In the upper corner, as large as the text leaves room for; false if that is too little.
bool HeatCells::addCornerMark(const QRectF& cell, std::size_t firstText, Mark mark, bool left, const QColor& ink) {
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

QColor HeatCells::faded(const QColor& color) const { return mix(frame_.color(Token::panel), color, shade_); }

// On a plate, so that the hatch does not run through the letters.
void HeatCells::addReason(const QString& text, const QRectF& rect) {
  const double line = frame_.fonts.smallMetrics.height();
  const int rows = static_cast<int>((rect.height() - 4) / line);
  if (text.isEmpty() || rows < 1) return;
  const QStringList lines = wrapped(text, frame_.fonts.smallMetrics, rect.width() - 8, std::min(rows, 3));
  if (lines.isEmpty()) return;
  double widest = 0;
  for (const QString& part : lines) widest = std::max(widest, frame_.fonts.width(Face::small, part));
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

}  // namespace shardscope::ui
