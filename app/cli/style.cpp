// SPDX-License-Identifier: Apache-2.0
#include "app/cli/style.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace shardscope::cli {
namespace {

constexpr int kNarrowest = 60, kWidest = 100;

bool isDumb(const char* terminal) { return terminal == nullptr || std::string_view(terminal) == "dumb"; }

std::string_view escapeOf(Tone tone) {
  switch (tone) {
    case Tone::plain: return "";
    case Tone::heading: return "\x1b[1m";
    case Tone::dim: return "\x1b[2m";
    case Tone::good: return "\x1b[1;32m";
    case Tone::caution: return "\x1b[1;33m";
    case Tone::bad: return "\x1b[1;31m";
    case Tone::forward: return "\x1b[34m";
    case Tone::backward: return "\x1b[33m";
    case Tone::weight: return "\x1b[36m";
  }
  return "";
}

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

}  // namespace

Style styleFor(int descriptor) {
  Style style;
  const char* terminal = std::getenv("TERM");
  const char* noColour = std::getenv("NO_COLOR");
  const bool isTerminal = ::isatty(descriptor) == 1;
  style.colour = isTerminal && !isDumb(terminal) && (noColour == nullptr || *noColour == '\0');
  style.blocks = terminal == nullptr || std::string_view(terminal) != "dumb";
  winsize size{};
  if (isTerminal && ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    style.width = std::clamp<int>(size.ws_col, kNarrowest, kWidest);
  return style;
}

std::string painted(std::string_view text, Tone tone, const Style& style) {
  const auto escape = escapeOf(tone);
  if (!style.colour || escape.empty() || text.empty()) return std::string(text);
  return std::string(escape) + std::string(text) + "\x1b[0m";
}

std::string bar(double share, int width, const Style& style) {
  const double filled = std::clamp(share, 0.0, 1.0) * width;
  const int least = share > 0 ? 1 : 0;
  const int full = std::clamp(static_cast<int>(std::lround(filled)), std::min(least, width), width);
  return repeated(style.blocks ? "█" : "#", full) + repeated(style.blocks ? "░" : ".", width - full);
}

}  // namespace shardscope::cli
