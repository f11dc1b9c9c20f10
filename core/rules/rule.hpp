// SPDX-License-Identifier: Apache-2.0
#pragma once
// One row of the rule table, and what the conditions look at. Internal to the core.

#include <cstdint>

#include "core/report/report.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

template <class... Keys>
constexpr std::uint64_t keyMask(Keys... keys) {
  return (std::uint64_t{0} | ... | (std::uint64_t{1} << static_cast<unsigned>(keys)));
}
static_assert(static_cast<unsigned>(Key::count) <= 64);

// A scenario with what follows from it worked out once. A rule is asked only if everything it reads is in range, so
// that conditions divide and multiply freely.
struct RuleContext {
  const Scenario& scenario;
  std::uint64_t keysOutOfRange = 0;
  bool shapeInRange = true, deviceInRange = true;
  std::int64_t gpus = 0;          // N
  std::int64_t dp = 0;            // 0: no whole degree exists
  std::int64_t microBatches = 0;  // M; 0: not whole
  bool interleaved = false;
  bool sp = false;  // sequence parallelism in effect
  bool numbersInRange() const { return keysOutOfRange == 0 && shapeInRange && deviceInRange; }
};
RuleContext ruleContext(const Scenario& scenario);
// Works out again what follows from numbers whose ranges are known: for a scenario that changes under its context and
// stays within the ranges.
void resolve(RuleContext& context);

struct RuleInputs {
  std::uint64_t keys = 0;
  bool shape = false, device = false;
};

// Fills field and args of an issue and returns true when the rule is broken.
using Condition = bool (*)(const RuleContext&, Issue&);

struct Rule {
  RuleInfo info;
  Key field{};  // the setting to look at first, unless the condition names another
  RuleInputs inputs;
  Condition broken = nullptr;  // null: judged on figures (rules of thumb)
};
const Rule& rule(RuleId id);

// Whether a validity rule is broken; false too where its inputs are out of range. Fills `issue` if given.
bool isBroken(RuleId id, const RuleContext& context, Issue* issue = nullptr);

// The conditions, in table order. Meaning of the args in the comment of each definition.
namespace conditions {
bool w1(const RuleContext&, Issue&);
bool w2(const RuleContext&, Issue&);
bool t9(const RuleContext&, Issue&);
bool t1(const RuleContext&, Issue&);
bool t2(const RuleContext&, Issue&);
bool t7(const RuleContext&, Issue&);
bool l1(const RuleContext&, Issue&);
bool p3(const RuleContext&, Issue&);
bool p8(const RuleContext&, Issue&);
bool p9(const RuleContext&, Issue&);
bool s4(const RuleContext&, Issue&);
bool s3(const RuleContext&, Issue&);
bool s5(const RuleContext&, Issue&);
bool b1(const RuleContext&, Issue&);
bool e1(const RuleContext&, Issue&);
bool r1(const RuleContext&, Issue&);
bool p1(const RuleContext&, Issue&);
bool p10(const RuleContext&, Issue&);
bool s1(const RuleContext&, Issue&);
bool t2w(const RuleContext&, Issue&);
bool e2(const RuleContext&, Issue&);
bool z2(const RuleContext&, Issue&);
bool t8(const RuleContext&, Issue&);
bool d1(const RuleContext&, Issue&);
}  // namespace conditions

// KV heads that attention splits over tp: of multi-head latent attention, all heads.
constexpr std::int64_t splitKvHeads(const ModelShape& model) { return usesMla(model) ? model.heads : kvHeads(model); }
constexpr bool hasDenseLayers(const ModelShape& model) { return moeLayers(model) < model.layers; }

}  // namespace shardscope
