// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/step_time_scene.hpp"

#include <algorithm>
#include <cmath>

#include "ui/charts/chart_header.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

constexpr double kLabelWidth = 27;
constexpr double kChip = 16;
constexpr double kDimmed = 0.55;  // towards the panel, for what cannot run

class Layout {
 public:
  Layout(Scene& scene, const ChartFrame& frame, const std::vector<StepTimeBar>& bars, double upper)
      : scene_(scene), frame_(frame), bars_(bars), upper_(upper) {}

  void run() {
    top_ = layoutHeader(scene_, frame_, StepTimeChart::tr("Step time"), legend());
    inMs_ = upper_ < 1;
    placeColumns();
    placeAxis();
    RowRule rule;
    rule.firstWeight = 1.4;
    rule.maxBar = frame_.px(frame_.compact ? 15 : 17);
    rule.maxPitch = rule.maxBar / 0.7;
    rule.fill = 0.7;
    const std::vector<RowSlot> rows = rowSlots(static_cast<int>(bars_.size()), top_ + 2, bottom_, rule);
    const std::vector<bool> labelled = labelledRows(rows, frame_.fonts.lineHeight() * 0.82, {0});
    for (std::size_t i = 0; i < bars_.size(); ++i) addBar(static_cast<int>(i), rows[i], labelled[i]);
  }

