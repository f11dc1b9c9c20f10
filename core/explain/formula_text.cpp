// SPDX-License-Identifier: Apache-2.0
#include "core/explain/formula_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/explain/value_text.hpp"

namespace shardscope {
namespace {

enum class Level : std::uint8_t { sum, product, power, atom };  // how firmly a piece holds together

struct Piece {
  std::string text;
  Level level = Level::atom;
};

constexpr std::size_t kShownRuns = 4;  // of a series, in numbers

class Writer {
 public:
  Writer(const Symbols& symbols, Notation notation, Filling filling)
      : symbols_(symbols), latex_(notation == Notation::latex), numbers_(filling == Filling::numbers) {}

  Piece write(const Formula& f) const {
    switch (f.op) {
      case FormulaOp::number: return number(f);
      case FormulaOp::symbol: return {symbol(f.symbol), Level::atom};
      case FormulaOp::add: return {joined(f, " + ", Level::sum), Level::sum};
      case FormulaOp::subtract:
        return {held(f.operands[0], Level::sum) + (latex_ ? " - " : " − ") + held(f.operands[1], Level::product),
                Level::sum};
      case FormulaOp::multiply: return {joined(f, times(), Level::product), Level::product};
      case FormulaOp::divide: return quotient(f);
      case FormulaOp::least: return called("min", f);
      case FormulaOp::greatest: return called("max", f);
      case FormulaOp::roundUp: return fenced("⌈", "⌉", "\\left\\lceil ", " \\right\\rceil", f);
      case FormulaOp::roundDown: return fenced("⌊", "⌋", "\\left\\lfloor ", " \\right\\rfloor", f);
      case FormulaOp::nearest: return fenced("round(", ")", "\\operatorname{round}\\left(", "\\right)", f);
      case FormulaOp::log2: return fenced("log₂(", ")", "\\log_2\\left(", "\\right)", f);
      case FormulaOp::power: return raised(f);
      case FormulaOp::sumOf: return sum(f);
      case FormulaOp::largestOf: return chosen(f, "max");
      case FormulaOp::placeOfLargest: return chosen(f, "argmax");
    }
    return {};
  }

 private:
  std::string times() const {
    if (numbers_) return latex_ ? " \\times " : " × ";
    return latex_ ? " \\cdot " : " · ";
  }
  std::string shown(const std::string& number) const { return latex_ ? numberLatex(number) : number; }

  Piece number(const Formula& f) const {
    return {shown(f.name.empty() ? fmt::format("{:.12g}", f.number) : f.name), Level::atom};
  }
  std::string value(double number, ExplainUnit unit) const { return shown(valueText(number, unit, kFormulaDigits)); }
  std::string symbol(std::size_t place) const {
    const auto& s = symbols_[place];
    if (numbers_) return value(s.value, s.unit);
    return latex_ ? symbolLatex(s.symbol) : s.symbol;
  }

  // An operand, in parentheses unless it holds at least as firmly as `least`.
  std::string held(const Formula& f, Level least) const {
    auto piece = write(f);
    if (piece.level >= least) return std::move(piece.text);
    return (latex_ ? "\\left(" : "(") + piece.text + (latex_ ? "\\right)" : ")");
  }
  std::string joined(const Formula& f, const std::string& between, Level least) const {
    std::string text;
    for (const auto& operand : f.operands) text += (text.empty() ? "" : between) + held(operand, least);
    return text;
  }
  Piece quotient(const Formula& f) const {
    if (latex_) return {"\\frac{" + write(f.operands[0]).text + "}{" + write(f.operands[1]).text + "}", Level::atom};
    return {held(f.operands[0], Level::product) + " / " + held(f.operands[1], Level::power), Level::product};
  }
  Piece raised(const Formula& f) const {
    const auto base = held(f.operands[0], Level::atom);
    return {latex_ ? base + "^{" + write(f.operands[1]).text + "}" : base + "^" + held(f.operands[1], Level::atom),
            Level::power};
  }
  Piece called(const std::string& name, const Formula& f) const {
    const auto list = joined(f, ", ", Level::sum);
    return {latex_ ? "\\" + name + "\\left(" + list + "\\right)" : name + "(" + list + ")", Level::atom};
  }
  Piece fenced(const char* open, const char* close, const char* latexOpen, const char* latexClose,
               const Formula& f) const {
    const auto inner = write(f.operands.front()).text;
    return {(latex_ ? latexOpen : open) + inner + (latex_ ? latexClose : close), Level::atom};
  }

  std::string seriesName(const Formula& f) const { return latex_ ? symbolLatex(f.name) : f.name; }

