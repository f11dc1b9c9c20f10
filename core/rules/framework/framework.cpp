// SPDX-License-Identifier: Apache-2.0
#include "core/rules/framework/framework.hpp"

#include <algorithm>

#include "core/rules/framework/framework_row.hpp"

namespace shardscope {
namespace {

using framework::Asked;
using framework::Row;

constexpr std::size_t kFrameworks = static_cast<std::size_t>(Framework::count);
constexpr std::array<std::string_view, kFrameworks> kNames = {"megatron-lm",     "torchtitan", "deepspeed",
                                                              "accelerate",      "nanotron",   "gpt-neox",
                                                              "megatron-bridge", "axolotl",    "llama-factory"};
constexpr std::array<std::string_view, kFrameworks> kTitles = {"Megatron-LM",     "torchtitan", "DeepSpeed",
                                                               "Accelerate",      "nanotron",   "GPT-NeoX",
                                                               "Megatron-Bridge", "axolotl",    "LLaMA-Factory"};

const std::vector<Row>& rows() {
  static const auto all = [] {
    std::vector<Row> table;
    for (const auto topic : {framework::worldRows(), framework::tensorRows(), framework::sequenceRows(),
                             framework::pipelineRows(), framework::batchRows(), framework::expertRows(),
                             framework::shardingRows(), framework::recomputeRows(), framework::precisionRows()})
      table.insert(table.end(), topic.begin(), topic.end());
    return table;
  }();
  return all;
}

Asked askedFor(const RuleContext& context, Framework framework) {
  const bool isGrid = context.dp > 0 && context.numbersInRange() && !isBroken(RuleId::W1, context);
  return {context, framework, isGrid, isGrid && context.microBatches > 0};
}

FrameworkState stateOf(const Row& row, const Asked& asked, FrameworkFinding& finding) {
  if (row.rule.basis == FrameworkBasis::exported) return FrameworkState::holds;
  if (row.rule.own && !row.isMilder) {
    if (Issue issue; isBroken(*row.rule.own, asked.context, &issue)) {
      finding.isOwn = true;
      finding.field = issue.field;
      finding.args = issue.args;
      return FrameworkState::broken;
    }
  }
  if (!row.judge) return row.rule.own ? FrameworkState::holds : FrameworkState::undecidable;
  return asked.context.numbersInRange() ? row.judge(asked, finding) : FrameworkState::notJudged;
}

FrameworkFinding judged(std::size_t index, const Asked& asked) {
  const auto& row = rows()[index];
  const FrameworkFinding blank{.rule = static_cast<std::uint8_t>(index),
                               .framework = asked.framework,
                               .severity = row.rule.severity,
                               .field = row.field};
  auto finding = blank;
  const auto state = stateOf(row, asked, finding);
  if (state != FrameworkState::broken) finding = blank;
  finding.state = state;
  return finding;
}

// Whether the framework judges this rule of ours for us, and does not complain of the same.
bool takesOver(const FrameworkFinding& finding, const Issue& issue) {
  const bool isJudged = finding.state == FrameworkState::holds || finding.state == FrameworkState::broken;
  const auto& rule = ruleOf(finding);
  return isOurOwn(rule) && rule.own == issue.rule && isJudged && !finding.isOwn;
}

bool saysTheSame(const FrameworkFinding& finding, const Issue& issue) {
  return finding.isOwn && ruleOf(finding).own == issue.rule;
}

}  // namespace

std::string_view frameworkName(Framework framework) { return kNames[static_cast<std::size_t>(framework)]; }
std::string_view frameworkTitle(Framework framework) { return kTitles[static_cast<std::size_t>(framework)]; }

std::optional<Framework> frameworkNamed(std::string_view name) {
  const auto found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Framework>(found - kNames.begin());
}

std::span<const FrameworkRule> frameworkRules() {
  static const auto all = [] {
    std::vector<FrameworkRule> rules;
    for (const auto& row : rows()) rules.push_back(row.rule);
    return rules;
  }();
  return all;
}

const framework::Row& framework::row(std::size_t index) { return rows()[index]; }
const FrameworkRule& ruleOf(const FrameworkFinding& finding) { return frameworkRules()[finding.rule]; }
bool isOurOwn(const FrameworkRule& rule) { return rule.own && ruleName(*rule.own) == rule.id; }

std::vector<FrameworkFinding> checkFramework(const Scenario& scenario, Framework framework) {
  const auto context = ruleContext(scenario);
  const auto asked = askedFor(context, framework);
  std::vector<FrameworkFinding> findings;
  for (std::size_t i = 0; i < rows().size(); ++i)
    if (rows()[i].rule.isEnforcedBy(framework)) findings.push_back(judged(i, asked));
  return findings;
}

std::vector<Issue> issuesBeside(std::span<const Issue> issues, std::span<const FrameworkFinding> findings) {
  std::vector<Issue> beside;
  for (auto issue : issues) {
    bool isShown = true;
    for (const auto& finding : findings) {
      isShown = isShown && !takesOver(finding, issue);
      if (saysTheSame(finding, issue)) issue.severity = std::min(issue.severity, finding.severity);
    }
    if (isShown) beside.push_back(issue);
  }
  return beside;
}

std::vector<FrameworkFinding> checkAllFrameworks(const Scenario& scenario) {
  const auto context = ruleContext(scenario);
  std::vector<Asked> all;
  for (std::size_t f = 0; f < kFrameworks; ++f) all.push_back(askedFor(context, static_cast<Framework>(f)));
  std::vector<FrameworkFinding> findings;
  for (std::size_t i = 0; i < rows().size(); ++i) {
    std::optional<FrameworkFinding> shown;
    for (const auto& asked : all) {
      if (!rows()[i].rule.isEnforcedBy(asked.framework)) continue;
      const auto finding = judged(i, asked);
      const bool isFirstRefusal =
          finding.state == FrameworkState::broken && shown && shown->state != FrameworkState::broken;
      if (!shown || isFirstRefusal) shown = finding;
    }
    if (shown) findings.push_back(*shown);
  }
  return findings;
}

}  // namespace shardscope
