// SPDX-License-Identifier: Apache-2.0
#pragma once
// What is left when a part of the program breaks its promise to throw nothing: a message and an exit code, no abort.

#include <functional>

#include "app/cli/exit_code.hpp"
#include "core/text/language.hpp"

namespace shardscope::cli {

// The code of `work`; after an exception a message on standard error and ExitCode::badInput (this input defeats the
// program).
ExitCode guarded(Language language, const std::function<ExitCode()>& work) noexcept;

}  // namespace shardscope::cli
