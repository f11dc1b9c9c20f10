// SPDX-License-Identifier: Apache-2.0
#pragma once
// An explanation in the making: collects the symbols that a formula uses and finds their words.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/explain/explanation.hpp"
#include "core/explain/facts.hpp"
#include "core/explain/formula_build.hpp"
#include "core/text/messages.hpp"

namespace shardscope {

class Draft {
 public:
  using Args = std::vector<MessageArg>;

  // `at` and `what`: what stands for # and @ in the pattern of the row.
  Draft(const ExplainFacts& from, Language in, std::size_t at, std::string_view what)
      : facts(from), s(from.scenario), r(from.report), language(in), stage(at), word(what) {}

  const ExplainFacts& facts;
  const Scenario& s;
  const Report& r;
  const Language language;
  const std::size_t stage;
  const std::string word;

  // The symbol `name`; a name that the draft has already is not added again. `meaning`: of "explain-symbol-…".
  // `key`: of the explanation of its value, empty for inputs and constants.
  Formula symbol(std::string_view name, std::string_view meaning, double value, ExplainUnit unit,
                 std::string_view key = {}, const Args& args = {});
  // A number that the scenario states, or its default.
  Formula setting(std::string_view name, std::string_view meaning, double value, ExplainUnit unit, Key key,
                  const Args& args = {});

  // One number per stage, equal neighbours together: "X_0–2". `key`: of each, with # for the stage.
  Formula series(FormulaOp op, std::string_view name, std::string_view meaning, ExplainUnit unit,
                 std::span<const double> values, std::string_view key);

  // subject = formula. `value`: of a figure that is not in the report, from the cost model.
  void give(std::string_view subject, ExplainUnit unit, Formula formula, std::optional<double> value = {});
  // Bytes and other counts that the report rounds: rounding is shown only where it does something.
  void giveWhole(std::string_view subject, ExplainUnit unit, Formula formula);

  // Sentences: `id` of "explain-check-…", "explain-convention-…". The convention of the row comes first.
  void check(std::string_view id, const Args& args = {});
  void convention(std::string_view id, const Args& args = {});
  std::string sentence(std::string_view id, const Args& args = {}) const;
  // "share" of "whole" as a check: "12.3 % of …"
  void checkShare(std::string_view id, double part, double whole, const Args& args = {});

  double value(const Formula& formula) const;
  Explanation take() && { return std::move(out_); }

 private:
  Explanation out_;
};

// Keys with a stage or a word in them: keyOf("memory.stages.#.total", 3).
std::string keyOf(std::string_view pattern, std::size_t stage);
std::string keyOf(std::string_view pattern, std::string_view word);

}  // namespace shardscope
