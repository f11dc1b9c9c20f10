// SPDX-License-Identifier: Apache-2.0
// The main figures, worked by hand: Llama-3-70B on 64 H100, TP 8 · PP 4 · DP 2, ZeRO-1, 8,192 tokens, M = 64.
#include "core/explain/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cost/evaluate.hpp"
#include "core/text/messages.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Scenario design() {
  auto s = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 64, 8192);
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  return s;
}

Explanation explained(const Scenario& s, const char* key, Language language = Language::en) {
  const auto report = evaluate(s);
  auto e = explain(key, s, report, language, Changes::leftOut);
  EXPECT_TRUE(e) << key;
  return e.value_or(Explanation{});
}

std::vector<std::string> textsOf(const Explanation& e) {
  std::vector<std::string> out;
  for (const auto& line : e.lines) out.push_back(line.text);
  return out;
}

const ExplainSymbol& symbolOf(const Explanation& e, const std::string& name) {
  static const ExplainSymbol kNone;
  for (const auto& symbol : e.symbols)
    if (symbol.symbol == name) return symbol;
  ADD_FAILURE() << "no symbol " << name;
  return kNone;
}

TEST(Explain, microBatches) {
  const auto e = explained(design(), "batch.micro_batches");
  EXPECT_EQ(e.title, "Micro-batches per step (M)");
  EXPECT_EQ(e.value, 64);
  EXPECT_THAT(textsOf(e), ElementsAre("M = B / (b · d)", "= 128 / (1 × 2)", "= 128 / 2 = 64"));
  EXPECT_EQ(e.lines.front().latex, "M = \\frac{B}{b \\cdot d}");
  EXPECT_EQ(symbolOf(e, "B").setting, "workload.global_batch");
  EXPECT_EQ(symbolOf(e, "d").value, 2) << "64 ÷ (8 · 4)";
  EXPECT_EQ(e.check, "Rule M ≥ 4p: 64 ≥ 16 ✓ holds");
}

// Norm and product inputs 8nh/r = 67,108,864; Q, K, V 2n(1024 + 2·128) = 20,971,520; attention output 16,777,216;
// log-sum-exp 4n·8 = 262,144; MLP 6nf/t = 176,160,768. Four micro-batches, twenty layers.
TEST(Explain, activationsOfTheFirstStage) {
  constexpr double kLayer = 67'108'864 + 20'971'520 + 16'777'216 + 262'144 + 176'160'768;
  const auto e = explained(design(), "memory.stages.0.activations");
  EXPECT_EQ(e.value, 4 * 20 * kLayer);
  EXPECT_EQ(e.title, "Activations, stage 0");
  EXPECT_THAT(textsOf(e), ElementsAre("A_0 = φ · L_0 · A", "= 4 × 20 × 0.26196\u00a0GiB",
                                      "= 4 × 5.2393\u00a0GiB = 22,502,440,960\u00a0B = 20.96\u00a0GiB"));
  EXPECT_EQ(symbolOf(e, "A").key, "cost.layer.dense.stored_bytes");
  const auto layer = explained(design(), "cost.layer.dense.stored_bytes");
  EXPECT_EQ(layer.value, kLayer);
  EXPECT_EQ(recompute(layer), kLayer);
  EXPECT_EQ(symbolOf(layer, "n").value, 8192);
  EXPECT_EQ(symbolOf(layer, "r").value, 8);
  EXPECT_EQ(symbolOf(layer, "β").value, 2);
}

// A layer holds (h(a+2g)d + adh + 3hf)/8 + 2h = 106,971,136 parameters, the table 16,128 · 8,192.
TEST(Explain, statesUnderZero1) {
  constexpr double kHeld = 20 * 106'971'136.0 + 16'128 * 8'192.0;
  const auto perGpu = explained(design(), "parameters.per_gpu.0");
  EXPECT_EQ(perGpu.value, kHeld);
  EXPECT_EQ(textsOf(perGpu).front(), "ψ_0 = L_0 · ψ + ψ_emb");
  const auto weights = explained(design(), "memory.stages.0.parameters");
  EXPECT_EQ(weights.value, 2 * kHeld);
  EXPECT_EQ(textsOf(weights).front(), "W = w · ψ");
  const auto optimizer = explained(design(), "memory.stages.0.optimizer");
  EXPECT_EQ(optimizer.value, 12 * kHeld / 2) << "12 B per parameter over two replicas";
  EXPECT_EQ(textsOf(optimizer).front(), "O_s = o · ψ / S");
  EXPECT_THAT(optimizer.convention, HasSubstr("ZeRO-1"));
}

TEST(Explain, bubbleOfUnequalStages) {
  const auto s = design();
  const auto report = evaluate(s);
  const auto e = explained(s, "bubble.ratio_actual");
  const double slowest = symbolOf(e, "X_max").value, others = symbolOf(e, "X_0").value + 2 * symbolOf(e, "X_1–2").value;
  EXPECT_NEAR(e.value, others / (64 * slowest), 1e-15);
  EXPECT_EQ(e.value, report.bubble.ratioActual);
  EXPECT_EQ(textsOf(e).front(), "r = (Σ X_i − X_max) / (M · X_max)");
  EXPECT_EQ(symbolOf(e, "X_max").key, "cost.stages.3.seconds");
  EXPECT_THAT(e.check, HasSubstr("4.69")) << "(4 − 1)/64";
  EXPECT_THAT(e.source, HasSubstr("2104.04473"));
  EXPECT_NEAR(explained(s, "bubble.ratio_ideal").value, 3.0 / 64, 1e-15);
}

