// SPDX-License-Identifier: Apache-2.0
// Issues as sentences: a text per rule (and per way of failing it) with the numbers of the issue filled in, then the
// nearest legal values.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/rules/figure_text.hpp"
#include "core/rules/range_rule.hpp"
#include "core/rules/remedy.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

struct ArgText {
  std::string_view name;
  Figure figure = Figure::count;
};
using ArgTexts = std::array<ArgText, 5>;

// Names of the placeholders for args[0] … args[4]; an empty name has none, a rule without a row no numbers.
struct Row {
  RuleId rule;
  ArgTexts args;
};
using enum Figure;
constexpr auto kRows = std::to_array<Row>({
    {RuleId::W1, {{{"gpus"}, {"tp"}, {"pp"}, {"cp"}, {"dp"}}}},
    {RuleId::W2, {{{"ep"}, {"etp"}, {"ranks"}}}},
    {RuleId::T9, {{{"hidden"}, {"heads"}}}},
    {RuleId::T1, {{{"tp"}, {"heads"}}}},
    {RuleId::T2, {{{"tp"}, {"kv"}}}},
    {RuleId::T7, {{{"degree"}, {"width"}}}},
    {RuleId::L1, {{{"layers"}, {"pp"}, {"vpp"}}}},
    {RuleId::P3, {{{"layers"}, {"pp"}, {"vpp"}}}},
    {RuleId::P8, {{{"vpp"}}}},
    {RuleId::P9, {{{"m"}, {"pp"}, {"vpp"}}}},
    {RuleId::S4, {{{"s"}, {"cp"}, {"twice"}}}},
    {RuleId::S3, {{{"s"}, {"cp"}, {"tp"}}}},
    {RuleId::S5, {{{"cp"}, {"queries"}, {"keys"}}}},
    {RuleId::B1, {{{"batch"}, {"b"}, {"dp"}, {"m"}}}},
    {RuleId::E1, {{{"ep"}, {"experts"}}}},
    {RuleId::R1, {{{"value"}, {"least"}, {"greatest"}}}},
    {RuleId::P1, {{{"layers"}, {"pp"}, {"thin"}, {"thick"}}}},
    {RuleId::P10, {{{"m"}, {"pp"}}}},
    {RuleId::T2w, {{{"tp"}, {"kv"}, {"copies"}}}},
    {RuleId::E2, {{{"tp"}}}},
    {RuleId::Z2, {{{"pp"}}}},
    {RuleId::T8, {{{"vocab"}, {"padded"}, {"share", share}, {"tp"}}}},
    {RuleId::Hgolden, {{{}, {"calls"}, {"ranks"}, {"domain"}}}},
    {RuleId::Hnode, {{{"tp"}, {"domain"}, {"filled"}}}},
    {RuleId::H60,
     {{{"total", gigabytes}, {"limit", gigabytes}, {"states", gigabytes}, {"activations", gigabytes}, {"tp"}}}},
    {RuleId::H4P, {{{"m"}, {"pp"}, {"need"}, {"bubble", share}}}},
    {RuleId::Hmfu, {{{"mfu", share}, {"host", share}}}},
    {RuleId::Hbatch, {{{"tokens", tokens}, {"bound", tokens}}}},
    {RuleId::Himbalance, {{{"load", factor}}}},
    {RuleId::Hfsdp, {{{"share", share}, {"exposed", seconds}, {"step", seconds}}}},
    {RuleId::Hhead, {{{"share", share}, {"head", seconds}, {"mean", seconds}}}},
    {RuleId::Hdims,
     {{{"degree"}, {"peak", gibibytes}, {"capacity", gibibytes}, {"without", seconds}, {"now", seconds}}}},
});

ArgTexts argTexts(RuleId id) {
  const auto row = std::find_if(kRows.begin(), kRows.end(), [&](const Row& r) { return r.rule == id; });
  return row == kRows.end() ? ArgTexts{} : row->args;
}

std::string_view symbol(Key key) {
  switch (key) {
    case Key::tp: return "TP";
    case Key::pp: return "PP";
    case Key::vpp: return "VPP";
    case Key::cp: return "CP";
    case Key::ep: return "EP";
    case Key::etp: return "ETP";
    case Key::dp: return "DP";
    default: return keyName(key);
  }
}