  Piece sum(const Formula& f) const {
    if (!numbers_) return {(latex_ ? "\\sum_i " : "Σ ") + seriesName(f), Level::sum};
    const auto unit = symbols_[f.operands.front().symbol].unit;
    if (f.operands.size() > kShownRuns) return {value(valueOf(f, valuesOf(symbols_)), unit), Level::atom};
    std::string text;
    for (const auto& run : f.operands) {
      if (!text.empty()) text += " + ";
      if (run.number > 1) text += fmt::format("{:.0f}{}", run.number, times());
      text += symbol(run.symbol);
    }
    const bool isSingle = f.operands.size() == 1;
    return {text, !isSingle ? Level::sum : f.operands.front().number > 1 ? Level::product : Level::atom};
  }

  Piece chosen(const Formula& f, const std::string& name) const {
    const auto command = !latex_ ? name : name == "max" ? "\\max" : "\\operatorname{arg\\,max}";
    if (!numbers_) return {command + (latex_ ? "_i " : " ") + seriesName(f), Level::product};
    std::string list;
    for (std::size_t i = 0; i < std::min(kShownRuns, f.operands.size()); ++i)
      list += (i == 0 ? "" : ", ") + symbol(f.operands[i].symbol);
    if (f.operands.size() > kShownRuns) list += latex_ ? ", \\ldots" : ", …";
    return {command + (latex_ ? "\\left(" : "(") + list + (latex_ ? "\\right)" : ")"), Level::atom};
  }

  const Symbols& symbols_;
  bool latex_, numbers_;
};

constexpr std::pair<std::string_view, std::string_view> kGreek[] = {
    {"Ψ", "\\Psi"},   {"ψ", "\\psi"},        {"φ", "\\varphi"}, {"γ", "\\gamma"}, {"δ", "\\delta"},
    {"κ", "\\kappa"}, {"λ", "\\lambda"},     {"β", "\\beta"},   {"σ", "\\sigma"}, {"η", "\\eta"},
    {"τ", "\\tau"},   {"ε", "\\varepsilon"}, {"α", "\\alpha"},  {"ρ", "\\rho"}};

std::string letterLatex(std::string_view letter) {
  for (const auto& [greek, command] : kGreek)
    if (letter == greek) return std::string(command);
  return letter.size() == 1 ? std::string(letter) : "\\mathrm{" + std::string(letter) + "}";
}

// What TeX takes for itself in a word.
std::string escaped(std::string_view word) {
  std::string out;
  for (const char c : word) {
    if (c == '_' || c == '%' || c == '&' || c == '#' || c == '$') out += '\\';
    out += c;
  }
  return out;
}

}  // namespace

std::string formulaText(const Formula& formula, const Symbols& symbols, Notation notation, Filling filling) {
  return Writer(symbols, notation, filling).write(formula).text;
}

std::string symbolLatex(const std::string& symbol) {
  const auto underscore = symbol.find('_');
  auto base = letterLatex(std::string_view(symbol).substr(0, underscore));
  if (underscore == symbol.npos) return base;
  auto below = symbol.substr(underscore + 1);
  for (auto dash = below.find("–"); dash != below.npos; dash = below.find("–"))
    below.replace(dash, std::string_view("–").size(), "\\text{--}");
  const bool isWord = below.size() > 1 && below.find_first_not_of("0123456789") != below.npos;
  return base + "_{" + (isWord ? "\\mathrm{" + below + "}" : below) + "}";
}

std::string numberLatex(const std::string& number) {
  if (const auto hat = number.find('^'); hat != number.npos)
    return number.substr(0, hat) + "^{" + number.substr(hat + 1) + "}";
  const auto space = number.find(kHardSpace);
  std::string digits = number.substr(0, space);
  for (auto comma = digits.find(','); comma != digits.npos; comma = digits.find(',', comma + 3))
    digits.replace(comma, 1, "{,}");
  if (const auto e = digits.find('e'); e != digits.npos && digits.find("inf") == digits.npos)
    digits = digits.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(digits.substr(e + 1))) + "}";
  if (space == number.npos) return digits;
  auto unit = number.substr(space + kHardSpace.size());
  if (unit == "%") return digits + "\\,\\%";
  if (unit == "µs") return digits + "\\,\\mu\\mathrm{s}";
  return digits + "\\,\\mathrm{" + escaped(unit) + "}";
}

std::vector<double> valuesOf(const Symbols& symbols) {
  std::vector<double> values;
  values.reserve(symbols.size());
  for (const auto& symbol : symbols) values.push_back(symbol.value);
  return values;
}

}  // namespace shardscope
