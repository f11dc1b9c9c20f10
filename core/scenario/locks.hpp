// SPDX-License-Identifier: Apache-2.0
#pragma once
// Knobs that move together. Pure functions: Scenario → Edit. A locked total makes another knob follow:
//   GPU total locked  → DP = N/(tp·pp·cp) follows;   DP locked (swapped) → the GPU total follows.
//   global batch locked → M = B/(b·dp) follows;      M locked (swapped)  → the global batch follows.

#include <array>
#include <cstdint>
#include <span>
#include <tl/expected.hpp>
#include <vector>

#include "core/rules/issue.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {

// What a slider moves. microBatches is not a key of the file: it is B/(b·dp).
enum class Knob : std::uint8_t {
  tp,
  pp,
  vpp,
  dp,
  cp,
  ep,
  microBatch,
  microBatches,
  globalBatch,
  sequenceLength,
  gpus,
  count
};

enum class GpuRole : std::uint8_t { totalLocked, dpLocked };
enum class BatchRole : std::uint8_t { globalLocked, microBatchesLocked };

struct Locks {
  GpuRole gpuRole = GpuRole::totalLocked;
  BatchRole batchRole = BatchRole::globalLocked;
  // Knobs the user pinned: an edit of another knob never moves them.
  std::array<bool, static_cast<std::size_t>(Knob::count)> locked{};
  bool isLocked(Knob knob) const { return locked[static_cast<std::size_t>(knob)]; }
  bool operator==(const Locks&) const = default;
};

bool follows(Knob knob, const Locks& locks);                  // cannot be dragged
std::int64_t knobValue(const Scenario& scenario, Knob knob);  // 0 where it does not exist (dp not whole)
Key knobKey(Knob knob);                                       // the key an issue about this knob names (M: globalBatch)

struct KnobMove {
  Edit edit;                  // complete: the knob, its follower, and settings moved to their nearest legal value
  std::vector<Key> adjusted;  // the settings among them that are neither the knob nor its follower, for the status bar
};

// Sets `knob` to `value`. Followers are recomputed; settings that are neither followers nor locked (vpp, cp, ep, sp,
// schedule, zero, explicit stages) go to their nearest legal value in the same edit. Fails with the first rule that
// still breaks, when a lock or the arithmetic leaves no legal answer.
tl::expected<KnobMove, Issue> moveKnob(const Scenario& scenario, const Locks& locks, Knob knob, std::int64_t value);

// Several knobs in one edit; none of them gives way to another, so the order does not matter.
struct KnobSetting {
  Knob knob{};
  std::int64_t value = 0;
};
tl::expected<KnobMove, Issue> moveKnobs(const Scenario& scenario, const Locks& locks,
                                        std::span<const KnobSetting> settings);

}  // namespace shardscope