std::string_view rangeVariant(const Issue& issue, const Scenario& scenario) {
  switch (rangeReason(issue)) {
    case RangeReason::range: return "";
    case RangeReason::notFinite: return "-not-finite";
    case RangeReason::word: return "-word";
    case RangeReason::stageItem: return "-stage-item";
    case RangeReason::stageCount: return "-stage-count";
    case RangeReason::stageSum: return "-stage-sum";
    case RangeReason::shardGroup: return "-shard-group";
    case RangeReason::needsChunks: return "-needs-chunks";
    case RangeReason::needsInterleaved: {
      const auto schedule = scenario.parallel.schedule;
      const bool impliesTwo = schedule == Schedule::zbV || schedule == Schedule::dualPipe;
      return impliesTwo ? "-two-chunks" : "-needs-interleaved";
    }
    case RangeReason::hotShareDense: return "-hot-share";
    case RangeReason::precisionFp8:
    case RangeReason::precisionFp4: return "-precision";
    case RangeReason::kvHeads: return "-kv-heads";
    case RangeReason::parameters: return "-parameters";
    case RangeReason::states: return "-states";
    case RangeReason::tokens: return "-tokens";
    case RangeReason::activations: return "-activations";
  }
  return "";
}

double fullProduct(const Issue& issue) { return issue.args[1] * issue.args[2] * issue.args[3]; }

constexpr double kHostBound = 0.05;  // of the step: worth saying

// One degree alone is not written as a product.
std::string_view layoutVariant(const Issue& issue) {
  const auto& a = issue.args;
  if (a[4] > 0) return "-dp";
  const auto degrees = std::count_if(a.begin() + 1, a.begin() + 4, [](double degree) { return degree > 1; });
  if (fullProduct(issue) > a[0]) return degrees > 1 ? "-more" : "-more-one";
  return degrees > 1 ? "" : "-one";
}

// One or two layers fewer than an even split: what Megatron-LM takes with embedding or head counted as layers.
bool isEvenWithEnds(double layers, double pp) {
  return std::fmod(layers + 1, pp) == 0 || std::fmod(layers + 2, pp) == 0;
}

// Which of a rule's texts tells how it failed.
std::string_view variant(const Issue& issue, const Scenario& scenario) {
  const auto& a = issue.args;
  switch (issue.rule) {
    case RuleId::W1: return layoutVariant(issue);
    case RuleId::T7: return a[2] == 1 ? "-shared" : a[2] == 2 ? "-expert" : "";
    case RuleId::L1: return issue.field == Key::vpp ? "-vpp" : "";
    case RuleId::P3: return std::fmod(a[0], a[1]) != 0 ? "-uneven" : "";
    case RuleId::P9: return a[0] < a[1] ? "-few" : "";
    case RuleId::S3: return a[1] > 1 ? "-cp" : "";
    case RuleId::B1: return a[3] > 0 ? "-asked" : "";
    case RuleId::E1: return a[1] == 0 ? "-dense" : "";
    case RuleId::R1: return rangeVariant(issue, scenario);
    case RuleId::P1: return isEvenWithEnds(a[0], a[1]) ? "-counted" : "";
    case RuleId::P10: return a[0] == 1 ? "-one" : "";
    case RuleId::Hnode: return a[0] > a[1] ? "" : "-split";
    case RuleId::H4P: return a[3] == 0 ? "-hidden" : a[0] == 1 ? "-one" : "";
    case RuleId::Hmfu: return a[1] >= kHostBound ? "-host" : "";
    case RuleId::Hbatch: return a[2] == 1 ? "-above" : "";
    case RuleId::Hdims: return a[3] <= 0 || a[4] <= 0 ? "" : a[3] <= a[4] ? "-faster" : "-slower";
    default: return "";
  }
}

class Args {
 public:
  Args(const Issue& issue, const Scenario& scenario) : a_(issue.args) {
    const auto texts = argTexts(issue.rule);
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (!texts[i].name.empty()) add(texts[i].name, a_[i], texts[i].figure);
    derive(issue, scenario);
  }
  const std::vector<MessageArg>& all() const { return args_; }

