// SPDX-License-Identifier: Apache-2.0
// What must hold for the step time of every legal scenario.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

#include "core/cost/evaluate.hpp"
#include "core/placement/group_place.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

template <class T>
T oneOf(std::vector<T> values) {
  return *rc::gen::elementOf(std::move(values));
}
bool coin() { return *rc::gen::arbitrary<bool>(); }
template <class E>
E anyWord() {
  return static_cast<E>(*rc::gen::inRange<int>(0, static_cast<int>(EnumWords<E>::words.size())));
}

ModelShape anyModel(std::int64_t layers) {
  const auto hidden = oneOf<std::int64_t>({1024, 4096, 8192});
  auto m = test::llama(layers, hidden, 64, oneOf<std::int64_t>({8, 64}), 4 * hidden, 50257);
  m.headDim = oneOf<std::int64_t>({48, 64, 128});
  m.gated = coin();
  m.dropout = coin();
  m.learnedPositions = coin() ? 8192 : 0;
  if (coin()) {
    m.experts = 64;
    m.topK = oneOf<std::int64_t>({1, 2, 8});
    m.expertFfn = 1024;
    m.sharedFfn = coin() ? 2048 : 0;
    m.denseLayers = oneOf<std::int64_t>({0, 1, 3});
    m.moeEvery = oneOf<std::int64_t>({1, 2});
  }
  if (coin()) {
    m.qRank = coin() ? 512 : 0;
    m.kvRank = 256;
    m.nopeDim = m.vDim = 64;
    m.ropeDim = 32;
  }
  if (coin()) {
    m.window = 128;
    m.windowShare = 0.5;
  }
  return m;
}

void anyWorkload(Scenario& s) {
  auto& w = s.workload;
  w.sequenceLength = oneOf<std::int64_t>({1024, 8192, 131072});
  w.microBatch = oneOf<std::int64_t>({1, 4});
  w.recompute = anyWord<Recompute>();
  w.flashAttention = coin();
  w.crossEntropy = anyWord<CrossEntropy>();
  w.optimizer = anyWord<Optimizer>();
  w.precision = anyWord<Precision>();
  w.adapter = *rc::gen::inRange(0, 5) == 0 ? Adapter::lora : Adapter::none;
  s.stack = anyWord<Stack>();
  s.overlap.dp = coin();
  s.overlap.pp = coin();
  s.overlap.tp = oneOf<double>({0, 0.6, 1});
  s.overlap.ep = oneOf<double>({0, 0.6, 1});
  s.overlap.epDeduplicate = coin();
  s.overlap.flatNetwork = coin();
}

// A legal scenario. At least as many micro-batches as stages: below that a zero-bubble schedule is short of the
// backward work that fills its bubbles, and a shorter backward pass can make the step longer.
Scenario anyScenario() {
  const auto pp = oneOf<std::int64_t>({1, 2, 4, 8}), vpp = pp > 1 ? oneOf<std::int64_t>({1, 2}) : 1;
  auto s = test::scenarioOn(oneOf<const char*>({"v100-sxm3-32gb", "a100-sxm-80gb", "h100-sxm-80gb", "gb200-nvl72"}),
                            anyModel(pp * vpp * oneOf<std::int64_t>({1, 3})), 8, 8192);
  anyWorkload(s);
  auto& p = s.parallel;
  p.tp = oneOf<std::int64_t>({1, 2, 8, 16});
  p.pp = pp;
  p.vpp = vpp;
  if (vpp == 1 && coin())
    p.schedule = oneOf<Schedule>({Schedule::gpipe, Schedule::zbH1, Schedule::zbH2, Schedule::zbV, Schedule::dualPipe});
  p.cp = oneOf<std::int64_t>({1, 2, 4});
  p.cpKind = coin() ? CpKind::ring : CpKind::allToAll;
  p.dp = oneOf<std::int64_t>({1, 4, 16, 64});
  p.sp = coin();
  p.zero = oneOf<std::int64_t>({0, 1, 2, 3});
  s.cluster.gpus = p.tp * p.pp * p.cp * *p.dp;
  const auto ranks = p.tp * p.cp * *p.dp;
  if (isMoe(s.model.shape)) {
    for (p.ep = oneOf<std::int64_t>({1, 8, 64}); ranks % p.ep != 0;) p.ep /= 2;
    for (p.etp = oneOf<std::int64_t>({1, 2}); ranks % (p.ep * p.etp) != 0;) p.etp /= 2;
    s.moe.hotTokenShare = oneOf<double>({0, 0.5, 0.9});
    s.moe.capacityFactor = oneOf<double>({0, 1.25});
    s.moe.padToCapacity = coin();
  }
  p.shardGroup = oneOf<std::int64_t>({0, 1, *p.dp});
  s.workload.globalBatch = s.workload.microBatch * *p.dp * pp * oneOf<std::int64_t>({1, 4});
  return s;
}

