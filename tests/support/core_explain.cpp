// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "core/advice/procedure.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/report_json.hpp"
#include "core/text/messages.hpp"

namespace shardscope::test {
namespace {

using Json = nlohmann::ordered_json;

void collect(const Json& json, const std::string& key, std::vector<std::pair<std::string, double>>& out) {
  const auto below = [&](const std::string& name) { return key.empty() ? name : key + "." + name; };
  if (json.is_number()) out.emplace_back(key, json.get<double>());
  if (json.is_array())
    for (std::size_t i = 0; i < json.size(); ++i) collect(json[i], below(std::to_string(i)), out);
  if (json.is_object())
    for (auto entry = json.begin(); entry != json.end(); ++entry) collect(entry.value(), below(entry.key()), out);
}

// Leaves of the formula that stand for a symbol of the table.
void usedSymbols(const Formula& formula, std::set<std::size_t>& out) {
  if (formula.op == FormulaOp::symbol) out.insert(formula.symbol);
  for (const auto& operand : formula.operands) usedSymbols(operand, out);
}

class Auditor {
 public:
  Auditor(const Scenario& scenario, const Report& report, Language language)
      : scenario_(scenario), report_(report), language_(language) {}

  void audit(const std::string& key, double value) {
    const auto e = explain(key, scenario_, report_, language_, Changes::leftOut);
    if (!e) return fault(key, "has no explanation");
    if (!isSameFigure(e->value, value)) fault(key, fmt::format("says {} instead of {}", e->value, value));
    if (!isSameFigure(recompute(*e), value))
      fault(key, fmt::format("recomputes to {} instead of {}", recompute(*e), value));
    auditWords(*e);
    auditSymbols(*e);
  }

  // What the explanations so far refer to.
  void auditReferences() {
    while (!waiting_.empty()) {
      const auto [key, value] = waiting_.back();
      waiting_.pop_back();
      if (done_.insert(key).second) audit(key, value);
    }
  }

  std::vector<std::string> faults;

 private:
  void fault(const std::string& key, const std::string& what) { faults.push_back(key + " " + what); }

  void auditText(const Explanation& e, const std::string& sentence) {
    if (!placeholders(sentence).empty()) fault(e.key, "leaves a placeholder open: " + sentence);
    if (sentence.find("explain-") != sentence.npos) fault(e.key, "lacks the words of " + sentence);
  }

  void auditWords(const Explanation& e) {
    for (const auto* text : {&e.title, &e.definition, &e.source, &e.valueText, &e.subject})
      if (text->empty()) fault(e.key, "lacks words");
    for (const auto* text : {&e.title, &e.definition, &e.check, &e.convention, &e.source}) auditText(e, *text);
    if (e.lines.empty() || e.lines.size() > 4) fault(e.key, "has no lines, or too many");
    for (const auto& line : e.lines)
      if (line.text.empty() || line.latex.empty()) fault(e.key, "has an empty line");
    if (!e.lines.empty() && !e.lines.back().text.ends_with(e.valueText)) fault(e.key, "does not end in its value");
  }

  void auditSymbols(const Explanation& e) {
    std::set<std::size_t> used;
    usedSymbols(e.formula, used);
    if (used.size() != e.symbols.size()) fault(e.key, "lists symbols that the formula does not use");
    for (const auto& symbol : e.symbols) {
      if (symbol.meaning.empty() || symbol.valueText.empty()) fault(e.key, "has a symbol without words");
      auditText(e, symbol.meaning);
      if (symbol.key == e.key) fault(e.key, "explains itself by itself");
      if (!symbol.key.empty()) refer(e, symbol);
    }
  }

  void refer(const Explanation& e, const ExplainSymbol& symbol) {
    if (const auto figure = figureOf(report_, symbol.key)) {
      // Parameters per GPU are rounded in the report; their parts and shares are parts of that figure.
      const bool isPart = symbol.key.starts_with("parameters.per_gpu.");
      if (!isPart && !isSameFigure(symbol.value, *figure))
        fault(e.key, fmt::format("refers to {} with {} instead of {}", symbol.key, symbol.value, *figure));
    } else if (symbol.key.starts_with("cost.") || symbol.key.starts_with("advice.")) {
      waiting_.emplace_back(symbol.key, symbol.value);
    } else {
      fault(e.key, "refers to no figure: " + symbol.key);
    }
  }

  const Scenario& scenario_;
  const Report& report_;
  Language language_;
  std::vector<std::pair<std::string, double>> waiting_;
  std::set<std::string> done_;
};

}  // namespace

std::vector<std::pair<std::string, double>> numbersOf(const Scenario& scenario, const Report& report) {
  auto json = reportJson(scenario, report, Language::en);
  json.erase("issues");
  std::vector<std::pair<std::string, double>> out;
  collect(json, "", out);
  return out;
}

bool isSameFigure(double a, double b) {
  if (a == b) return true;
  const bool areWhole = std::nearbyint(a) == a && std::nearbyint(b) == b;
  return !areWhole && std::fabs(a - b) <= 1e-9 * std::max(std::fabs(a), std::fabs(b));
}

std::vector<std::string> faultsOf(const Scenario& scenario, const Report& report, Language language) {
  Auditor auditor(scenario, report, language);
  const auto numbers = numbersOf(scenario, report);
  std::vector<std::string> keys;
  for (const auto& [key, value] : numbers) {
    if (!key.starts_with("scenario.")) keys.push_back(key);
    auditor.audit(key, value);
  }
  auditor.auditReferences();
  if (explainKeys(report) != keys) auditor.faults.push_back("explainKeys() differ from the numbers of the JSON");
  return auditor.faults;
}

std::vector<std::string> adviceFaultsOf(const Scenario& scenario, Language language) {
  const auto report = evaluate(scenario);
  Auditor auditor(scenario, report, language);
  const auto advice = advise(scenario);
  const auto audit = [&](std::span<const AdvicePart> parts, const std::string& step) {
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (const auto& value : parts[i].values)
        if (isAmount(value))
          auditor.audit(fmt::format("advice.{}.{}.{}", step, i, value.name), std::get<double>(value.value));
  };
  for (const auto& step : advice.steps) audit(step.parts, std::to_string(step.step));
  audit(advice.checks, "checks");
  auditor.auditReferences();
  return auditor.faults;
}

}  // namespace shardscope::test
