// SPDX-License-Identifier: Apache-2.0
#include "core/cost/confidence.hpp"

#include <algorithm>
#include <type_traits>

#include "core/cost/stack_profile.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

// Devices and racks whose runs were not yet in the calibration showed 17 and 26 % mean error, where 5 % is usual
// (cost-model §5.5, A1): what nothing published covers gets twice the band of all runs of its kind.
constexpr double kUnseenFactor = 2;

// As many as the largest error of them covers nine of ten new ones.
constexpr std::int64_t kCalibratedRuns = 9;

// Beyond 4,096 GPUs the slowest of N ranks is a guess (cost-model §10).
constexpr std::int64_t kLargeGpus = 4096;
constexpr double kLargeGpusRel = 0.08;

bool usesShardGroupOfZero3(const Scenario& s) {
  const auto& p = s.parallel;
  return p.zero == 3 && p.shardGroup > 0 && p.shardGroup < dataParallel(s) * p.cp;
}

// One byte per attribute of a slice.
enum class Attribute : unsigned { work, stack, allocator, generation, scale, gpu };

constexpr std::uint64_t packed(Attribute attribute, std::uint64_t value) {
  return value << (8 * static_cast<unsigned>(attribute));
}
template <class E>
requires std::is_enum_v<E>
constexpr std::uint64_t packed(Attribute attribute, E value) {
  return packed(attribute, static_cast<std::uint64_t>(value));
}

template <class T>
void require(PublishedBands::Pattern& pattern, Attribute attribute, const std::optional<T>& value) {
  if (!value) return;
  pattern.key |= packed(attribute, *value);
  pattern.mask |= packed(attribute, std::uint64_t{0xFF});
}

}  // namespace

WorkKind workKind(const Scenario& scenario) {
  if (scenario.workload.adapter != Adapter::none) return WorkKind::lora;
  return isMoe(scenario.model.shape) ? WorkKind::moe : WorkKind::dense;
}

ScaleClass scaleClass(std::int64_t gpus) {
  if (gpus <= 8) return ScaleClass::upTo8;
  if (gpus <= 64) return ScaleClass::upTo64;
  return gpus <= 512 ? ScaleClass::upTo512 : ScaleClass::above512;
}

AllocatorClass allocatorClass(Stack stack) {
  const bool isMegatron =
      stack == Stack::megatron || stack == Stack::bridge || stack == Stack::graphs || stack == Stack::legacy;
  return isMegatron ? AllocatorClass::megatron : AllocatorClass::pytorch;
}

std::uint32_t featuresOf(const Scenario& s) {
  const auto& p = s.parallel;
  const auto kind = schedule(p);
  const auto& shape = s.model.shape;
  const auto when = [](Unseen what, bool isUsed) { return isUsed ? bit(what) : 0U; };
  const auto pipelined = [&](Unseen what, Schedule wanted) { return when(what, p.pp > 1 && kind == wanted); };
  return pipelined(Unseen::gpipe, Schedule::gpipe) | pipelined(Unseen::zbH1, Schedule::zbH1) |
         pipelined(Unseen::zbH2, Schedule::zbH2) | pipelined(Unseen::zbV, Schedule::zbV) |
         pipelined(Unseen::dualPipe, Schedule::dualPipe) |
         when(Unseen::contextRing, p.cp > 1 && p.cpKind == CpKind::ring) |
         when(Unseen::contextAllToAll, p.cp > 1 && p.cpKind == CpKind::allToAll) |
         when(Unseen::shardGroupOfZero3, usesShardGroupOfZero3(s)) |
         when(Unseen::zero3WithPipeline, p.zero == 3 && p.pp > 1) |
         when(Unseen::paddedExperts, isMoe(shape) && s.moe.padToCapacity && s.moe.capacityFactor > 0) |
         when(Unseen::hotExperts, isMoe(shape) && s.moe.hotTokenShare > 0) |
         when(Unseen::expertTensorParallel, isMoe(shape) && p.etp > 1) | when(Unseen::latentAttention, usesMla(shape)) |
         when(Unseen::slidingWindow, shape.window > 0 && shape.windowShare > 0) |
         when(Unseen::fp32, s.workload.precision == Precision::fp32) |
         when(Unseen::fp8, s.workload.precision == Precision::fp8) |
         when(Unseen::nvfp4, s.workload.precision == Precision::nvfp4) |
         when(Unseen::adafactor, s.workload.optimizer == Optimizer::adafactor) |
         when(Unseen::muon, s.workload.optimizer == Optimizer::muon);
}

