// SPDX-License-Identifier: Apache-2.0
#include "core/advice/stage_count.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

#include "core/advice/parts.hpp"

namespace shardscope {
namespace {

class Counting {
 public:
  Counting(const AdviceQuestion& question, const AdviceLayout& start)
      : sizes_(question.sizes), layouts_(question.layouts), flash_(question.asked.workload.flashAttention) {
    count_.layout = start;
  }

  StageCount run() {
    for (const auto recompute : ladder())
      if (tryRecompute(recompute)) return std::move(count_);
    tryMost();
    return std::move(count_);
  }

 private:
  AdviceLayout with(std::int64_t pp, Recompute recompute) const {
    auto layout = layouts_.withStages(count_.layout, pp);
    layout.recompute = recompute;
    return layout;
  }
  bool hasRoom(std::int64_t pp) const {
    return layouts_.hasRoom(count_.layout.tp, pp, count_.layout.cp) && pp <= sizes_.layers();
  }
  bool divides(std::int64_t pp) const { return layouts_.dividesTotal(count_.layout.tp, pp, count_.layout.cp); }
  bool fits(const AdviceLayout& layout) const { return layouts_.exactPeak(layout) <= sizes_.hard(); }

  // Without flash attention what a layer stores is the selective value (§9, 4).
  std::vector<Recompute> ladder() const {
    std::vector<Recompute> steps;
    for (auto recompute : sizes_.ladder()) {
      if (!flash_ && recompute == Recompute::none) recompute = Recompute::selective;
      if (std::find(steps.begin(), steps.end(), recompute) == steps.end()) steps.push_back(recompute);
    }
    return steps;
  }

  double storedBytes(const AdviceLayout& layout) const {
    return asDouble(sizes_.layers()) * sizes_.layerActivations(layout.tp, layout.cp, layout.recompute);
  }
  double layerBytes(const AdviceLayout& layout) const { return sizes_.layerStates(layout.ep) / asDouble(layout.tp); }

  double layersThatFit(const AdviceLayout& layout) const {
    const double room = sizes_.soft() - storedBytes(layout) - sizes_.headStates(layout.tp);
    const double each = std::floor(room / layerBytes(layout));
    return std::min(each, asDouble(sizes_.layers()));
  }

  bool tryRecompute(Recompute recompute) {
    std::int64_t pp = 1;
    double each = layersThatFit(with(pp, recompute));
    while (each * asDouble(pp) < asDouble(sizes_.layers()) && hasRoom(2 * pp)) {
      pp *= 2;
      each = layersThatFit(with(pp, recompute));
    }
    const bool enough = each * asDouble(pp) >= asDouble(sizes_.layers());
    const auto layout = with(pp, recompute);
    AdvicePart part{"4a",
                    enough ? AdviceVerdict::yes : AdviceVerdict::no,
                    {{"layers_each", std::max(0.0, each)},
                     {"layers", asDouble(sizes_.layers())},
                     {"tp", asDouble(layout.tp)},
                     {"pp", asDouble(pp)},
                     {"cp", asDouble(layout.cp)},
                     {"ep", asDouble(layout.ep)},
                     {"recompute", word(recompute)},
                     {"activations_bytes", storedBytes(layout)},
                     {"head_bytes", sizes_.headStates(layout.tp)},
                     {"layer_bytes", layerBytes(layout)},
                     {"limit_bytes", sizes_.soft()}},
                    enough     ? "yes"
                    : each < 1 ? "activations"
                               : "no"};
    count_.parts.push_back(part);
    return enough && settle(pp, recompute);
  }

  // Fewer stages where the degrees do not divide the total, more where the exact peak is above the rule's estimate.
  bool settle(std::int64_t counted, Recompute recompute) {
    std::vector<std::int64_t> tries;
    for (auto pp = counted; pp >= 1 && !divides(counted); pp /= 2)
      if (divides(pp)) tries.push_back(pp);
    if (!divides(counted)) addOtherDivisors(tries, counted);
    for (auto pp = counted; hasRoom(pp); pp *= 2) tries.push_back(pp);
    for (const auto pp : tries) {
      const auto layout = with(pp, recompute);
      if (!fits(layout)) continue;
      if (pp != counted) addExact(layout, AdviceVerdict::yes, divides(pp) && !divides(counted) ? "halved" : "more");
      count_.layout = layout;
      count_.found = true;
      return true;
    }
    addExact(with(counted, recompute), AdviceVerdict::no, "exact");
    return false;
  }

  // Where no power of two uses all GPUs and fits: other stage counts that do, the nearest to `wanted` first.
  void addOtherDivisors(std::vector<std::int64_t>& tries, std::int64_t wanted) const {
    std::vector<std::int64_t> others;
    for (std::int64_t pp = 3; hasRoom(pp); ++pp)
      if (divides(pp) && !std::has_single_bit(static_cast<std::uint64_t>(pp))) others.push_back(pp);
    const auto distance = [wanted](std::int64_t pp) { return std::fabs(std::log2(asDouble(pp) / asDouble(wanted))); };
    std::stable_sort(others.begin(), others.end(), [&](auto a, auto b) { return distance(a) < distance(b); });
    tries.insert(tries.end(), others.begin(), others.end());
  }

  void tryMost() {
    std::int64_t most = 1;
    while (hasRoom(2 * most)) most *= 2;
    std::vector<std::int64_t> tries;
    for (auto pp = most; pp >= 1; pp /= 2)
      if (divides(pp)) tries.push_back(pp);
    addOtherDivisors(tries, 2 * most);  // the most stages first
    for (auto pp = most; pp >= 1; pp /= 2)
      if (!divides(pp)) tries.push_back(pp);
    for (const auto pp : tries) {
      const auto layout = with(pp, Recompute::full);
      if (!fits(layout)) continue;
      addExact(layout, AdviceVerdict::yes, "most");
      count_.layout = layout;
      count_.found = true;
      return;
    }
    const auto nearest = *std::min_element(tries.begin(), tries.end(), [this](auto a, auto b) {
      return layouts_.exactPeak(with(a, Recompute::full)) < layouts_.exactPeak(with(b, Recompute::full));
    });
    addExact(with(nearest, Recompute::full), AdviceVerdict::no, "none");
    count_.layout = with(nearest, Recompute::full);
  }

  void addExact(const AdviceLayout& layout, AdviceVerdict verdict, std::string_view variant) {
    const double peak = layouts_.exactPeak(layout);
    AdvicePart part{"4a",
                    verdict,
                    {{"tp", asDouble(layout.tp)},
                     {"pp", asDouble(layout.pp)},
                     {"recompute", word(layout.recompute)},
                     {"limit_bytes", sizes_.hard()}},
                    std::isfinite(peak) ? variant : "rule",
                    layouts_.scenarioOf(layout)};
    addPeak(part, peak);
    count_.parts.push_back(part);
  }

  const AdviceSizes& sizes_;
  const AdviceLayouts& layouts_;
  bool flash_;
  StageCount count_;
};

}  // namespace

StageCount countStages(const AdviceQuestion& question, const AdviceLayout& start) {
  return Counting(question, start).run();
}

}  // namespace shardscope