// Draws until the rules agree.
Scenario legalScenario() {
  auto s = anyScenario();
  if (firstError(s)) s.parallel.cpKind = CpKind::ring;  // few heads per rank
  RC_PRE(!firstError(s).has_value());
  return s;
}

Report figures(const Scenario& s) {
  Report report;
  fillFigures(s, report);
  return report;
}

void expectSound(const Report& report) {
  const auto good = [](double value) { return std::isfinite(value) && value >= 0; };
  double sum = 0;
  for (const auto part : report.time.breakdown) {
    RC_ASSERT(good(part.count()));
    sum += part.count();
  }
  RC_ASSERT(sum == report.time.step.count());
  for (const auto hidden : {report.time.hiddenTp, report.time.hiddenEp, report.time.hiddenDp})
    RC_ASSERT(good(hidden.count()));
  for (std::size_t i = 0; i < report.memory.stages.size(); ++i) {
    RC_ASSERT(good(report.time.forward[i].count()));
    RC_ASSERT(good(report.time.backward[i].count()));
  }
  for (const auto& group : report.communication)
    RC_ASSERT(good(group.bytesPerStep) && good(group.callsPerStep) && good(group.time.count()));
  RC_ASSERT(good(report.bubble.ratioActual) && good(report.bubble.ratioTotal) && report.bubble.ratioTotal < 1);
  RC_ASSERT(good(report.throughput.tokensPerS) && report.throughput.tokensPerS > 0);
  RC_ASSERT(good(report.throughput.mfu) && good(report.throughput.hfu) && good(report.throughput.mfuOwnPrecision));
  if (report.moe) {
    RC_ASSERT(good(report.moe->stepMultiplier));
  }
}

RC_GTEST_PROP(TimeProperties, PartsAreSoundAndAddUp, ()) { expectSound(figures(legalScenario())); }

RC_GTEST_PROP(TimeProperties, FasterHardwareIsNeverSlower, ()) {
  const auto s = legalScenario();
  const double before = figures(s).time.step.count();
  auto faster = s;
  auto& device = faster.cluster.device;
  switch (*rc::gen::inRange(0, 4)) {
    case 0: device.nic = BytesPerSecond(2 * device.nic.count()); break;
    case 1: device.linkRate = BytesPerSecond(2 * device.linkRate.count()); break;
    case 2: device.hbm = BytesPerSecond(2 * device.hbm.count()); break;
    default: device.peak = {2 * device.peak.bf16, 2 * device.peak.fp8, 2 * device.peak.fp4};
  }
  RC_ASSERT(figures(faster).time.step.count() <= before * (1 + 1e-12));
}

RC_GTEST_PROP(TimeProperties, MoreOverlapIsNeverSlower, ()) {
  auto s = legalScenario();
  s.overlap.tp = s.overlap.ep = 0;
  s.overlap.dp = s.overlap.pp = false;
  const double before = figures(s).time.step.count();
  s.overlap.tp = s.overlap.ep = 0.6;
  s.overlap.dp = s.overlap.pp = true;
  RC_ASSERT(figures(s).time.step.count() <= before * (1 + 1e-12));
}

