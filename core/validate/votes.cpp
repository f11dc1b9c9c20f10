// SPDX-License-Identifier: Apache-2.0
#include "core/validate/votes.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/cost/evaluate.hpp"
#include "core/cost/memory.hpp"
#include "core/cost/verdict.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

// A value to its last digit, so that only equal configurations share a key.
std::string exactText(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return describe(value);
}

template <class Root>
void append(std::string& key, std::span<const Field<Root>> fields, const Root& root) {
  for (const auto& field : fields) {
    key += exactText(field.read(root));
    key += '\n';
  }
}

std::string configurationKey(const MeasuredRun& run) {
  auto key = fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n", run.family, run.framework, run.variant, run.model, run.gpu,
                         run.precisionDetail, run.gpuNamed);
  auto scenario = withDefaults(run.scenario);
  scenario.name.clear();
  append(key, modelFields(), scenario.model.shape);
  append(key, scenarioFields(), scenario);
  return key;
}

class GeometricMean {
 public:
  void add(double value) {
    sum_ += std::log(value);
    ++count_;
  }
  bool any() const { return count_ > 0; }
  double value() const { return std::exp(sum_ / count_); }

 private:
  double sum_ = 0;
  int count_ = 0;
};

void fillResiduals(Vote& vote) {
  GeometricMean step, stepPredicted, memory, memoryPredicted;
  std::string stepId, memoryId;  // of the first rows that have the figure
  for (const auto* run : vote.runs) {
    const auto prediction = predicted(*run);
    if (run->stepS) {
      if (!step.any()) stepId = run->id;
      step.add(*run->stepS);
      stepPredicted.add(prediction.stepS);
    }
    if (run->peakMemoryBytes) {
      if (!memory.any()) memoryId = run->id;
      memory.add(*run->peakMemoryBytes);
      memoryPredicted.add(prediction.memoryBytes);
    }
  }
  if (step.any()) vote.ranking = Residual{stepId, step.value(), stepPredicted.value()};
  if (!vote.run().gpuNamed) return;
  vote.time = vote.ranking;
  if (memory.any()) vote.memory = Residual{memoryId, memory.value(), memoryPredicted.value()};
}

}  // namespace

double memoryAs(MemoryKind kind, double totalBytes) {
  const double allocated = totalBytes - kContextBytes;
  switch (kind) {
    case MemoryKind::allocated: return allocated;
    case MemoryKind::reserved: return kReservedOverAllocated * allocated;
    case MemoryKind::device: return kReservedOverAllocated * allocated + kContextBytes;
  }
  return allocated;
}

Prediction predicted(const MeasuredRun& run) {
  Report report;
  fillFigures(run.scenario, report);
  const auto peak = static_cast<double>(report.memory.peak.count());
  return {report.time.step.count(), peak, memoryAs(run.memoryKind, peak)};
}

std::vector<Vote> votesOf(const RunTable& table) {
  std::vector<Vote> votes;
  std::map<std::string, std::size_t> byKey;
  for (const auto& run : table.runs) {
    const auto [place, isNew] = byKey.try_emplace(configurationKey(run), votes.size());
    if (isNew) votes.emplace_back();
    votes[place->second].runs.push_back(&run);
  }
  for (auto& vote : votes) fillResiduals(vote);
  return votes;
}

}  // namespace shardscope
