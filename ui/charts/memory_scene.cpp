// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_scene.hpp"

#include <algorithm>
#include <cmath>

#include "ui/charts/chart_header.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

constexpr std::size_t kManyBars = 16;
constexpr double kManyBar = 8;      // bar height above kManyBars
constexpr double kLeastPitch = 4;   // below that, bars are condensed
constexpr double kLabelWidth = 27;  // a wider segment carries its value
constexpr double kMarkSize = 9;

class Layout {
 public:
  Layout(Scene& scene, const ChartFrame& frame, const MemoryView& view, double upper)
      : scene_(scene), frame_(frame), view_(view), upper_(upper) {}

  std::vector<MemoryBar> run() {
    top_ = layoutHeader(scene_, frame_, MemoryChart::tr("Memory per GPU by stage"), legend());
    placeColumns();
    placeAxis();
    const auto most = static_cast<std::size_t>(std::max(1.0, (bottom_ - top_) / kLeastPitch));
    bars_ = view_.bars.size() > most ? condensed(view_.bars, most) : view_.bars;
    RowRule rule;
    rule.maxBar = frame_.px(bars_.size() > kManyBars ? kManyBar : frame_.compact ? 22 : 28);
    rule.maxPitch = rule.maxBar / 0.72;
    const std::vector<RowSlot> rows = rowSlots(static_cast<int>(bars_.size()), top_, bottom_, rule);
    pitch_ = rows.size() > 1 ? rows[1].middle - rows[0].middle : rule.maxPitch;
    addGuides();
    for (std::size_t i = 0; i < bars_.size(); ++i) addBar(bars_[i], rows[i]);
    addRowTexts(rows);
    return bars_;
  }

