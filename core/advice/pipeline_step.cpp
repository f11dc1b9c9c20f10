// SPDX-License-Identifier: Apache-2.0
// Step ④ of the decision procedure: stages, micro-batches for them, interleaving.
#include <algorithm>
#include <memory>

#include "core/advice/parts.hpp"
#include "core/advice/stage_count.hpp"
#include "core/advice/steps.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

// The same question at another micro-batch.
struct AtMicroBatch {
  AtMicroBatch(const Scenario& asked, std::int64_t microBatch) : scenario(asked), question(scenario) {
    scenario.workload.microBatch = microBatch;
  }
  Scenario scenario;
  AdviceQuestion question;
};

class Pipeline {
 public:
  Pipeline(const AdviceQuestion& question, const AdviceLayout& start, AdviceStep& step)
      : question_(question), start_(start), chosen_(start), step_(step) {}

  bool answer(AdviceLayout& layout) {
    auto count = countStages(question_, start_);
    for (auto& part : count.parts) step_.parts.push_back(std::move(part));
    chosen_ = layout = count.layout;
    step_.verdict = count.found ? AdviceVerdict::yes : AdviceVerdict::warn;
    if (!count.found) return false;
    pullBack();
    interleave();
    distributed();
    layout = chosen_;
    return true;
  }

 private:
  const AdviceSizes& sizes() const { return question_.sizes; }
  const AdviceLayouts& layouts() const { return question_.layouts; }
  bool isEnough() const { return chosen_.pp == 1 || layouts().fourEach(chosen_); }
  bool fits(const AdviceLayout& layout) const { return layouts().exactPeak(layout) <= sizes().hard(); }

  // 4b: M ≥ 4·PP. At a fixed total M/PP = B·t·c/(b·N): a smaller micro-batch or a wider tp raise it, fewer stages do
  // not.
  void pullBack() {
    const auto before = layouts().microBatches(chosen_), stages = chosen_.pp;
    const bool wasEnough = isEnough();
    if (!wasEnough) {
      smallerMicroBatch();
      widerTensor();
      fewerStages();
      largerBatch();
    }
    const auto m = layouts().microBatches(chosen_);
    const auto made = layouts().scenarioOf(chosen_);
    const auto most = mostGpus();
    std::string_view variant = wasEnough ? "yes" : "reached";
    if (chosen_.pp == 1) variant = wasEnough ? "one" : "reached-one";
    if (!isEnough()) variant = most > 0 ? "short" : "alone";
    AdvicePart part{"4b",
                    isEnough() ? AdviceVerdict::yes : AdviceVerdict::warn,
                    {{"m", asDouble(m)}, {"pp", asDouble(chosen_.pp)}, {"least", asDouble(4 * chosen_.pp)}},
                    variant};
    if (!wasEnough) {
      const auto add = [&part](std::string_view name, auto value) { part.values.push_back({name, value}); };
      add("m_before", asDouble(before));
      add("pp_before", asDouble(stages));
      add("ratio", asDouble(m) / asDouble(chosen_.pp));
      add("micro_batch", asDouble(made.workload.microBatch));
      add("tp", asDouble(chosen_.tp));
      add("cp", asDouble(chosen_.cp));
      add("batch", asDouble(made.workload.globalBatch));
      add("gpus", asDouble(gpuCount(made.cluster)));
      add("levers", levers_);
      add("gpus_at_most", asDouble(most));
    }
    step_.parts.push_back(part);
    if (!isEnough()) step_.verdict = AdviceVerdict::warn;
  }

  void smallerMicroBatch() {
    const auto asked = question_.asked.workload.microBatch;
    for (auto b = asked - 1; b >= 1 && !isEnough(); --b) {
      if (asked % b != 0) continue;
      auto smaller = std::make_unique<AtMicroBatch>(question_.asked, b);
      auto start = start_;
      start.microBatch = b;
      const auto count = countStages(smaller->question, start);
      if (!count.found) continue;
      chosen_ = count.layout;
      used("micro-batch");
      atMicroBatch_ = std::move(smaller);
    }
  }

  void widerTensor() {
    for (auto tp = chosen_.tp * 2; tp <= sizes().node() && !isEnough(); tp *= 2) {
      if (!sizes().dividesTensors(tp) || !layouts().hasRoom(tp, 1, chosen_.cp)) break;
      auto start = start_;
      start.tp = tp;
      start.microBatch = chosen_.microBatch;
      const auto count = countStages(atMicroBatch_ ? atMicroBatch_->question : question_, start);
      if (!count.found) continue;
      chosen_ = count.layout;
      used("tp");
    }
  }

  void fewerStages() {
    for (std::int64_t pp = 1; pp < chosen_.pp && !isEnough(); pp *= 2) {
      const auto fewer = layouts().withStages(chosen_, pp);
      if (!fits(fewer)) continue;
      chosen_ = fewer;
      return used("pp");
    }
  }

