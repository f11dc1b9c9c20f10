// SPDX-License-Identifier: Apache-2.0
#pragma once
// The decision procedure (cost-model §9): six questions, each with its test on this scenario's numbers, and the layout
// they lead to. Reckons with the nominal capacity of the device, as the rules of thumb do; the memory verdict of a
// report uses the bytes that the driver shows.

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/rules/issue.hpp"
#include "core/scenario/fields.hpp"
#include "core/text/language.hpp"

namespace shardscope {

enum class AdviceVerdict : std::uint8_t { yes, no, skip, warn };
template <>
struct EnumWords<AdviceVerdict> {
  static constexpr auto words = std::to_array<std::string_view>({"yes", "no", "skip", "warn"});
};

// A number of a test by name. The end of the name tells its unit: _bytes, _s (seconds), _share (fraction), otherwise a
// count.
struct AdviceValue {
  std::string_view name;
  // A number, a word ("full") or several ("tp", "pp"); of `rule` and `precision` a name.
  std::variant<double, std::string_view, std::vector<std::string_view>> value;
  bool operator==(const AdviceValue&) const = default;
};

struct AdvicePart {
  std::string_view id;  // "1a"
  AdviceVerdict verdict = AdviceVerdict::skip;
  std::vector<AdviceValue> values;
  // Which sentence tells the test: "yes", "no", … if the part needs more than one; empty: there is one.
  std::string_view variant = {};
  // What its exact figures (peak_bytes, step_s) are figures of; none in `checks`, which are about the recommended plan.
  std::optional<Scenario> plan = {};
};

struct AdviceStep {
  int step = 0;   // 1…6, the chapter's numbers
  int order = 0;  // of evaluation, from 1; long context (6) comes first, experts (5) before the pipeline (4)
  AdviceVerdict verdict = AdviceVerdict::skip;
  std::vector<AdvicePart> parts;
  std::optional<Edit> applies;  // from the scenario asked about to what this step recommends
  // To what it weighed and passed over: a plan that runs, by the exact model, and is neither of the two.
  std::optional<Edit> alternative;
};

struct Advice {
  std::array<AdviceStep, 6> steps;  // by chapter number
  int answeredBy = 0;               // the step that gave `recommended`, 1…6
  bool feasible = false;            // `recommended` runs; false: nothing was found that does, it is the nearest try
  Scenario recommended;       // legal; see AdviceLayouts::scenarioOf for what becomes of a batch that does not divide
  std::int64_t idleGpus = 0;  // a layout that uses fewer GPUs than there are
  std::vector<AdvicePart> checks;  // afterwards: M ≥ 4P, batch bounds, MFU, tp in the node, padding, imbalance
};

// Precondition: check() finds nothing wrong with model, device and numbers (rule R-1); the layout may be anything.
Advice advise(const Scenario& scenario);
// What stands against asking at all: the first broken rule that no layout can mend (numbers of model, device or
// workload). None: advise() has an answer.
std::optional<Issue> adviceObstacle(const Scenario& scenario);

std::string adviceTitle(int step, Language language);  // the question of a step in a few words
std::string adviceQuestion(const AdvicePart& part, Language language);
std::string adviceTest(const AdvicePart& part, Language language);
// The same with each of its values put through `mark`, for callers that make links of them.
using AdviceMark = std::function<std::string(const AdviceValue& value, std::string shown)>;
std::string adviceTest(const AdvicePart& part, Language language, const AdviceMark& mark);

// An amount of bytes or seconds or a share: explain() knows it as "advice.STEP.PART.NAME".
bool isAmount(const AdviceValue& value);

}  // namespace shardscope
