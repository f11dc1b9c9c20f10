// SPDX-License-Identifier: Apache-2.0
#include "core/rules/figure_text.hpp"
#include "core/rules/framework/framework_row.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

std::string textId(const FrameworkRule& rule, std::string_view ending) {
  return "framework-" + std::string(rule.id) + std::string(ending);
}

std::string brokenText(const FrameworkFinding& finding, const Scenario& scenario, Language language) {
  const auto& row = framework::row(finding.rule);
  if (finding.isOwn)
    return message(Issue{*row.rule.own, finding.severity, finding.field, finding.args}, scenario, language);
  std::vector<MessageArg> args = {{"framework", std::string(frameworkTitle(finding.framework))},
                                  {"schedule", std::string(word(schedule(scenario.parallel)))},
                                  {"optimizer", std::string(word(scenario.workload.optimizer))},
                                  {"device", scenario.cluster.device.name}};
  for (std::size_t i = 0; i < row.args.size(); ++i)
    if (!row.args[i].empty()) args.emplace_back(row.args[i], figureText(finding.args[i], Figure::count));
  std::string ending;
  if (finding.variant > 0) ending.append("-").append(std::to_string(finding.variant));
  return fillIn(textTemplate(textId(row.rule, ending), language), args);
}

}  // namespace

std::string ruleText(const FrameworkRule& rule, Language language) {
  const auto id = textId(rule, "-text");
  return rule.own && !hasText(id) ? ruleText(*rule.own, language) : text(id, language);
}

std::string message(const FrameworkFinding& finding, const Scenario& scenario, Language language) {
  const auto& rule = ruleOf(finding);
  const auto because = [&](std::string_view frame) {
    return text(frame, language, {{"rule", ruleText(rule, language)}, {"why", text(textId(rule, "-why"), language)}});
  };
  switch (finding.state) {
    case FrameworkState::broken: return brokenText(finding, scenario, language);
    case FrameworkState::undecidable: return because("framework-undecidable");
    case FrameworkState::notJudged: return text("framework-not-judged", language, {{"rule", ruleText(rule, language)}});
    case FrameworkState::holds: break;
  }
  return rule.basis == FrameworkBasis::exported ? because("framework-exported") : ruleText(rule, language);
}

}  // namespace shardscope
