// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A stop's value as text and back: "128", "1,024", and "8 K" for sequence lengths.

#include <QString>
#include <cstdint>
#include <optional>

namespace shardscope::ui {

QString stopText(std::int64_t value, bool asSequence);
// What someone typed: "1,024", " 8 "; sequences also "8k", "8 K", "1 M" (× 1024). Nothing for anything that is not a
// whole number ≥ 1 of 64 bits: no rounding.
std::optional<std::int64_t> parsedStop(const QString& typed, bool asSequence);

}  // namespace shardscope::ui
