// SPDX-License-Identifier: Apache-2.0
#pragma once
// Made-up reports for the chart tests.

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/report/report.hpp"

namespace shardscope::uitest {

inline constexpr double kFixedGib = 4 + 8 + 12 + 0.25 + 0.5 + 0.25 + 1.5;  // all but activations, of each stage

inline Bytes fromGib(double gib) { return Bytes(std::llround(gib * kGib)); }

inline StageMemory stageMemory(double activations) {
  StageMemory stage;
  stage.parameters = fromGib(4);
  stage.gradients = fromGib(8);
  stage.optimizer = fromGib(12);
  stage.activations = fromGib(activations);
  stage.logits = fromGib(0.25);
  stage.transient = fromGib(0.5);
  stage.buffers = fromGib(0.25);
  stage.overhead = fromGib(1.5);
  stage.total = stage.parameters + stage.gradients + stage.optimizer + stage.activations + stage.logits +
                stage.transient + stage.buffers + stage.overhead;
  return stage;
}

inline Report memoryReport(const std::vector<double>& activations, double capacity, double fitLimit) {
  Report report;
  MemoryReport& memory = report.memory;
  memory.capacity = fromGib(capacity);
  memory.fitLimit = fromGib(fitLimit);
  for (double gib : activations) {
    memory.stages.push_back(stageMemory(gib));
    if (memory.stages.back().total <= memory.peak) continue;
    memory.peak = memory.stages.back().total;
    memory.peakStage = static_cast<std::int64_t>(memory.stages.size()) - 1;
  }
  report.verdict = memory.peak > memory.capacity   ? Verdict::doesNotFit
                   : memory.peak > memory.fitLimit ? Verdict::tight
                                                   : Verdict::fits;
  return report;
}

// A step of 20 s × factor: compute 12 (gemm 8, pointwise 3, head 1), attention 2, TP 4, PP 0.5, DP 0.25, bubble 1,
// optimizer 0.25.
inline Report timeReport(double factor, Verdict verdict = Verdict::fits) {
  Report report;
  report.verdict = verdict;
  const auto put = [&](TimeTerm term, double seconds) { report.time.term(term) = Seconds(seconds * factor); };
  put(TimeTerm::gemm, 8);
  put(TimeTerm::pointwise, 3);
  put(TimeTerm::head, 1);
  put(TimeTerm::attention, 2);
  put(TimeTerm::tp, 4);
  put(TimeTerm::pp, 0.5);
  put(TimeTerm::dpExposed, 0.25);
  put(TimeTerm::bubble, 1);
  put(TimeTerm::optimizer, 0.25);
  report.time.hiddenDp = Seconds(1.75 * factor);
  report.time.step = Seconds(20 * factor);
  return report;
}

}  // namespace shardscope::uitest
