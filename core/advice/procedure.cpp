// SPDX-License-Identifier: Apache-2.0
#include "core/advice/procedure.hpp"

#include <algorithm>
#include <cmath>

#include "core/advice/sizes.hpp"
#include "core/cost/evaluate.hpp"
#include "core/cost/parameters.hpp"
#include "core/cost/pipeline.hpp"
#include "core/cost/throughput.hpp"
#include "core/rules/range_rule.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

constexpr double d(std::int64_t value) { return static_cast<double>(value); }

// A layout in the making.
struct Layout {
  std::int64_t tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1, zero = 1, shardGroup = 0;
  std::int64_t microBatch = 1, globalBatch = 1;
  Recompute recompute = Recompute::none;
};

class Procedure {
 public:
  explicit Procedure(const Scenario& scenario) : now_(scenario), sizes_(scenario) {
    for (int i = 0; i < 6; ++i) advice_.steps[static_cast<std::size_t>(i)].step = i + 1;
    constexpr std::array order = {6, 1, 2, 3, 5, 4};
    for (std::size_t i = 0; i < order.size(); ++i) step(order[i]).order = static_cast<int>(i) + 1;
    chosen_.microBatch = scenario.workload.microBatch;
    chosen_.globalBatch = scenario.workload.globalBatch;
  }

  Advice run() {
    const bool done = longContext() || replicas() || sharded() || tensor() || experts() || pipeline();
    (void)done;
    fillSkipped();
    finish();
    return std::move(advice_);
  }

 private:
  AdviceStep& step(int number) { return advice_.steps[static_cast<std::size_t>(number - 1)]; }
  bool isLong() const { return now_.workload.sequenceLength >= kLongContext; }

  // Ends the procedure with the layout of this step.
  bool settle(int number) {
    advice_.feasible = true;
    answering_ = number;
    return true;
  }

  Scenario scenarioOf(const Layout& layout) const {
    Scenario s = now_;
    auto& p = s.parallel;
    p = {};
    p.tp = layout.tp;
    p.pp = layout.pp;
    p.vpp = layout.vpp;
    p.cp = layout.cp;
    p.ep = layout.ep;
    p.zero = layout.zero;
    p.shardGroup = layout.shardGroup;
    s.workload.recompute = layout.recompute;
    s.workload.recomputeLayers = 1;
    s.workload.microBatch = layout.microBatch;
    s.workload.globalBatch = layout.globalBatch;
    const auto used = layout.tp * layout.pp * layout.cp;
    p.dp = std::max<std::int64_t>(1, sizes_.gpus() / used);
    // A batch that micro-batch × dp does not divide goes to the next multiple.
    const auto ranks = layout.tp * layout.cp * *p.dp;
    while (p.ep > 1 && (ranks % p.ep != 0 || now_.model.shape.experts % p.ep != 0)) --p.ep;
    // Sequence parallelism only where it divides the tokens of a rank.
    const auto tokens = s.workload.sequenceLength;
    if (layout.tp > 1 && (tokens % layout.cp != 0 || tokens / layout.cp % layout.tp != 0)) p.sp = false;
    const auto once = layout.microBatch * *p.dp;
    s.workload.globalBatch = (layout.globalBatch + once - 1) / once * once;
    return s;
  }

  // The exact peak (§3.10) under ZeRO-1, in bytes; infinite for a layout that no rule allows.
  double exactPeak(const Layout& layout) const {
    const auto report = evaluate(scenarioOf(layout));
    return report.verdict == Verdict::invalid ? HUGE_VAL : d(report.memory.peak.count());
  }

