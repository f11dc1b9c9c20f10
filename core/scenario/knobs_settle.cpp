// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/knobs_settle.hpp"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "core/rules/range_rule.hpp"
#include "core/rules/rule.hpp"
#include "core/scenario/derived.hpp"
#include "core/units/divisors.hpp"

namespace shardscope {
namespace {

constexpr double d(std::int64_t value) { return static_cast<double>(value); }

Issue outOfRange(Key key, double value) {
  return {RuleId::R1,
          Severity::error,
          key,
          {value, field(key).min, field(key).max, 0, static_cast<double>(RangeReason::range)}};
}

// The total in whole nodes where that is possible; false if no key can hold it.
bool writeGpuCount(Cluster& cluster, double total) {
  const auto perNode = gpusPerNode(cluster);
  if (total > field(Key::nodes).max * d(perNode)) return false;
  const auto gpus = static_cast<std::int64_t>(total);
  if (gpus == gpuCount(cluster)) return true;
  if (gpus % perNode == 0) {
    cluster.nodes = gpus / perNode;
    cluster.gpus.reset();
    return true;
  }
  if (d(gpus) > field(Key::gpus).max) return false;
  cluster.gpus = gpus;
  cluster.nodes.reset();
  return true;
}

class Settler {
 public:
  Settler(const Scenario& before, const Locks& locks, std::span<const KnobSetting> settings, Scenario& trial)
      : before_(before), locks_(locks), settings_(settings), trial_(trial), context_{trial} {}

  std::optional<Issue> run() {
    trial_ = before_;
    for (const auto& setting : settings_)
      if (const auto issue = write(setting)) return issue;
    markOutOfRange(context_);
    if (!context_.numbersInRange()) return std::nullopt;
    const auto context = ruleContext(before_);
    dp_ = asked(Knob::dp).value_or(context.dp);
    microBatches_ = asked(Knob::microBatches).value_or(context.microBatches);
    placeStages();
    if (const auto refused = placeReplicas()) return refused;
    placeChunks();
    placeExperts();
    placeShards();
    return std::nullopt;
  }

 private:
  std::optional<std::int64_t> asked(Knob knob) const {
    for (const auto& setting : settings_)
      if (setting.knob == knob) return setting.value;
    return std::nullopt;
  }
  bool moved(Knob knob) const { return asked(knob).has_value(); }
  bool isFree(Knob knob) const { return !moved(knob) && !locks_.isLocked(knob); }
  bool totalLocked() const { return locks_.gpuRole == GpuRole::totalLocked; }

  std::optional<Issue> write(const KnobSetting& setting) {
    const auto value = setting.value;
    if (setting.knob == Knob::gpus) {
      const bool written = value >= 1 && ruleContext(before_).gpus > 0 && writeGpuCount(trial_.cluster, d(value));
      return written ? std::nullopt : std::optional(outOfRange(Key::gpus, d(value)));
    }
    const auto key = knobKey(setting.knob);
    if (fits(field(key), Value(value)) != FieldError::none) return outOfRange(key, d(value));
    if (setting.knob == Knob::dp && value == knobValue(before_, Knob::dp))
      return std::nullopt;  // stays unset if it was
    if (setting.knob != Knob::microBatches) field(key).write(trial_, Value(value));
    return std::nullopt;
  }

  // An explicit split belongs to one number of stages. ZeRO-2 has no place under a pipeline that was not there before.
  void placeStages() {
    auto& p = trial_.parallel;
    if (!p.stageLayers.empty() && static_cast<std::int64_t>(p.stageLayers.size()) != p.pp) p.stageLayers.clear();
    if (moved(Knob::pp) && before_.parallel.pp == 1 && p.pp > 1 && p.zero == 2) p.zero = 1;
  }

