// SPDX-License-Identifier: Apache-2.0
#pragma once
// The command line as a value. What it can say is one table (commands.hpp); help and parser both read it.

#include <span>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "core/text/language.hpp"

namespace shardscope::cli {

struct Command;

struct Options {
  const Command* command = nullptr;  // none: only --help or --version
  Language language = Language::en;
  bool help = false, version = false, json = false, asCsv = false, strict = false, force = false;
  std::string operand;  // FILE, CONFIG.json or a topic; empty = not given
  std::string output;   // -o; empty = not given
  std::string target;   // --to
  bool pareto = false, keepInfeasible = false;
  std::string vary, axes, metric, top, csv, threads;  // of sweep, as written; empty = not given
  std::string family;                                 // --family; empty = all
  std::string worst;                                  // --worst, as written; empty = not given
  std::string calibrate;                              // --calibrate; empty = not given
  std::string framework;                              // --framework, as written; empty = not given
  std::string worth;                                  // --worth, as written; empty = not given
  std::string globalBatch, tokens, gpusMax;           // of batches, as written; empty = not given
  std::string profile;                                // --profile; empty = none
  std::string explain;                                // --explain; empty = not given
};

// The language of --lang/--locale if it is a known one, else that of LC_ALL, LC_MESSAGES, LANG (the first that is set
// counts), else English. Needed before the rest is understood, for the message about what is not.
Language languageFor(std::span<const std::string> arguments);

// A usage error is one rendered sentence.
tl::expected<Options, std::string> parseArguments(std::span<const std::string> arguments);

}  // namespace shardscope::cli
