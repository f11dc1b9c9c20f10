// SPDX-License-Identifier: Apache-2.0
#include "app/cli/rules_lines.hpp"

#include <algorithm>

#include "core/rules/evidence.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

// A rule does not hold exactly if it is among the issues; on an invalid scenario there are no figures to
// judge the rules of thumb by, and they say so.
std::vector<RuleLine> ownLines(const std::vector<Issue>& issues, bool isInvalid) {
  std::vector<RuleLine> lines;
  for (const auto& rule : ruleTable()) {
    const bool judged = !rule.needsReport || !isInvalid;
    const auto before = lines.size();
    for (const auto& issue : issues)
      if (issue.rule == rule.id) lines.push_back({rule.name, issue.severity, rule.id, issue, std::nullopt, true});
    if (lines.size() == before)
      lines.push_back({rule.name, rule.severity, rule.id, std::nullopt, std::nullopt, judged});
  }
  return lines;
}

bool isJudged(const FrameworkFinding& finding) {
  return finding.state == FrameworkState::holds || finding.state == FrameworkState::broken;
}

// What a framework says of a rule of ours goes onto our line: its severity counts where it is the graver.
void join(RuleLine& line, const FrameworkFinding& finding) {
  line.finding = finding;
  line.severity = std::min(line.severity, finding.severity);
  line.judged = line.issue || isJudged(finding);
}

RuleLine lineOf(const FrameworkFinding& finding) {
  RuleLine line{ruleOf(finding).id, finding.severity, std::nullopt, std::nullopt, finding, true};
  line.judged = isJudged(finding);
  return line;
}

std::optional<Edit> fixOf(const RuleLine& line, const Scenario& scenario, FrameworkSet chosen) {
  if (line.finding && line.finding->state == FrameworkState::broken) return fix(*line.finding, scenario, chosen);
  return line.issue ? fix(*line.issue, scenario, chosen) : std::nullopt;
}

}  // namespace

std::vector<RuleLine> ruleLines(const Scenario& scenario, const Report& report,
                                const std::optional<FrameworkChoice>& choice) {
  std::vector<FrameworkFinding> findings;
  if (choice) findings = choice->all ? checkAllFrameworks(scenario) : checkFramework(scenario, choice->one);
  auto lines = ownLines(issuesBeside(report.issues, findings), report.verdict == Verdict::invalid);
  for (const auto& finding : findings) {
    const auto& rule = ruleOf(finding);
    if (!isOurOwn(rule)) {
      lines.push_back(lineOf(finding));
      continue;
    }
    for (auto& line : lines)
      if (line.rule == rule.own) join(line, finding);
  }
  for (auto& line : lines) line.fix = fixOf(line, scenario, choice ? choice->set() : FrameworkSet{0});
  return lines;
}

std::string lineMessage(const RuleLine& line, const Scenario& scenario, Language language) {
  if (line.issue) return message(*line.issue, scenario, language);
  if (line.finding) return message(*line.finding, scenario, language);
  const auto rule = ruleText(*line.rule, language);
  return line.judged ? rule : text("cli-rule-not-judged", language, {{"rule", rule}});
}

std::string lineEvidence(const RuleLine& line, Language language) {
  return line.rule && hasEvidence(*line.rule) ? evidence(*line.rule, language) : std::string();
}

}  // namespace shardscope::cli