RC_GTEST_PROP(TimeProperties, HiddenAndVisibleMakeTheWholeCommunication, ()) {
  auto s = legalScenario();
  s.workload.recompute = Recompute::none;
  s.stack = Stack::megatron;  // no layout copies, no per-owner transfers
  const auto report = figures(s);
  const auto check = [&](Group group, TimeTerm term, Seconds hidden) {
    const double whole = report.communication[static_cast<std::size_t>(group)].time.count();
    RC_ASSERT(std::fabs(report.time.term(term).count() + hidden.count() - whole) <= 1e-9 * (whole + 1e-6));
  };
  check(Group::tp, TimeTerm::tp, report.time.hiddenTp);
  check(Group::ep, TimeTerm::ep, report.time.hiddenEp);
  check(Group::dp, TimeTerm::dpExposed, report.time.hiddenDp);
}

// Devices are equal: the model may only know how many members of a group share a domain, and that must be what counting
// real ranks gives for every group of the kind, whichever domain it sits in.
RC_GTEST_PROP(TimeProperties, PlacementAgreesWithCountingRanks, ()) {
  RankGrid::Sizes sizes;
  const auto power = [] { return std::int64_t{1} << *rc::gen::inRange(0, 4); };
  sizes.tp = power();
  sizes.cp = power();
  sizes.dp = power();
  sizes.pp = power();
  sizes.ep = power();
  RC_PRE(sizes.tp * sizes.cp * sizes.dp % sizes.ep == 0);
  const RankGrid grid(sizes);
  const std::int64_t domain = std::int64_t{1} << *rc::gen::inRange(0, 6);
  for (const auto kind :
       {RankGroup::tp, RankGroup::cp, RankGroup::dpCp, RankGroup::pp, RankGroup::ep, RankGroup::expertDp}) {
    const auto place = placeGroup(grid.shape(kind), domain);
    for (const auto& ranks : grid.groups(kind)) {
      std::map<std::int64_t, double> perDomain;
      for (const auto rank : ranks) ++perDomain[rank / domain];
      RC_ASSERT(static_cast<double>(perDomain.size()) == place.domains);
      for (const auto& [where, members] : perDomain) RC_ASSERT(members == place.inDomain);
    }
  }
}

// The same for sizes that are no powers of two and a last domain that is not full: a group is priced as if it began
// with a domain, and isSplit tells exactly when one does not.
RC_GTEST_PROP(TimeProperties, PlacementKnowsWhenItIsCounted, ()) {
  const auto size = [] { return oneOf<std::int64_t>({1, 2, 3, 4, 6, 12}); };
  RankGrid::Sizes sizes;
  sizes.tp = size();
  sizes.cp = size();
  sizes.dp = size();
  const RankGrid grid(sizes);
  const auto domain = oneOf<std::int64_t>({4, 6, 8, 12, 72});
  for (const auto kind : {RankGroup::tp, RankGroup::cp, RankGroup::dpCp}) {
    const auto shape = grid.shape(kind);
    const auto place = placeGroup(shape, domain);
    const bool fits = shape.ranks * shape.stride <= domain;
    bool anySplit = false;
    for (const auto& ranks : grid.groups(kind)) {
      std::map<std::int64_t, double> perDomain;
      for (const auto rank : ranks) ++perDomain[rank / domain];
      anySplit |= fits && perDomain.size() > 1;
      if (fits && ranks.front() < shape.stride) {
        RC_ASSERT(perDomain.size() == 1U);
        RC_ASSERT(place.inDomain == place.ranks);
      }
      if (ranks.front() != 0) continue;
      RC_ASSERT(perDomain.begin()->second == place.inDomain || shape.stride > 1);
      RC_ASSERT(static_cast<double>(perDomain.size()) == place.spanned || shape.stride > 1);
    }
    RC_ASSERT(anySplit == isSplit(shape, domain, grid.world()));
  }
}

