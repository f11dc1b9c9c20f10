// SPDX-License-Identifier: Apache-2.0
#pragma once
// How text may look where it goes. Meaning is never in a colour alone.

#include <string>
#include <string_view>

namespace shardscope::cli {

enum class Tone { plain, heading, dim, good, caution, bad, forward, backward, weight };

struct Style {
  bool colour = false;
  bool blocks = true;  // block elements in bars; otherwise ASCII
  int width = 80;      // columns
};

// For what a descriptor is connected to: colour only on a terminal that can, and if NO_COLOR is unset.
Style styleFor(int descriptor);

std::string painted(std::string_view text, Tone tone, const Style& style);
// A bar of `width` columns of which `share` (0…1, cut there) is filled. At least one column is filled if share > 0.
std::string bar(double share, int width, const Style& style);

}  // namespace shardscope::cli