TEST(Explain, interleavingDividesTheBubble) {
  auto s = design();
  s.parallel.vpp = 5;
  EXPECT_EQ(textsOf(explained(s, "bubble.ratio_ideal")),
            (std::vector<std::string>{"ρ = (p − 1) / (v · M)", "= (4 − 1) / (5 × 64)", "= 3 / 320 = 0.938\u00a0%"}));
  EXPECT_EQ(textsOf(explained(s, "bubble.ratio_actual")).front(), "r = (Σ X_i − X_max) / v / (M · X_max)");
  // min(2(p − i − 1) + (v − 1)p + 1, Mv)/v = min(6 + 16 + 1, 320)/5
  EXPECT_EQ(explained(s, "memory.stages.0.in_flight").value, 23.0 / 5);
}

// 3 · tokens · (matrices + half of the core + logits) per token; MFU is that over 64 GPUs · 989 TFLOP/s · step.
TEST(Explain, modelFlopsAndMfu) {
  const auto s = design();
  const double matrices = 2.0 * 80 * (150'994'944.0 + 704'643'072.0), core = 80.0 * 2 * 4096 * 64 * 256,
               logits = 2.0 * 8192 * 128256;
  const double work = 3.0 * 128 * 8192 * (matrices + core + logits);
  EXPECT_DOUBLE_EQ(explained(s, "flops.model").value, work);
  const auto mfu = explained(s, "throughput.mfu");
  EXPECT_DOUBLE_EQ(mfu.value, work / (64 * 989e12 * symbolOf(mfu, "T").value));
  EXPECT_EQ(textsOf(mfu).front(), "MFU = F / (N · T · P)");
  EXPECT_EQ(mfu.unit, ExplainUnit::share);
}

TEST(Explain, stepIsTheSumOfItsTerms) {
  const auto s = design();
  const auto report = evaluate(s);
  const auto e = explained(s, "time.step_s");
  double sum = 0;
  for (const auto& symbol : e.symbols) {
    EXPECT_THAT(symbol.key, HasSubstr("time.breakdown_s."));
    EXPECT_GT(symbol.value, 0) << "terms that are zero are left out";
    sum += symbol.value;
  }
  EXPECT_DOUBLE_EQ(sum, report.time.step.count());
}

// ZeRO-1 reduces 4 B and gathers 2 B of every parameter of the fullest GPU over two replicas: (6 B · ψ) · 1/2.
TEST(Explain, dataParallelTraffic) {
  const auto s = design();
  const double held = 20 * 106'971'136.0 + 16'128 * 8'192.0 + 8'192;  // the last stage also has the final norm
  const auto e = explained(s, "communication.dp.bytes_per_step");
  EXPECT_DOUBLE_EQ(e.value, 6 * held / 2);
  EXPECT_EQ(textsOf(e).front(), "V = k_AG · S_AG · (n_AG − 1) / n_AG + k_RS · S_RS · (n_RS − 1) / n_RS");
  EXPECT_EQ(symbolOf(e, "S_AG").value, 2 * held);
  EXPECT_EQ(symbolOf(e, "S_RS").value, 4 * held);
}

TEST(Explain, inputsSayThatTheyAre) {
  auto s = design();
  const auto stated = explained(s, "scenario.workload.global_batch");
  EXPECT_EQ(stated.title, "Setting workload.global_batch");
  EXPECT_THAT(textsOf(stated), ElementsAre("x = 128"));
  EXPECT_THAT(stated.definition, HasSubstr("input"));
  const auto follows = explained(s, "scenario.parallel.dp");
  EXPECT_THAT(textsOf(follows), ElementsAre("d = N / (t · p · c)", "= 64 / (8 × 4 × 1)", "= 64 / 32 = 2"));
  EXPECT_THAT(follows.definition, HasSubstr("default"));
  s.parallel.dp = 2;
  s.parallel.stageLayers = {19, 20, 20, 21};
  EXPECT_THAT(textsOf(explained(s, "scenario.parallel.dp")), ElementsAre("x = 2"));
  EXPECT_EQ(explained(s, "scenario.parallel.stage_layers.3").value, 21);
  const auto report = evaluate(s);
  for (const char* key : {"scenario.", "scenario.parallel", "scenario.parallel.stage_layers",
                          "scenario.parallel.stage_layers.4", "scenario.stack", "scenario.parallel.tp.0"})
    EXPECT_EQ(explain(key, s, report, Language::en).error(), NoFigure::unknownKey) << key;
}