 private:
  void add(std::string_view name, std::string value) { args_.emplace_back(name, std::move(value)); }
  void add(std::string_view name, double value, Figure figure = Figure::count) { add(name, figureText(value, figure)); }
  // "TP 8 × PP 5": factors of one stand unsaid, except alone.
  std::string product(std::initializer_list<std::pair<std::string_view, double>> factors) const {
    std::string text;
    for (const auto& [name, degree] : factors) {
      if (degree == 1) continue;
      if (!text.empty()) text += " × ";
      text += std::string(name) + " " + figureText(degree, Figure::count);
    }
    return text.empty() ? std::string(factors.begin()->first) + " 1" : text;
  }

  void derive(const Issue& issue, const Scenario& scenario) {
    switch (issue.rule) {
      case RuleId::W1:
        add("layout", product({{"TP", a_[1]}, {"PP", a_[2]}, {"CP", a_[3]}}));
        add("product", a_[1] * a_[2] * a_[3] * std::max(1.0, a_[4]));
        break;
      case RuleId::W2:
        add("layout", product({{"EP", a_[0]}, {"ETP", a_[1]}}));
        add("product", a_[0] * a_[1]);
        break;
      case RuleId::L1: add("chunks", a_[1] * a_[2]); break;
      case RuleId::P3: add("per_stage", std::floor(a_[0] / a_[1])); break;
      case RuleId::S3: add("local", a_[0] / a_[1]); break;
      case RuleId::B1:
        add("unit", a_[1] * a_[2]);
        add("product", a_[1] * a_[2] * a_[3]);
        break;
      case RuleId::R1:
        add("key", rangeFieldName(issue));
        add("schedule", scenario.parallel.schedule ? describe(field(Key::schedule).read(scenario)) : "");
        add("precision", describe(field(Key::precision).read(scenario)));
        add("device", scenario.cluster.device.name);
        break;
      case RuleId::D1: add("device", scenario.cluster.device.name); break;
      case RuleId::Hgolden: {
        constexpr std::array names = {"TP", "CP", "EP", "PP", "DP"};
        add("group", std::string(names[static_cast<std::size_t>(a_[0])]));
        break;
      }
      case RuleId::Hdims: add("symbol", std::string(symbol(issue.field))); break;
      default: break;
    }
  }

  const std::array<double, 5>& a_;
  std::vector<MessageArg> args_;
};

// Rules whose sentence starts with the value to change need no name beside the nearest ones.
bool namesItself(RuleId id) { return id != RuleId::W1 && id != RuleId::W2; }

std::string nearestText(const Issue& issue, const Scenario& scenario, Language language) {
  const auto found = foundNumber(issue, scenario);
  const bool saysItsRange = issue.rule == RuleId::R1 && rangeReason(issue) == RangeReason::range;
  const bool asksForCount = issue.rule == RuleId::B1 && issue.args[3] > 0;  // the batch itself is whole
  if (!found || issue.severity != Severity::error || saysItsRange || asksForCount) return {};
  const auto values = neighbours(allowedValues(issue, scenario), *found);
  if (values.empty()) return {};
  const auto number = [](std::int64_t value) { return figureText(static_cast<double>(value), Figure::count); };
  const std::string id =
      std::string("rule-nearest") + (values.size() > 1 ? "-two" : "") + (namesItself(issue.rule) ? "" : "-of");
  return text(id, language,
              {{"symbol", std::string(symbol(issue.field))}, {"a", number(values[0])}, {"b", number(values.back())}});
}

std::string textId(RuleId id, std::string_view ending) {
  return "rule-" + std::string(ruleName(id)) + std::string(ending);
}

}  // namespace

std::string message(const Issue& issue, const Scenario& scenario, Language language) {
  const Args args(issue, scenario);
  const auto id = textId(issue.rule, variant(issue, scenario));
  return fillIn(textTemplate(id, language), args.all()) + nearestText(issue, scenario, language);
}

std::string ruleText(RuleId id, Language language) { return text(textId(id, "-text"), language); }

}  // namespace shardscope
