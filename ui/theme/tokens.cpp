// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/tokens.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::ui {
namespace {

template <class Enum>
constexpr std::size_t index(Enum value) {
  return static_cast<std::size_t>(value);
}

using Palette = std::array<QRgb, index(Token::count)>;

// window panel alternate control text secondaryText border softBorder
// accent accentFill onAccent ok okFill warn warnFill bad badFill hatch
constexpr Palette kLight{0xffE9ECF0, 0xffFFFFFF, 0xffF4F6F8, 0xffFBFCFD, 0xff1A1F26, 0xff545E6A,
                         0xffC9D0D8, 0xffE3E7EC, 0xff0B62C4, 0xffE1EDFB, 0xffFFFFFF, 0xff17713F,
                         0xffDFF3E7, 0xff7D5200, 0xffFFF0CC, 0xffB3261E, 0xffFCE5E3, 0xffAEB7C1};
constexpr Palette kDark{0xff191C21, 0xff23272D, 0xff2A2F36, 0xff2A2F36, 0xffE8EBEF, 0xffA6AFBA,
                        0xff3C434D, 0xff30363E, 0xff6CB0FF, 0xff1D344F, 0xff0B1A2B, 0xff66D097,
                        0xff1B3A2A, 0xffF2C25F, 0xff3F3219, 0xffFF9188, 0xff4B2422, 0xff5A636E};

constexpr std::array<QRgb, index(MemoryPart::count)> kMemory{0xff2F6FB5, 0xff7FB8E6, 0xff1F9E83, 0xffF0A830,
                                                             0xff914682, 0xffA47D46, 0xffABB2BA};
constexpr std::array<QRgb, index(TimePart::count)> kTime{0xff2F6FB5, 0xff7FB8E6, 0xffF0A830, 0xffD8C164, 0xff914682,
                                                         0xffA47D46, 0xff6952E0, 0xffDDE2E8, 0xff1F9E83};
constexpr std::array<QRgb, 6> kPins{0xff0B62C4, 0xff9A4DB0, 0xffA85B00, 0xff17713F, 0xff5B6470, 0xff8A3324};
constexpr std::array<QRgb, 10> kHeat{0xff443983, 0xff3B528B, 0xff31688E, 0xff287C8E, 0xff21918C,
                                     0xff20A486, 0xff35B779, 0xff5DC863, 0xff90D743, 0xffE4E22B};

// Relative luminance, WCAG 2.1.
double luminance(const QColor& color) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

}  // namespace

const Theme& Theme::of(ThemeName name) {
  static const Theme light(ThemeName::light);
  static const Theme dark(ThemeName::dark);
  return name == ThemeName::light ? light : dark;
}

QColor Theme::color(Token token) const {
  return QColor::fromRgb((name_ == ThemeName::light ? kLight : kDark)[index(token)]);
}

QColor Theme::memory(MemoryPart part) { return QColor::fromRgb(kMemory[index(part)]); }

QColor Theme::time(TimePart part) { return QColor::fromRgb(kTime[index(part)]); }

QColor Theme::bubbleFill() const {
  return name_ == ThemeName::light ? time(TimePart::bubble) : QColor::fromRgb(0xff454D57);
}

QColor Theme::overCapacity() { return QColor::fromRgb(0xffB3261E); }

QColor Theme::pin(int index) {
  return QColor::fromRgb(kPins[static_cast<std::size_t>(std::clamp(index, 0, static_cast<int>(kPins.size()) - 1))]);
}

QColor Theme::heat(double benefit) {
  const double last = static_cast<double>(kHeat.size() - 1);
  const double place = std::isnan(benefit) ? 0.0 : std::clamp(benefit, 0.0, 1.0) * last;
  const auto below = static_cast<std::size_t>(std::min(std::floor(place), last - 1));
  return mixed(QColor::fromRgb(kHeat[below + 1]), QColor::fromRgb(kHeat[below]), place - static_cast<double>(below));
}

QColor Theme::textOn(const QColor& fill) {
  return luminance(fill) > 0.24 ? QColor::fromRgb(0xff14181D) : QColor::fromRgb(0xffFFFFFF);
}

QColor mixed(const QColor& top, const QColor& under, double share) {
  const auto blend = [share](int a, int b) { return static_cast<int>(std::lround(b + (a - b) * share)); };
  return {blend(top.red(), under.red()), blend(top.green(), under.green()), blend(top.blue(), under.blue())};
}

}  // namespace shardscope::ui
