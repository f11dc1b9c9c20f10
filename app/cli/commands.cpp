// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands.hpp"

#include <algorithm>
#include <array>

namespace shardscope::cli {
namespace {

constexpr OptionInfo kJson{Opt::json, "--json", "", "cli-option-json"};

constexpr std::array kEvaluateOptions = {kJson, OptionInfo{Opt::explain, "--explain", "KEY", "cli-option-explain"},
                                         OptionInfo{Opt::strict, "--strict", "", "cli-option-strict"}};
constexpr std::array kBatchOptions = {OptionInfo{Opt::output, "-o,--output", "FILE", "cli-option-output-file"}};
constexpr std::array kJsonOnly = {kJson};
constexpr std::array kRulesOptions = {OptionInfo{Opt::framework, "--framework", "NAME", "cli-option-framework"}, kJson};
constexpr std::array kExportOptions = {OptionInfo{Opt::target, "--to", "TARGET", "cli-option-to"},
                                       OptionInfo{Opt::output, "-o,--output", "DIR", "cli-option-output-dir"},
                                       OptionInfo{Opt::force, "--force", "", "cli-option-force"},
                                       OptionInfo{Opt::json, "--json", "", "cli-option-json-coverage"},
                                       OptionInfo{Opt::strict, "--strict", "", "cli-option-strict"}};
constexpr std::array kValidateOptions = {OptionInfo{Opt::json, "--json", "", "cli-option-json"},
                                         OptionInfo{Opt::family, "--family", "NAME", "cli-option-family"},
                                         OptionInfo{Opt::worst, "--worst", "N", "cli-option-worst"},
                                         OptionInfo{Opt::calibrate, "--calibrate", "FILE", "cli-option-calibrate"}};

constexpr std::array kSweepOptions = {
    OptionInfo{Opt::vary, "--vary", "DIM[=VALUES],…", "cli-option-vary"},
    OptionInfo{Opt::axes, "--axes", "X,Y", "cli-option-axes"},
    OptionInfo{Opt::metric, "--metric", "METRIC", "cli-option-metric"},
    OptionInfo{Opt::top, "--top", "N", "cli-option-top"},
    OptionInfo{Opt::pareto, "--pareto", "", "cli-option-pareto"},
    OptionInfo{Opt::csv, "--csv", "FILE", "cli-option-csv"},
    OptionInfo{Opt::threads, "--threads", "N", "cli-option-threads"},
    OptionInfo{Opt::keepInfeasible, "--keep-infeasible", "", "cli-option-keep-infeasible"},
    kJson};

constexpr std::array kAdviseOptions = {OptionInfo{Opt::worth, "--worth", "PERCENT", "cli-option-worth"}, kJson};

constexpr std::array kBatchesOptions = {OptionInfo{Opt::globalBatch, "--global-batch", "N", "cli-option-global-batch"},
                                        OptionInfo{Opt::tokens, "--tokens", "N", "cli-option-tokens"},
                                        OptionInfo{Opt::gpusMax, "--gpus-max", "N", "cli-option-gpus-max"},
                                        OptionInfo{Opt::top, "--top", "N", "cli-option-top-plans"}, kJson};

constexpr std::array kSimulateOptions = {OptionInfo{Opt::json, "--json", "", "cli-option-json-timeline"},
                                         OptionInfo{Opt::asCsv, "--csv", "", "cli-option-csv-timeline"}};

constexpr std::array kCommands = {
    Command{"evaluate", "FILE", Operand::required, "cli-command-evaluate", "cli-help-file", kEvaluateOptions,
            runEvaluate},
    Command{"batch", "[FILE|-]", Operand::optional, "cli-command-batch", "cli-help-lines", kBatchOptions, runBatch},
    Command{"params", "CONFIG.json", Operand::required, "cli-command-params", "cli-help-config", kJsonOnly, runParams},
    Command{"sweep", "FILE", Operand::required, "cli-command-sweep", "cli-help-file", kSweepOptions, runSweepCommand},
    Command{"batches", "FILE", Operand::required, "cli-command-batches", "cli-help-file", kBatchesOptions, runBatches},
    Command{"advise", "FILE", Operand::required, "cli-command-advise", "cli-help-file", kAdviseOptions, runAdvise},
    Command{"rules", "FILE", Operand::required, "cli-command-rules", "cli-help-file", kRulesOptions, runRules},
    Command{"catalogue", "[TOPIC]", Operand::optional, "cli-command-catalogue", "cli-help-topic", kJsonOnly,
            runCatalogue},
    Command{"export", "FILE", Operand::required, "cli-command-export", "cli-help-file", kExportOptions, runExport},
    Command{"simulate", "FILE", Operand::required, "cli-command-simulate", "cli-help-file", kSimulateOptions,
            runSimulate},
    Command{"validate", "[CSV|-]", Operand::optional, "cli-command-validate", "cli-help-csv", kValidateOptions,
            runValidate},
};

}  // namespace

std::span<const Command> commands() { return kCommands; }

const Command* commandNamed(std::string_view name) {
  const auto found =
      std::find_if(kCommands.begin(), kCommands.end(), [&](const Command& command) { return command.name == name; });
  return found == kCommands.end() ? nullptr : &*found;
}

}  // namespace shardscope::cli