  std::optional<Issue> followGpus() {
    auto& p = trial_.parallel;
    if (totalLocked()) {
      if (moved(Knob::dp)) return std::nullopt;  // a follower asked for a value: W-1 judges
      p.dp.reset();
      const auto whole = dataParallel(trial_);
      p.dp = before_.parallel.dp;
      if (whole > 0 && p.dp) p.dp = whole;
      // Stated, so that W-1 sees the contradiction.
      if (whole > 0 && locks_.isLocked(Knob::dp) && whole != dp_) p.dp = dp_;
      return std::nullopt;
    }
    if (dp_ == 0) return std::nullopt;
    const double total = d(p.tp) * d(p.pp) * d(p.cp) * d(dp_);
    if (isFree(Knob::gpus)) {
      trial_.cluster.nodes = before_.cluster.nodes;
      trial_.cluster.gpus = before_.cluster.gpus;
      if (!writeGpuCount(trial_.cluster, total)) return outOfRange(Key::gpus, total);
    }
    const bool isWhole = total == d(gpuCount(trial_.cluster));
    p.dp = before_.parallel.dp || !isWhole ? std::optional(dp_) : std::nullopt;  // stated where W-1 must see it
    return std::nullopt;
  }

  std::optional<Issue> followBatch() {
    auto& w = trial_.workload;
    const auto dp = dataParallel(trial_);
    if (dp == 0 || microBatches_ == 0) return std::nullopt;
    const double batch = d(w.microBatch) * d(microBatches_) * d(dp);
    const bool batchStays = locks_.batchRole == BatchRole::globalLocked || !isFree(Knob::globalBatch);
    const bool countStays = locks_.batchRole == BatchRole::microBatchesLocked || !isFree(Knob::microBatches);
    if (batchStays && countStays && batch != d(w.globalBatch))
      return Issue{
          RuleId::B1, Severity::error, Key::globalBatch, {d(w.globalBatch), d(w.microBatch), d(dp), d(microBatches_)}};
    if (batchStays) return std::nullopt;
    if (batch > field(Key::globalBatch).max) return outOfRange(Key::globalBatch, batch);
    w.globalBatch = static_cast<std::int64_t>(batch);
    return std::nullopt;
  }

  std::optional<Issue> follow() {
    if (const auto refused = followGpus()) return refused;
    return followBatch();
  }

  // Whether the trial as it stands keeps these rules. Nothing here leaves the ranges.
  bool keeps(std::initializer_list<RuleId> rules) {
    resolve(context_);
    return std::none_of(rules.begin(), rules.end(), [this](RuleId id) { return isBroken(id, context_); });
  }

  bool replicasWork() { return keeps({RuleId::W1, RuleId::S4, RuleId::S3, RuleId::S5, RuleId::B1}); }

  // Fewer context ranks where the current number leaves no whole replica or no legal split of the sequence; without
  // sequence parallelism only when no number of context ranks helps.
  std::optional<Issue> placeReplicas() {
    auto& p = trial_.parallel;
    const auto cp = p.cp;
    const auto sp = p.sp;
    const bool followerAsked = std::any_of(settings_.begin(), settings_.end(),
                                           [&](const KnobSetting& setting) { return follows(setting.knob, locks_); });
    const bool cpIsFree = isFree(Knob::cp) && !followerAsked;  // nothing moves for a value that must not be asked for
    for (const bool withoutSp : {false, true}) {
      if (withoutSp && !sequenceParallel(before_.parallel) && !sequenceParallel(p)) break;
      if (withoutSp) p.sp = false;
      const bool placed = anyDivisorDownward(cp, [&](std::int64_t ranks) {
        if (ranks < cp && !cpIsFree) return false;
        p.cp = ranks;
        return !follow() && replicasWork();
      });
      if (placed) return std::nullopt;
    }
    p.cp = cp;
    p.sp = sp;
    return follow();
  }

  bool chunksWork() { return keeps({RuleId::L1, RuleId::P3, RuleId::P8, RuleId::P9}); }

  void writeChunks(std::int64_t vpp) {
    auto& p = trial_.parallel;
    p.vpp = vpp;
    if (!before_.parallel.schedule) return;  // follows by itself
    const bool isInterleaved = *before_.parallel.schedule == Schedule::interleaved;
    if (vpp > 1)
      p.schedule = Schedule::interleaved;
    else
      p.schedule = isInterleaved ? Schedule::oneFOneB : *before_.parallel.schedule;
  }

