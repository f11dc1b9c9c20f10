#pragma once
// Whole files in, whole files out. Paths are UTF-8 (中文 and spaces are ordinary).

#include <cstddef>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/io/error.hpp"

namespace shardscope {

inline constexpr std::size_t kMaxScenarioBytes = 1 << 20;
inline constexpr std::size_t kMaxConfigBytes = 8 << 20;

// Refuses missing files, directories, unreadable ones, empty ones and ones over `maxBytes`. Never blocks on a FIFO or
// device: anything that is not a regular file is refused, except "-" (standard input).
tl::expected<std::string, Error> readFile(const std::string& path, std::size_t maxBytes);

// Writes to a temporary name beside `path`, syncs, renames: the old file or the new one, never half of one.
// A symbolic link keeps pointing at its (replaced) target; existing permissions are kept.
tl::expected<void, Error> replaceFile(const std::string& path, std::string_view content);

}  // namespace shardscope
