// SPDX-License-Identifier: Apache-2.0
#pragma once
// What a sweep enumerates: the values of each dimension around a scenario, at a fixed GPU total. The data-parallel
// degree is no dimension: it follows from the total.

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/scenario/fields.hpp"

namespace shardscope {

// The loops of a sweep, outermost first. What stands before pp decides the cost of one layer on one rank, so that it is
// worked out once for everything that follows.
enum class Dim : std::uint8_t {
  gpus,
  sequenceLength,
  globalBatch,
  tp,
  cp,
  cpKind,
  ep,
  etp,
  microBatch,
  recompute,
  pp,
  vpp,
  schedule,
  zero,
  shardGroup,
  count
};
template <>
struct EnumWords<Dim> {
  static constexpr auto words =
      std::to_array<std::string_view>({"gpus", "sequence_length", "global_batch", "tp", "cp", "cp_kind", "ep", "etp",
                                       "micro_batch", "recompute", "pp", "vpp", "schedule", "zero", "shard_group"});
};
inline constexpr std::size_t kDims = static_cast<std::size_t>(Dim::count);
inline constexpr auto kFirstInnerDim = static_cast<std::size_t>(Dim::pp);

Key keyOf(Dim dim);             // the setting it stands for; of gpus: Key::gpus
std::uint64_t keysOf(Dim dim);  // keyMask of the settings it writes

// Words count as the index of their enumerator.
std::int64_t dimValue(const Scenario& scenario, Dim dim);
void setDim(Scenario& scenario, Dim dim, std::int64_t value);

struct SweepSpace {
  Scenario base;
  std::array<std::vector<std::int64_t>, kDims> values;  // ascending, never empty; one value: the dimension is fixed
  // Absent: dp is free to follow. Otherwise layouts of another degree break W-1.
  std::optional<std::int64_t> dp;
  std::bitset<kDims> free;  // by Dim: given all values that can be legal, by freeDim()

  const std::vector<std::int64_t>& of(Dim dim) const { return values[static_cast<std::size_t>(dim)]; }
  std::vector<std::int64_t>& of(Dim dim) { return values[static_cast<std::size_t>(dim)]; }
  bool varies(Dim dim) const { return of(dim).size() > 1; }
  bool isFree(Dim dim) const { return free.test(static_cast<std::size_t>(dim)); }
  bool operator==(const SweepSpace&) const = default;
};

// Every dimension fixed at the scenario's own value, and dp if the scenario states it; explicit stages go once pp or
// vpp is given values.
SweepSpace fixedSpace(const Scenario& scenario);
// All values of `dim` that can be legal for this model and GPU total; for gpus, sequence length and global batch, which
// have no end, the powers of two around the scenario's own. The current value is among them.
std::vector<std::int64_t> allValues(const Scenario& scenario, Dim dim);
// The whole space: every dimension from tp to the shard group, and dp, free.
SweepSpace fullSpace(const Scenario& scenario);
void freeDim(SweepSpace& space, Dim dim);
// Values of one's own, ascending, at least one; what else a dimension that varies brings about is done as by freeDim().
void setValues(SweepSpace& space, Dim dim, std::vector<std::int64_t> values);
// Of all values those between two; of GPUs, sequence length and global batch every doubling or half of the scenario's
// own in between. May be empty.
std::vector<std::int64_t> valuesBetween(const Scenario& scenario, Dim dim, std::int64_t least, std::int64_t greatest);

// Which of the values of `dim` make a configuration of its own, given the outer dimensions in `scenario`: the kind of
// CP only with cp > 1, the schedule only with pp > 1 and in step with vpp (otherwise the default stands for all),
// ZeRO-2 only without a pipeline, a shard group only with ZeRO. Others repeat one. A single value is always taken.
bool isDistinct(const SweepSpace& space, const Scenario& scenario, Dim dim, std::size_t index);

// Configurations of the space; saturates at 2^63.
std::uint64_t candidateCount(const SweepSpace& space);

}  // namespace shardscope
