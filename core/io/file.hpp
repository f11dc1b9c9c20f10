// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whole files in, whole files out. Paths are UTF-8 (中文 and spaces are ordinary).

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "core/io/error.hpp"

namespace shardscope {

inline constexpr std::size_t kMaxScenarioBytes = 1 << 20;
inline constexpr std::size_t kMaxConfigBytes = 8 << 20;

// Named pipes, `<(…)` of a shell: a window must not wait for their other end, a command does as it is told.
enum class Pipes : std::uint8_t { refuse, use };

// Refuses missing files, directories, unreadable ones, empty ones and ones over `maxBytes`. Anything that is neither a
// regular file nor a pipe that may be used is refused without waiting for it; "-" is standard input.
tl::expected<std::string, Error> readFile(const std::string& path, std::size_t maxBytes, Pipes pipes = Pipes::refuse);

// The whole content, or nothing (AtomicFile).
tl::expected<void, Error> replaceFile(const std::string& path, std::string_view content, Pipes pipes = Pipes::refuse);

}  // namespace shardscope
