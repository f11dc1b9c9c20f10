// SPDX-License-Identifier: Apache-2.0
#pragma once
// How far to trust an estimate: the error that published runs like it had (resources/validation/bands.json, made from
// the shipped run table by `shardscope-cli validate`; a test fails when it is stale).

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"
#include "core/text/language.hpp"

namespace shardscope {

// What the errors of runs depend on most, besides stack and device.
enum class WorkKind : std::uint8_t { dense, moe, lora };
template <>
struct EnumWords<WorkKind> {
  static constexpr auto words = std::to_array<std::string_view>({"dense", "moe", "lora"});
};
WorkKind workKind(const Scenario& scenario);

enum class ScaleClass : std::uint8_t { upTo8, upTo64, upTo512, above512 };  // GPUs
template <>
struct EnumWords<ScaleClass> {
  static constexpr auto words = std::to_array<std::string_view>({"1-8", "9-64", "65-512", "513-"});
};
ScaleClass scaleClass(std::int64_t gpus);

enum class AllocatorClass : std::uint8_t { megatron, pytorch };  // whose buffers the published peaks count
template <>
struct EnumWords<AllocatorClass> {
  static constexpr auto words = std::to_array<std::string_view>({"megatron", "pytorch"});
};
AllocatorClass allocatorClass(Stack stack);

enum class Estimate : std::uint8_t { time, memory };
template <>
struct EnumWords<Estimate> {
  static constexpr auto words = std::to_array<std::string_view>({"time", "memory"});
};

// Published configurations that are equal in the attributes given; an attribute that is not given may be any.
struct RunSlice {
  Estimate quantity{};
  std::optional<WorkKind> work;
  std::optional<Stack> stack;
  std::optional<AllocatorClass> allocator;
  std::optional<Generation> generation;
  std::string gpu;  // catalogue id; empty = any
  std::optional<ScaleClass> scale;
  std::int64_t runs = 0;     // configurations
  std::int64_t sources = 0;  // families of runs
  double band = 0;           // relative error that `coverage` of ones like them stay within
};

// What an estimate can rest on that no published run has: the model is unchecked there.
enum class Unseen : std::uint8_t {
  gpipe,
  zbH1,
  zbH2,
  zbV,
  dualPipe,
  contextRing,
  contextAllToAll,
  shardGroupOfZero3,
  zero3WithPipeline,
  paddedExperts,
  hotExperts,
  expertTensorParallel,
  latentAttention,
  slidingWindow,
  fp32,
  fp8,
  nvfp4,
  adafactor,
  muon,
  stackOnGeneration,  // the stack has no calibrated line for this generation of GPU
  workOnGeneration,   // too few runs of dense, MoE or LoRA on this generation for a band of their own
  gpus,               // more than any published run
  count
};
template <>
struct EnumWords<Unseen> {
  static constexpr auto words = std::to_array<std::string_view>({"gpipe",
                                                                 "zb-h1",
                                                                 "zb-h2",
                                                                 "zb-v",
                                                                 "dualpipe",
                                                                 "cp-ring",
                                                                 "cp-all-to-all",
                                                                 "zero-3-shard-group",
                                                                 "zero-3-with-pipeline",
                                                                 "padded-experts",
                                                                 "hot-experts",
                                                                 "expert-tensor-parallel",
                                                                 "latent-attention",
                                                                 "sliding-window",
                                                                 "fp32",
                                                                 "fp8",
                                                                 "nvfp4",
                                                                 "adafactor",
                                                                 "muon",
                                                                 "stack-on-generation",
                                                                 "work-on-generation",
                                                                 "gpus"});
};
constexpr std::uint32_t bit(Unseen what) { return 1U << static_cast<unsigned>(what); }
// The features among them that a scenario uses, as bits.
std::uint32_t featuresOf(const Scenario& scenario);

class PublishedBands {
 public:
  double coverage = 0;           // 0.9: a band holds nine of ten
  std::int64_t largestGpus = 0;  // of any run
  std::uint32_t features = 0;    // that some run uses

  // To be added per quantity from most to least specific.
  void add(RunSlice slice);
  const std::vector<RunSlice>& slices() const { return slices_; }

  // A scenario holds a slice's attributes exactly if (key & mask of the slice) is the slice's key.
  struct Pattern {
    std::uint64_t key = 0, mask = 0;
  };
  const Pattern& pattern(std::size_t slice) const { return patterns_[slice]; }
  std::uint64_t keyOf(const Scenario& scenario) const;

 private:
  std::uint64_t gpuNumber(std::string_view id) const;  // 0 = of no slice

  std::vector<RunSlice> slices_;
  std::vector<Pattern> patterns_;
  std::vector<std::string> gpus_;
};
const PublishedBands& publishedBands();

// Allocates nothing.
ConfidenceReport confidenceOf(const Scenario& scenario, const PublishedBands& bands = publishedBands());

// "90 % of runs stay within, judging by 42 published ones of 4 sources (dense, megatron, …)"; empty without a slice.
std::string basisText(const ConfidenceReport& confidence, Estimate quantity, Language language);
// What no published run covers, joined; empty if nothing.
std::string unseenText(const ConfidenceReport& confidence, Language language);

}  // namespace shardscope
