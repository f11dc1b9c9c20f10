// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/walker.hpp"

#include <algorithm>

#include "core/rules/range_rule.hpp"
#include "core/rules/size_bounds.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

constexpr std::uint32_t bit(RuleId id) { return std::uint32_t{1} << static_cast<unsigned>(id); }
constexpr auto kShardGroupLevel = static_cast<std::size_t>(Dim::shardGroup);
constexpr std::uint32_t kStopCheckEvery = 1024;

std::uint64_t keysUpTo(std::size_t level) {
  std::uint64_t keys = 0;
  for (std::size_t i = 0; i <= level; ++i) keys |= keysOf(static_cast<Dim>(i));
  return keys;
}

std::size_t levelOf(const Rule& rule) {
  const auto all = keysUpTo(kDims - 1);
  for (std::size_t level = 0; level < kDims; ++level)
    if ((rule.inputs.keys & all & ~keysUpTo(level)) == 0) return level;
  return kDims - 1;
}

}  // namespace

RuleLevels::RuleLevels() {
  for (const auto& info : ruleTable()) {
    if (info.severity != Severity::error) break;
    // R-1 reads everything; of a space whose numbers are in range only its last parts are left to judge.
    const auto level = info.id == RuleId::R1 ? kDims - 1 : levelOf(rule(info.id));
    if (info.id != RuleId::R1) at[level].push_back(info.id);
    for (std::size_t i = 0; i <= level; ++i) fromLevel[i] |= bit(info.id);
  }
}

std::int64_t SweepMap::cellOf(std::int64_t x, std::int64_t y) const {
  const auto column = std::lower_bound(xs.begin(), xs.end(), x), row = std::lower_bound(ys.begin(), ys.end(), y);
  if (column == xs.end() || *column != x || row == ys.end() || *row != y) return -1;
  return (row - ys.begin()) * static_cast<std::int64_t>(xs.size()) + (column - xs.begin());
}

BlockWalker::BlockWalker(const SweepSpace& space, const SweepOptions& options, const SweepMap& map,
                         std::stop_token stop)
    : space_(space), options_(options), map_(map), stop_(std::move(stop)), trial_(space.base), context_{trial_} {
  trial_.parallel.dp = space.dp;
  for (std::size_t level = 0; level < kFirstInnerDim; ++level) blocks_ *= space.values[level].size();
  for (const auto& axis : {options.x, options.y})
    if (map.exists() && axis)
      deepestAxis_ = std::max(deepestAxis_, axis->isDp() ? kFirstInnerDim : static_cast<std::size_t>(axis->dim));
}

void BlockWalker::setLevel(std::size_t level, std::size_t index) {
  const auto dim = static_cast<Dim>(level);
  setDim(trial_, dim, space_.of(dim)[index]);
  row_.choice[level] = static_cast<std::uint16_t>(index);
  switch (dim) {
    case Dim::tp: context_.sp = sequenceParallel(trial_.parallel); break;
    case Dim::pp:
      context_.gpus = gpuCount(trial_.cluster);
      context_.dp = dataParallel(trial_);
      context_.microBatches = microBatches(trial_);
      break;
    case Dim::schedule: context_.interleaved = schedule(trial_.parallel) == Schedule::interleaved; break;
    default: break;
  }
}

std::uint32_t BlockWalker::judge(std::size_t level) const {
  std::uint32_t broken = 0;
  for (const auto id : levels_.at[level])
    if (isBroken(id, context_)) broken |= bit(id);
  return broken;
}

// Decodes the block number; false if it repeats another block.
bool BlockWalker::enterBlock(std::uint64_t block) {
  outerBroken_ = 0;
  planned_ = false;
  std::array<std::size_t, kFirstInnerDim> index{};
  for (std::size_t level = kFirstInnerDim; level-- > 0;) {
    const auto size = space_.values[level].size();
    index[level] = static_cast<std::size_t>(block % size);
    block /= size;
  }
  for (std::size_t level = 0; level < kFirstInnerDim; ++level) {
    if (!isDistinct(space_, trial_, static_cast<Dim>(level), index[level])) return false;
    setLevel(level, index[level]);
    outerBroken_ |= judge(level);
  }
  safe_ = totalsAreSafe();
  return true;
}