  void largerBatch() {
    const auto& most = question_.asked.limits.globalBatchTokensMax;
    if (isEnough() || !most) return;
    const auto made = layouts().scenarioOf(chosen_);
    const auto wanted = 4 * chosen_.pp * made.workload.microBatch * *made.parallel.dp;
    if (asDouble(wanted) * asDouble(made.workload.sequenceLength) > *most) return;
    chosen_.globalBatch = wanted;
    used("batch");
  }

  void used(std::string_view lever) {
    if (std::find(levers_.begin(), levers_.end(), lever) == levers_.end()) levers_.push_back(lever);
  }

  // The largest total at which this layout fits and has four micro-batches a stage; 0: none.
  std::int64_t mostGpus() const {
    const auto made = layouts().scenarioOf(chosen_).workload;
    const auto replicas = question_.asked.workload.globalBatch / (4 * chosen_.pp * made.microBatch);
    Scenario fewer = question_.asked;
    fewer.cluster.nodes.reset();
    fewer.cluster.gpus = std::max<std::int64_t>(1, replicas) * chosen_.tp * chosen_.pp * chosen_.cp;
    const AdviceQuestion there(fewer);
    const bool does =
        replicas > 0 && there.layouts.fourEach(chosen_) && there.layouts.exactPeak(chosen_) <= there.sizes.hard();
    return does ? *fewer.cluster.gpus : 0;
  }

  // 4c: deep pipelines and large bubbles are interleaved where the layers divide.
  void interleave() {
    if (chosen_.pp == 1) return;
    const auto m = layouts().microBatches(chosen_);
    const double ratio = asDouble(chosen_.pp - 1) / asDouble(m);
    const bool wanted = chosen_.pp >= 16 || ratio > 0.10;
    const double limit = std::max(sizes().hard(), layouts().exactPeak(chosen_));
    const auto each = (sizes().layers() + chosen_.pp - 1) / chosen_.pp;
    std::int64_t vpp = 1;
    std::string_view variant = wanted ? "cannot" : "no", rule;
    for (std::int64_t v = 2; v <= 6 && wanted && vpp == 1; ++v) {
      if (each % v != 0) continue;
      auto layout = chosen_;
      layout.vpp = v;
      if (const auto error = firstError(layouts().scenarioOf(layout))) {
        if (variant == "cannot") variant = "rule";
        rule = ruleName(error->rule);
      } else if (layouts().exactPeak(layout) > limit) {
        variant = "memory";
      } else {
        vpp = v;
        variant = "yes";
      }
    }
    chosen_.vpp = vpp;
    AdvicePart part{"4c",
                    vpp > 1 ? AdviceVerdict::yes : AdviceVerdict::no,
                    {{"pp", asDouble(chosen_.pp)},
                     {"m", asDouble(m)},
                     {"bubble_share", ratio},
                     {"vpp", asDouble(vpp)},
                     {"layers_each", asDouble(each)}},
                    variant};
    if (variant == "rule") part.values.push_back({"rule", rule});
    step_.parts.push_back(part);
  }

  // The count reckons with unsharded states, which is what the chapter's rows say; the optimizer is distributed (§9.2,
  // 7), so fewer stages may do.
  void distributed() {
    if (chosen_.pp == 1) return;
    for (std::int64_t pp = 1; pp < chosen_.pp; pp *= 2) {
      auto fewer = layouts().withStages(chosen_, pp);
      fewer.vpp = 1;
      if (!fits(fewer) || !layouts().dividesTotal(fewer.tp, pp, fewer.cp)) continue;
      // Another batch would be other work.
      if (layouts().scenarioOf(fewer).workload.globalBatch != layouts().scenarioOf(chosen_).workload.globalBatch)
        continue;
      const double now = layouts().reportOf(chosen_).time.step.count();
      const double step = layouts().reportOf(fewer).time.step.count();
      step_.parts.push_back({"4d",
                             AdviceVerdict::skip,
                             {{"pp", asDouble(pp)},
                              {"tp", asDouble(fewer.tp)},
                              {"ep", asDouble(fewer.ep)},
                              {"each", sizes().unshardedBytes()},
                              {"peak_bytes", layouts().exactPeak(fewer)},
                              {"step_s", step},
                              {"now_s", now}},
                             isMoe(question_.asked.model.shape) ? (step < now ? "faster-moe" : "slower-moe")
                                                                : (step < now ? "faster" : "slower"),
                             layouts().scenarioOf(fewer)});
      return;
    }
  }

  const AdviceQuestion& question_;
  const AdviceLayout start_;
  AdviceLayout chosen_;
  AdviceStep& step_;
  std::vector<std::string_view> levers_;
  std::unique_ptr<AtMicroBatch> atMicroBatch_;
};

}  // namespace

bool answerPipeline(const AdviceQuestion& question, AdviceLayout& layout, AdviceStep& step) {
  return Pipeline(question, layout, step).answer(layout);
}

}  // namespace shardscope
