// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scenarios and locks for the properties of rules, locks, stops and grid: near the layouts in use, so that legal and
// broken ones both are common.

#include <rapidcheck.h>

#include <array>

#include "core/rules/rules.hpp"
#include "core/scenario/locks.hpp"
#include "tests/support/core_models.hpp"

namespace shardscope::test {

inline ModelShape anyShape() {
  switch (*rc::gen::inRange(0, 6)) {
    case 0: return llama2_7b();
    case 1: return llama3_70b();
    case 2: return mixtral_8x7b();
    case 3: return deepseekV3();
    case 4: return gpt175b();
    default: break;
  }
  auto shape = llama(*rc::gen::inRange<std::int64_t>(1, 100), 128 * *rc::gen::inRange<std::int64_t>(1, 60), 24, 8,
                     64 * *rc::gen::inRange<std::int64_t>(1, 200), *rc::gen::inRange<std::int64_t>(100, 200'000));
  shape.headDim = 64;
  return shape;
}

inline std::int64_t anyDegree() {
  return *rc::gen::weightedOneOf<std::int64_t>(
      {{6, rc::gen::element<std::int64_t>(1, 1, 1, 2, 4, 8, 16)}, {1, rc::gen::inRange<std::int64_t>(1, 20)}});
}

// The keys of a failing example, for the log.
inline std::string keysOf(const Scenario& s) {
  std::string text = "layers " + std::to_string(s.model.shape.layers) + " heads " +
                     std::to_string(s.model.shape.heads) + " experts " + std::to_string(s.model.shape.experts);
  for (const auto& row : scenarioFields())
    if (row.name.starts_with("parallel") || row.name.starts_with("cluster") ||
        row.name.find("batch") != row.name.npos || row.name.find("sequence") != row.name.npos)
      text += "\n" + std::string(row.name) + " " + describe(row.read(s));
  return text;
}

// Any numbers within their ranges; may well break rules.
inline Scenario anyScenario() {
  auto s = scenarioOf(anyShape(), *rc::gen::element<std::int64_t>(8, 16, 24, 48, 64, 96, 128, 512, 2048),
                      *rc::gen::element<std::int64_t>(1024, 2048, 4096, 8190, 8192, 32768, 131072));
  if (*rc::gen::arbitrary<bool>()) {
    s.cluster.nodes = *s.cluster.gpus / 8;
    s.cluster.gpus.reset();
  }
  s.workload.microBatch = *rc::gen::element<std::int64_t>(1, 1, 2, 3, 4);
  s.workload.globalBatch = *rc::gen::element<std::int64_t>(64, 128, 240, 1024, 1536, 4096);
  s.workload.flashAttention = *rc::gen::arbitrary<bool>();
  auto& p = s.parallel;
  p.tp = anyDegree();
  p.pp = anyDegree();
  p.cp = *rc::gen::element<std::int64_t>(1, 1, 1, 2, 4);
  p.ep = *rc::gen::element<std::int64_t>(1, 1, 2, 8);
  p.etp = *rc::gen::element<std::int64_t>(1, 1, 1, 2);
  p.vpp = *rc::gen::element<std::int64_t>(1, 1, 2, 3, 5);
  p.zero = *rc::gen::inRange<std::int64_t>(0, 4);
  p.shardGroup = *rc::gen::element<std::int64_t>(0, 0, 0, 4, 8);
  p.cpKind = *rc::gen::element(CpKind::ring, CpKind::allToAll);
  if (*rc::gen::arbitrary<bool>()) p.sp = *rc::gen::arbitrary<bool>();
  if (*rc::gen::inRange(0, 4) == 0)
    p.schedule = *rc::gen::element(Schedule::gpipe, Schedule::oneFOneB, Schedule::interleaved, Schedule::zbV);
  if (*rc::gen::inRange(0, 3) == 0) p.dp = anyDegree();
  if (*rc::gen::inRange(0, 6) == 0 && s.model.shape.layers % p.pp == 0)
    p.stageLayers.assign(static_cast<std::size_t>(p.pp), s.model.shape.layers / p.pp);
  if (s.model.shape.experts > 1 && *rc::gen::arbitrary<bool>()) s.moe.hotTokenShare = 0.5;
  RC_LOG() << keysOf(s) << std::endl;
  return s;
}

// GPU totals that nodes of eight do not fill, and domains of 4, 8 and 72.
inline Scenario anyClusterScenario() {
  auto s = anyScenario();
  if (*rc::gen::arbitrary<bool>()) {
    s.cluster.nodes.reset();
    s.cluster.gpus = *rc::gen::element<std::int64_t>(1, 4, 7, 12, 18, 20, 36, 60, 72, 144, 576, 100);
  }
  const auto domain = *rc::gen::element<std::int64_t>(8, 8, 4, 72);
  s.cluster.device.linkDomain = domain;
  s.cluster.device.gpusPerNode = std::min<std::int64_t>(domain, 8);
  RC_LOG() << "domain " << domain << ", GPUs " << describe(field(Key::gpus).read(s)) << std::endl;
  return s;
}

inline Scenario validScenario() {
  auto s = anyScenario();
  for (int i = 0; i < 50 && firstError(s); ++i) s = anyScenario();
  RC_PRE(!firstError(s));
  return s;
}

inline Locks anyLocks() {
  Locks locks;
  locks.gpuRole = *rc::gen::element(GpuRole::totalLocked, GpuRole::dpLocked);
  locks.batchRole = *rc::gen::element(BatchRole::globalLocked, BatchRole::microBatchesLocked);
  for (auto& locked : locks.locked) locked = *rc::gen::inRange(0, 8) == 0;
  RC_LOG() << "dp locked " << (locks.gpuRole == GpuRole::dpLocked) << ", M locked "
           << (locks.batchRole == BatchRole::microBatchesLocked) << ", pinned";
  for (const auto locked : locks.locked) RC_LOG() << ' ' << locked;
  RC_LOG() << std::endl;
  return locks;
}

inline Knob anyKnob() {
  const auto index = *rc::gen::inRange(0, static_cast<int>(Knob::count));
  RC_LOG() << "knob " << index << std::endl;
  return static_cast<Knob>(index);
}

}  // namespace shardscope::test