// Devices are equal: which of them hold the longer stages between the first and the last changes nothing.
RC_GTEST_PROP(TimeProperties, PermutingEqualDevicesChangesNothing, ()) {
  auto s = test::llama70bOn512();
  s.parallel.schedule = anyWord<Schedule>();
  if (*s.parallel.schedule == Schedule::interleaved) s.parallel.schedule.reset();
  auto& layers = s.parallel.stageLayers;
  for (int i = 0; i < 8; ++i) layers.push_back(*rc::gen::inRange<std::int64_t>(1, 15));
  s.model.shape.layers = std::accumulate(layers.begin(), layers.end(), std::int64_t{0});
  RC_ASSERT(!firstError(s).has_value());
  const auto before = figures(s);
  std::swap(layers[static_cast<std::size_t>(*rc::gen::inRange(1, 7))],
            layers[static_cast<std::size_t>(*rc::gen::inRange(1, 7))]);
  const auto after = figures(s);
  RC_ASSERT(std::fabs(before.time.step.count() / after.time.step.count() - 1) < 1e-12);
  RC_ASSERT(std::fabs(before.throughput.mfu - after.throughput.mfu) < 1e-12);
  for (std::size_t i = 0; i < static_cast<std::size_t>(Group::count); ++i)
    RC_ASSERT(before.communication[i].bytesPerStep == after.communication[i].bytesPerStep);
}

// Ranks that all sit alike have nothing to exchange.
RC_GTEST_PROP(TimeProperties, DeduplicationNeedsSomebodyToSendTo, ()) {
  auto s = legalScenario();
  s.parallel.ep = 1;
  RC_PRE(!firstError(s).has_value());
  s.overlap.epDeduplicate = false;
  const auto plain = figures(s);
  s.overlap.epDeduplicate = true;
  RC_ASSERT(figures(s) == plain);
}

TEST(TimeExtremes, AreFiniteAndAddUp) {
  const auto check = [](Scenario s) {
    SCOPED_TRACE(s.name);
    ASSERT_FALSE(firstError(s).has_value()) << static_cast<int>(firstError(s)->rule);
    const auto report = figures(s);
    double sum = 0;
    for (const auto part : report.time.breakdown) {
      EXPECT_TRUE(std::isfinite(part.count()));
      EXPECT_GE(part.count(), 0);
      sum += part.count();
    }
    EXPECT_EQ(sum, report.time.step.count());
    EXPECT_GT(report.throughput.tokensPerS, 0);
    EXPECT_LE(report.throughput.mfu, 1);
  };
  auto tiny = test::scenarioOn("h100-sxm-80gb", test::llama(1, 64, 1, 1, 64, 16), 1, 2);
  tiny.name = "one layer, one head, one GPU";
  tiny.workload.globalBatch = 1;
  check(tiny);

  auto shortest = tiny;
  shortest.name = "one token";
  shortest.workload.sequenceLength = 1;
  check(shortest);

  auto wide = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 100'000, 8192);
  wide.name = "100,000 GPUs";
  wide.parallel.tp = 8;
  wide.parallel.pp = 4;
  wide.workload.globalBatch = 3125;
  check(wide);

  auto lengthy = test::scenarioOn("h100-sxm-80gb", test::llama3_70b(), 64, 10'000'000);
  lengthy.name = "ten million tokens";
  lengthy.parallel.tp = 8;
  lengthy.parallel.cp = 8;
  lengthy.workload.globalBatch = 1;
  check(lengthy);

  auto crowd = test::scenarioOn("h100-sxm-80gb", test::mixtral_8x7b(), 64, 4096);
  crowd.name = "a hundred thousand experts";
  crowd.model.shape.layers = 1;
  crowd.model.shape.experts = 100'000;
  crowd.model.shape.expertFfn = 64;
  crowd.parallel.ep = 32;
  crowd.workload.globalBatch = 64;
  check(crowd);
}

}  // namespace
}  // namespace shardscope