// Whether no total of R-1 can be broken in this block: all layers of one stage, every micro-batch in flight.
bool BlockWalker::totalsAreSafe() const {
  Scenario widest = trial_;
  widest.parallel.pp = widest.parallel.vpp = 1;
  widest.parallel.schedule = Schedule::gpipe;
  widest.parallel.stageLayers.clear();
  const auto most = trial_.workload.globalBatch / std::max<std::int64_t>(1, trial_.workload.microBatch);
  return parameterBound(trial_) <= kMaxParameters && stateBytesBound(trial_) <= kMaxBytes &&
         tokenBound(trial_) <= kMaxTokens && activationBytesBound(widest, most) <= kMaxBytes;
}

void BlockWalker::walk(std::uint64_t block, Tally& tally) {
  tally_ = &tally;
  if (enterBlock(block)) descend(kFirstInnerDim, outerBroken_);
}

void BlockWalker::descend(std::size_t level, std::uint32_t broken) {
  if (level == kDims) return broken != 0 ? refuse(level, broken) : price();
  const auto dim = static_cast<Dim>(level);
  for (std::size_t i = 0; i < space_.of(dim).size(); ++i) {
    if (!isDistinct(space_, trial_, dim, i)) continue;
    setLevel(level, i);
    const auto now = broken | judge(level);
    if (now != 0 && canCountBelow(level, now))
      refuse(level + 1, now);
    else
      descend(level + 1, now);
    if (++sinceStopCheck_ >= kStopCheckEvery) {
      sinceStopCheck_ = 0;
      if (stop_.stop_requested()) return;
    }
  }
}

// No deeper rule comes before the first one that is broken, and all that is below lies in one cell.
bool BlockWalker::canCountBelow(std::size_t level, std::uint32_t broken) const {
  if (level + 1 >= kDims || level < deepestAxis_) return false;
  const auto first = broken & (~broken + 1);
  return (levels_.fromLevel[level + 1] & (first - 1)) == 0;
}

void BlockWalker::refuse(std::size_t level, std::uint32_t broken) {
  tally_->addRefused(static_cast<RuleId>(std::countr_zero(broken)), below(level), cell());
}

// Configurations below a level; depends only on whether pp and vpp are 1.
std::uint64_t BlockWalker::below(std::size_t level) {
  if (level == kDims) return 1;
  const auto& p = trial_.parallel;
  const auto kind = static_cast<std::size_t>((p.pp > 1 ? 1 : 0) + (p.vpp > 1 ? 2 : 0));
  const bool known = level != kShardGroupLevel;  // the shard group depends on ZeRO as well
  auto& memo = belowMemo_[level][kind];
  if (known && memo > 0) return memo;
  const auto dim = static_cast<Dim>(level);
  const auto before = dimValue(trial_, dim);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < space_.of(dim).size(); ++i) {
    if (!isDistinct(space_, trial_, dim, i)) continue;
    setDim(trial_, dim, space_.of(dim)[i]);
    sum += below(level + 1);
  }
  setDim(trial_, dim, before);
  if (known) memo = sum;
  return sum;
}

void BlockWalker::price() {
  if (breaksChoices(context_) || (!safe_ && breaksTotals(context_))) return tally_->addRefused(RuleId::R1, 1, cell());
  if (!planned_) cost_.plan(trial_);
  planned_ = true;
  cost_.price(trial_, report_);
  fillRow(row_, trial_, report_, options_.metric);
  tally_->addPriced(row_, report_.memory.capacity.count(), cell());
}

std::int64_t BlockWalker::axisValue(SweepAxis axis) const {
  return axis.isDp() ? context_.dp : dimValue(trial_, axis.dim);
}

std::int64_t BlockWalker::cell() const {
  return map_.exists() ? map_.cellOf(axisValue(*options_.x), axisValue(*options_.y)) : -1;
}

}  // namespace shardscope