  // ⓪/⑥: from 32 K tokens on every earlier memory test would answer for the wrong activation size.
  bool longContext() {
    auto& s = step(6);
    const auto length = now_.workload.sequenceLength;
    AdvicePart part{"6",
                    isLong() ? AdviceVerdict::yes : AdviceVerdict::no,
                    {{"tokens", d(length)}, {"limit", d(kLongContext)}},
                    ""};
    s.verdict = part.verdict;
    s.parts.push_back(part);
    if (!isLong()) return false;

    auto layout = chosen_;
    layout.zero = 3;
    while (length > kContextShare * layout.cp && 2 * layout.cp <= sizes_.gpus() && length % (4 * layout.cp) == 0)
      layout.cp *= 2;
    const auto least = std::min(smallestTensor().tp, sizes_.gpus());
    while (layout.cp > 1 && least * layout.cp > sizes_.gpus()) layout.cp /= 2;  // too few GPUs for both
    bool fits = false;
    double need = 0;
    const auto first = std::max<std::int64_t>(least, sizes_.gpus() > sizes_.node() ? 2 : 1);
    // Without recompute first: a wider tp is cheaper than repeating long attention.
    layout.tp = least;
    for (auto tp = first; tp * layout.cp <= sizes_.gpus() && tp <= sizes_.node() && !fits; tp *= 2) {
      if (!sizes_.dividesTensors(tp)) continue;
      layout.tp = tp;
      need = longStates(tp) + sizes_.modelActivations(tp, layout.cp, Recompute::none) + kAdviceOverhead;
      fits = need <= sizes_.soft();
    }
    if (!fits) {
      const auto fit = sizes_.fit(longStates(layout.tp), sizes_.soft(), layout.tp, layout.cp);
      layout.recompute = fit.recompute;
      need = fit.need;
      fits = fit.fits;
    }
    s.parts.push_back({"6b",
                       fits ? AdviceVerdict::yes : AdviceVerdict::warn,
                       {{"cp", d(layout.cp)},
                        {"tp", d(layout.tp)},
                        {"need_bytes", need},
                        {"limit_bytes", sizes_.soft()},
                        {"recompute", word(layout.recompute)}},
                       ""});
    if (!fits) s.verdict = AdviceVerdict::warn;
    chosen_ = layout;
    advice_.feasible = fits;
    answering_ = 6;
    return true;
  }

  double longStates(std::int64_t tp) const {
    return 16 * sizes_.parameters() / d(sizes_.gpus()) + kGatheredBytes * sizes_.parameters() / d(sizes_.layers() * tp);
  }

  // ①: data parallelism alone, or with ZeRO-2 over all GPUs.
  bool replicas() {
    auto& s = step(1);
    const double states = 16 * sizes_.parameters();
    const auto one = sizes_.fit(states, sizes_.hard());
    s.parts.push_back(memoryPart("1a", one, states, sizes_.hard()));
    bool fits = one.fits;
    auto recompute = one.recompute;
    if (!fits && sizes_.gpus() > sizes_.node()) {
      const double spread = (2 + 14 / d(sizes_.gpus())) * sizes_.parameters();
      const auto all = sizes_.fit(spread, sizes_.hard());
      auto part = memoryPart("1b", all, spread, sizes_.hard());
      part.values.push_back({"gpus", d(sizes_.gpus())});
      s.parts.push_back(part);
      fits = all.fits;
      recompute = all.recompute;
    } else if (!fits) {
      s.parts.push_back({"1b", AdviceVerdict::skip, {{"gpus", d(sizes_.gpus())}, {"node", d(sizes_.node())}}, "skip"});
    }
    s.verdict = fits ? AdviceVerdict::yes : AdviceVerdict::no;
    if (!fits) return false;
    chosen_.zero = 2;
    chosen_.recompute = recompute;
    return settle(1);
  }

