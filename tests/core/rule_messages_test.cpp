// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/rules/figure_text.hpp"
#include "core/text/messages.hpp"
#include "tests/core/rules_scenarios.hpp"

namespace shardscope {
namespace {

using namespace test;
using testing::HasSubstr;
using testing::Not;

std::string first(const Scenario& s, Language language = Language::en) {
  const auto issue = firstError(s);
  return issue ? message(*issue, s, language) : "valid";
}
template <class Change>
std::string dense(Change change, Language language = Language::en) {
  auto s = denseScenario();
  change(s);
  return first(s, language);
}
template <class Change>
std::string moe(Change change) {
  auto s = moeScenario();
  change(s);
  return first(s);
}

TEST(RuleMessages, everyRuleSaysWhatItAsksInBothLanguages) {
  for (const auto& info : ruleTable()) {
    EXPECT_FALSE(ruleText(info.id, Language::en).empty()) << info.name;
    EXPECT_NE(ruleText(info.id, Language::en), ruleText(info.id, Language::zhCn)) << info.name;
  }
}

TEST(RuleMessages, sayTheCauseThenTheNearestFix) {
  EXPECT_EQ(dense([](Scenario& s) {
              s.parallel.tp = 6;
              s.parallel.pp = 1;
              s.cluster.nodes.reset();
              s.cluster.gpus = 48;
              s.workload.globalBatch = 96;
            }),
            "TP 6 is not possible: 64 heads do not divide by 6. Nearest: 4 or 8.");
  EXPECT_EQ(dense([](Scenario& s) { s.parallel.pp = 5; }),
            "TP 8 × PP 5 = 40 is not possible: 64 GPUs / 40 is not whole. Nearest PP: 4 or 8.");
  EXPECT_EQ(dense([](Scenario& s) { s.parallel.pp = 16; }),
            "TP 8 × PP 16 = 128 is not possible: the job has only 64 GPUs. Nearest PP: 8.");
  EXPECT_EQ(dense([](Scenario& s) { s.parallel.dp = 3; }),
            "TP 8 × PP 4 × DP 3 = 96, but the job has 64 GPUs. Nearest DP: 2.");
  EXPECT_EQ(dense([](Scenario& s) { s.parallel.vpp = 3; }),
            "VPP 3 is not possible: 20 layers per stage is not a multiple of 3. Nearest: 2 or 4.");
  EXPECT_EQ(dense([](Scenario& s) {
              s.parallel.cp = 2;
              s.workload.sequenceLength = 8190;
              s.parallel.sp = false;
            }),
            "CP 2 is not possible: sequence length 8,190 is not a multiple of 2 × CP = 4. Nearest: 1.");
  EXPECT_EQ(dense([](Scenario& s) { s.workload.globalBatch = 127; }),
            "Global batch 127 is not possible: it does not divide by micro-batch 1 × DP 2 = 2. Nearest: 126 or 128.");
  EXPECT_EQ(dense([](Scenario& s) { s.parallel.ep = 8; }),
            "EP 8 is not possible: the model is dense and has no experts. Nearest: 1.");
  EXPECT_EQ(moe([](Scenario& s) { s.parallel.ep = 16; }),
            "EP 16 is not possible: 8 experts do not divide by 16. Nearest: 8.");
  EXPECT_EQ(moe([](Scenario& s) { s.parallel.pp = 32; }),
            "EP 8 is not possible: the 2 ranks of a stage (TP × CP × DP) do not divide by 8. Nearest EP: 2.");
  EXPECT_EQ(dense([](Scenario& s) { s.parallel.tp = 0; }), "`parallel.tp` is 0; allowed: 1 … 1,000,000.");
  EXPECT_EQ(dense([](Scenario& s) { s.model.shape.vocab = 0; }), "`model.vocab` is 0; allowed: 1 … 268,435,456.");
}

TEST(RuleMessages, speakChinese) {
  EXPECT_EQ(dense([](Scenario& s) { s.parallel.pp = 5; }, Language::zhCn),
            "TP 8 × PP 5 = 40 不可行：64 / 40 不是整数。最接近的可用 PP：4 或 8。");
  EXPECT_EQ(dense([](Scenario& s) { s.parallel.vpp = 3; }, Language::zhCn),
            "VPP 3 不可行：每个阶段 20 层，不是 3 的倍数。最接近的可用值：2 或 4。");
}

// A sentence of every text of the table, so that no placeholder is left without its number (an assert in debug builds).
TEST(RuleMessages, everyVariantCanBeFilled) {
  struct Sample {
    RuleId rule;
    Key field;
    std::array<double, 5> args;
    const char* says;
  };
  const Sample samples[] = {
      {RuleId::T7, Key::tp, {8, 28673, 0}, "28,673"},
      {RuleId::T7, Key::tp, {8, 4097, 1}, "shared experts"},
      {RuleId::T7, Key::etp, {4, 4098, 2}, "ETP 4"},
      {RuleId::L1, Key::pp, {60, 64, 1}, "60 layers"},
      {RuleId::L1, Key::vpp, {80, 32, 4}, "128 chunks"},
      {RuleId::P3, Key::vpp, {80, 6, 2}, "PP 6"},
      {RuleId::P8, Key::vpp, {2}, "VPP 2"},
      {RuleId::P9, Key::vpp, {63, 4, 5}, "63 micro-batches"},
      {RuleId::P9, Key::vpp, {2, 4, 5}, "at least 4"},
      {RuleId::S3, Key::tp, {8190, 1, 8}, "8,190"},
      {RuleId::S3, Key::tp, {8200, 2, 8}, "4,100 tokens"},
      {RuleId::S5, Key::cp, {2, 8, 1}, "1 KV heads"},
      {RuleId::B1, Key::globalBatch, {128, 1, 2, 32}, "M 32 × DP 2 = 64"},
      {RuleId::T9, Key::model, {8200, 64}, "8,200"},
      {RuleId::P1, Key::pp, {78, 4, 19, 20}, "19 or 20"},
      {RuleId::P10, Key::globalBatch, {3, 4}, "3 micro-batches"},
      {RuleId::S1, Key::sp, {}, "TP 1"},
      {RuleId::T2w, Key::tp, {16, 8, 2}, "2 times"},
      {RuleId::E2, Key::sp, {2}, "TP 2"},
      {RuleId::Z2, Key::zero, {4}, "ZeRO 1"},
      {RuleId::T8, Key::tp, {50180, 51200, 0.0203, 8}, "2.0 %"},
      {RuleId::D1, Key::precision, {}, "no bf16 units"},
      {RuleId::Hgolden, Key::tp, {0, 20480, 8, 8}, "TP communicates most often, 20,480 calls"},
      {RuleId::Hnode, Key::tp, {16, 8}, "TP 16"},
      {RuleId::H60, Key::tp, {50e9, 48e9, 40e9, 10e9, 1}, "50.0 GB at TP 1"},
      {RuleId::H4P, Key::pp, {8, 4, 16, 0.375}, "37.5 %"},
      {RuleId::Hmfu, Key::tp, {0.281}, "28.1 %"},
      {RuleId::Hbatch, Key::globalBatch, {1048576, 4e6, 0}, "1.05 M tokens is below"},
      {RuleId::Hbatch, Key::globalBatch, {8e6, 4e6, 1}, "above your bound of 4 M"},
      {RuleId::Himbalance, Key::hotTokenShare, {7.2, 0.744, 0.9}, "7.20 times"},
      {RuleId::Hmfu, Key::tp, {0.1, 0.4}, "for 40.0 % of the step the GPUs wait for the host"},
      {RuleId::W1, Key::dp, {64, 3, 1, 1}, "TP 3 is not possible: 64 GPUs / 3"},
      {RuleId::W1, Key::dp, {64, 3, 2, 1}, "TP 3 × PP 2 = 6 is not possible"},
      {RuleId::W1, Key::dp, {64, 128, 1, 1}, "TP 128 is not possible: the job has only 64"},
      {RuleId::P10, Key::globalBatch, {1, 4}, "1 micro-batch is fewer than the 4 stages"},
      {RuleId::P10, Key::globalBatch, {2, 4}, "2 micro-batches are fewer"},
      {RuleId::H4P, Key::pp, {1, 4, 16, 3}, "1 micro-batch is fewer than 4 × PP = 16"},
      {RuleId::H4P, Key::pp, {15, 8, 32, 0}, "fills its bubble all the same"},
      {RuleId::Hnode, Key::tp, {16, 8, 0}, "TP 16 is wider"},
      {RuleId::Hnode, Key::tp, {6, 8, 6}, "Whole groups fill 6 of 8"},
      {RuleId::Hfsdp, Key::zero, {0.12, 1.2, 10}, "1.20 s of 10.00 s"},
      {RuleId::Hhead, Key::pp, {0.15, 0.115, 0.1}, "115 ms against 100 ms"},
      {RuleId::Hdims, Key::pp, {4, 60e9, 85e9, 0, 0}, "55.9 of 79.2 GiB"},
      {RuleId::Hdims, Key::pp, {4, 60e9, 85e9, 17, 18}, "17.00 s instead of 18.00 s"},
      {RuleId::Hdims, Key::tp, {8, 60e9, 85e9, 19, 18}, "does pay"},
  };
  for (const auto& sample : samples) {
    const Issue issue{sample.rule, ruleTable()[static_cast<std::size_t>(sample.rule)].severity, sample.field,
                      sample.args};
    for (const auto language : {Language::en, Language::zhCn}) {
      const auto text = message(issue, denseScenario(), language);
      EXPECT_THAT(text, Not(HasSubstr("{"))) << text;
    }
    EXPECT_THAT(message(issue, denseScenario(), Language::en), HasSubstr(sample.says));
  }
}

TEST(RuleMessages, theTableHoldsNoTextThatIsNeverSaid) {
  // Endings that the code can ask for, per rule; a text without a sentence would be dead.
  std::size_t ofRules = 0;
  for (const auto& id : textIds()) ofRules += id.starts_with("rule-") ? 1 : 0;
  std::size_t known = 4;  // the nearest-value tails
  for (const auto& info : ruleTable()) {
    const std::string name = "rule-" + std::string(info.name);
    EXPECT_TRUE(hasText(name)) << name;
    for (const char* ending : {"",
                               "-text",
                               "-more",
                               "-dp",
                               "-one",
                               "-more-one",
                               "-split",
                               "-host",
                               "-hidden",
                               "-shared",
                               "-expert",
                               "-vpp",
                               "-uneven",
                               "-few",
                               "-counted",
                               "-cp",
                               "-asked",
                               "-dense",
                               "-above",
                               "-faster",
                               "-slower",
                               "-not-finite",
                               "-word",
                               "-stage-item",
                               "-stage-count",
                               "-stage-sum",
                               "-shard-group",
                               "-needs-chunks",
                               "-needs-interleaved",
                               "-two-chunks",
                               "-hot-share",
                               "-precision",
                               "-kv-heads",
                               "-parameters",
                               "-states",
                               "-tokens",
                               "-activations"})
      known += hasText(name + ending) ? 1 : 0;
  }
  EXPECT_EQ(ofRules, known);
}

TEST(RuleMessages, rangesNameTheFieldAndItsLimits) {
  auto s = denseScenario();
  s.parallel.stageLayers = {20, 20, 40};
  EXPECT_EQ(first(s),
            "`parallel.stage_layers` lists 3 stages, but PP is 4. List 4 numbers, or none for a balanced split.");
  s.parallel.stageLayers = {20, 20, 20, 21};
  EXPECT_EQ(first(s), "`parallel.stage_layers` adds up to 81 layers, but the model has 80.");
  s = denseScenario();
  s.parallel.schedule = Schedule::zbV;
  s.parallel.vpp = 2;
  EXPECT_EQ(first(s),
            "VPP 2 is not possible with schedule zb-v: its two chunks per stage are implied, leave VPP at 1.");
  s = denseScenario();
  s.cluster.device.sms = 0;
  EXPECT_EQ(first(s), "`cluster.gpu.sms` is 0; allowed: 1 … 100,000.");
  s = denseScenario();
  s.model.shape.kvHeads = 7;
  EXPECT_THAT(first(s), HasSubstr("neither divides"));  // T-2 comes before R-1
  EXPECT_THAT(message(issuesOf(s).back(), s, Language::en), HasSubstr("64 heads do not divide by 7 KV heads"));
}

TEST(FigureText, readsLikeTheDesign) {
  EXPECT_EQ(figureText(999, Figure::count), "999");
  EXPECT_EQ(figureText(8190, Figure::count), "8,190");
  EXPECT_EQ(figureText(1234567, Figure::count), "1,234,567");
  EXPECT_EQ(figureText(-1234, Figure::count), "-1,234");
  EXPECT_EQ(figureText(1e15, Figure::count), "1e+15");
  EXPECT_EQ(figureText(0.5, Figure::count), "0.5");
  EXPECT_EQ(figureText(0.0245, Figure::share), "2.5 %");
  EXPECT_EQ(figureText(15.4e9, Figure::gigabytes), "15.4");
  EXPECT_EQ(figureText(18.777, Figure::seconds), "18.78 s");
  EXPECT_EQ(figureText(0.172, Figure::seconds), "172 ms");
  EXPECT_EQ(figureText(0.00521, Figure::seconds), "5.2 ms");
  EXPECT_EQ(figureText(15e12, Figure::tokens), "15 T");
}

}  // namespace
}  // namespace shardscope
