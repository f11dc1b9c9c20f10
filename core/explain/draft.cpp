// SPDX-License-Identifier: Apache-2.0
#include "core/explain/draft.hpp"

#include <algorithm>
#include <cmath>

#include "core/explain/explain.hpp"
#include "core/explain/formula_text.hpp"

namespace shardscope {
namespace {

Formula leaf(std::size_t place, double count = 0) {
  Formula out;
  out.op = FormulaOp::symbol;
  out.symbol = place;
  out.number = count;
  return out;
}

// Symbols in the order in which the formula names them, without those that it does not.
Symbols inOrder(Formula& formula, Symbols&& symbols) {
  Symbols ordered;
  std::vector<std::size_t> places(symbols.size(), symbols.size());
  const auto visit = [&](auto& self, Formula& f) -> void {
    if (f.op == FormulaOp::symbol) {
      auto& place = places[f.symbol];
      if (place == symbols.size()) {
        place = ordered.size();
        ordered.push_back(std::move(symbols[f.symbol]));
      }
      f.symbol = place;
    }
    for (auto& operand : f.operands) self(self, operand);
  };
  visit(visit, formula);
  return ordered;
}

}  // namespace

std::string keyOf(std::string_view pattern, std::string_view word) {
  std::string key(pattern);
  if (const auto at = key.find_first_of("#@"); at != key.npos) key.replace(at, 1, word);
  return key;
}
std::string keyOf(std::string_view pattern, std::size_t stage) { return keyOf(pattern, std::to_string(stage)); }

Formula Draft::symbol(std::string_view name, std::string_view meaning, double value, ExplainUnit unit,
                      std::string_view key, const Args& args) {
  const auto known =
      std::find_if(out_.symbols.begin(), out_.symbols.end(), [&](const auto& each) { return each.symbol == name; });
  if (known != out_.symbols.end()) return leaf(static_cast<std::size_t>(known - out_.symbols.begin()));
  out_.symbols.push_back({std::string(name),
                          sentence("explain-symbol-" + std::string(meaning), args),
                          value,
                          unit,
                          explainValueText(value, unit),
                          std::string(key),
                          {}});
  return leaf(out_.symbols.size() - 1);
}

Formula Draft::setting(std::string_view name, std::string_view meaning, double value, ExplainUnit unit, Key key,
                       const Args& args) {
  auto place = symbol(name, meaning, value, unit, {}, args);
  out_.symbols[place.symbol].setting = keyName(key);
  return place;
}

Formula Draft::series(FormulaOp op, std::string_view name, std::string_view meaning, ExplainUnit unit,
                      std::span<const double> values, std::string_view key) {
  Formula out;
  out.op = op;
  out.name = std::string(name) + "_i";
  for (std::size_t first = 0; first < values.size();) {
    auto next = first + 1;
    while (next < values.size() && values[next] == values[first]) ++next;
    const bool isOne = next == first + 1;
    const auto from = std::to_string(first), to = std::to_string(next - 1);
    const auto stages = isOne ? sentence("explain-stage", {{"stage", from}})
                              : sentence("explain-stages", {{"first", from}, {"last", to}});
    const auto run = symbol(std::string(name) + "_" + from + (isOne ? "" : "–" + to), meaning, values[first], unit,
                            keyOf(key, first), {{"stages", stages}});
    out.operands.push_back(leaf(run.symbol, static_cast<double>(next - first)));
    first = next;
  }
  return out;
}

void Draft::give(std::string_view subject, ExplainUnit unit, Formula formula, std::optional<double> value) {
  out_.subject = subject;
  out_.unit = unit;
  out_.formula = std::move(formula);
  out_.symbols = inOrder(out_.formula, std::move(out_.symbols));
  out_.value = value.value_or(valueOf(out_.formula, valuesOf(out_.symbols)));
}

void Draft::giveWhole(std::string_view subject, ExplainUnit unit, Formula formula) {
  const double exact = value(formula);
  const bool isWhole = std::nearbyint(exact) == exact;
  give(subject, unit, isWhole ? std::move(formula) : nearest(std::move(formula)));
}

double Draft::value(const Formula& formula) const { return valueOf(formula, valuesOf(out_.symbols)); }

std::string Draft::sentence(std::string_view id, const Args& args) const {
  return fillIn(textTemplate(id, language), args);
}

void Draft::check(std::string_view id, const Args& args) {
  out_.check = sentence("explain-check-" + std::string(id), args);
}

void Draft::convention(std::string_view id, const Args& args) {
  out_.convention = sentence("explain-convention-" + std::string(id), args);
}

void Draft::checkShare(std::string_view id, double part, double whole, const Args& args) {
  if (!(whole > 0)) return;
  auto all = args;
  all.emplace_back("share", explainValueText(part / whole, ExplainUnit::share));
  all.emplace_back("whole", explainValueText(whole, out_.unit));
  check(id, all);
}

}  // namespace shardscope