  // ②: FSDP inside a node, hybrid over several.
  bool sharded() {
    auto& s = step(2);
    const double states =
        16 * sizes_.parameters() / d(sizes_.node()) + kGatheredBytes * sizes_.parameters() / d(sizes_.layers());
    const auto fit = sizes_.fit(states, sizes_.hard());
    auto part = memoryPart("2", fit, states, sizes_.hard());
    part.values.push_back({"node", d(sizes_.node())});
    s.parts.push_back(part);
    s.verdict = part.verdict;
    if (!fit.fits) return false;
    chosen_.zero = 3;
    chosen_.shardGroup = sizes_.gpus() > sizes_.node() ? sizes_.node() : 0;
    chosen_.recompute = fit.recompute;
    return settle(2);
  }

  struct Tensor {
    std::int64_t tp = 1;
    bool fits = false;
    Recompute recompute = Recompute::none;
    double states = 0, activations = 0;
  };

  // TP_min: the smallest power of two at which one layer stays under 60 %.
  Tensor smallestTensor() const {
    Tensor found;
    for (const auto recompute : {Recompute::none, Recompute::full}) {
      for (std::int64_t tp = 1; tp <= sizes_.node(); tp *= 2) {
        if (!sizes_.dividesTensors(tp)) continue;
        found = {tp, false, recompute, sizes_.layerStates() / d(tp), sizes_.layerActivations(tp, 1, recompute)};
        found.fits = found.states + found.activations < sizes_.soft();
        if (found.fits) return found;
      }
    }
    return found;
  }

  // ③: tensor parallelism until a layer fits, then up to the width of the fast link for a dense model.
  bool tensor() {
    auto& s = step(3);
    const auto least = smallestTensor();
    chosen_.tp = least.tp;
    chosen_.recompute = least.recompute;
    s.verdict = least.fits ? AdviceVerdict::yes : AdviceVerdict::warn;
    s.parts.push_back({"3a",
                       s.verdict,
                       {{"states_bytes", least.states},
                        {"activations_bytes", least.activations},
                        {"limit_bytes", sizes_.soft()},
                        {"tp", d(least.tp)},
                        {"recompute", word(least.recompute)}},
                       ""});
    if (!isMoe(now_.model.shape)) {
      const auto widest = std::max(least.tp, sizes_.widestTensor());
      chosen_.tp = std::min(widest, sizes_.gpus());
      s.parts.push_back({"3b",
                         widest > least.tp ? AdviceVerdict::yes : AdviceVerdict::no,
                         {{"tp", d(chosen_.tp)}, {"node", d(sizes_.node())}},
                         ""});
    }
    return false;  // the pipeline, or the experts, decide
  }

  // ⑤, before ④: experts spread over the node instead of a pipeline.
  bool experts() {
    auto& s = step(5);
    const auto& m = now_.model.shape;
    if (!isMoe(m)) {
      s.verdict = AdviceVerdict::skip;
      s.parts.push_back({"5", AdviceVerdict::skip, {}, "skip"});
      return false;
    }
    std::int64_t ep = 1;
    for (std::int64_t e = 1; e <= std::min(m.experts, sizes_.node()); ++e)
      if (m.experts % e == 0) ep = e;
    chosen_.ep = ep;
    const auto least = smallestTensor().tp;
    double peak = HUGE_VAL;
    for (const auto tp : {least, 2 * least}) {
      if (tp > sizes_.node() || !sizes_.dividesTensors(tp)) continue;
      for (const auto recompute : sizes_.ladder()) {
        Layout layout = chosen_;
        layout.tp = tp;
        layout.recompute = recompute;
        const double now = exactPeak(layout);
        peak = std::min(peak, now);
        if (now > sizes_.hard()) continue;
        chosen_ = layout;
        s.verdict = AdviceVerdict::yes;
        s.parts.push_back({"5",
                           AdviceVerdict::yes,
                           {{"ep", d(ep)},
                            {"tp", d(tp)},
                            {"peak_bytes", now},
                            {"limit_bytes", sizes_.hard()},
                            {"recompute", word(recompute)}},
                           "yes"});
        return settle(5);
      }
    }
    s.verdict = AdviceVerdict::no;
    s.parts.push_back({"5",
                       AdviceVerdict::no,
                       {{"ep", d(ep)}, {"peak_bytes", std::isfinite(peak) ? peak : 0}, {"limit_bytes", sizes_.hard()}},
                       "no"});
    return false;
  }