 private:
  std::vector<LegendEntry> legend() const {
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < static_cast<std::size_t>(MemoryPart::count); ++i) {
      const auto part = static_cast<MemoryPart>(i);
      LegendEntry entry;
      entry.color = Theme::memory(part);
      entry.text = MemoryChart::partName(part);
      entry.shortText = MemoryChart::shortPartName(part);
      entries.push_back(entry);
    }
    return entries;
  }

  double width(Face face, const QString& text) const { return frame_.fonts.width(face, text); }

  // Widths come from samples, so the bars stay where they are while numbers change.
  void placeColumns() {
    left_ = barsLeft(frame_);
    if (view_.stages > kManyBars) {
      const double run = width(Face::normal, MemoryChart::tr("Stages %1–%2, ×%3").arg(88).arg(88).arg(88));
      left_ = std::max(left_, std::ceil(frame_.px(kPadding + 10) + run));
    }

    double total = width(Face::bold, QStringLiteral("888.8"));
    double share = width(Face::normal, QStringLiteral("+88.8 GiB"));
    for (const MemoryBar& bar : view_.bars) {
      const MemoryLabels labels = memoryLabels(bar, view_.capacity);
      total = std::max(total, width(Face::bold, labels.total));
      share = std::max(share, width(Face::normal, labels.share));
    }
    shareLeft_ = frame_.size.width() - frame_.px(kPadding + kMarkSize + 4) - share;
    totalRight_ = shareLeft_ - frame_.px(10);
    right_ = std::floor(totalRight_ - total - frame_.px(8));
    right_ = std::max(right_, left_ + 40);
  }

  void placeAxis() {
    top_ += std::ceil(frame_.fonts.smallMetrics.height()) + 2;  // the row of "capacity 79.6"
    const double tickRow = std::ceil(frame_.fonts.smallMetrics.height()) + 9;
    bottom_ = std::max(top_ + 8, frame_.size.height() - tickRow - 2);
    scene_.axis.margins =
        QMargins(static_cast<int>(left_), static_cast<int>(top_), static_cast<int>(frame_.size.width() - right_),
                 static_cast<int>(frame_.size.height() - bottom_));
    scene_.axis.upper = upper_;
    scene_.axis.step = niceStep(upper_, std::max(3.5, (right_ - left_) / frame_.px(115)));
    scene_.axis.decimals = decimalsOf(scene_.axis.step);
    addAxisTexts(scene_, frame_, left_, right_, bottom_, QStringLiteral("GiB"));
  }

  double xOf(double gib) const { return left_ + (right_ - left_) * gib / upper_; }

  void addGuides() {
    const double capacity = inGib(view_.capacity), limit = inGib(view_.fitLimit);
    const double textY = top_ - frame_.fonts.smallMetrics.height() / 2 - 2;
    if (!(capacity > 0)) return;
    const double x = scene_.snap(xOf(capacity));
    const QString text = MemoryChart::tr("capacity %1").arg(gib(view_.capacity));
    const double half = width(Face::small, text) / 2;
    const double least = frame_.px(kPadding) + half;
    const double centre = std::clamp(x, least, std::max(least, frame_.size.width() - least));
    const QRectF label =
        scene_.addText(frame_.fonts, Face::small, {centre, textY}, Align::centre, text, frame_.color(Token::bad));
    scene_.lines.push_back({QLineF(x, top_ - 2, x, bottom_), frame_.color(Token::bad), 2, false});
    if (!(limit > 0) || limit >= capacity) return;
    const double limitX = scene_.snap(xOf(limit)) + 0.5;
    scene_.lines.push_back({QLineF(limitX, top_ - 2, limitX, bottom_), frame_.color(Token::secondaryText), 1, true});
    const QString limitText = MemoryChart::tr("fit limit %1").arg(gib(view_.fitLimit));
    const double end = std::min(limitX + 4, label.left() - 10);
    if (end - width(Face::small, limitText) < left_) return;
    scene_.addText(frame_.fonts, Face::small, {end, textY}, Align::right, limitText,
                   frame_.color(Token::secondaryText));
  }

  void addBar(const MemoryBar& bar, const RowSlot& row) {
    const int index = static_cast<int>(rowOf(bar));
    // One height for all rows: rounding both ends would make them differ by a pixel.
    const double height = std::max(1.0, scene_.snap(row.height));
    const double top = scene_.snap(row.middle - height / 2), bottom = top + height;
    double sum = 0;
    for (std::size_t i = 0; i < bar.parts.size(); ++i) {
      const double from = scene_.snap(xOf(sum));
      sum += bar.parts[i];
      const double to = scene_.snap(xOf(sum));
      if (bar.parts[i] <= 0 || to - from < 0.4) continue;
      const bool last = i + 1 == bar.parts.size();
      const double gap = last || to - from < 2 ? 0 : 1;  // the panel shows between neighbours
      const QColor color = Theme::memory(static_cast<MemoryPart>(i));
      scene_.fills.push_back({QRectF(from, top, to - from - gap, bottom - top), color, Hatch::none, {}, 0});
      scene_.items.push_back({QRectF(from, top, to - from, bottom - top), index, static_cast<int>(i)});
      if (to - from > frame_.px(kLabelWidth)) addValue(bar, i, QRectF(from, top, to - from - gap, bottom - top), color);
    }
    addEnd(bar, top, bottom);
  }

  void addValue(const MemoryBar& bar, std::size_t part, const QRectF& rect, const QColor& color) {
    if (rect.height() < frame_.fonts.normalMetrics.capHeight() + 5) return;
    const QString text = gib(gibToBytes(bar.parts[part]));
    // What lies under the red or amber end is not written over.
    QRectF free = rect;
    if (bar.overCapacity > 0)
      free.setRight(std::min(free.right(), xOf(inGib(view_.capacity))));
    else if (bar.overFitLimit)
      free.setRight(std::min(free.right(), xOf(inGib(view_.fitLimit))));
    // Nor is a value struck through by the fit limit's line: it goes to the wider side.
    const double room = width(Face::normal, text) + 4, limit = xOf(inGib(view_.fitLimit));
    if (std::abs(limit - free.center().x()) < room / 2) {
      if (limit - free.left() > free.right() - limit)
        free.setRight(limit - 2);
      else
        free.setLeft(limit + 2);
    }
    if (room > free.width()) return;
    scene_.addText(frame_.fonts, Face::normal, free.center(), Align::centre, text, Theme::textOn(color));
  }

  // Past the capacity: red with a white hatch, a little higher than the bar. Between fit limit and capacity: amber.
  void addEnd(const MemoryBar& bar, double top, double bottom) {
    const double end = scene_.snap(xOf(bar.total));
    if (bar.overCapacity > 0) {
      const double lip = bottom - top >= 12 ? std::min(2.0, std::floor((pitch_ - (bottom - top)) / 4)) : 0;
      const double from = std::min(scene_.snap(xOf(inGib(view_.capacity))), end - 2);
      QRectF rect = scene_.snap(QRectF(from, top - lip, end - from, bottom - top + 2 * lip));
      // Where most of the bar is too much, a strip below keeps showing what it consists of.
      if (bar.overCapacity > bar.total / 2) rect.setBottom(scene_.snap(bottom - (bottom - top) * 0.3));
      scene_.fills.push_back({rect, Theme::overCapacity(), Hatch::falling, Qt::white, 0});
    } else if (bar.overFitLimit) {
      const double from = std::min(scene_.snap(xOf(inGib(view_.fitLimit))), end - 2);
      const QRectF rect(from, top, end - from, bottom - top);
      scene_.fills.push_back({rect, frame_.color(Token::warnFill), Hatch::rising, frame_.color(Token::warn), 0});
      scene_.outlines.push_back({rect.adjusted(0.5, 0.5, -0.5, -0.5), frame_.color(Token::warn), 1, 0});
    }
  }

  std::size_t rowOf(const MemoryBar& bar) const {
    for (std::size_t i = 0; i < view_.bars.size(); ++i)
      if (view_.bars[i].firstStage == bar.firstStage) return i;
    return 0;
  }

  void addRowTexts(const std::vector<RowSlot>& rows) {
    std::vector<int> important;
    for (std::size_t i = 0; i < bars_.size(); ++i)
      if (bars_[i].fullest) important.push_back(static_cast<int>(i));
    important.push_back(static_cast<int>(bars_.size()) - 1);
    const std::vector<bool> labelled = labelledRows(rows, frame_.fonts.lineHeight() * 0.82, important);
    for (std::size_t i = 0; i < bars_.size(); ++i)
      if (labelled[i]) addRowText(bars_[i], rows[i].middle);
  }

  void addRowText(const MemoryBar& bar, double y) {
    const ChartFonts& fonts = frame_.fonts;
    scene_.addText(fonts, Face::normal, {left_ - 9, y}, Align::right, MemoryChart::barName(bar),
                   frame_.color(Token::text));
    const MemoryLabels labels = memoryLabels(bar, view_.capacity);
    const QColor tone = frame_.color(labels.tone);
    const bool calm = labels.tone == Token::secondaryText;
    scene_.addText(fonts, Face::bold, {totalRight_, y}, Align::right, labels.total,
                   calm ? frame_.color(Token::text) : tone);
    const QRectF share = scene_.addText(fonts, Face::normal, {shareLeft_, y}, Align::left, labels.share, tone);
    if (!(inGib(view_.capacity) > 0)) return;
    const double side = frame_.px(kMarkSize);
    scene_.marks.push_back(
        {QRectF(share.right() + frame_.px(4), scene_.snap(y - side / 2), side, side), labels.mark, tone});
  }

  Scene& scene_;
  const ChartFrame& frame_;
  const MemoryView& view_;
  double upper_;
  std::vector<MemoryBar> bars_;
  double top_ = 0, bottom_ = 0, left_ = 0, right_ = 0, pitch_ = 0, totalRight_ = 0, shareLeft_ = 0;
};

}  // namespace

Bytes gibToBytes(double gib) { return Bytes(std::llround(gib * kGib)); }

MemoryLabels memoryLabels(const MemoryBar& bar, Bytes capacity) {
  MemoryLabels labels;
  const Bytes total = gibToBytes(bar.total);
  labels.total = gibAgainst(total, capacity);
  const double share = capacity.count() > 0 ? ratio(total, capacity) : 0;
  if (bar.overCapacity > 0) {
    labels.share = u'+' + gibUnit(gibToBytes(bar.overCapacity), bar.overCapacity < 0.05 ? 2 : 1);
    labels.mark = Mark::cross;
    labels.tone = Token::bad;
    return labels;
  }
  labels.share = capacity.count() > 0 ? percent(share, share > 0.995 ? 1 : 0) : notAvailable();
  if (bar.overFitLimit) {
    labels.mark = Mark::triangle;
    labels.tone = Token::warn;
  }
  return labels;
}

std::vector<MemoryBar> layoutMemory(Scene& scene, const ChartFrame& frame, const MemoryView& view, double upper) {
  return Layout(scene, frame, view, upper).run();
}

}  // namespace shardscope::ui
