// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers as design §7 writes them: at most four significant digits, a space before units, true minus signs.

#include <QString>
#include <cstdint>

#include "core/units/quantity.hpp"

namespace shardscope::ui {

QString gib(Bytes bytes, int decimals = 1);      // "48.5"; "1,203" (never more than four significant digits)
QString gibUnit(Bytes bytes, int decimals = 1);  // "48.5 GiB"
// A difference, with its sign unless it rounds to nothing: "−2.0 GiB", "+0.5 GiB"; "+172 ms".
QString signedGib(Bytes bytes);
QString signedSeconds(double s);
// Peak against capacity: one decimal, more where rounding would make them equal ("79.64" against 79.60). Symmetric:
// gibAgainst(limit, value) has the same decimals.
QString gibAgainst(Bytes value, Bytes limit);
// The limit beside a value of any size: one decimal, more only where gibAgainst(value, limit) has more.
QString limitText(Bytes limit, Bytes value);
QString seconds(double s);                           // "18.78 s", "172 ms", "0.016 s", "5.2 ms", "52 µs"
QString percent(double fraction, int decimals = 1);  // "39.6 %"
QString count(std::int64_t value);                   // "1,203"
QString si(double value, int digits = 3);            // "55.8 k", "1.05 M", "70.6 B", "15 T"
QString sequence(std::int64_t tokens);               // "8 K" for 8192, "8190" else
QString delta(double fraction);                      // "−3.5 %", "+18.1 %"
QString notAvailable();                              // "—"

}  // namespace shardscope::ui
