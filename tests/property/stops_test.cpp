// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/stops.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "core/scenario/knobs_settle.hpp"
#include "tests/property/rules_generators.hpp"

namespace shardscope {
namespace {

using namespace test;

RC_GTEST_PROP(StopsProperty, areAFewAscendingValuesWithTheCurrentOne, ()) {
  const auto s = anyScenario();
  const auto knob = anyKnob();
  const auto all = stops(s, anyLocks(), knob);
  RC_ASSERT((!all.empty() && all.size() <= 12U));
  RC_ASSERT(std::is_sorted(all.begin(), all.end(), [](const Stop& a, const Stop& b) { return a.value < b.value; }));
  for (std::size_t i = 1; i < all.size(); ++i) RC_ASSERT(all[i].value > all[i - 1].value);
  const auto current = knobValue(s, knob);
  RC_ASSERT(
      (current < 1 || std::any_of(all.begin(), all.end(), [&](const Stop& stop) { return stop.value == current; })));
}

RC_GTEST_PROP(StopsProperty, validMeansValidAndInvalidHasAReason, ()) {
  const auto s = anyScenario();
  const auto locks = anyLocks();
  const auto knob = anyKnob();
  for (const auto& stop : stops(s, locks, knob)) {
    const auto move = moveKnob(s, locks, knob, stop.value);
    RC_ASSERT(move.has_value() == (stop.state != StopState::invalid));
    RC_ASSERT(stop.reason.has_value() == (stop.state != StopState::valid));
    if (move) {
      RC_ASSERT(!firstError(applied(s, move->edit)));
      if (stop.reason) {
        RC_ASSERT(stop.reason->severity != Severity::error);
      }
      continue;
    }
    RC_ASSERT(*stop.reason == move.error());
    RC_ASSERT(stop.reason->severity == Severity::error);
    RC_ASSERT(!message(*stop.reason, s, Language::en).empty());
    RC_ASSERT(!message(*stop.reason, s, Language::zhCn).empty());
  }
}

// The rule named by a ✕ stop fails when the value is simply written, unless context ranks gave way before it.
RC_GTEST_PROP(StopsProperty, theNamedRuleReallyFails, ()) {
  const auto s = validScenario();
  const auto knob = *rc::gen::element(Knob::tp, Knob::pp, Knob::vpp, Knob::cp, Knob::ep, Knob::microBatch,
                                      Knob::globalBatch, Knob::sequenceLength);
  for (const auto& stop : stops(s, Locks{}, knob)) {
    if (stop.state != StopState::invalid) continue;
    Scenario settled;
    const KnobSetting setting{knob, stop.value};
    if (settle(s, Locks{}, {&setting, 1}, settled) || settled.parallel.cp != s.parallel.cp) continue;
    RC_LOG() << keyName(knobKey(knob)) << " " << stop.value << ": " << ruleName(stop.reason->rule) << std::endl;
    auto written = applied(s, {{knobKey(knob), stop.value}});
    std::vector<Issue> issues;
    check(written, issues);
    const auto fails = [&] {
      issues.clear();
      check(written, issues);
      return std::any_of(issues.begin(), issues.end(), [&](const Issue& i) { return i.rule == stop.reason->rule; });
    };
    if (fails()) continue;
    written.parallel.dp.reset();        // an explicit DP that no longer matches hides what its successor breaks
    written.parallel.schedule.reset();  // chunks and schedule set each other
    RC_ASSERT(fails());
  }
}

}  // namespace
}  // namespace shardscope