 private:
  // Only terms that occur: a dense model on one node has no EP, CP or PP time.
  std::vector<LegendEntry> legend() const {
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < static_cast<std::size_t>(TimePart::count); ++i) {
      const auto occurs = [i](const StepTimeBar& bar) { return bar.parts[i] > 0; };
      if (std::none_of(bars_.begin(), bars_.end(), occurs)) continue;
      const auto part = static_cast<TimePart>(i);
      LegendEntry entry;
      entry.color = timeFill(frame_.theme, part);
      entry.text = StepTimeChart::partName(part);
      entry.shortText = StepTimeChart::shortPartName(part);
      if (part == TimePart::bubble) {
        entry.hatch = Hatch::rising;
        entry.hatchColor = frame_.color(Token::hatch);
      }
      entries.push_back(entry);
    }
    return entries;
  }

  double width(Face face, const QString& text) const { return frame_.fonts.width(face, text); }

  QString ifItFitted(const StepTimeBar& bar) const {
    return bar.cannotRun && bar.step > 0 ? StepTimeChart::tr("if it fitted") : QString();
  }

  QString difference(const StepTimeBar& bar) const {
    if (bar.pin == 0) return bars_.size() > 1 ? StepTimeChart::tr("baseline") : QString();
    const double base = bars_.front().step;
    return base > 0 && bar.step > 0 ? delta(bar.step / base - 1) : notAvailable();
  }

  void placeColumns() {
    left_ = barsLeft(frame_);
    double column = width(Face::normal, StepTimeChart::tr("baseline"));
    double label = width(Face::bold, QStringLiteral("88.88 s"));
    for (const StepTimeBar& bar : bars_) {
      column = std::max(column, width(Face::normal, difference(bar)));
      const QString suffix = ifItFitted(bar);
      label = std::max(label,
                       width(Face::bold, seconds(bar.step)) + (suffix.isEmpty() ? 0 : width(Face::small, suffix) + 6));
    }
    const double end = frame_.size.width() - frame_.px(kPadding + 12) - column;
    // The longest bar leaves about a twentieth of the axis free, the rest of its label needs room of its own.
    right_ = std::max(left_ + 40, std::floor(end - std::max(0.0, label + 14 - 0.057 * (end - left_))));
  }

  void placeAxis() {
    const double tickRow = std::ceil(frame_.fonts.smallMetrics.height()) + 9;
    bottom_ = std::max(top_ + 8, frame_.size.height() - tickRow - 2);
    scene_.axis.margins =
        QMargins(static_cast<int>(left_), static_cast<int>(top_), static_cast<int>(frame_.size.width() - right_),
                 static_cast<int>(frame_.size.height() - bottom_));
    scene_.axis.upper = upper_ * unitScale();
    scene_.axis.step = niceStep(scene_.axis.upper, std::max(3.5, (right_ - left_) / frame_.px(115)));
    scene_.axis.decimals = decimalsOf(scene_.axis.step);
    addAxisTexts(scene_, frame_, left_, right_, bottom_, inMs_ ? QStringLiteral("ms") : QStringLiteral("s"));
  }

  double unitScale() const { return inMs_ ? 1000 : 1; }
  double xOf(double s) const { return left_ + (right_ - left_) * s / upper_; }

  void addBar(int row, const RowSlot& slot, bool labelled) {
    const StepTimeBar& bar = bars_[static_cast<std::size_t>(row)];
    const double height = std::max(1.0, scene_.snap(slot.height));
    const double top = scene_.snap(slot.middle - height / 2), bottom = top + height;
    double sum = 0;
    for (std::size_t i = 0; i < bar.parts.size(); ++i) {
      const double from = scene_.snap(xOf(sum));
      sum += bar.parts[i];
      const double to = scene_.snap(xOf(sum));
      if (bar.parts[i] <= 0) continue;
      const double shown = std::max(to - from, 1 / scene_.pixelRatio);  // a term that exists is seen
      addSegment(bar, row, i, QRectF(from, top, shown, bottom - top));
    }
    if (labelled) addTexts(bar, slot, scene_.snap(xOf(sum)));
  }

  void addSegment(const StepTimeBar& bar, int row, std::size_t index, const QRectF& rect) {
    const auto part = static_cast<TimePart>(index);
    const QColor panel = frame_.color(Token::panel);
    const double dim = bar.cannotRun ? kDimmed : 0;
    SceneFill fill{rect, mix(timeFill(frame_.theme, part), panel, dim), Hatch::none, {}, 0};
    if (rect.width() >= 2) fill.rect.setRight(rect.right() - 1);  // the panel shows between neighbours
    if (part == TimePart::bubble) {
      fill.hatch = Hatch::rising;
      fill.hatchColor = mix(frame_.color(Token::hatch), panel, dim);
    }
    scene_.fills.push_back(fill);
    scene_.items.push_back({rect, row, static_cast<int>(index)});
    if (rect.width() <= frame_.px(kLabelWidth) || rect.height() < frame_.fonts.normalMetrics.capHeight() + 5) return;
    const QString text = threeDigits(bar.parts[index] * unitScale());
    const double needed = width(Face::normal, text);
    if (needed + 4 > rect.width()) return;
    const QPointF centre = fill.rect.center();
    if (part == TimePart::bubble) {  // on a plate, so that the hatch does not run through the digits
      const double half = frame_.fonts.normalMetrics.capHeight() / 2 + 3;
      scene_.fills.push_back({scene_.snap(QRectF(centre.x() - needed / 2 - 3, centre.y() - half, needed + 6, 2 * half)),
                              fill.color,
                              Hatch::none,
                              {},
                              0});
      scene_.addText(frame_.fonts, Face::normal, centre, Align::centre, text, frame_.color(Token::text));
      return;
    }
    scene_.addText(frame_.fonts, Face::normal, centre, Align::centre, text, Theme::textOn(fill.color));
  }

  void addTexts(const StepTimeBar& bar, const RowSlot& slot, double end) {
    const double y = slot.middle;
    addChip(bar.pin, y, std::min(frame_.px(kChip), std::round(slot.height + 3)));
    const QColor secondary = frame_.color(Token::secondaryText);
    const QString total = bar.step > 0 ? seconds(bar.step) : notAvailable();
    const QRectF label = scene_.addText(frame_.fonts, Face::bold, {end + 7, y}, Align::left, total,
                                        bar.cannotRun ? secondary : frame_.color(Token::text));
    if (const QString suffix = ifItFitted(bar); !suffix.isEmpty())
      scene_.addText(frame_.fonts, Face::small, {label.right() + 6, y}, Align::left, suffix, secondary);
    if (const QString text = difference(bar); !text.isEmpty())
      scene_.addText(frame_.fonts, Face::normal, {frame_.size.width() - frame_.px(kPadding), y}, Align::right, text,
                     secondary);
  }

  void addChip(int pin, double y, double side) {
    const QRectF chip = scene_.snap(QRectF(left_ - frame_.px(9) - side, y - side / 2, side, side));
    scene_.fills.push_back({chip, Theme::pin(pin), Hatch::none, {}, 3});
    const QString letter(QChar(static_cast<char16_t>(u'A' + pin)));
    scene_.addText(frame_.fonts, side < frame_.px(14) ? Face::small : Face::bold, chip.center(), Align::centre, letter,
                   Theme::textOn(Theme::pin(pin)));
  }

  Scene& scene_;
  const ChartFrame& frame_;
  const std::vector<StepTimeBar>& bars_;
  double upper_;
  bool inMs_ = false;
  double top_ = 0, bottom_ = 0, left_ = 0, right_ = 0;
};

}  // namespace

void layoutStepTime(Scene& scene, const ChartFrame& frame, const std::vector<StepTimeBar>& bars, double upper) {
  Layout(scene, frame, bars, upper).run();
}

QColor timeFill(const Theme& theme, TimePart part) {
  return part == TimePart::bubble ? theme.bubbleFill() : Theme::time(part);
}

QString threeDigits(double value) {
  const double size = std::abs(value);
  const int decimals = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
  return QString::number(value, 'f', decimals);
}

}  // namespace shardscope::ui