  // ④: as many stages as the layers need at 18 bytes per parameter and 60 %, or what the exact peak allows.
  bool pipeline() {
    auto& s = step(4);
    auto layout = chosen_;
    const bool counted = countStages(layout);
    if (!counted && !largestThatFits(layout)) {
      s.verdict = AdviceVerdict::warn;
      s.parts.push_back({"4a", AdviceVerdict::warn, {{"tp", d(layout.tp)}, {"limit_bytes", sizes_.hard()}}, "none"});
      chosen_ = layout;
      answering_ = 4;
      return false;
    }
    chosen_ = layout;
    s.verdict = AdviceVerdict::yes;
    pullBack();
    interleave();
    return settle(4);
  }

  std::int64_t layersThatFit(const Layout& layout) const {
    const auto recompute =
        layout.recompute == Recompute::none && !now_.workload.flashAttention ? Recompute::selective : layout.recompute;
    const double room = sizes_.soft() - d(sizes_.layers()) * sizes_.layerActivations(layout.tp, layout.cp, recompute) -
                        sizes_.headStates(layout.tp);
    return static_cast<std::int64_t>(std::floor(room / (sizes_.layerStates() / d(layout.tp))));
  }

  std::int64_t stagesFor(const Layout& layout, std::int64_t layersEach) const {
    if (layersEach < 1) return 0;
    for (std::int64_t pp = 1; pp * layout.tp <= sizes_.gpus() && pp <= sizes_.layers(); pp *= 2)
      if (pp * layersEach >= sizes_.layers()) return pp;
    return 0;
  }

  bool countStages(Layout& layout) {
    for (const auto recompute : {Recompute::none, Recompute::selective, Recompute::full}) {
      layout.recompute = recompute;
      const auto each = layersThatFit(layout);
      const auto pp = stagesFor(layout, each);
      const bool found = pp > 0;
      step(4).parts.push_back({"4a",
                               found ? AdviceVerdict::yes : AdviceVerdict::no,
                               {{"layers_each", d(each)},
                                {"layers", d(sizes_.layers())},
                                {"pp", d(pp)},
                                {"recompute", word(recompute)},
                                {"limit_bytes", sizes_.soft()}},
                               found ? "yes" : "no"});
      if (!found) continue;
      layout.pp = pp;
      return true;
    }
    return false;
  }

  // The largest power of two whose exact peak under full recompute fits 90 %.
  bool largestThatFits(Layout& layout) {
    layout.recompute = Recompute::full;
    std::int64_t most = 1;
    while (2 * most * layout.tp <= sizes_.gpus() && 2 * most <= sizes_.layers()) most *= 2;
    layout.pp = most;
    const double peak = exactPeak(layout);
    const bool fits = peak <= sizes_.hard();
    step(4).parts.push_back(
        {"4a",
         fits ? AdviceVerdict::yes : AdviceVerdict::no,
         {{"pp", d(most)}, {"peak_bytes", std::isfinite(peak) ? peak : 0}, {"limit_bytes", sizes_.hard()}},
         "exact"});
    return fits;
  }

  std::int64_t microBatchesOf(const Layout& layout) const {
    return std::max<std::int64_t>(1, microBatches(scenarioOf(layout)));
  }

