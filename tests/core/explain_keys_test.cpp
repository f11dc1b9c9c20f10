// SPDX-License-Identifier: Apache-2.0
// Every number of the report of every kind of job has an explanation that recomputes, in both languages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <map>

#include "core/cost/evaluate.hpp"
#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"
#include "tests/support/core_explain.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

struct Job {
  const char* name;
  std::function<Scenario()> make;
};
void PrintTo(const Job& job, std::ostream* out) { *out << job.name; }

Scenario on64(const ModelShape& model) {
  auto s = test::scenarioOn("h100-sxm-80gb", model, 64, 8192);
  s.workload.trainTokens = 1e12;
  s.cluster.pricePerGpuHour = 2.5;
  return s;
}

Scenario pipelined(std::optional<Schedule> schedule, std::int64_t vpp = 1) {
  auto s = on64(test::llama3_70b());
  s.parallel.tp = 8;
  s.parallel.pp = 4;
  s.parallel.vpp = vpp;
  s.parallel.schedule = schedule;
  return s;
}

template <class Change>
Scenario changed(Scenario s, Change change) {
  change(s);
  return s;
}

Scenario experts(const ModelShape& model, std::int64_t tp, std::int64_t pp, std::int64_t ep) {
  auto s = on64(model);
  s.parallel.tp = tp;
  s.parallel.pp = pp;
  s.parallel.ep = ep;
  s.moe.hotTokenShare = 0.5;
  return s;
}

class ExplainKeys : public testing::TestWithParam<Job> {};

TEST_P(ExplainKeys, areAllExplainedInBothLanguages) {
  const auto s = GetParam().make();
  ASSERT_FALSE(firstError(s)) << message(*firstError(s), s, Language::en);
  const auto report = evaluate(s);
  for (const auto language : {Language::en, Language::zhCn})
    EXPECT_THAT(test::faultsOf(s, report, language), testing::IsEmpty());
}

TEST_P(ExplainKeys, haveTitlesThatTellThemApart) {
  const auto s = GetParam().make();
  const auto report = evaluate(s);
  for (const auto language : {Language::en, Language::zhCn}) {
    std::map<std::string, std::string> keys;
    for (const auto& key : explainKeys(report)) {
      const auto e = explain(key, s, report, language, Changes::leftOut);
      ASSERT_TRUE(e) << key;
      const auto [other, isNew] = keys.emplace(e->title, key);
      EXPECT_TRUE(isNew) << e->title << ": " << key << " and " << other->second;
    }
  }
}

// What is copied is whole: braces and environments close, no placeholder is open.
TEST_P(ExplainKeys, copyWhole) {
  const auto s = GetParam().make();
  const auto report = evaluate(s);
  for (const auto& key : explainKeys(report)) {
    const auto e = explain(key, s, report, Language::zhCn, Changes::leftOut);
    ASSERT_TRUE(e) << key;
    EXPECT_THAT(placeholders(asText(*e, Language::zhCn)), testing::IsEmpty()) << key;
    int depth = 0;
    for (const char c : asLatex(*e, Language::zhCn)) {
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      ASSERT_GE(depth, 0) << key;
    }
    EXPECT_EQ(depth, 0) << key;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Jobs, ExplainKeys,
    testing::Values(
        Job{"pipeline", [] { return pipelined({}); }}, Job{"interleaved", [] { return pipelined({}, 5); }},
        Job{"gpipe", [] { return pipelined(Schedule::gpipe); }}, Job{"zb-h1", [] { return pipelined(Schedule::zbH1); }},
        Job{"zb-h2", [] { return pipelined(Schedule::zbH2); }}, Job{"zb-v", [] { return pipelined(Schedule::zbV); }},
        Job{"dualpipe", [] { return pipelined(Schedule::dualPipe); }},
        Job{"fsdp", [] { return changed(on64(test::llama2_7b()), [](Scenario& s) { s.parallel.zero = 3; }); }},
        Job{"hsdp",
            [] {
              return changed(on64(test::llama2_7b()), [](Scenario& s) {
                s.parallel.zero = 3;
                s.parallel.shardGroup = 8;
                s.stack = Stack::compiled;
              });
            }},
        Job{"zero-0", [] { return changed(on64(test::llama2_7b()), [](Scenario& s) { s.parallel.zero = 0; }); }},
        Job{"lora",
            [] {
              return changed(pipelined({}), [](Scenario& s) {
                s.workload.adapter = Adapter::lora;
                s.workload.recompute = Recompute::full;
              });
            }},
        Job{"ring",
            [] {
              return changed(pipelined({}), [](Scenario& s) {
                s.parallel.cp = 2;
                s.workload.sequenceLength = 65536;
              });
            }},
        Job{"ulysses",
            [] {
              return changed(on64(test::llama2_7b()), [](Scenario& s) {
                s.parallel.cp = 4;
                s.parallel.cpKind = CpKind::allToAll;
              });
            }},
        Job{"experts", [] { return experts(test::mixtral_8x7b(), 2, 1, 8); }},
        Job{"latent attention", [] { return experts(test::deepseekV3(), 2, 4, 8); }},
        Job{"capacity",
            [] {
              return changed(experts(test::mixtral_8x7b(), 2, 1, 8), [](Scenario& s) {
                s.moe.capacityFactor = 1.25;
                s.overlap.epDeduplicate = true;
                s.overlap.ep = 0.6;
              });
            }},
        Job{"classic",
            [] {
              return changed(on64(test::gpt22b()), [](Scenario& s) {
                s.workload.sequenceLength = 2048;
                s.parallel.tp = 8;
                s.parallel.sp = false;
                s.workload.flashAttention = false;
                s.workload.recompute = Recompute::selective;
                s.conventions.flops = FlopConvention::paper2021;
                s.overlap.flatNetwork = true;
              });
            }},
        Job{"fp8 by operation", [] {
              return changed(pipelined({}), [](Scenario& s) {
                s.workload.precision = Precision::fp8;
                s.workload.recompute = Recompute::ops;
                s.workload.optimizer = Optimizer::adafactor;
                s.conventions.flops = FlopConvention::sixN;
                s.overlap.tp = 0.6;
                s.overlap.dp = false;
              });
            }}));

}  // namespace
}  // namespace shardscope
