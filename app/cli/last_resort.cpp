// SPDX-License-Identifier: Apache-2.0
#include "app/cli/last_resort.hpp"

#include <unistd.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "app/cli/layout.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

void say(std::string_view line) noexcept {
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), line.size());
}

void explain(Language language, const char* detail) {
  const auto sentence = text("cli-unexpected", language, {{"detail", printable(detail)}});
  say("shardscope-cli: " + text("cli-error", language) + sentence + "\n");
}

void explainOutOfMemory() noexcept { say("shardscope-cli: error: out of memory\n"); }

}  // namespace

ExitCode guarded(Language language, const std::function<ExitCode()>& work) noexcept {
  try {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      explainOutOfMemory();
    } catch (const std::exception& exception) {
      explain(language, exception.what());
    } catch (...) {
      explain(language, "unknown exception");
    }
  } catch (...) {
    explainOutOfMemory();
  }
  return ExitCode::badInput;
}

}  // namespace shardscope::cli
