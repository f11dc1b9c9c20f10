// SPDX-License-Identifier: Apache-2.0
// Figures of the decision steps: by hand, of another plan, under keys that do not exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/advice/procedure.hpp"
#include "core/cost/evaluate.hpp"
#include "core/explain/explain.hpp"
#include "core/io/scenario_reader.hpp"
#include "tests/support/core_explain.hpp"

namespace shardscope {
namespace {

using testing::HasSubstr;

Scenario preset(const std::string& id) { return loadScenario("preset:" + id, Language::en)->scenario; }

tl::expected<Explanation, NoFigure> explained(const std::string& key, const Scenario& s) {
  return explain(key, s, evaluate(s), Language::en);
}

// 16 · 6,738,415,616 / 8 + 10 · 6,738,415,616 / 32 bytes.
TEST(ExplainAdvice, StatesUnderFsdpByHand) {
  const auto e = explained("advice.2.0.states_bytes", preset("7b-finetune-8"));
  ASSERT_TRUE(e);
  EXPECT_DOUBLE_EQ(e->value, 16 * 6738415616.0 / 8 + 10 * 6738415616.0 / 32);
  EXPECT_DOUBLE_EQ(recompute(*e), e->value);
  EXPECT_EQ(e->valueText, "15.58\u00a0GB");
  EXPECT_THAT(e->title, HasSubstr("step 2"));
}

TEST(ExplainAdvice, TheNeedLeadsToItsParts) {
  const auto s = preset("7b-finetune-8");
  const auto e = explained("advice.2.0.need_bytes", s);
  ASSERT_TRUE(e);
  ASSERT_EQ(e->symbols.size(), 3U);
  double sum = 0;
  for (const auto& symbol : e->symbols) {
    const auto part = explained(symbol.key, s);
    ASSERT_TRUE(part) << symbol.key;
    EXPECT_DOUBLE_EQ(part->value, symbol.value);
    sum += part->value;
  }
  EXPECT_DOUBLE_EQ(sum, e->value);
}

// The step time of a plan that was passed over is that plan's, and says so.
TEST(ExplainAdvice, AnotherPlansFigureNamesThePlan) {
  const auto s = preset("7b-finetune-8");
  const auto advice = advise(s);
  const auto& part = advice.steps[2].parts[0];
  ASSERT_TRUE(part.plan);
  const auto e = explained("advice.3.0.step_s", s);
  ASSERT_TRUE(e);
  EXPECT_EQ(e->value, evaluate(*part.plan).time.step.count());
  EXPECT_THAT(e->title, HasSubstr("TP\u00a08"));
  for (const auto& symbol : e->symbols) EXPECT_TRUE(symbol.key.empty()) << symbol.key;
}

TEST(ExplainAdvice, AnInvalidScenarioHasStepsToAskAbout) {
  auto s = preset("70b-pretrain-512");
  s.parallel.tp = 3;
  ASSERT_EQ(evaluate(s).verdict, Verdict::invalid);
  const auto e = explained("advice.1.0.need_bytes", s);
  ASSERT_TRUE(e);
  EXPECT_DOUBLE_EQ(recompute(*e), e->value);
}

TEST(ExplainAdvice, OtherKeysAreUnknown) {
  const auto s = preset("7b-finetune-8");
  for (const char* key :
       {"advice.", "advice.2", "advice.2.0", "advice.2.0.", "advice.7.0.need_bytes", "advice.0.0.need_bytes",
        "advice.2.9.need_bytes", "advice.2.-1.need_bytes", "advice.2.x.need_bytes", "advice.2.0.node",
        "advice.2.0.recompute", "advice.2.0.need_bytes.more", "advice.22.0.need_bytes", "advice.checks.99.mfu_share"}) {
    const auto e = explained(key, s);
    ASSERT_FALSE(e) << key;
    EXPECT_EQ(e.error(), NoFigure::noSuchTest) << key;
  }
  auto wrong = s;
  wrong.model.shape.layers = 0;
  EXPECT_EQ(explained("advice.2.0.need_bytes", wrong).error(), NoFigure::invalidScenario);
}

TEST(ExplainAdvice, EveryAmountOfThePresetsRecomputes) {
  for (const char* id : {"7b-finetune-8", "7b-pretrain-64", "70b-pretrain-512", "175b-pretrain-2048", "moe-8x7b-64",
                         "128k-context-64", "64-gpu-example"})
    for (const auto language : {Language::en, Language::zhCn})
      EXPECT_THAT(test::adviceFaultsOf(preset(id), language), testing::IsEmpty()) << id;
}

}  // namespace
}  // namespace shardscope
