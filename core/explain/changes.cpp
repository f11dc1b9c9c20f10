// SPDX-License-Identifier: Apache-2.0
#include "core/explain/changes.hpp"

#include <algorithm>
#include <cmath>

#include "core/cost/evaluate.hpp"
#include "core/explain/value_text.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/stops.hpp"

namespace shardscope {
namespace {

constexpr std::size_t kShown = 3;
constexpr double kNoticeable = 0.005;  // of the figure
// Throughput that a change may cost: memory is bought with time, time is not.
constexpr double kKeptForMemory = 0.6, kKeptOtherwise = 0.97;

struct Candidate {
  Key key{};
  ExplainChange change;
  double gain = 0;        // of the figure, for the better
  double throughput = 0;  // tokens per second afterwards
};

class Finder {
 public:
  Finder(std::string_view key, const ExplainRow& row, const Explanation& now, const Scenario& scenario,
         const Report& report, Language language)
      : key_(key),
        sign_(row.better == Better::lower ? -1 : 1),
        now_(now),
        scenario_(scenario),
        report_(report),
        language_(language),
        isMemory_(now.unit == ExplainUnit::bytes) {}

  std::vector<ExplainChange> find() {
    for (const auto knob : {Knob::tp, Knob::pp, Knob::vpp, Knob::cp, Knob::ep, Knob::microBatch, Knob::globalBatch})
      addKnob(knob);
    addSettings();
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.gain > b.gain; });
    std::vector<ExplainChange> best;
    for (auto& candidate : found_) {
      if (best.size() == kShown) break;
      best.push_back(std::move(candidate.change));
    }
    return best;
  }

 private:
  void addKnob(Knob knob) {
    const Locks locks;
    for (const auto& stop : stops(scenario_, locks, knob))
      if (stop.state != StopState::invalid && stop.value != knobValue(scenario_, knob) && isNear(knob, stop.value))
        if (const auto move = moveKnob(scenario_, locks, knob, stop.value))
          add(knobKey(knob), move->edit, wholeText(static_cast<double>(stop.value)));
  }

  // A batch of another order of magnitude is another experiment.
  bool isNear(Knob knob, std::int64_t value) const {
    return knob != Knob::globalBatch || value <= 2 * scenario_.workload.globalBatch;
  }

  void addSettings() {
    for (std::int64_t zero = 0; zero <= 3; ++zero) addEdit(Key::zero, {{Key::zero, zero}}, std::to_string(zero));
    for (const auto recompute : {Recompute::none, Recompute::selective, Recompute::full})
      addWord(Key::recompute, word(recompute), {});
    if (scenario_.parallel.pp > 1)
      for (const auto schedule : {Schedule::oneFOneB, Schedule::zbH1, Schedule::zbV})
        addWord(Key::schedule, word(schedule), {{Key::vpp, std::int64_t{1}}});
    addWord(Key::crossEntropy, word(CrossEntropy::fused), {});
    for (const auto key : {Key::flashAttention, Key::overlapDp, Key::overlapPp}) addEdit(key, {{key, true}}, "");
    if (scenario_.parallel.tp > 1) addEdit(Key::sp, {{Key::sp, true}}, "");
  }

  void addWord(Key key, std::string_view value, Edit edit) {
    edit.push_back({key, std::string(value)});
    addEdit(key, edit, std::string(value));
  }

  void addEdit(Key key, const Edit& edit, const std::string& value) {
    const auto after = applied(scenario_, edit);
    if (!firstError(after)) add(key, changes(scenario_, after), value);
  }

  void add(Key key, Edit edit, const std::string& value) {
    if (edit.empty()) return;
    evaluateInto(applied(scenario_, edit), after_);
    const auto figure = figureOf(after_, key_);
    if (!figure || !isAcceptable()) return;
    const double gain = sign_ * (*figure - now_.value);
    if (!(gain > kNoticeable * std::fabs(now_.value)) || !(gain > 0)) return;
    ExplainChange change{std::move(edit),
                         text("explain-change-" + std::string(keyName(key)), language_, {{"value", value}}),
                         *figure,
                         explainValueText(*figure, now_.unit),
                         after_.verdict,
                         after_.memory.peak - report_.memory.peak,
                         after_.time.step - report_.time.step};
    keep({key, std::move(change), gain, after_.throughput.tokensPerS});
  }

  // One per setting: of memory what saves most, else the fastest.
  void keep(Candidate candidate) {
    const auto same = std::find_if(found_.begin(), found_.end(), [&](const auto& c) { return c.key == candidate.key; });
    if (same == found_.end()) return found_.push_back(std::move(candidate));
    const bool isBetter = isMemory_ ? candidate.gain > same->gain : candidate.throughput > same->throughput;
    if (isBetter) *same = std::move(candidate);
  }

  bool isAcceptable() const {
    if (after_.verdict == Verdict::invalid || after_.verdict > report_.verdict) return false;
    return after_.throughput.tokensPerS >=
           (isMemory_ ? kKeptForMemory : kKeptOtherwise) * report_.throughput.tokensPerS;
  }

  std::string_view key_;
  double sign_;
  const Explanation& now_;
  const Scenario& scenario_;
  const Report& report_;
  Language language_;
  bool isMemory_;
  Report after_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<ExplainChange> changesOf(std::string_view key, const ExplainRow& row, const Explanation& now,
                                     const Scenario& scenario, const Report& report, Language language) {
  return Finder(key, row, now, scenario, report, language).find();
}

}  // namespace shardscope
