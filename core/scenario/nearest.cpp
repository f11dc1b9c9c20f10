// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/nearest.hpp"

#include <algorithm>
#include <cmath>

#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/knobs_settle.hpp"
#include "core/scenario/stops.hpp"

namespace shardscope {
namespace {

constexpr double kOtherSetting = 1;     // a setting without a size, in doublings
constexpr double kSmallestStep = 0.01;  // 4096 → 4095 is near, but not nothing

double number(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return 0;
}

double distance(const Scenario& from, const Edit& edit) {
  double sum = 0;
  for (const auto& [key, value] : edit) {
    const double before = number(field(key).read(from)), after = number(value);
    sum += before > 0 && after > 0 ? std::max(kSmallestStep, std::abs(std::log2(after / before))) : kOtherSetting;
  }
  return sum;
}

class Search {
 public:
  Search(const Scenario& scenario, const Locks& locks) : scenario_(scenario), locks_(locks) {}

  void tryAll() {
    add({});
    for (std::size_t i = 0; i < static_cast<std::size_t>(Knob::count); ++i) {
      const auto knob = static_cast<Knob>(i);
      for (const auto value : values(knob)) add({{knob, value}});
    }
    forEachLayout([this](const std::vector<KnobSetting>& layout) { add(layout); });
  }

  // The global batch goes to the nearest multiples of what one micro-batch of all replicas takes.
  void tryWithBatch() {
    if (follows(Knob::globalBatch, locks_) || locks_.isLocked(Knob::globalBatch)) return;
    forEachLayout([this](const std::vector<KnobSetting>& layout) {
      Scenario trial;
      if (settle(scenario_, locks_, layout, trial)) return;
      const auto dp = knobValue(trial, Knob::dp), once = dp * trial.workload.microBatch;
      if (dp < 1 || once < 1 || once > scenario_.workload.globalBatch * 2) return;
      const auto below = scenario_.workload.globalBatch / once * once;
      for (const auto batch : {below, below + once}) {
        if (batch < 1) continue;
        auto settings = layout;
        settings.push_back({Knob::globalBatch, batch});
        add(settings);
      }
    });
  }

  std::vector<Edit> nearest(std::size_t limit) {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const auto& a, const auto& b) { return a.distance < b.distance; });
    std::vector<Edit> result;
    for (auto& near : found_) {
      if (result.size() == limit) break;
      if (std::find(result.begin(), result.end(), near.edit) == result.end()) result.push_back(std::move(near.edit));
    }
    return result;
  }
  bool hasFound(std::size_t limit) const { return found_.size() >= limit; }

 private:
  struct Near {
    Edit edit;
    double distance;
  };

  std::vector<std::int64_t> values(Knob knob) const {
    if (follows(knob, locks_) || locks_.isLocked(knob) || knob == Knob::gpus) return {};
    return stopValues(scenario_, locks_, knob);
  }

  template <class Visit>
  void forEachLayout(Visit visit) const {
    const auto orCurrent = [this](Knob knob) {
      auto all = values(knob);
      if (all.empty()) all.push_back(knobValue(scenario_, knob));
      return all;
    };
    const auto tps = orCurrent(Knob::tp), pps = orCurrent(Knob::pp), cps = orCurrent(Knob::cp);
    const auto gpus = gpuCount(scenario_.cluster);
    for (const auto tp : tps)
      for (const auto pp : pps)
        for (const auto cp : cps)
          if (tp <= gpus && pp <= gpus / tp && cp <= gpus / tp / pp)
            visit({{Knob::tp, tp}, {Knob::pp, pp}, {Knob::cp, cp}});
  }

  void add(const std::vector<KnobSetting>& settings) {
    Scenario trial;
    if (tryMove(scenario_, locks_, settings, trial)) return;
    auto edit = difference(scenario_, trial);
    if (edit.empty()) return;
    const double apart = distance(scenario_, edit);
    found_.push_back({std::move(edit), apart});
  }

  const Scenario& scenario_;
  const Locks& locks_;
  std::vector<Near> found_;
};

}  // namespace

std::vector<Edit> nearestLegal(const Scenario& scenario, const Locks& locks, std::size_t limit) {
  if (!firstError(scenario)) return {};
  Search search(scenario, locks);
  search.tryAll();
  if (!search.hasFound(limit)) search.tryWithBatch();
  return search.nearest(limit);
}

}  // namespace shardscope
