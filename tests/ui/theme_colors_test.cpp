// SPDX-License-Identifier: Apache-2.0
// Segments of one chart stay apart for normal, protan, deutan and tritan sight.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

using Vec = std::array<double, 3>;
using Matrix = std::array<Vec, 3>;

Vec times(const Matrix& m, const Vec& v) {
  Vec out{};
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

// Machado, Oliveira, Fernandes 2009, severity 1.0; applied to linear RGB.
const std::array<std::pair<const char*, Matrix>, 4> kSights{{
    {"normal", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    {"protan", {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"deutan", {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"tritan", {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}},
}};

Vec linear(const QColor& color) {
  const auto one = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return {one(color.redF()), one(color.greenF()), one(color.blueF())};
}

// CIE L*a*b*, white D65.
Vec lab(const Vec& rgb) {
  const Matrix toXyz{
      {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
  const Vec xyz = times(toXyz, rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double difference(const QColor& a, const QColor& b, const Matrix& sight) {
  const auto seen = [&sight](const QColor& color) {
    Vec rgb = times(sight, linear(color));
    for (double& c : rgb) c = std::min(std::max(c, 0.0), 1.0);
    return lab(rgb);
  };
  const Vec p = seen(a), q = seen(b);
  return std::sqrt(std::pow(p[0] - q[0], 2) + std::pow(p[1] - q[1], 2) + std::pow(p[2] - q[2], 2));
}

void expectApart(const std::vector<QColor>& fills, double least) {
  for (const auto& [sight, matrix] : kSights) {
    for (std::size_t i = 0; i < fills.size(); ++i) {
      for (std::size_t j = i + 1; j < fills.size(); ++j) {
        EXPECT_GE(difference(fills[i], fills[j], matrix), least)
            << sight << ": " << fills[i].name().toStdString() << " and " << fills[j].name().toStdString();
      }
    }
  }
}

std::vector<QColor> timeFills(ThemeName theme) {
  std::vector<QColor> fills;
  for (int i = 0; i < static_cast<int>(TimePart::count); ++i) {
    const auto part = static_cast<TimePart>(i);
    fills.push_back(part == TimePart::bubble ? Theme::of(theme).bubbleFill() : Theme::time(part));
  }
  return fills;
}

TEST(SegmentColors, MemoryPartsStayApart) {
  std::vector<QColor> fills;
  for (int i = 0; i < static_cast<int>(MemoryPart::count); ++i)
    fills.push_back(Theme::memory(static_cast<MemoryPart>(i)));
  expectApart(fills, 16);
}

TEST(SegmentColors, TimePartsStayApart) {
  expectApart(timeFills(ThemeName::light), 16);
  expectApart(timeFills(ThemeName::dark), 14);  // the bubble is hatched as well
}

}  // namespace
}  // namespace shardscope::ui
