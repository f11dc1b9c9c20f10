// SPDX-License-Identifier: Apache-2.0
#pragma once
// What each training framework refuses, warns of or silently changes, as one table over our scenario. Judged only when
// asked for; evaluate() and check() know nothing of it. Ids are those of the frameworks' rules; `Z-2`, `R-1` and `T-8`
// of the frameworks ask something else than our rules of these ids.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/issue.hpp"
#include "core/scenario/scenario.hpp"
#include "core/text/language.hpp"

namespace shardscope {

enum class Framework : std::uint8_t {
  megatronLm,
  torchtitan,
  deepspeed,
  accelerate,
  nanotron,
  gptNeox,
  megatronBridge,
  axolotl,
  llamaFactory,
  count
};
std::string_view frameworkName(Framework framework);   // "megatron-lm", as files and options write it
std::string_view frameworkTitle(Framework framework);  // "Megatron-LM", as people write it
std::optional<Framework> frameworkNamed(std::string_view name);

using FrameworkSet = std::uint16_t;  // a bit per framework
constexpr FrameworkSet bitOf(Framework framework) {
  return static_cast<FrameworkSet>(1U << static_cast<unsigned>(framework));
}

constexpr FrameworkSet kAllFrameworks = (FrameworkSet{1} << static_cast<unsigned>(Framework::count)) - 1;

enum class FrameworkBasis : std::uint8_t {
  scenario,  // decided by the numbers of the scenario
  exported,  // always kept, by what a launch file of the scenario writes or leaves out
  options    // depends on options of the framework that a scenario does not have; where those can matter, not decidable
};

struct FrameworkRule {
  std::string_view id;  // "T-3"
  Severity severity{};
  FrameworkSet frameworks = 0;  // that enforce it
  FrameworkBasis basis{};
  std::string_view enforcedBy;  // where in the frameworks' sources
  std::optional<RuleId> own;    // our rule that asks the same, maybe under another id
  bool isEnforcedBy(Framework framework) const { return (frameworks & bitOf(framework)) != 0; }
};
std::span<const FrameworkRule> frameworkRules();  // every rule, in the order of the topics W T S P B E Z R F
// It is our own rule of the same id, to be shown once.
bool isOurOwn(const FrameworkRule& rule);

enum class FrameworkState : std::uint8_t {
  holds,
  broken,
  notJudged,   // numbers it reads are out of range: mend our own errors first
  undecidable  // a scenario does not say
};

struct FrameworkFinding {
  std::uint8_t rule = 0;  // index into frameworkRules()
  Framework framework{};  // judged for
  FrameworkState state = FrameworkState::holds;
  Severity severity{};  // the rule's, or a milder one where the framework only warns of this way of breaking it
  Key field{};          // the setting to look at first
  std::uint8_t variant = 0;
  std::array<double, 5> args{};
  bool isOwn = false;  // broken exactly as our own rule `own` is: that issue already says it
  bool operator==(const FrameworkFinding&) const = default;
};
const FrameworkRule& ruleOf(const FrameworkFinding& finding);

// One finding per rule that the framework enforces, in table order. `scenario` may be invalid.
std::vector<FrameworkFinding> checkFramework(const Scenario& scenario, Framework framework);
// One finding per rule of the table: of the first framework that refuses it, else the first that enforces it.
std::vector<FrameworkFinding> checkAllFrameworks(const Scenario& scenario);

// Our issues as they stand beside these findings: with the framework's severity where it refuses the same and that is
// the graver; without those of its own rules that it allows, or puts in words of its own.
std::vector<Issue> issuesBeside(std::span<const Issue> issues, std::span<const FrameworkFinding> findings);

// What is wrong with this scenario's numbers; of a rule that holds, what it asks and, where a launch file decides, what
// that writes; of one that cannot be decided, why.
std::string message(const FrameworkFinding& finding, const Scenario& scenario, Language language);
// What the rule asks, without numbers.
std::string ruleText(const FrameworkRule& rule, Language language);
// An edit after which the rule holds, neither an error of ours nor one of this framework and of `others` is new, and
// what fitted still fits; none if there is no single obvious one. Evaluates a few scenarios.
std::optional<Edit> fix(const FrameworkFinding& finding, const Scenario& scenario, FrameworkSet others = 0);
// Evaluated, the edit breaks no rule of ours or of the frameworks that held before, and what fitted still fits.
bool isHarmless(const Edit& edit, const Scenario& scenario, FrameworkSet frameworks);
// The same of a rule of ours.
std::optional<Edit> fix(const Issue& issue, const Scenario& scenario, FrameworkSet frameworks);

}  // namespace shardscope
