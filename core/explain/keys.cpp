// SPDX-License-Identifier: Apache-2.0
// The one table of keys: every number and every word of a report under its dotted key, in the order of its JSON.
#include <cmath>

#include "core/cost/confidence.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/words.hpp"

namespace shardscope {
namespace {

// Calls number(key, value) for each number, word(key) for each word, yes or no.
template <class Number, class Word>
class Walk {
 public:
  Walk(Number number, Word word) : number_(number), word_(word) {}

  void report(const Report& r) {
    if (r.verdict == Verdict::invalid) return;
    words("", {"verdict"});
    batch(r);
    memory(r.memory);
    in("bubble.", {{"ratio_ideal", r.bubble.ratioIdeal},
                   {"ratio_actual", r.bubble.ratioActual},
                   {"ratio_total", r.bubble.ratioTotal},
                   {"m_over_p", r.bubble.mOverP}});
    time(r.time);
    rates(r);
    communication(r);
    if (r.moe)
      in("moe.", {{"load_factor", r.moe->loadFactor},
                  {"dropped_share", r.moe->droppedShare},
                  {"step_multiplier", r.moe->stepMultiplier}});
    confidence(r.confidence);
  }

 private:
  struct Entry {
    std::string_view name;
    double value;
  };

  void one(double value) {
    if (std::isfinite(value)) number_(std::string_view(key_), value);  // no value: null in the report
  }
  void words(std::string_view prefix, std::initializer_list<std::string_view> names) {
    for (const auto name : names) {
      key_.assign(prefix).append(name);
      word_(std::string_view(key_));
    }
  }
  void in(std::string_view prefix, std::initializer_list<Entry> entries) {
    for (const auto& entry : entries) {
      key_.assign(prefix).append(entry.name);
      one(entry.value);
    }
  }
  template <class List, class Of>
  void list(std::string_view prefix, const List& values, Of of) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      key_.assign(prefix).append(std::to_string(i));
      one(of(values[i]));
    }
  }
  template <class T>
  static double real(T count) {
    return static_cast<double>(count);
  }
  static double real(Bytes bytes) { return static_cast<double>(bytes.count()); }

  void batch(const Report& r) {
    in("batch.", {{"micro_batches", real(r.batch.microBatches)},
                  {"global_sequences", real(r.batch.globalSequences)},
                  {"global_tokens", real(r.batch.globalTokens)},
                  {"gpus", real(r.batch.gpus)}});
    in("parameters.", {{"total", real(r.parametersTotal)}, {"active", real(r.parametersActive)}});
    list("parameters.per_gpu.", r.memory.stages, [](const StageMemory& m) { return real(m.parameterCount); });
  }

  void memory(const MemoryReport& m) {
    in("memory.", {{"capacity_bytes", real(m.capacity)},
                   {"fit_limit_bytes", real(m.fitLimit)},
                   {"peak_bytes", real(m.peak)},
                   {"peak_stage", real(m.peakStage)}});
    words("memory.", {"peak_reason"});
    for (std::size_t i = 0; i < m.stages.size(); ++i) {
      const auto& stage = m.stages[i];
      in("memory.stages." + std::to_string(i) + ".", {{"stage", real(i)},
                                                      {"layers", real(stage.layers)},
                                                      {"parameters", real(stage.parameters)},
                                                      {"gradients", real(stage.gradients)},
                                                      {"optimizer", real(stage.optimizer)},
                                                      {"activations", real(stage.activations)},
                                                      {"logits", real(stage.logits)},
                                                      {"transient", real(stage.transient)},
                                                      {"buffers", real(stage.buffers)},
                                                      {"overhead", real(stage.overhead)},
                                                      {"total", real(stage.total)},
                                                      {"in_flight", stage.inFlight}});
    }
  }

  void time(const TimeReport& t) {
    in("time.", {{"step_s", t.step.count()}});
    for (std::size_t i = 0; i < t.breakdown.size(); ++i)
      in("time.breakdown_s.", {{EnumWords<TimeTerm>::words[i], t.breakdown[i].count()}});
    in("time.hidden_s.", {{"tp", t.hiddenTp.count()}, {"ep", t.hiddenEp.count()}, {"dp", t.hiddenDp.count()}});
    const auto seconds = [](Seconds s) { return s.count(); };
    list("time.forward_s.", t.forward, seconds);
    list("time.backward_s.", t.backward, seconds);
  }

  void rates(const Report& r) {
    in("flops.", {{"model", r.flops.model.count()}, {"hardware", r.flops.hardware.count()}});
    words("flops.", {"convention"});
    const auto& t = r.throughput;
    in("throughput.", {{"tokens_per_s", t.tokensPerS},
                       {"tokens_per_s_per_gpu", t.tokensPerSPerGpu},
                       {"tflops_per_gpu", t.tflopsPerGpu},
                       {"mfu", t.mfu},
                       {"hfu", t.hfu},
                       {"mfu_own_precision", t.mfuOwnPrecision}});
    if (!r.train) return;
    in("train.", {{"days", r.train->days}, {"gpu_hours", r.train->gpuHours}});
    if (r.train->cost) in("train.", {{"cost", *r.train->cost}});
  }

  void communication(const Report& r) {
    for (std::size_t i = 0; i < r.communication.size(); ++i) {
      const auto& group = r.communication[i];
      if (!group.active) continue;
      const auto prefix = "communication." + std::string(EnumWords<Group>::words[i]) + ".";
      words(prefix, {"link"});
      in(prefix, {{"ranks_in_domain", real(group.ranksInDomain)},
                  {"bytes_per_step", group.bytesPerStep},
                  {"calls_per_step", group.callsPerStep},
                  {"time_s", group.time.count()}});
    }
  }

  void confidence(const ConfidenceReport& c) {
    const auto& bands = publishedBands();
    const auto runs = [&](std::int16_t slice) {
      return slice < 0 ? 0.0 : real(bands.slices()[static_cast<std::size_t>(slice)].runs);
    };
    in("confidence.", {{"memory_rel", c.memoryRel},
                       {"time_rel", c.timeRel},
                       {"memory_runs", runs(c.memorySlice)},
                       {"time_runs", runs(c.timeSlice)},
                       {"coverage", bands.coverage}});
    words("confidence.", {"basis", "extrapolated", "memory_basis"});
  }

  Number number_;
  Word word_;
  std::string key_;
};

constexpr auto kNoNumber = [](std::string_view, double) {};
constexpr auto kNoWord = [](std::string_view) {};

}  // namespace

std::vector<std::string> explainKeys(const Report& report) {
  std::vector<std::string> keys;
  Walk([&](std::string_view key, double) { keys.emplace_back(key); }, kNoWord).report(report);
  return keys;
}

std::vector<std::string> explainWordKeys(const Report& report) {
  std::vector<std::string> keys;
  Walk(kNoNumber, [&](std::string_view key) { keys.emplace_back(key); }).report(report);
  return keys;
}

std::optional<double> figureOf(const Report& report, std::string_view key) {
  std::optional<double> found;
  Walk(
      [&](std::string_view name, double value) {
        if (name == key) found = value;
      },
      kNoWord)
      .report(report);
  return found;
}

}  // namespace shardscope
