// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one table of colours and sizes (design tokens). Meaning never rests on colour alone.

#include <QColor>
#include <QIcon>
#include <cstdint>

#include "core/report/report.hpp"

namespace shardscope::ui {

enum class ThemeName : std::uint8_t { light, dark };

enum class Token : std::uint8_t {
  window,
  panel,
  alternate,
  control,
  text,
  secondaryText,
  border,
  softBorder,
  accent,
  accentFill,
  onAccent,
  ok,
  okFill,
  warn,
  warnFill,
  bad,
  badFill,
  hatch,
  count
};

// Segments of the memory bar, bottom to top (left to right).
enum class MemoryPart : std::uint8_t {
  parameters,
  gradients,
  optimizer,
  activations,
  temporary,
  buffers,
  overhead,
  count
};
// Segments of the step-time bar.
enum class TimePart : std::uint8_t { compute, attention, tp, cp, ep, pp, dpExposed, bubble, optimizer, count };

class Theme {
 public:
  static const Theme& of(ThemeName name);
  ThemeName name() const { return name_; }
  QColor color(Token token) const;
  static QColor memory(MemoryPart part);
  static QColor time(TimePart part);  // the bubble's fill depends on the theme: see bubbleFill
  QColor bubbleFill() const;
  static QColor overCapacity();              // #B3261E, drawn with a white hatch
  static QColor pin(int index);              // A–F
  static QColor heat(double benefit);        // 0 = worst, 1 = best; monotone lightness
  static QColor textOn(const QColor& fill);  // #14181D or white by luminance (limit 0.24)

 private:
  explicit Theme(ThemeName name) : name_(name) {}
  ThemeName name_;
};

// `share` of `top` over `under`: dimmed and disabled colours.
QColor mixed(const QColor& top, const QColor& under, double share);

// The theme in force, read from the application's palette (dark window → dark), so widgets need no global.
const Theme& currentTheme();
// Fusion drawn flat (theme_style.hpp), palette and base font. Emits PaletteChange everywhere; no style sheet.
void applyTheme(ThemeName name);

// Icons are SVG files in :/icons, 16 px, recoloured from the palette (enabled and disabled states).
// Names: open save undo redo lock unlock link export pin lessons present info warn error check reset more close
QIcon icon(const char* name);
// The same in a colour of the table, which follows the theme (a warning in `warn`, a lock in `accent`).
QIcon icon(const char* name, Token enabledColor);

}  // namespace shardscope::ui
