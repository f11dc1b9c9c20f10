// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a scenario costs: a plain comparable value (contract §2). Codes and numbers only; io/report_json writes it.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/rules/issue.hpp"
#include "core/units/quantity.hpp"

namespace shardscope {

enum class Verdict : std::uint8_t { fits, tight, doesNotFit, invalid };
constexpr bool runs(Verdict verdict) { return verdict == Verdict::fits || verdict == Verdict::tight; }
enum class PeakReason : std::uint8_t { embedding, inFlight, head, extraLayer, expertShard, states };

struct BatchReport {
  std::int64_t microBatches = 0;     // M, per replica and step
  std::int64_t globalSequences = 0;  // B
  std::int64_t globalTokens = 0;     // B·s
  std::int64_t gpus = 0;             // N
  bool operator==(const BatchReport&) const = default;
};

// One GPU of a stage, the fullest. total = sum of the parts.
struct StageMemory {
  std::int64_t layers = 0;
  std::int64_t moeLayers = 0;       // of them with routed experts
  std::int64_t parameterCount = 0;  // parameters held by the GPU before ZeRO sharding (§1.3)
  double inFlight = 0;              // micro-batches whose activations are kept (§3.6)
  Bytes parameters, gradients, optimizer, activations, logits, transient, buffers, overhead, total;
  bool operator==(const StageMemory&) const = default;
};

struct MemoryReport {
  Bytes capacity, fitLimit, peak;  // fitLimit: the total at which what the device shows reaches 0.94·capacity (§3.10)
  std::int64_t peakStage = 0;
  PeakReason peakReason = PeakReason::states;
  std::vector<StageMemory> stages;
  bool operator==(const MemoryReport&) const = default;
};

struct BubbleReport {
  double ratioIdeal = 0;   // closed form of equal stages, bubble ÷ ideal time
  double ratioActual = 0;  // breakdown bubble ÷ (M · slowest stage)
  double ratioTotal = 0;   // breakdown bubble ÷ pipelined part
  double mOverP = 0;
  bool operator==(const BubbleReport&) const = default;
};

enum class TimeTerm : std::uint8_t {
  gemm,
  attention,
  pointwise,
  recompute,
  tp,
  cp,
  ep,
  pp,
  dpExposed,
  bubble,
  head,
  optimizer,
  scale,
  other,
  count
};
enum class Group : std::uint8_t { tp, cp, ep, pp, dp, count };

struct TimeReport {
  Seconds step;
  std::array<Seconds, static_cast<std::size_t>(TimeTerm::count)> breakdown{};  // adds up to step
  Seconds hiddenTp, hiddenEp, hiddenDp;
  std::vector<Seconds> forward, backward;  // per stage, one micro-batch
  Seconds term(TimeTerm t) const { return breakdown[static_cast<std::size_t>(t)]; }
  Seconds& term(TimeTerm t) { return breakdown[static_cast<std::size_t>(t)]; }
  bool operator==(const TimeReport&) const = default;
};

struct FlopsReport {
  Flops model, hardware;  // whole job, one step
  FlopConvention convention = FlopConvention::causal;
  bool operator==(const FlopsReport&) const = default;
};

struct ThroughputReport {
  double tokensPerS = 0, tokensPerSPerGpu = 0, tflopsPerGpu = 0;
  double mfu = 0, hfu = 0, mfuOwnPrecision = 0;  // fractions
  bool operator==(const ThroughputReport&) const = default;
};

struct TrainReport {
  double days = 0, gpuHours = 0;
  std::optional<double> cost;
  bool operator==(const TrainReport&) const = default;
};

enum class GroupLink : std::uint8_t { nvlink, pcie, xgmi, nic };

struct GroupTraffic {
  bool active = false;  // false: the group has one rank, `null` in the report
  GroupLink link = GroupLink::nvlink;
  std::int64_t ranksInDomain = 1;
  double bytesPerStep = 0, callsPerStep = 0;  // per rank
  Seconds time;
  bool operator==(const GroupTraffic&) const = default;
};

struct MoeReport {
  double loadFactor = 1, droppedShare = 0, stepMultiplier = 1;
  bool operator==(const MoeReport&) const = default;
};

// Relative errors to expect, and the published runs that say so (cost/confidence.hpp gives the words).
struct ConfidenceReport {
  double memoryRel = 0, timeRel = 0;              // fractions
  std::int16_t memorySlice = -1, timeSlice = -1;  // of publishedBands().slices(); -1 = none
  std::uint32_t unseen = 0;                       // bits of Unseen: what no published run covers
  std::int64_t calibratedRuns = 0;                // the site's own runs that the time band comes from; 0 = published
  bool extrapolated() const { return unseen != 0; }
  bool operator==(const ConfidenceReport&) const = default;
};

// An invalid scenario has issues and no figures (all other members at their defaults).
struct Report {
  Verdict verdict = Verdict::invalid;
  std::vector<Issue> issues;  // all of them, in rule order
  BatchReport batch;
  std::int64_t parametersTotal = 0, parametersActive = 0;
  MemoryReport memory;
  BubbleReport bubble;
  TimeReport time;
  FlopsReport flops;
  ThroughputReport throughput;
  std::optional<TrainReport> train;
  std::array<GroupTraffic, static_cast<std::size_t>(Group::count)> communication{};
  std::optional<MoeReport> moe;
  ConfidenceReport confidence;
  bool operator==(const Report&) const = default;
};

template <>
struct EnumWords<Verdict> {
  static constexpr auto words = std::to_array<std::string_view>({"fits", "tight", "does-not-fit", "invalid"});
};
template <>
struct EnumWords<PeakReason> {
  static constexpr auto words =
      std::to_array<std::string_view>({"embedding", "in_flight", "head", "extra_layer", "expert_shard", "states"});
};
template <>
struct EnumWords<TimeTerm> {
  static constexpr auto words =
      std::to_array<std::string_view>({"gemm", "attention", "pointwise", "recompute", "tp", "cp", "ep", "pp",
                                       "dp_exposed", "bubble", "head", "optimizer", "scale", "other"});
};
template <>
struct EnumWords<Group> {
  static constexpr auto words = std::to_array<std::string_view>({"tp", "cp", "ep", "pp", "dp"});
};
template <>
struct EnumWords<GroupLink> {
  static constexpr auto words = std::to_array<std::string_view>({"nvlink", "pcie", "xgmi", "nic"});
};

}  // namespace shardscope
