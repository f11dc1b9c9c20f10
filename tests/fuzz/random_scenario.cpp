// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/random_scenario.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope::fuzz {
namespace {

// The borders, small numbers, powers of two and every order of magnitude.
std::int64_t anyInteger(Choices& c, double min, double max) {
  const auto least = static_cast<std::int64_t>(min), most = static_cast<std::int64_t>(max);
  switch (c.below(6)) {
    case 0: return least;
    case 1: return most;
    case 2: return std::min(most, least + c.between(0, 16));
    case 3: return std::clamp(std::int64_t{1} << c.below(50), least, most);
    case 4: return c.between(least, most);
    default: return std::clamp(c.between(0, (std::int64_t{1} << c.below(50)) - 1), least, most);
  }
}

double anyNumber(Choices& c, double min, double max) {
  switch (c.below(5)) {
    case 0: return min;
    case 1: return max;
    case 2: return std::clamp(std::ldexp(1.0, static_cast<int>(c.between(-40, 60))), min, max);
    case 3: return std::clamp(static_cast<double>(c.below(1000)) / 100, min, max);
    default: return min + (max - min) * static_cast<double>(c.below(1U << 16)) / 65535;
  }
}

std::vector<std::int64_t> anyList(Choices& c, double min, double max) {
  std::vector<std::int64_t> list;
  for (auto count = c.below(9); count > 0; --count) list.push_back(anyInteger(c, min, max));
  return list;
}

template <class Root>
void setAny(Choices& c, const Field<Root>& field, Root& root) {
  if (field.nullable && c.coin()) return field.write(root, Value{});
  switch (field.kind) {
    case FieldKind::boolean: return field.write(root, c.coin());
    case FieldKind::integer: return field.write(root, anyInteger(c, field.min, field.max));
    case FieldKind::number: return field.write(root, anyNumber(c, field.min, field.max));
    case FieldKind::word: return field.write(root, std::string(field.words[c.below(field.words.size())]));
    case FieldKind::integerList: return field.write(root, anyList(c, field.min, field.max));
    case FieldKind::text: return;
  }
}

template <class Root>
void setEvery(Choices& c, std::span<const Field<Root>> fields, Root& root) {
  for (const auto& field : fields) setAny(c, field, root);
}
template <class Root>
void setOne(Choices& c, std::span<const Field<Root>> fields, Root& root) {
  setAny(c, fields[c.below(fields.size())], root);
}

template <class E>
E anyWord(Choices& c) {
  return static_cast<E>(c.below(EnumWords<E>::words.size()));
}

// Mostly the degrees in use, some odd ones, now and then a huge one.
std::int64_t degree(Choices& c, std::int64_t huge) {
  if (c.oneIn(40)) return huge;
  return c.oneOf<std::int64_t>({1, 1, 1, 1, 2, 2, 4, 8, 8, 16, 3, 5, 7, 64});
}
std::int64_t multiple(Choices& c, std::int64_t huge) {
  if (c.oneIn(40)) return huge;
  return c.oneOf<std::int64_t>({1, 1, 2, 3, 4, 8, 16, 64});
}

void layOut(Choices& c, Parallel& p) {
  p.tp = degree(c, 1024);
  p.pp = degree(c, c.oneIn(40) ? 100'000 : 1024);
  p.vpp = p.pp > 1 && p.pp < 1000 && c.oneIn(4) ? c.oneOf<std::int64_t>({2, 3, 5}) : 1;
  p.cp = degree(c, 4096);
  p.dp = degree(c, 100'000);
  p.cpKind = anyWord<CpKind>(c);
  p.zero = c.between(0, 3);
  if (c.coin()) p.sp = c.coin();
  if (p.vpp == 1 && c.coin())
    p.schedule = c.oneOf(
        {Schedule::gpipe, Schedule::oneFOneB, Schedule::zbH1, Schedule::zbH2, Schedule::zbV, Schedule::dualPipe});
  const auto ranks = *p.dp * p.cp;
  if (c.oneIn(3)) p.shardGroup = c.oneOf<std::int64_t>({1, ranks, ranks % 2 == 0 ? ranks / 2 : ranks});
}

void shapeDense(Choices& c, const Parallel& p, ModelShape& m) {
  const auto perRank = p.cpKind == CpKind::allToAll ? p.cp : 1;
  m.layers = p.pp * p.vpp * (p.pp > 1000 ? 1 : multiple(c, 100'000 / (p.pp * p.vpp)));
  m.heads = p.tp * perRank * multiple(c, 1024);
  m.kvHeads = c.oneOf<std::int64_t>({0, m.heads, p.tp * perRank, p.cpKind == CpKind::allToAll ? 0 : 1});
  m.headDim = c.oneOf<std::int64_t>({1, 48, 64, 128, 256, 1 << 16});
  m.hidden = c.oneOf<std::int64_t>({m.heads, 64, 4096, 8192, 1 << 20, 1});
  m.ffn = std::min<std::int64_t>(1 << 24, p.tp * c.oneOf<std::int64_t>({1, 3, 1024, 11008, 1 << 20}));
  m.vocab = c.oneOf<std::int64_t>({1, 32000, 50257, 128256, 1 << 28});
  m.gated = c.coin();
  m.norm = anyWord<Norm>(c);
  m.bias = c.coin();
  m.tied = c.coin();
  m.dropout = c.coin();
  m.learnedPositions = c.oneOf<std::int64_t>({0, 0, 1, 8192, 1 << 28});
  if (c.oneIn(4)) m.window = c.oneOf<std::int64_t>({1, 128, 4096, 1'000'000'000});
  if (m.window > 0) m.windowShare = c.oneOf({0.5, 1.0, 0.0, 0.001});
}

void shapeLatent(Choices& c, ModelShape& m) {
  m.qRank = c.oneOf<std::int64_t>({0, 1, 1536});
  m.kvRank = c.oneOf<std::int64_t>({512, 1, 1 << 20});
  m.nopeDim = c.oneOf<std::int64_t>({128, 1, 1 << 16});
  m.ropeDim = c.oneOf<std::int64_t>({64, 0, 1 << 16});
  m.vDim = c.oneOf<std::int64_t>({128, 1, 1 << 16});
}

void shapeExperts(Choices& c, Parallel& p, Moe& moe, ModelShape& m) {
  const auto ranks = p.tp * p.cp * *p.dp;
  p.ep = c.oneOf<std::int64_t>({1, 2, 8, 64, 100'000, *p.dp, ranks});
  if (ranks % p.ep != 0) p.ep = 1;
  p.etp = c.oneOf<std::int64_t>({1, 2, p.tp});
  if (ranks % (p.ep * p.etp) != 0) p.etp = 1;
  m.experts = std::min<std::int64_t>((1 << 20) / p.ep * p.ep, p.ep * c.oneOf<std::int64_t>({1, 1, 2, 8, 64, 100'000}));
  m.topK = std::min(m.experts, c.oneOf<std::int64_t>({1, 2, 8, 1 << 20}));
  m.expertFfn = std::min<std::int64_t>(1 << 24, p.etp * c.oneOf<std::int64_t>({1, 1024, 14336, 1 << 20}));
  m.sharedFfn = std::min<std::int64_t>(1 << 24, p.tp * c.oneOf<std::int64_t>({0, 1, 2048}));
  if (m.layers > 1) m.denseLayers = c.oneOf<std::int64_t>({0, 0, 1, m.layers - 1});
  m.moeEvery = c.oneOf<std::int64_t>({1, 1, 2, m.layers - m.denseLayers});
  m.routerBias = c.coin();
  moe.capacityFactor = c.oneOf({0.0, 1.25, 1.0, 1e-6, 1e6});
  moe.padToCapacity = c.coin();
  if (m.experts > 1) moe.hotTokenShare = c.oneOf({0.0, 0.5, 1.0, 1e-9});
}

void load(Choices& c, Scenario& s) {
  auto& w = s.workload;
  const auto& p = s.parallel;
  const auto divisor = (p.cp > 1 ? 2 * p.cp : 1) * p.tp;
  w.sequenceLength =
      std::max<std::int64_t>(1, c.oneOf<std::int64_t>({4096, 1, 8192, 131'072, 10'000'000}) / divisor) * divisor;
  w.microBatch = c.oneOf<std::int64_t>({1, 1, 2, 4, 1'000});
  w.globalBatch = w.microBatch * *p.dp * p.pp * multiple(c, 1'000);
  w.precision = anyWord<Precision>(c);
  w.optimizer = anyWord<Optimizer>(c);
  w.adapter = anyWord<Adapter>(c);
  w.recompute = anyWord<Recompute>(c);
  w.recomputeLayers = c.oneOf<std::int64_t>({1, 2, 7, 100'000});
  w.flashAttention = !c.oneIn(4);
  w.crossEntropy = anyWord<CrossEntropy>(c);
  w.crossEntropyChunks = c.oneOf<std::int64_t>({1, 8, 1'000'000});
  if (c.coin()) w.dropout = c.coin();
  if (c.coin()) w.weightGradientCache = c.coin();
  if (c.oneIn(4)) w.trainTokens = c.oneOf({1.0, 15e12, 1e18});
  s.stack = anyWord<Stack>(c);
  s.conventions.flops = anyWord<FlopConvention>(c);
  s.overlap = {c.coin(), c.coin(), c.oneOf({0.0, 0.6, 1.0}), c.oneOf({0.0, 0.6, 1.0}), c.coin(), c.coin()};
}

void equip(Choices& c, Scenario& s) {
  const auto& devices = catalogue().devices();
  const auto& entry = devices[c.below(devices.size())];
  s.cluster.gpuId = entry.id;
  s.cluster.device = entry.device;
  const auto& p = s.parallel;
  s.cluster.gpus = p.tp * p.pp * p.cp * *p.dp;
  if (c.oneIn(8)) s.cluster.nvlinkDomain = c.oneOf<std::int64_t>({1, 3, 1024});
  if (c.oneIn(8)) s.cluster.pricePerGpuHour = c.oneOf({0.0, 2.5, 1e9});
  if (c.oneIn(8)) {  // a device of the user's own
    s.cluster.gpuId.clear();
    for (int changes = 0; changes < 3; ++changes) setOne(c, deviceFields(), s.cluster.device);
  }
}

}  // namespace

Scenario suitingScenario(Choices& c) {
  Scenario s;
  layOut(c, s.parallel);
  shapeDense(c, s.parallel, s.model.shape);
  if (c.oneIn(4)) shapeLatent(c, s.model.shape);
  if (c.oneIn(3)) shapeExperts(c, s.parallel, s.moe, s.model.shape);
  load(c, s);
  equip(c, s);
  if (c.coin()) s.parallel.dp.reset();
  return s;
}

Scenario randomScenario(Choices& c) {
  const auto kind = c.below(3);
  auto s = suitingScenario(c);
  if (kind == 1)
    for (auto changes = c.between(1, 3); changes > 0; --changes)
      c.oneIn(3) ? setOne(c, modelFields(), s.model.shape) : setOne(c, scenarioFields(), s);
  if (kind == 2) {
    setEvery(c, scenarioFields(), s);
    setEvery(c, modelFields(), s.model.shape);
    setEvery(c, deviceFields(), s.cluster.device);
    s.cluster.gpuId.clear();
  }
  return s;
}

}  // namespace shardscope::fuzz
