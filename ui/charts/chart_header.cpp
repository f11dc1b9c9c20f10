// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_header.hpp"

#include <algorithm>
#include <cmath>

#include "ui/charts/memory_chart.hpp"

namespace shardscope::ui {
namespace {

constexpr double kSwatch = 10, kSwatchGap = 5, kEntryGap = 13, kGradient = 64;

enum class Names : std::uint8_t { full, brief };

const QString& nameOf(const LegendEntry& entry, Names names) {
  return names == Names::brief && !entry.shortText.isEmpty() ? entry.shortText : entry.text;
}

double entryWidth(const ChartFrame& frame, const LegendEntry& entry, Names names) {
  const double swatch = frame.px(entry.swatch == Swatch::gradient ? kGradient : kSwatch), gap = frame.px(kSwatchGap);
  const double before = entry.before.isEmpty() ? 0 : frame.fonts.width(Face::small, entry.before) + gap;
  return before + swatch + gap + frame.fonts.width(Face::small, nameOf(entry, names));
}

double rowWidth(const ChartFrame& frame, const std::vector<LegendEntry>& legend, Names names) {
  double width = legend.empty() ? 0 : frame.px(kEntryGap) * (static_cast<double>(legend.size()) - 1);
  for (const LegendEntry& entry : legend) width += entryWidth(frame, entry, names);
  return width;
}

void addGradient(Scene& scene, const QRectF& rect) {
  constexpr int kSteps = 32;
  for (int i = 0; i < kSteps; ++i) {
    const double from = scene.snap(rect.left() + rect.width() * i / kSteps);
    const double to = scene.snap(rect.left() + rect.width() * (i + 1) / kSteps);
    scene.fills.push_back(
        {QRectF(from, rect.top(), to - from, rect.height()), Theme::heat(i / (kSteps - 1.0)), Hatch::none, {}, 0});
  }
}

void addSwatch(Scene& scene, const LegendEntry& entry, const QRectF& rect) {
  switch (entry.swatch) {
    case Swatch::fill:
      scene.fills.push_back({rect, entry.color, entry.hatch, entry.hatchColor, 0});
      // A fill close to the panel needs an edge to be seen as a swatch.
      if (entry.hatch != Hatch::none)
        scene.outlines.push_back({rect.adjusted(0.5, 0.5, -0.5, -0.5), entry.hatchColor, 1, 0});
      break;
    case Swatch::mark: scene.marks.push_back({rect.adjusted(-0.5, -0.5, 0.5, 0.5), entry.mark, entry.color}); break;
    case Swatch::outline: scene.outlines.push_back({rect.adjusted(1, 1, -1, -1), entry.color, 2.5, 0}); break;
    case Swatch::gradient: addGradient(scene, rect); break;
  }
}

double addEntry(Scene& scene, const ChartFrame& frame, const LegendEntry& entry, Names names, QPointF leftMiddle) {
  double x = leftMiddle.x();
  const double y = leftMiddle.y();
  const QColor color = frame.color(Token::secondaryText);
  if (!entry.before.isEmpty())
    x = scene.addText(frame.fonts, Face::small, {x, y}, Align::left, entry.before, color).right() +
        frame.px(kSwatchGap);
  const double side = frame.px(kSwatch), width = entry.swatch == Swatch::gradient ? frame.px(kGradient) : side;
  addSwatch(scene, entry, scene.snap(QRectF(x, y - side / 2, width, side)));
  x += width + frame.px(kSwatchGap);
  return scene.addText(frame.fonts, Face::small, {x, y}, Align::left, nameOf(entry, names), color).right();
}

// Below the title, as many entries in a row as fit. Returns the last row's middle.
double addWrapped(Scene& scene, const ChartFrame& frame, const std::vector<LegendEntry>& legend, double firstMiddle) {
  const double rowHeight = frame.fonts.smallMetrics.height() + 3;
  const double padding = frame.px(kPadding);
  double x = padding, y = firstMiddle;
  for (const LegendEntry& entry : legend) {
    const double width = entryWidth(frame, entry, Names::brief);
    if (x > padding && x + width > frame.size.width() - padding) {
      x = padding;
      y += rowHeight;
    }
    x = addEntry(scene, frame, entry, Names::brief, {x, y}) + frame.px(kEntryGap);
  }
  return y;
}

}  // namespace

namespace {

double titleRoom(const ChartFrame& frame, const QString& title) {
  return frame.titleWidget.isEmpty() ? frame.fonts.width(Face::bold, title) : frame.titleWidget.width();
}
double besideTitle(const ChartFrame& frame, const QString& title) {
  return frame.size.width() - 2 * frame.px(kPadding) - titleRoom(frame, title) - 20;
}

}  // namespace

bool fitsOneRow(const ChartFrame& frame, const QString& title, const std::vector<LegendEntry>& legend) {
  return rowWidth(frame, legend, Names::brief) <= besideTitle(frame, title);
}

double layoutHeader(Scene& scene, const ChartFrame& frame, const QString& title,
                    const std::vector<LegendEntry>& legend) {
  const bool drawsTitle = frame.titleWidget.isEmpty();
  const double height = std::max(frame.fonts.lineHeight() + frame.px(frame.compact ? 10 : 14),
                                 drawsTitle ? 0 : frame.titleWidget.height() + frame.px(8));
  const double middle = height / 2;
  const double room = frame.size.width() - 2 * frame.px(kPadding);
  if (drawsTitle) {
    const QString shown =
        titleRoom(frame, title) <= room ? title : frame.fonts.boldMetrics.elidedText(title, Qt::ElideRight, room);
    scene.addText(frame.fonts, Face::bold, {frame.px(kPadding), middle}, Align::left, shown, frame.color(Token::text));
  }
  if (legend.empty()) return height;

  const double beside = besideTitle(frame, title);
  Names names = frame.compact ? Names::brief : Names::full;
  if (rowWidth(frame, legend, names) > beside) names = Names::brief;
  const double width = rowWidth(frame, legend, names);
  if (width > beside) return addWrapped(scene, frame, legend, height + 5) + frame.fonts.lineHeight() / 2 + 4;
  double x = frame.size.width() - frame.px(kPadding) - width;
  for (const LegendEntry& entry : legend) x = addEntry(scene, frame, entry, names, {x, middle}) + frame.px(kEntryGap);
  return height;
}

double barsLeft(const ChartFrame& frame) {
  const double label = frame.fonts.width(Face::normal, MemoryChart::tr("Stage %1").arg(88));
  return std::ceil(frame.px(kPadding) + std::max(label, frame.compact ? 0.0 : frame.px(60)) + frame.px(10));
}

void addAxisTexts(Scene& scene, const ChartFrame& frame, double left, double right, double bottom,
                  const QString& unit) {
  const SceneAxis& axis = scene.axis;
  const QColor color = frame.color(Token::secondaryText);
  const double y = bottom + frame.px(5) + frame.fonts.smallMetrics.height() / 2;
  double end = left;
  const int ticks = static_cast<int>(std::floor(axis.upper / axis.step + 1e-9));
  for (int i = 0; i <= ticks; ++i) {
    const double x = left + (right - left) * i * axis.step / axis.upper;
    const QString label = QString::number(i * axis.step, 'f', axis.decimals);
    end = scene.addText(frame.fonts, Face::small, {x, y}, Align::centre, label, color).right();
  }
  scene.addText(frame.fonts, Face::small, {end + frame.px(4), y}, Align::left, unit, color);
}

}  // namespace shardscope::ui
