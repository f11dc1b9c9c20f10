// SPDX-License-Identifier: Apache-2.0
#pragma once
// Why a figure of the report is what it is: a plain comparable value, its sentences in one language.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/formula.hpp"
#include "core/report/report.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {

enum class ExplainUnit : std::uint8_t {
  count,            // whole things: GPUs, layers, micro-batches; 1,203
  number,           // a plain ratio or efficiency: 4.333
  share,            // a fraction, shown in per cent
  bytes,            // of memory: GiB
  traffic,          // bytes that travel: GB, decimal
  perParameter,     // bytes per parameter
  seconds,          //
  days,             //
  hours,            //
  tokens,           //
  flops,            // operations
  flopsPerSecond,   //
  teraflops,        // 10¹² operations per second
  bytesPerSecond,   //
  tokensPerSecond,  //
  money,            // in the currency of the price
};

template <>
struct EnumWords<ExplainUnit> {
  static constexpr auto words = std::to_array<std::string_view>(
      {"count", "number", "share", "bytes", "bytes", "bytes_per_parameter", "seconds", "days", "hours", "tokens",
       "flop", "flop_per_s", "tflop_per_s", "bytes_per_s", "tokens_per_s", "money"});
};

struct ExplainSymbol {
  std::string symbol;   // "X_max": what follows an underscore is a subscript
  std::string meaning;  // "forward + backward + send of stages 0–2"
  double value = 0;
  ExplainUnit unit = ExplainUnit::number;
  std::string valueText;  // "268.2 ms"
  std::string key;        // explain() knows it: where the value comes from in turn; empty for inputs and constants
  std::string setting;    // key of the scenario that states it or that its default follows from; empty otherwise
  bool operator==(const ExplainSymbol&) const = default;
};

struct ExplainLine {
  std::string text, latex;
  bool operator==(const ExplainLine&) const = default;
};

// A single edit of the scenario, evaluated in full.
struct ExplainChange {
  Edit edit;          // complete, followers included
  std::string label;  // "VPP 5"
  double value = 0;   // of the figure afterwards
  std::string valueText;
  Verdict verdict = Verdict::invalid;  // afterwards
  Bytes deltaPeak;                     // of the fullest stage; negative: less
  Seconds deltaStep;                   // negative: faster
  bool operator==(const ExplainChange&) const = default;
};

struct Explanation {
  std::string key;  // as asked for
  std::string title, definition;
  double value = 0;
  ExplainUnit unit = ExplainUnit::number;
  std::string valueText;
  std::string subject;             // symbol of the figure: left side of `formula`
  Formula formula;                 // in terms of `symbols`
  std::vector<ExplainLine> lines;  // formula, with this scenario's numbers, result
  std::vector<ExplainSymbol> symbols;
  std::string check;                   // plausibility in words and numbers; may be empty
  std::string convention;              // what is counted how; may be empty
  std::string source;                  // document and section, or "this program's model"
  std::vector<ExplainChange> changes;  // of this figure for the better, best first, at most three
  bool operator==(const Explanation&) const = default;
};

}  // namespace shardscope
