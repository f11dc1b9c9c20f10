// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a command works with, and the ways in which it ends.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/exit_code.hpp"
#include "app/cli/options.hpp"
#include "app/cli/output.hpp"
#include "app/cli/style.hpp"
#include "core/io/error.hpp"
#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"
#include "core/validate/profile.hpp"

namespace shardscope::cli {

struct Context {
  Options options;
  std::optional<Profile> profile;  // --profile
  Style style;                     // of standard output
  Output out{1}, err{2};           // data; messages

  Language language() const { return options.language; }
  std::string say(std::string_view id) const;

  // One line on standard error: "shardscope-cli: …".
  void message(std::string_view text);
  void note(std::string_view text);
  void warn(std::string_view text);
  void error(std::string_view text);

  ExitCode fail(ExitCode code, std::string_view text);
  ExitCode fail(ExitCode code, const Error& error);
  ExitCode failOnErrors(ExitCode code, std::span<const Error> errors);

  // Writes `text` to standard output and flushes. A reader that has gone away is no mistake to report, but the caller
  // learns that not all was written.
  ExitCode print(std::string_view text);
  ExitCode finishOutput();
};

// What a scenario whose report was shown ends with: 1 if it is invalid, or under --strict does not fit, and why.
ExitCode verdictExit(Context& context, const Scenario& scenario, const Report& report);

}  // namespace shardscope::cli
