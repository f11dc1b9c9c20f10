// SPDX-License-Identifier: Apache-2.0
#include "core/advice/moves.hpp"

#include <algorithm>
#include <tuple>

#include "core/cost/evaluate.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/stops.hpp"

namespace shardscope {
namespace {

constexpr std::size_t kPairBase = 12;  // the best single edits are tried two at a time

int dimensions(const Scenario& s) {
  const auto& p = s.parallel;
  int used = dataParallel(s) > 1 ? 1 : 0;
  for (const auto degree : {p.tp, p.pp, p.vpp, p.cp, p.ep}) used += degree > 1 ? 1 : 0;
  return used;
}

class Finder {
 public:
  Finder(const Scenario& scenario, const Report& report, const Locks& locks)
      : now_(scenario), report_(report), locks_(locks), dimensions_(dimensions(scenario)) {}

  std::vector<AdviceMove> find(std::size_t limit) {
    addKnobs();
    addSettings();
    sort();
    addPairs();
    sort();
    if (moves_.size() > limit) moves_.resize(limit);
    return std::move(moves_);
  }

 private:
  bool fitsNow() const { return report_.verdict != Verdict::doesNotFit; }

  void addKnobs() {
    for (const auto knob : {Knob::tp, Knob::pp, Knob::vpp, Knob::cp, Knob::ep, Knob::microBatch}) {
      if (locks_.isLocked(knob)) continue;
      for (const auto& stop : stops(now_, locks_, knob))
        if (stop.state != StopState::invalid && stop.value != knobValue(now_, knob))
          if (const auto move = moveKnob(now_, locks_, knob, stop.value)) add(move->edit);
    }
  }

  void addSettings() {
    for (std::int64_t zero = 0; zero <= 3; ++zero) addEdit({{Key::zero, zero}});
    for (const auto recompute : {Recompute::none, Recompute::selective, Recompute::full})
      addEdit({{Key::recompute, std::string(word(recompute))}});
    for (const auto schedule : {Schedule::oneFOneB, Schedule::zbH1, Schedule::zbV})
      if (now_.parallel.pp > 1) addEdit({{Key::vpp, std::int64_t{1}}, {Key::schedule, std::string(word(schedule))}});
    for (const auto entropy : {CrossEntropy::fused}) addEdit({{Key::crossEntropy, std::string(word(entropy))}});
    addEdit({{Key::flashAttention, true}});
    addEdit({{Key::overlapDp, true}});
    addEdit({{Key::overlapPp, true}});
    if (now_.parallel.tp > 1) addEdit({{Key::sp, true}});
  }

  void addEdit(const Edit& edit) {
    const auto after = applied(now_, edit);
    if (!firstError(after)) add(changes(now_, after));
  }

  void addPairs() {
    const auto singles =
        std::vector(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(std::min(kPairBase, moves_.size())));
    for (std::size_t i = 0; i < singles.size(); ++i)
      for (std::size_t j = i + 1; j < singles.size(); ++j) {
        const auto both = applied(applied(now_, singles[i].edit), singles[j].edit);
        if (both == applied(applied(now_, singles[j].edit), singles[i].edit) && !firstError(both))
          addPair(both, singles[i], singles[j]);
      }
  }

  // Two edits with the same outcome are one move: the one with fewer keys.
  static bool isSameOutcome(const AdviceMove& a, const AdviceMove& b) {
    return a.verdict == b.verdict && a.deltaPeak == b.deltaPeak && a.deltaStep == b.deltaStep;
  }

  // A pair must beat both of its halves.
  void addPair(const Scenario& both, const AdviceMove& a, const AdviceMove& b) {
    const auto move = judged(changes(now_, both));
    if (helps(move) && isBetter(move, a) && isBetter(move, b)) insert(move);
  }

  AdviceMove judged(Edit edit) {
    const auto after = applied(now_, edit);
    evaluateInto(after, scratch_);
    AdviceMove move{std::move(edit),
                    scratch_.verdict,
                    scratch_.memory.peak - report_.memory.peak,
                    scratch_.time.step - report_.time.step,
                    0,
                    dimensions(after) - dimensions_};
    move.stepShare = move.deltaStep.count() / report_.time.step.count();
    return move;
  }

  void add(Edit edit) {
    if (edit.empty()) return;
    auto move = judged(std::move(edit));
    if (helps(move)) insert(std::move(move));
  }

  void insert(AdviceMove move) {
    for (auto& kept : moves_)
      if (isSameOutcome(kept, move)) {
        if (move.edit.size() < kept.edit.size()) kept = std::move(move);
        return;
      }
    moves_.push_back(std::move(move));
  }

  bool helps(const AdviceMove& move) const {
    if (move.verdict == Verdict::invalid) return false;
    if (fitsNow()) return move.verdict <= report_.verdict && move.deltaStep.count() < 0;
    return move.deltaPeak.count() < 0;
  }

  bool isBetter(const AdviceMove& a, const AdviceMove& b) const {
    const bool byPeak = !fitsNow() && a.verdict == Verdict::doesNotFit && b.verdict == Verdict::doesNotFit;
    const auto key = [byPeak](const AdviceMove& move) {
      const auto figure = byPeak ? static_cast<double>(move.deltaPeak.count()) : move.deltaStep.count();
      return std::tuple(move.verdict, figure, move.moreDimensions, move.edit.size());
    };
    return key(a) < key(b);
  }

  void sort() {
    std::stable_sort(moves_.begin(), moves_.end(), [this](const auto& a, const auto& b) { return isBetter(a, b); });
  }

  const Scenario& now_;
  const Report& report_;
  const Locks& locks_;
  int dimensions_;
  Report scratch_;
  std::vector<AdviceMove> moves_;
};

}  // namespace

std::vector<AdviceMove> adviceMoves(const Scenario& scenario, const Report& report, const Locks& locks,
                                    std::size_t limit) {
  return Finder(scenario, report, locks).find(limit);
}

}  // namespace shardscope
