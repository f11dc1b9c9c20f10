// SPDX-License-Identifier: Apache-2.0
#include "core/advice/moves.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/single_edits.hpp"

namespace shardscope {
namespace {

constexpr std::array kKnobs = {Knob::tp, Knob::pp, Knob::vpp, Knob::cp, Knob::ep, Knob::microBatch};
// What is shown as 0.0 % or 0.0 GiB is no gain.
constexpr double kNoticeableShare = 0.0005;
constexpr double kNoticeableBytes = 0.05 * kGib;
constexpr std::size_t kMostPairs = 6000;  // each is evaluated

struct Candidate {
  AdviceMove move;
  std::array<Key, 2> keys{};  // that it is about; of a single edit twice the same
};

class Finder {
 public:
  Finder(const Scenario& scenario, const Report& report, const Locks& locks)
      : now_(scenario),
        report_(report),
        locks_(locks),
        singles_(singleEdits(scenario, locks, kKnobs)),
        dimensions_(dimensionsInUse(scenario)) {}

  std::vector<AdviceMove> find(std::size_t limit) {
    for (const auto& single : singles_) alone_.push_back(tried({&single}));
    for (std::size_t i = 0; i < alone_.size(); ++i)
      if (helps(alone_[i])) found_.push_back({alone_[i], {singles_[i].key, singles_[i].key}});
    addPairs();
    return best(limit);
  }

 private:
  bool fitsNow() const { return report_.verdict != Verdict::doesNotFit; }

  // Halves need not help, fit or be legal by themselves.
  void addPairs() {
    std::size_t pairs = 0;
    for (std::size_t i = 0; i < singles_.size(); ++i)
      for (std::size_t j = i + 1; j < singles_.size() && pairs < kMostPairs; ++j) {
        if (singles_[i].key == singles_[j].key) continue;
        ++pairs;
        const auto move = tried({&singles_[i], &singles_[j]});
        if (helps(move) && isWorthMoreThan(alone_[i], move) && isWorthMoreThan(alone_[j], move))
          found_.push_back(
              {move, {std::min(singles_[i].key, singles_[j].key), std::max(singles_[i].key, singles_[j].key)}});
      }
  }

  // The figures of now with these edits; invalid where they cannot be made.
  AdviceMove tried(std::initializer_list<const SingleEdit*> edits) {
    AdviceMove move;
    if (!applyTogether(now_, locks_, {edits.begin(), edits.size()}, after_)) return move;
    evaluateInto(after_, figures_);
    move.verdict = figures_.verdict;
    if (move.verdict == Verdict::invalid) return move;
    move.deltaPeak = figures_.memory.peak - report_.memory.peak;
    move.deltaStep = figures_.time.step - report_.time.step;
    move.stepShare = move.deltaStep.count() / report_.time.step.count();
    move.moreDimensions = dimensionsInUse(after_) - dimensions_;
    if (helps(move)) move.edit = changes(now_, after_);
    return move;
  }

  bool helps(const AdviceMove& move) const {
    if (move.verdict == Verdict::invalid) return false;
    if (fitsNow()) return move.verdict <= report_.verdict && move.stepShare <= -kNoticeableShare;
    return static_cast<double>(move.deltaPeak.count()) <= -kNoticeableBytes;
  }

  // What counts of a move: its memory as long as nothing fits.
  bool countsMemory(const AdviceMove& a, const AdviceMove& b) const {
    return !fitsNow() && a.verdict == Verdict::doesNotFit && b.verdict == Verdict::doesNotFit;
  }

  // The second edit of a pair has to bring something.
  bool isWorthMoreThan(const AdviceMove& half, const AdviceMove& pair) const {
    if (pair.verdict != half.verdict) return pair.verdict < half.verdict;
    if (countsMemory(half, pair))
      return static_cast<double>((half.deltaPeak - pair.deltaPeak).count()) >= kNoticeableBytes;
    return half.stepShare - pair.stepShare >= kNoticeableShare;
  }

  bool isBetter(const AdviceMove& a, const AdviceMove& b) const {
    const bool byPeak = countsMemory(a, b);
    const auto key = [byPeak](const AdviceMove& move) {
      const auto figure = byPeak ? static_cast<double>(move.deltaPeak.count()) : move.deltaStep.count();
      return std::tuple(move.verdict, figure, move.moreDimensions, move.edit.size());
    };
    return key(a) < key(b);
  }

  // Of each set of settings the best, and of edits with the same outcome the shortest.
  std::vector<AdviceMove> best(std::size_t limit) {
    std::stable_sort(found_.begin(), found_.end(),
                     [this](const auto& a, const auto& b) { return isBetter(a.move, b.move); });
    std::vector<Candidate> kept;
    for (auto& candidate : found_) {
      if (kept.size() == limit) break;
      const auto isLike = [&](const Candidate& other) {
        return other.keys == candidate.keys || hasSameOutcome(other.move, candidate.move);
      };
      if (std::none_of(kept.begin(), kept.end(), isLike)) kept.push_back(std::move(candidate));
    }
    std::vector<AdviceMove> best;
    for (auto& candidate : kept) {
      best.push_back(std::move(candidate.move));
      best.back().edit = completeEdit(now_, applied(now_, best.back().edit));
    }
    return best;
  }

  static bool hasSameOutcome(const AdviceMove& a, const AdviceMove& b) {
    return a.verdict == b.verdict && a.deltaPeak == b.deltaPeak && a.deltaStep == b.deltaStep;
  }

  const Scenario& now_;
  const Report& report_;
  const Locks& locks_;
  std::vector<SingleEdit> singles_;
  std::vector<AdviceMove> alone_;  // of singles_, in the same order
  int dimensions_;
  Scenario after_;
  Report figures_;
  std::vector<Candidate> found_;
};

}  // namespace

std::vector<AdviceMove> adviceMoves(const Scenario& scenario, const Report& report, const Locks& locks,
                                    std::size_t limit) {
  return Finder(scenario, report, locks).find(limit);
}

}  // namespace shardscope
