#pragma once
// Numbers as design §7 writes them: at most four significant digits, a space before units, true minus signs.

#include <QString>
#include <cstdint>

#include "core/units/quantity.hpp"

namespace shardscope::ui {

QString gib(Bytes bytes, int decimals = 1);          // "48.5"
QString gibUnit(Bytes bytes, int decimals = 1);      // "48.5 GiB"
// Peak against capacity: one decimal, two where rounding would change the verdict ("79.64").
QString gibAgainst(Bytes value, Bytes limit);
QString seconds(double s);                           // "18.78 s", "172 ms", "0.016 s"
QString percent(double fraction, int decimals = 1);  // "39.6 %"
QString count(std::int64_t value);                   // "1,203"
QString si(double value, int digits = 3);            // "55.8 k", "1.05 M", "70.6 B", "15 T"
QString sequence(std::int64_t tokens);               // "8 K" for 8192, "8190" else
QString delta(double fraction);                      // "−3.5 %", "+18.1 %"
QString notAvailable();                              // "—"

}  // namespace shardscope::ui
