// SPDX-License-Identifier: Apache-2.0
#pragma once
// What the process tells its caller. Scripts rely on these numbers.

namespace shardscope::cli {

enum class ExitCode : int {
  done = 0,
  invalid = 1,      // the scenario is invalid, a batch line was not JSON, or --strict and it does not fit
  badInput = 2,     // a file that cannot be read or understood
  badUsage = 3,     // a command line that cannot be understood
  cannotWrite = 4,  // standard output or a file could not be written
};

}  // namespace shardscope::cli
