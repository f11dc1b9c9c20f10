// SPDX-License-Identifier: Apache-2.0
#pragma once
// A formula as text and as LaTeX, with its symbols or with their values.

#include <optional>
#include <string>
#include <vector>

#include "core/explain/explanation.hpp"

namespace shardscope {

enum class Notation : std::uint8_t { plain, latex };
enum class Filling : std::uint8_t { symbols, numbers };

using Symbols = std::vector<ExplainSymbol>;

std::string formulaText(const Formula& formula, const Symbols& symbols, Notation notation, Filling filling);

// "X_max" → "X_{\mathrm{max}}", "ψ_d" → "\psi_{d}"; "268.2 ms" → "268.2\,\mathrm{ms}".
std::string symbolLatex(const std::string& symbol);
std::string numberLatex(const std::string& number);

// The unit of what a formula gives; nothing if it has none of ours.
std::optional<ExplainUnit> unitOf(const Formula& formula, const Symbols& symbols);

// The same formula with its operands worked out: (a + b) / c → "1.35 s / 17.9 s". Nothing where that says no more.
std::optional<Formula> workedOut(const Formula& formula, const Symbols& symbols);

// Values of symbols by place.
std::vector<double> valuesOf(const Symbols& symbols);

inline constexpr int kFormulaDigits = 5;  // of numbers in formulas, so that the last line can be checked by hand

}  // namespace shardscope
