// SPDX-License-Identifier: Apache-2.0
#pragma once
// Statements that must hold for every input. A broken one ends the process, so that libFuzzer, a replay under ctest
// and a debugger all see it where it happens.

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace shardscope::fuzz {

inline void claim(bool holds, const char* statement, std::string_view detail = {}) {
  if (holds) return;
  std::fprintf(stderr, "CLAIM BROKEN: %s %.*s\n", statement, static_cast<int>(detail.size()), detail.data());
  std::abort();
}

}  // namespace shardscope::fuzz
