// SPDX-License-Identifier: Apache-2.0
#pragma once
// Every command of the program in one table. A new command is a file with its run function and a row here.

#include <cstdint>
#include <span>
#include <string_view>

#include "app/cli/exit_code.hpp"

namespace shardscope::cli {

struct Context;

enum class Opt : std::uint8_t {
  json,
  strict,
  output,
  target,
  force,
  vary,
  axes,
  metric,
  top,
  pareto,
  csv,
  threads,
  keepInfeasible,
  asCsv,
  family,
  worst,
  calibrate,
  framework,
  worth,
  globalBatch,
  tokens,
  gpusMax,
  explain
};

struct OptionInfo {
  Opt option{};
  std::string_view flag;   // "-o,--output"
  std::string_view value;  // "FILE"; empty for a switch
  std::string_view text;   // message id of its line in the help
};

enum class Operand : std::uint8_t { none, optional, required };

struct Command {
  std::string_view name;
  std::string_view operandName;  // "FILE", as the help shows it
  Operand operand{};
  std::string_view text;         // message id: what the command does
  std::string_view operandText;  // message id: what the operand may be
  std::span<const OptionInfo> options;
  ExitCode (*run)(Context&) = nullptr;
};

std::span<const Command> commands();
const Command* commandNamed(std::string_view name);

ExitCode runEvaluate(Context& context);
ExitCode runBatch(Context& context);
ExitCode runBatches(Context& context);
ExitCode runParams(Context& context);
ExitCode runRules(Context& context);
ExitCode runCatalogue(Context& context);
ExitCode runExport(Context& context);
ExitCode runSweepCommand(Context& context);
ExitCode runAdvise(Context& context);
ExitCode runSimulate(Context& context);
ExitCode runValidate(Context& context);

}  // namespace shardscope::cli
