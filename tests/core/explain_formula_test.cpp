// SPDX-License-Identifier: Apache-2.0
// Formulas as trees: printed, typeset, filled in, evaluated.
#include <gtest/gtest.h>

#include "core/explain/explain.hpp"
#include "core/explain/formula_build.hpp"
#include "core/explain/formula_text.hpp"
#include "core/explain/value_text.hpp"

namespace shardscope {
namespace {

class ExplainFormula : public testing::Test {
 protected:
  Formula symbol(const std::string& name, double value, ExplainUnit unit = ExplainUnit::number) {
    symbols.push_back({name, name, value, unit, explainValueText(value, unit), {}, {}});
    Formula out;
    out.op = FormulaOp::symbol;
    out.symbol = symbols.size() - 1;
    return out;
  }
  std::string plain(const Formula& f) { return formulaText(f, symbols, Notation::plain, Filling::symbols); }
  std::string latex(const Formula& f) { return formulaText(f, symbols, Notation::latex, Filling::symbols); }
  std::string filled(const Formula& f) { return formulaText(f, symbols, Notation::plain, Filling::numbers); }
  double value(const Formula& f) { return valueOf(f, valuesOf(symbols)); }

  Symbols symbols;
};

TEST_F(ExplainFormula, parenthesesStandWhereTheyAreNeeded) {
  const auto a = symbol("a", 6), b = symbol("b", 4), c = symbol("c", 2);
  EXPECT_EQ(plain(a * (b + c)), "a · (b + c)");
  EXPECT_EQ(plain(a + b * c), "a + b · c");
  EXPECT_EQ(plain(a - (b - c)), "a − (b − c)");
  EXPECT_EQ(plain(a - b - c), "a − b − c");
  EXPECT_EQ(plain(a / (b * c)), "a / (b · c)");
  EXPECT_EQ(plain(a / b / c), "a / b / c");
  EXPECT_EQ(plain((a + b) / c), "(a + b) / c");
  EXPECT_EQ(plain(power(a + b, c)), "(a + b)^c");
  EXPECT_EQ(plain(least(a + b, greatest(num(0), c))), "min(a + b, max(0, c))");
  EXPECT_EQ(plain(roundUp(a / b) * roundDown(c)), "⌈a / b⌉ · ⌊c⌋");
  EXPECT_EQ(filled(a * (b + c)), "6 × (4 + 2)");
  EXPECT_EQ(latex(a / (b * c)), "\\frac{a}{b \\cdot c}");
  EXPECT_EQ(latex(a * (b + c)), "a \\cdot \\left(b + c\\right)");
  EXPECT_EQ(latex(log2Of(a)), "\\log_2\\left(a\\right)");
}

TEST_F(ExplainFormula, isEvaluatedFromItsSymbols) {
  const auto a = symbol("a", 7), b = symbol("b", 4), c = symbol("c", 2);
  EXPECT_EQ(value(a + b * c), 15);
  EXPECT_EQ(value(a - b - c), 1);
  EXPECT_EQ(value(a - (b - c)), 5);
  EXPECT_EQ(value(roundUp(a / b)), 2);
  EXPECT_EQ(value(roundDown(a / b)), 1);
  EXPECT_EQ(value(nearest(a / b)), 2);
  EXPECT_EQ(value(least(a, greatest(b, c))), 4);
  EXPECT_EQ(value(log2Of(b)), 2);
  EXPECT_EQ(value(power(a, c)), 49);
  EXPECT_EQ(value(num(1e12, "10^12") / num(1e12)), 1);
}

// Two stages of 3 s, one of 5 s, one of 5 s again further back.
TEST_F(ExplainFormula, aSeriesCountsEveryMember) {
  const auto run = [&](const char* name, double seconds, double count) {
    auto out = symbol(name, seconds, ExplainUnit::seconds);
    out.number = count;
    return out;
  };
  Formula series;
  series.name = "X_i";
  series.operands = {run("X_0–1", 3, 2), run("X_2", 5, 1), run("X_3", 5, 1)};
  series.op = FormulaOp::sumOf;
  EXPECT_EQ(value(series), 16);
  EXPECT_EQ(plain(series), "Σ X_i");
  EXPECT_EQ(latex(series), "\\sum_i X_{i}");
  EXPECT_EQ(filled(series), "2 × 3\u00a0s + 5\u00a0s + 5\u00a0s");
  series.op = FormulaOp::largestOf;
  EXPECT_EQ(value(series), 5);
  series.op = FormulaOp::placeOfLargest;
  EXPECT_EQ(value(series), 2) << "the first of the largest, counted in members";
}

TEST_F(ExplainFormula, intermediateResultsCarryTheirUnit) {
  const auto bytes = symbol("S", 12e9, ExplainUnit::traffic), rate = symbol("R", 4e9, ExplainUnit::bytesPerSecond);
  const auto wait = symbol("α", 0.5, ExplainUnit::seconds), count = symbol("k", 2, ExplainUnit::count);
  EXPECT_EQ(unitOf(bytes / rate, symbols), ExplainUnit::seconds);
  EXPECT_EQ(unitOf(count * (bytes / rate + wait), symbols), ExplainUnit::seconds);
  EXPECT_EQ(unitOf(wait / wait, symbols), ExplainUnit::number);
  EXPECT_EQ(unitOf(bytes * rate, symbols), std::nullopt);
  const auto worked = workedOut(count * (bytes / rate + wait), symbols);
  ASSERT_TRUE(worked);
  EXPECT_EQ(filled(*worked), "2 × 3.5\u00a0s");
  EXPECT_FALSE(workedOut(count * wait, symbols)) << "says no more than the numbers do";
}

TEST(ExplainLatex, symbolsAndNumbers) {
  EXPECT_EQ(symbolLatex("X_max"), "X_{\\mathrm{max}}");
  EXPECT_EQ(symbolLatex("ψ_0"), "\\psi_{0}");
  EXPECT_EQ(symbolLatex("X_0–12"), "X_{\\mathrm{0\\text{--}12}}");
  EXPECT_EQ(symbolLatex("MFU"), "\\mathrm{MFU}");
  EXPECT_EQ(numberLatex("268.2\u00a0ms"), "268.2\\,\\mathrm{ms}");
  EXPECT_EQ(numberLatex("22,507,683,840\u00a0B"), "22{,}507{,}683{,}840\\,\\mathrm{B}");
  EXPECT_EQ(numberLatex("4.49\u00a0%"), "4.49\\,\\%");
  EXPECT_EQ(numberLatex("10^12"), "10^{12}");
  EXPECT_EQ(numberLatex("1.5000e+17"), "1.5000 \\cdot 10^{17}");
}

TEST(ExplainValue, unitsAndDigits) {
  EXPECT_EQ(explainValueText(22507683840.0, ExplainUnit::bytes), "20.96\u00a0GiB");
  EXPECT_EQ(explainValueText(107374182.4, ExplainUnit::bytes), "0.1\u00a0GiB");
  EXPECT_EQ(explainValueText(1048576, ExplainUnit::bytes), "1\u00a0MiB");
  EXPECT_EQ(explainValueText(0, ExplainUnit::bytes), "0\u00a0B");
  EXPECT_EQ(explainValueText(1.5e9, ExplainUnit::traffic), "1.5\u00a0GB");
  EXPECT_EQ(explainValueText(0.2682, ExplainUnit::seconds), "268.2\u00a0ms");
  EXPECT_EQ(explainValueText(3e-6, ExplainUnit::seconds), "3\u00a0µs");
  EXPECT_EQ(explainValueText(0.0449, ExplainUnit::share), "4.49\u00a0%");
  EXPECT_EQ(explainValueText(1048576, ExplainUnit::count), "1,048,576");
  EXPECT_EQ(explainValueText(31.0 / 3, ExplainUnit::number), "10.33");
  EXPECT_EQ(explainValueText(9.99996, ExplainUnit::number), "10");
  EXPECT_EQ(explainValueText(989e12, ExplainUnit::flopsPerSecond), "989\u00a0TFLOP/s");
  EXPECT_EQ(explainValueText(12, ExplainUnit::perParameter), "12\u00a0B");
}

}  // namespace
}  // namespace shardscope
