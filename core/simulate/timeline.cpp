// SPDX-License-Identifier: Apache-2.0
#include "core/simulate/timeline.hpp"

#include <algorithm>

namespace shardscope {

std::vector<std::int32_t> criticalPath(const Timeline& timeline) {
  std::vector<std::int32_t> path;
  const auto& blocks = timeline.blocks;
  const auto last =
      std::max_element(blocks.begin(), blocks.end(), [](const Block& a, const Block& b) { return a.end < b.end; });
  if (last == blocks.end()) return path;
  for (auto at = static_cast<std::int32_t>(last - blocks.begin()); at >= 0;
       at = blocks[static_cast<std::size_t>(at)].waitedFor)
    path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace shardscope
