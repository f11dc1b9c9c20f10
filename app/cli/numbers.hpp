// SPDX-License-Identifier: Apache-2.0
#pragma once
// Numbers as people read them: at most four significant digits, unit behind a no-break space, the same in both
// languages.

#include <cstdint>
#include <string>

#include "core/units/quantity.hpp"

namespace shardscope::cli {

std::string gib(Bytes bytes, int decimals = 1);  // "48.5" (no unit)
// Decimals (1…4) at which two byte counts that differ still read differently; rounding never changes a verdict.
int decimalsToTell(Bytes a, Bytes b);
std::string significant(double value, int digits = 4);  // "18.78", "0.4321", "1,203"
std::string grouped(std::int64_t value);                // "1,203,456"
std::string count(double value);                        // "128", "1,203", "55.8 k", "70.55 B"
std::string seconds(double value);                      // "18.78 s", "172 ms", "3.4 µs"
std::string percent(double fraction);                   // "39.6 %"
std::string gigabytes(double bytes);                    // "1.234 GB", decimal
std::string flops(double value);                        // "4.53 EFLOP"

}  // namespace shardscope::cli