  // 4b: M ≥ 4·PP. At a fixed total M/PP = B·t·c/(b·N): a smaller micro-batch or a wider tp raise it, fewer stages do
  // not.
  void pullBack() {
    auto m = microBatchesOf(chosen_);
    const auto before = m;
    const auto stages = chosen_.pp;
    if (chosen_.pp == 1 || m >= 4 * chosen_.pp) {
      step(4).parts.push_back(
          {"4b", AdviceVerdict::yes, {{"m", d(m)}, {"pp", d(chosen_.pp)}, {"least", d(4 * chosen_.pp)}}, "yes"});
      return;
    }
    std::string_view lever = "none";
    const auto enough = [this](const Layout& layout) { return microBatchesOf(layout) >= 4 * layout.pp; };
    for (auto b = chosen_.microBatch; b > 1 && !enough(chosen_);) {
      b = largestDivisorBelow(chosen_.microBatch, b);
      chosen_.microBatch = b;
      lever = "micro-batch";
    }
    for (auto tp = chosen_.tp * 2; tp <= sizes_.node() && !enough(chosen_); tp *= 2) {
      if (!sizes_.dividesTensors(tp)) break;
      chosen_.tp = tp;
      if (const auto pp = stagesFor(chosen_, layersThatFit(chosen_)); pp > 0) chosen_.pp = pp;
      lever = "tp";
    }
    if (!enough(chosen_)) {
      for (std::int64_t pp = 1; pp < chosen_.pp; pp *= 2) {
        auto fewer = chosen_;
        fewer.pp = pp;
        if (exactPeak(fewer) > sizes_.hard()) continue;
        chosen_ = fewer;
        lever = "pp";
        break;
      }
    }
    const auto most = now_.limits.globalBatchTokensMax;
    if (!enough(chosen_) && most) {
      const auto once =
          chosen_.microBatch * std::max<std::int64_t>(1, sizes_.gpus() / (chosen_.tp * chosen_.pp * chosen_.cp));
      const auto wanted = 4 * chosen_.pp * once;
      if (d(wanted * now_.workload.sequenceLength) <= *most) {
        chosen_.globalBatch = wanted;
        lever = "batch";
      }
    }
    m = microBatchesOf(chosen_);
    const bool reached = enough(chosen_) || chosen_.pp == 1;
    step(4).parts.push_back({"4b",
                             reached ? AdviceVerdict::yes : AdviceVerdict::warn,
                             {{"m_before", d(before)},
                              {"pp_before", d(stages)},
                              {"m", d(m)},
                              {"pp", d(chosen_.pp)},
                              {"least", d(4 * chosen_.pp)},
                              {"ratio", d(m) / d(chosen_.pp)},
                              {"micro_batch", d(chosen_.microBatch)},
                              {"tp", d(chosen_.tp)},
                              {"lever", lever}},
                             reached ? "reached" : "short"});
    if (!reached) step(4).verdict = AdviceVerdict::warn;
  }

  static std::int64_t largestDivisorBelow(std::int64_t whole, std::int64_t below) {
    for (auto value = below - 1; value > 1; --value)
      if (whole % value == 0) return value;
    return 1;
  }

  // 4c: deep pipelines and large bubbles are interleaved where the layers divide.
  void interleave() {
    if (chosen_.pp == 1) return;
    const auto m = microBatchesOf(chosen_);
    const double ratio = d(chosen_.pp - 1) / d(m);
    const bool wanted = chosen_.pp >= 16 || ratio > 0.10;
    std::int64_t vpp = 1;
    const auto each = (sizes_.layers() + chosen_.pp - 1) / chosen_.pp;
    for (std::int64_t v = 2; v <= 6 && wanted && vpp == 1; ++v) {
      auto layout = chosen_;
      layout.vpp = v;
      if (each % v == 0 && !firstError(scenarioOf(layout)) &&
          exactPeak(layout) <= std::max(sizes_.hard(), exactPeak(chosen_)))
        vpp = v;
    }
    chosen_.vpp = vpp;
    step(4).parts.push_back(
        {"4c",
         vpp > 1 ? AdviceVerdict::yes : AdviceVerdict::no,
         {{"pp", d(chosen_.pp)}, {"bubble_share", ratio}, {"vpp", d(vpp)}, {"layers_each", d(each)}},
         vpp > 1  ? "yes"
         : wanted ? "cannot"
                  : "no"});
  }

