// SPDX-License-Identifier: Apache-2.0
#include "core/rules/figure_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "core/units/quantity.hpp"

namespace shardscope {
namespace {

std::string grouped(double value) {
  if (std::nearbyint(value) != value || std::fabs(value) > 1e12) return fmt::format("{:g}", value);
  const auto digits = fmt::format("{:.0f}", std::fabs(value));
  std::string text(value < 0 ? 1 : 0, '-');
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text.push_back(',');
    text.push_back(digits[i]);
  }
  return text;
}

std::string secondsText(double s) {
  if (s >= 100) return fmt::format("{:.0f} s", s);
  if (s >= 1) return fmt::format("{:.2f} s", s);
  if (s >= 0.01) return fmt::format("{:.0f} ms", s * 1e3);
  return fmt::format("{:.2g} ms", s * 1e3);
}

std::string scaled(double value) {
  constexpr struct {
    double unit;
    std::string_view letter;
  } kScales[] = {{1e12, "T"}, {1e9, "B"}, {1e6, "M"}, {1e3, "k"}};
  for (const auto& scale : kScales)
    if (value >= scale.unit) return fmt::format("{:.3g} {}", value / scale.unit, scale.letter);
  return grouped(value);
}

}  // namespace

std::string figureText(double value, Figure figure) {
  switch (figure) {
    case Figure::count: return grouped(value);
    case Figure::share: return fmt::format("{:.1f} %", value * 100);
    case Figure::gigabytes: return fmt::format("{:.1f}", value / kGb);
    case Figure::gibibytes: return fmt::format("{:.1f}", value / kGib);
    case Figure::seconds: return secondsText(value);
    case Figure::tokens: return scaled(value);
    case Figure::factor: return fmt::format("{:.2f}", value);
  }
  return {};
}

}  // namespace shardscope
