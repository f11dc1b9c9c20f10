// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the system says about a file (errno) as errors of ours.

#include <string>

#include "core/io/error.hpp"

namespace shardscope {

Error readError(int code, const std::string& path);
Error writeError(int code, const std::string& path);

}  // namespace shardscope
