// SPDX-License-Identifier: Apache-2.0
#include "core/explain/changes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/cost/evaluate.hpp"
#include "core/explain/value_text.hpp"
#include "core/scenario/single_edits.hpp"

namespace shardscope {
namespace {

constexpr std::array kKnobs = {Knob::tp, Knob::pp, Knob::vpp, Knob::cp, Knob::ep, Knob::microBatch, Knob::globalBatch};
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
    for (const auto& single : singleEdits(scenario_, Locks{}, kKnobs)) add(single);
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) { return a.gain > b.gain; });
    std::vector<ExplainChange> best;
    for (auto& candidate : found_) {
      if (best.size() == kShown) break;
      best.push_back(std::move(candidate.change));
    }
    return best;
  }

 private:
  // Less work is no improvement, and a batch of another order of magnitude is another experiment.
  bool isSameWork(const SingleEdit& single) const {
    const auto* value = std::get_if<std::int64_t>(&single.value);
    if (single.key == Key::globalBatch)
      return value && *value <= 2 * scenario_.workload.globalBatch &&
             (sign_ > 0 || *value >= scenario_.workload.globalBatch);
    const bool isPerMicroBatch = key_.starts_with("time.forward_s") || key_.starts_with("time.backward_s");
    return single.key != Key::microBatch || !isPerMicroBatch;
  }

  static std::string valueText(const Value& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return wholeText(static_cast<double>(*whole));
    const auto* word = std::get_if<std::string>(&value);
    return word ? *word : std::string();
  }

  std::string label(const SingleEdit& single) const {
    const bool isAllRanks = single.key == Key::shardGroup && single.value == Value(std::int64_t{0});
    const auto id = "explain-change-" + std::string(keyName(single.key)) + (isAllRanks ? "-all" : "");
    return text(id, language_, {{"value", valueText(single.value)}});
  }

  void add(const SingleEdit& single) {
    const auto* const edits = &single;
    if (!isSameWork(single) || !applyTogether(scenario_, Locks{}, {&edits, 1}, changed_)) return;
    evaluateInto(changed_, after_);
    if (!isAcceptable()) return;
    const auto figure = figureOf(after_, key_);
    if (!figure) return;
    const double gain = sign_ * (*figure - now_.value);
    if (!(gain > kNoticeable * std::fabs(now_.value)) || !(gain > 0)) return;
    ExplainChange change{changes(scenario_, changed_),         label(single),  *figure,
                         explainValueText(*figure, now_.unit), after_.verdict, after_.memory.peak - report_.memory.peak,
                         after_.time.step - report_.time.step};
    keep({single.key, std::move(change), gain, after_.throughput.tokensPerS});
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
  Scenario changed_;
  Report after_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<ExplainChange> changesOf(std::string_view key, const ExplainRow& row, const Explanation& now,
                                     const Scenario& scenario, const Report& report, Language language) {
  return Finder(key, row, now, scenario, report, language).find();
}

}  // namespace shardscope
