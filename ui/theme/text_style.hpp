// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Type and measure: every font is the application's body font times a factor, every length a number of pixels at the
// reference body of 12 px, so the system's scale and View > Text size move text and controls together.

#include <QFont>
#include <cstdint>

namespace shardscope::ui {

// 12 px body and bold body, 11 px notes, 13 px lessons, 14 px titles, 20 px bold figures, 12 px formulas.
enum class TextRole : std::uint8_t { body, strong, secondary, secondaryStrong, lesson, title, figure, formula };

QFont textFont(TextRole role);
// A length of the design (drawn for a 12 px body) at today's body size.
double scaled(double designPixels);
int scaledInt(double designPixels);  // rounded, at least 1 for a positive length

// View > Text size, 0.8 to 1.6; presentation 1.4. Kept by the application object; applies at once.
void setTextScale(double scale);
double textScale();

}  // namespace shardscope::ui
