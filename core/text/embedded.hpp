// SPDX-License-Identifier: Apache-2.0
#pragma once
// Files of resources/ compiled into the core (see core/embed.cmake).

#include <string_view>
#include <vector>

namespace shardscope {

struct EmbeddedFile {
  std::string_view name;  // "messages/rules.json"
  std::string_view text;
};
std::vector<EmbeddedFile> embeddedFiles();

}  // namespace shardscope