  // Interleaving sets the schedule and the schedule interleaving; chunks go to the nearest number that divides.
  void placeChunks() {
    auto& p = trial_.parallel;
    const auto wanted = p.vpp;
    if (moved(Knob::vpp)) return writeChunks(wanted);
    if (wanted == 1 || !isFree(Knob::vpp) || schedule(p) != Schedule::interleaved || chunksWork()) return;
    const auto perStage = trial_.model.shape.layers / p.pp;
    const auto mayWork = [&](std::int64_t vpp) {  // L-1, P-3
      return vpp == 1 || (vpp <= perStage && (perStage % vpp == 0 || !p.stageLayers.empty()));
    };
    for (auto step = std::max<std::int64_t>(1, wanted - perStage); step < wanted; ++step)
      for (const auto vpp : {wanted - step, wanted + step}) {
        if (!mayWork(vpp)) continue;
        writeChunks(vpp);
        if (chunksWork()) return;
      }
    writeChunks(wanted);
  }

  // The largest number of expert ranks, not above the current one, that divides the experts and the ranks of a stage.
  void placeExperts() {
    auto& p = trial_.parallel;
    if (!isFree(Knob::ep) || p.ep == 1) return;
    const auto wanted = p.ep;
    const auto experts = std::max<std::int64_t>(1, trial_.model.shape.experts);
    const bool placed = anyDivisorDownward(experts, [&](std::int64_t ranks) {
      if (ranks > wanted) return false;
      p.ep = ranks;
      return keeps({RuleId::E1, RuleId::W2});
    });
    if (!placed) p.ep = wanted;
  }

  void placeShards() {
    auto& p = trial_.parallel;
    const auto dp = dataParallel(trial_);
    if (dp == 0 || p.shardGroup == 0) return;
    const auto ranks = dp * p.cp;
    if (ranks > gpuCount(trial_.cluster)) return;  // a stated dp that W-1 refuses
    const auto wanted = p.shardGroup;
    anyDivisorDownward(ranks, [&](std::int64_t group) {
      p.shardGroup = group;
      return group <= wanted;
    });
  }

  const Scenario& before_;
  const Locks& locks_;
  std::span<const KnobSetting> settings_;
  Scenario& trial_;
  RuleContext context_;                     // of the trial
  std::int64_t dp_ = 0, microBatches_ = 0;  // what a locked follower must keep
};

constexpr auto kMovableKeys = std::to_array<Key>({Key::nodes,       Key::gpus,         Key::sequenceLength,
                                                  Key::microBatch,  Key::globalBatch,  Key::precision,
                                                  Key::tp,          Key::sp,           Key::pp,
                                                  Key::vpp,         Key::cp,           Key::cpKind,
                                                  Key::ep,          Key::etp,          Key::dp,
                                                  Key::zero,        Key::schedule,     Key::shardGroup,
                                                  Key::stageLayers, Key::hotTokenShare});

}  // namespace

std::optional<Issue> settle(const Scenario& before, const Locks& locks, std::span<const KnobSetting> settings,
                            Scenario& trial) {
  return Settler(before, locks, settings, trial).run();
}

std::optional<Issue> tryMove(const Scenario& before, const Locks& locks, std::span<const KnobSetting> settings,
                             Scenario& trial) {
  const bool stays = std::all_of(settings.begin(), settings.end(), [&](const KnobSetting& setting) {
    return setting.value == knobValue(before, setting.knob);
  });
  if (stays && !firstError(before)) {
    trial = before;
    return std::nullopt;
  }
  if (const auto refused = settle(before, locks, settings, trial)) return refused;
  return firstError(trial);
}

Edit difference(const Scenario& before, const Scenario& after) {
  Edit edit;
  for (const auto key : kMovableKeys) {
    auto value = field(key).read(after);
    if (value != field(key).read(before)) edit.push_back({key, std::move(value)});
  }
  return edit;
}

}  // namespace shardscope