  static AdvicePart memoryPart(std::string_view id, const AdviceSizes::Fit& fit, double states, double limit) {
    return {id,
            fit.fits ? AdviceVerdict::yes : AdviceVerdict::no,
            {{"states_bytes", states},
             {"activations_bytes", fit.activations},
             {"overhead_bytes", kAdviceOverhead},
             {"need_bytes", fit.need},
             {"limit_bytes", limit},
             {"recompute", word(fit.recompute)}},
            ""};
  }

  // Every step has at least one part; those that were not reached say so.
  void fillSkipped() {
    constexpr std::array ids = {"1a", "2", "3a", "4a", "5", "6"};
    for (std::size_t i = 0; i < advice_.steps.size(); ++i)
      if (advice_.steps[i].parts.empty())
        advice_.steps[i].parts.push_back({ids[i], AdviceVerdict::skip, {{"answer", d(answering_)}}, "unreached"});
  }

  void finish() {
    advice_.answeredBy = answering_;
    advice_.recommended = scenarioOf(chosen_);
    const auto used = chosen_.tp * chosen_.pp * chosen_.cp * *advice_.recommended.parallel.dp;
    advice_.idleGpus = sizes_.gpus() - used;
    if (advice_.idleGpus > 0) {
      advice_.recommended.cluster.nodes.reset();
      advice_.recommended.cluster.gpus = used;
    }
    const auto edit = changes(now_, advice_.recommended);
    if (answering_ > 0 && !edit.empty()) step(answering_).applies = edit;
    addChecks();
  }

  void addCheck(std::string_view id, bool good, std::vector<AdviceValue> values) {
    advice_.checks.push_back(
        {id, good ? AdviceVerdict::yes : AdviceVerdict::warn, std::move(values), good ? "yes" : "warn"});
  }

  void addChecks() {
    const auto& s = advice_.recommended;
    const auto report = evaluate(s);
    const auto& p = s.parallel;
    if (p.pp > 1)
      addCheck("c-4p", report.batch.microBatches >= 4 * p.pp,
               {{"m", d(report.batch.microBatches)}, {"least", d(4 * p.pp)}});
    if (s.workload.globalBatch != now_.workload.globalBatch)
      addCheck("c-batch", false,
               {{"before", d(now_.workload.globalBatch)},
                {"after", d(s.workload.globalBatch)},
                {"once", d(s.workload.microBatch * *p.dp)}});
    if (report.verdict != Verdict::invalid)
      addCheck("c-mfu", report.throughput.mfuOwnPrecision >= kLowMfu,
               {{"mfu_share", report.throughput.mfuOwnPrecision}});
    if (report.verdict != Verdict::invalid)
      addCheck("c-memory", report.verdict == Verdict::fits,
               {{"peak_bytes", d(report.memory.peak.count())}, {"capacity_bytes", d(report.memory.capacity.count())}});
    addCheck("c-node", p.tp <= nvlinkDomain(s.cluster), {{"tp", d(p.tp)}, {"node", d(nvlinkDomain(s.cluster))}});
    if (advice_.idleGpus > 0) addCheck("c-idle", false, {{"idle", d(advice_.idleGpus)}, {"gpus", d(sizes_.gpus())}});
  }

  const Scenario& now_;
  AdviceSizes sizes_;
  Layout chosen_;
  int answering_ = 0;
  Advice advice_;
};

}  // namespace

Advice advise(const Scenario& scenario) { return Procedure(scenario).run(); }

std::optional<Issue> adviceObstacle(const Scenario& scenario) {
  std::vector<Issue> issues;
  check(scenario, issues);
  for (const auto& issue : issues)
    if (issue.rule == RuleId::T9 || (issue.rule == RuleId::R1 && !dependsOnLayout(rangeReason(issue)))) return issue;
  return std::nullopt;
}

}  // namespace shardscope