TEST(Explain, chineseHasItsOwnWords) {
  const auto e = explained(design(), "bubble.ratio_actual", Language::zhCn);
  EXPECT_EQ(e.title, "流水线气泡");
  EXPECT_EQ(symbolOf(e, "M").meaning, "每副本每步的微批次数");
  EXPECT_EQ(textsOf(e), textsOf(explained(design(), "bubble.ratio_actual"))) << "formulas are the same";
}

TEST(Explain, saysWhyThereIsNoFigure) {
  const auto s = design();
  const auto report = evaluate(s);
  const auto why = [&](const char* key) { return explain(key, s, report, Language::en).error(); };
  EXPECT_EQ(why("train.days"), NoFigure::noTokenGoal);
  EXPECT_EQ(why("moe.load_factor"), NoFigure::denseModel);
  EXPECT_EQ(why("cost.layer.moe.gemm_s"), NoFigure::denseModel);
  EXPECT_EQ(why("communication.cp.time_s"), NoFigure::oneRank);
  for (const char* key : {"", "time", "time.step", "memory.stages.4.total", "memory.stages.01.total",
                          "memory.stages.-1.total", "communication.xp.time_s", "time.step_s.", "verdict"})
    EXPECT_EQ(why(key), NoFigure::unknownKey) << key;
  EXPECT_EQ(noFigureText(NoFigure::unknownKey, "time.steps_s", report, Language::en).substr(0, 70),
            "`time.steps_s` is no figure of the report; nearest: `time.step_s`, `ti");
  EXPECT_THAT(noFigureText(NoFigure::noTokenGoal, "train.days", report, Language::en),
              HasSubstr("workload.train_tokens"));

  auto goal = s;
  goal.workload.trainTokens = 1e12;
  EXPECT_EQ(explain("train.cost", goal, evaluate(goal), Language::en).error(), NoFigure::noPrice);
  auto broken = s;
  broken.parallel.tp = 7;
  EXPECT_EQ(explain("time.step_s", broken, evaluate(broken), Language::en).error(), NoFigure::invalidScenario);
}

TEST(Explain, figureOfKnowsTheNumbersOfTheReport) {
  const auto report = evaluate(design());
  EXPECT_EQ(figureOf(report, "memory.stages.3.layers"), 20);
  EXPECT_EQ(figureOf(report, "time.breakdown_s.bubble"), report.time.term(TimeTerm::bubble).count());
  EXPECT_EQ(figureOf(report, "train.days"), std::nullopt);
  EXPECT_EQ(figureOf(report, "memory"), std::nullopt);
}

TEST(Explain, changesAreTrulyEvaluated) {
  const auto s = design();
  const auto report = evaluate(s);
  const struct {
    const char* key;
    double sign;
  } cases[] = {{"bubble.ratio_actual", -1}, {"memory.peak_bytes", -1}, {"throughput.mfu", 1}, {"time.step_s", -1}};
  for (const auto& [key, sign] : cases) {
    const auto e = explain(key, s, report, Language::en);
    ASSERT_TRUE(e) << key;
    ASSERT_FALSE(e->changes.empty()) << key;
    EXPECT_LE(e->changes.size(), 3U);
    double before = sign * HUGE_VAL;
    for (const auto& change : e->changes) {
      const auto after = evaluate(applied(s, change.edit));
      EXPECT_EQ(figureOf(after, key), change.value) << change.label;
      EXPECT_EQ(after.memory.peak - report.memory.peak, change.deltaPeak);
      EXPECT_EQ((after.time.step - report.time.step).count(), change.deltaStep.count());
      EXPECT_GT(sign * change.value, sign * e->value) << change.label << " makes it worse";
      EXPECT_LE(sign * change.value, sign * before) << "best first";
      EXPECT_LE(change.verdict, report.verdict);
      before = change.value;
    }
  }
}

TEST(Explain, inputsOfTheJobHaveNoChanges) {
  const auto s = design();
  const auto e = explain("batch.global_tokens", s, evaluate(s), Language::en);
  ASSERT_TRUE(e);
  EXPECT_TRUE(e->changes.empty());
}

TEST(Explain, copiesAsTextAndLatex) {
  const auto e = explained(design(), "batch.micro_batches");
  EXPECT_EQ(asText(e, Language::en),
            "Micro-batches per step (M): 64\n"
            "How many micro-batches every replica works through before the weights change.\n"
            "\n"
            "  M = B / (b · d)\n"
            "    = 128 / (1 × 2)\n"
            "    = 128 / 2 = 64\n"
            "\n"
            "  B = 128: global batch, sequences\n"
            "  b = 1: micro-batch size, sequences\n"
            "  d = 2: data-parallel replicas\n"
            "\n"
            "Check. Rule M ≥ 4p: 64 ≥ 16 ✓ holds\n"
            "Source: definition; arXiv:2104.04473, section 2: a global batch is b sequences × M micro-batches × d "
            "replicas\n");
  EXPECT_THAT(asLatex(e, Language::en), HasSubstr("\\begin{aligned}\n"
                                                  "  M &= \\frac{B}{b \\cdot d} \\\\\n"
                                                  "  &= \\frac{128}{1 \\times 2} \\\\\n"
                                                  "  &= \\frac{128}{2} = 64\n"
                                                  "\\end{aligned}"));
}

}  // namespace
}  // namespace shardscope
