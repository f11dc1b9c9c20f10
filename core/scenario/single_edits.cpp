// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/single_edits.hpp"

#include <algorithm>
#include <array>

#include "core/scenario/derived.hpp"
#include "core/scenario/knobs_settle.hpp"
#include "core/scenario/stops.hpp"

namespace shardscope {
namespace {

constexpr std::int64_t kMostGroups = 8, kGreatestGroup = 4096, kFewChunks = 8;

class Collector {
 public:
  Collector(const Scenario& scenario, const Locks& locks) : now_(scenario), locks_(locks) {}

  void addKnob(Knob knob) {
    if (locks_.isLocked(knob)) return;
    for (const auto value : stopValues(now_, locks_, knob))
      if (value != knobValue(now_, knob)) {
        auto& single = found_.emplace_back();
        single.key = knobKey(knob);
        single.value = value;
        single.knob = KnobSetting{knob, value};
      }
  }

  void addSettings() {
    for (std::int64_t zero = 0; zero <= 3; ++zero) add(Key::zero, zero);
    for (const auto key : {Key::recompute, Key::crossEntropy, Key::cpKind})
      for (const auto word : field(key).words) add(key, std::string(word));
    for (const auto word : field(Key::schedule).words)
      if (word != shardscope::word(Schedule::interleaved))  // VPP asks for it
        add(Key::schedule, std::string(word), {{Key::vpp, std::int64_t{1}}});
    add(Key::crossEntropyChunks, kFewChunks);
    for (const auto key : {Key::flashAttention, Key::overlapDp, Key::overlapPp, Key::sp}) add(key, true);
    addShardGroups();
  }

  std::vector<SingleEdit> take() { return std::move(found_); }

 private:
  // All ranks, or groups that the fast link holds.
  void addShardGroups() {
    const auto domain = nvlinkDomain(now_.cluster), ranks = dataParallel(now_) * now_.parallel.cp;
    add(Key::shardGroup, std::int64_t{0});
    std::int64_t groups = 0;
    for (auto size = std::min({domain, ranks, kGreatestGroup}); size > 1 && groups < kMostGroups; --size)
      if (ranks % size == 0) add(Key::shardGroup, size), ++groups;
  }

  void add(Key key, const Value& value, Edit along = {}) {
    if (field(key).read(now_) == value) return;
    along.push_back({key, value});
    auto& single = found_.emplace_back();
    single.key = key;
    single.value = value;
    single.edit = std::move(along);
  }

  const Scenario& now_;
  const Locks& locks_;
  std::vector<SingleEdit> found_;
};

constexpr std::size_t kMostKnobs = 4;

bool keepsWhatStands(const Scenario& before, const Locks& locks, const Scenario& after) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(Knob::count); ++i)
    if (const auto knob = static_cast<Knob>(i);
        locks.isLocked(knob) && knobValue(before, knob) != knobValue(after, knob))
      return false;
  return gpuCount(before.cluster) == gpuCount(after.cluster);
}

}  // namespace

std::vector<SingleEdit> singleEdits(const Scenario& scenario, const Locks& locks, std::span<const Knob> knobs) {
  Collector collector(scenario, locks);
  for (const auto knob : knobs) collector.addKnob(knob);
  collector.addSettings();
  return collector.take();
}

bool applyTogether(const Scenario& scenario, const Locks& locks, std::span<const SingleEdit* const> edits,
                   Scenario& after) {
  std::array<KnobSetting, kMostKnobs> knobs;
  std::size_t count = 0;
  bool asksForBatch = false;
  Scenario written = scenario;
  for (const auto* single : edits) {
    if (!single->knob) {
      for (const auto& [key, value] : single->edit) field(key).write(written, value);
      continue;
    }
    if (count == knobs.size()) return false;
    asksForBatch = asksForBatch || single->knob->knob == Knob::globalBatch;
    knobs[count++] = *single->knob;
  }
  if (count == 0)
    after = written;
  else if (settle(written, locks, {knobs.data(), count}, after))
    return false;
  for (const auto* single : edits)
    if (field(single->key).read(after) != single->value) return false;
  return keepsWhatStands(scenario, locks, after) &&
         (asksForBatch || after.workload.globalBatch == scenario.workload.globalBatch);
}

}  // namespace shardscope