std::uint64_t PublishedBands::gpuNumber(std::string_view id) const {
  for (std::size_t i = 0; i < gpus_.size(); ++i)
    if (gpus_[i] == id) return i + 1;
  return 0;
}

void PublishedBands::add(RunSlice slice) {
  std::optional<std::uint64_t> gpu;
  if (!slice.gpu.empty()) {
    if (gpuNumber(slice.gpu) == 0) gpus_.push_back(slice.gpu);
    gpu = gpuNumber(slice.gpu);
  }
  Pattern pattern;
  require(pattern, Attribute::work, slice.work);
  require(pattern, Attribute::stack, slice.stack);
  require(pattern, Attribute::allocator, slice.allocator);
  require(pattern, Attribute::generation, slice.generation);
  require(pattern, Attribute::scale, slice.scale);
  require(pattern, Attribute::gpu, gpu);
  slices_.push_back(std::move(slice));
  patterns_.push_back(pattern);
}

std::uint64_t PublishedBands::keyOf(const Scenario& scenario) const {
  const auto& cluster = scenario.cluster;
  return packed(Attribute::work, workKind(scenario)) | packed(Attribute::stack, scenario.stack) |
         packed(Attribute::allocator, allocatorClass(scenario.stack)) |
         packed(Attribute::generation, cluster.device.generation) |
         packed(Attribute::scale, scaleClass(gpuCount(cluster))) | packed(Attribute::gpu, gpuNumber(cluster.gpuId));
}

ConfidenceReport confidenceOf(const Scenario& scenario, const PublishedBands& bands) {
  ConfidenceReport out;
  const auto key = bands.keyOf(scenario);
  double bandOfWork = 0;  // the widest slice: all runs of this kind of work
  bool hasGeneration = false;
  for (std::size_t i = 0; i < bands.slices().size(); ++i) {
    const auto& pattern = bands.pattern(i);
    if ((key & pattern.mask) != pattern.key) continue;
    const auto& slice = bands.slices()[i];
    const bool isTime = slice.quantity == Estimate::time;
    auto& best = isTime ? out.timeSlice : out.memorySlice;
    if (best < 0) {
      best = static_cast<std::int16_t>(i);
      (isTime ? out.timeRel : out.memoryRel) = slice.band;
    }
    if (!isTime) continue;
    bandOfWork = slice.band;
    hasGeneration |= slice.generation.has_value() || !slice.gpu.empty();
  }
  out.unseen = featuresOf(scenario) & ~bands.features;
  if (stackProfile(scenario.stack, scenario.cluster.device.generation).extrapolated)
    out.unseen |= bit(Unseen::stackOnGeneration);
  if (!hasGeneration) out.unseen |= bit(Unseen::workOnGeneration);
  if (const auto& calibration = scenario.cluster.calibration) {
    // The site's runs speak for its stack and GPUs; too few of them not for less than the published ones say.
    const bool isEnough = calibration->runs >= kCalibratedRuns;
    out.calibratedRuns = calibration->runs;
    out.timeRel = isEnough ? calibration->timeRel : std::max(calibration->timeRel, out.timeRel);
    out.unseen &= ~(bit(Unseen::stackOnGeneration) | bit(Unseen::workOnGeneration));
  }
  if (out.unseen != 0) out.timeRel = std::max(out.timeRel, kUnseenFactor * bandOfWork);
  const auto gpus = gpuCount(scenario.cluster);
  if (gpus > bands.largestGpus) out.unseen |= bit(Unseen::gpus);
  if (gpus > kLargeGpus) out.timeRel += kLargeGpusRel;
  return out;
}

}  // namespace shardscope
