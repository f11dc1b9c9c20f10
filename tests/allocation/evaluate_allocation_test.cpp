// SPDX-License-Identifier: Apache-2.0
// evaluateInto with a used Report allocates nothing: it runs on the GUI thread with every slider step and in sweeps by
// the million. This program replaces the global operator new and counts.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "core/cost/evaluate.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/core_models.hpp"

namespace {

std::atomic<bool> counting{false};
std::atomic<int> allocations{0};

void* allocated(std::size_t size, std::size_t alignment) {
  if (counting) ++allocations;
  const auto rounded = (size + alignment - 1) / alignment * alignment;
  void* memory = alignment > alignof(std::max_align_t) ? std::aligned_alloc(alignment, rounded) : std::malloc(size);
  if (!memory) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return allocated(size, 1); }
void* operator new[](std::size_t size) { return allocated(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocated(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace shardscope {
namespace {

// Allocations of `work`.
template <class Work>
int allocationsOf(const Work& work) {
  allocations = 0;
  counting = true;
  work();
  counting = false;
  return allocations;
}

struct Case {
  std::string name;
  Scenario scenario;
};

Scenario base(const ModelShape& shape, std::int64_t pp, std::int64_t cp) {
  auto s = test::scenarioOf(shape, 8 * pp * cp * 8, 8192);
  s.parallel.tp = 8;
  s.parallel.pp = pp;
  s.parallel.cp = cp;
  s.workload.globalBatch = 8 * pp * 4;
  s.workload.trainTokens = 15e12;
  return s;
}

void addLayouts(std::vector<Case>& cases, const std::string& name, const ModelShape& shape) {
  for (std::int64_t zero = 0; zero <= 3; ++zero)
    for (std::size_t order = 0; order < EnumWords<Schedule>::words.size(); ++order)
      for (const std::int64_t cp : {1, 2}) {
        auto s = base(shape, 4, cp);
        s.parallel.zero = zero;
        s.parallel.schedule = static_cast<Schedule>(order);
        if (*s.parallel.schedule == Schedule::interleaved) s.parallel.vpp = 2;
        cases.push_back({name + " zero " + std::to_string(zero) + " " + std::string(word(*s.parallel.schedule)) +
                             " cp " + std::to_string(cp),
                         s});
      }
}

template <class E>
void addWords(std::vector<Case>& cases, const char* name, void (*set)(Scenario&, E)) {
  for (std::size_t i = 0; i < EnumWords<E>::words.size(); ++i) {
    auto s = base(test::llama3_70b(), 4, 2);
    set(s, static_cast<E>(i));
    cases.push_back({std::string(name) + " " + std::string(EnumWords<E>::words[i]), s});
  }
}

std::vector<Case> legalCases() {
  auto moe = test::mixtral_8x7b();
  auto deepseek = test::deepseekV3();
  deepseek.layers = 64;
  std::vector<Case> cases;
  addLayouts(cases, "dense", test::llama3_70b());
  addLayouts(cases, "experts", moe);
  addLayouts(cases, "latent attention", deepseek);
  for (auto& each : cases)
    if (isMoe(each.scenario.model.shape)) {
      each.scenario.parallel.ep = 8;
      each.scenario.moe.hotTokenShare = 0.5;
    }
  addWords<Recompute>(cases, "recompute", [](Scenario& s, Recompute value) { s.workload.recompute = value; });
  addWords<Optimizer>(cases, "optimizer", [](Scenario& s, Optimizer value) { s.workload.optimizer = value; });
  addWords<Stack>(cases, "stack", [](Scenario& s, Stack value) { s.stack = value; });
  addWords<CpKind>(cases, "cp", [](Scenario& s, CpKind value) {
    s.parallel.cpKind = value;
    s.parallel.tp = 4;
    s.cluster.gpus = *s.cluster.gpus / 2;
  });
  auto stages = base(test::llama3_70b(), 4, 1);
  stages.parallel.stageLayers = {19, 21, 21, 19};
  cases.push_back({"explicit stages", stages});
  auto frozen = base(test::gpt175b(), 8, 1);
  frozen.workload.adapter = Adapter::lora;
  frozen.workload.flashAttention = false;
  cases.push_back({"adapter, dropout", frozen});
  return cases;
}

std::vector<Case> brokenCases() {
  std::vector<Case> cases;
  const auto add = [&](const char* name, const auto& change) {
    cases.push_back({name, base(test::mixtral_8x7b(), 4, 2)});
    change(cases.back().scenario);
  };
  add("tp 7", [](Scenario& s) { s.parallel.tp = 7; });
  add("odd batch", [](Scenario& s) { s.workload.globalBatch = 7; });
  add("out of range", [](Scenario& s) { s.workload.sequenceLength = -1; });
  add("a list out of range", [](Scenario& s) { s.parallel.stageLayers = {-1, 200'000}; });
  add("a device out of range", [](Scenario& s) { s.cluster.device.sms = 0; });
  add("a shape out of range", [](Scenario& s) { s.model.shape.hidden = 0; });
  add("stages that do not add up", [](Scenario& s) { s.parallel.stageLayers = {1, 1, 1, 1}; });
  add("far too large", [](Scenario& s) { s.model.shape.experts = 1 << 20, s.model.shape.expertFfn = 1 << 24; });
  return cases;
}

// Every scenario twice after all of them: the vectors of the report are then as large as any needs.
void expectNoAllocation(const std::vector<Case>& cases) {
  Report report;
  for (const auto& each : cases) evaluateInto(each.scenario, report);
  for (const auto& each : cases)
    EXPECT_EQ(allocationsOf([&] {
                evaluateInto(each.scenario, report);
                evaluateInto(each.scenario, report);
              }),
              0)
        << each.name;
}

TEST(EvaluateAllocation, theCounterCounts) {
  EXPECT_EQ(allocationsOf([] { delete new int(1); }), 1);
  const auto s = base(test::llama3_70b(), 4, 1);
  EXPECT_GT(allocationsOf([&] { evaluate(s); }), 0) << "a fresh report needs its vectors";
}

TEST(EvaluateAllocation, noneForAnyKindOfLegalLayout) {
  const auto cases = legalCases();
  for (const auto& each : cases)
    ASSERT_FALSE(firstError(each.scenario)) << each.name << ' ' << ruleName(firstError(each.scenario)->rule);
  expectNoAllocation(cases);
}

TEST(EvaluateAllocation, noneForBrokenLayouts) {
  const auto cases = brokenCases();
  for (const auto& each : cases) ASSERT_TRUE(firstError(each.scenario)) << each.name;
  expectNoAllocation(cases);
}

// From a scenario to another and back, as a slider goes.
TEST(EvaluateAllocation, noneWhenLegalAndBrokenTakeTurns) {
  auto cases = legalCases();
  const auto broken = brokenCases();
  for (std::size_t i = 0; i < broken.size(); ++i)
    cases.insert(cases.begin() + static_cast<std::ptrdiff_t>(3 * i), broken[i]);
  expectNoAllocation(cases);
}

}  // namespace
}  // namespace shardscope
