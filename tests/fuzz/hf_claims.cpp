// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/hf_claims.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/parameters.hpp"
#include "core/io/hf_config.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/fields.hpp"
#include "tests/fuzz/message_claims.hpp"
#include "tests/fuzz/report_claims.hpp"
#include "tests/fuzz/scenario_claims.hpp"

namespace shardscope::fuzz {
namespace {

void claimCounts(const ImportedModel& model) {
  const auto& p = model.parameters;
  for (const auto part : {p.embedding, p.positions, p.head, p.rest, p.multiTokenPrediction, p.activeWithoutTables})
    claim(part >= 0, "a count is not negative");
  claim(p.total > 0 && p.total <= 1'000'000'000'000'000, "a model has a sensible number of parameters");
  const auto layers = std::accumulate(p.perLayer.begin(), p.perLayer.end(), std::int64_t{0});
  claim(p.total == p.embedding + p.positions + p.head + p.rest + layers, "the parts add up to the total");
  claim(std::all_of(p.perLayer.begin(), p.perLayer.end(), [](std::int64_t n) { return n > 0; }),
        "a layer has parameters");
  claim(p.activeWithoutTables <= p.activeWithoutInputTable && p.activeWithoutInputTable <= p.activeWithBothTables &&
            p.activeWithBothTables <= p.total,
        "active parameters are among all");
  claim(model.multipliedWeights > 0, "a token is multiplied");
  std::int64_t attending = 0;
  for (const auto& work : model.attention) attending += work.layers;
  claim(attending == static_cast<std::int64_t>(p.perLayer.size()), "every layer attends");
  for (const auto tokens : {std::int64_t{1}, std::int64_t{4096}, std::int64_t{10'000'000}}) {
    const auto flops = flopsPerToken(model, tokens);
    claim(std::isfinite(flops.trainingFull) && flops.forwardCausal > 0, "FLOPs are finite and positive");
    claim(flops.forwardCausal <= flops.forwardFull, "causal work is part of the full");
  }
}

// One node of the default device, as the reader makes it.
Scenario scenarioOf(const ModelShape& shape) {
  Scenario s;
  s.model.shape = shape;
  const auto* device = catalogue().device(kDefaultDevice);
  s.cluster.gpuId = device->id;
  s.cluster.device = device->device;
  s.cluster.nodes = 1;
  s.workload.globalBatch = 16 * gpuCount(s.cluster);
  return s;
}

void claimShape(const ImportedModel& model) {
  const auto& shape = model.shape;
  claim(shape.layers == static_cast<std::int64_t>(model.parameters.perLayer.size()), "the shape has every layer");
  claim(totalParameters(shape) == model.parameters.total, "the shape carries the total");
  claim(activeParameters(shape) == model.parameters.activeWithBothTables, "the shape carries the active parameters");
  for (const auto& field : modelFields())
    claim(field.inRange(shape, field.min, field.max), "a dimension is in range:", field.name);
  const auto scenario = scenarioOf(shape);
  claimWriters(scenario);
  claimReport(scenario);
  claimIssues(scenario);
}

}  // namespace

void claimImporter(std::string_view text) {
  looksLikeHfConfig(text);
  const auto chinese = importHfConfig(text, "config.json", Language::zhCn);
  const auto english = importHfConfig(text, "config.json", Language::en);
  claim(chinese.has_value() == english.has_value(), "the language does not decide");
  if (!english) {
    claimErrors(chinese.error());
    return claimErrors(english.error());
  }
  claim(english->shape == chinese->shape && english->parameters == chinese->parameters,
        "the language changes no count");
  claimNotices(english->notices);
  claimNotices(chinese->notices);
  claimCounts(*english);
  claimShape(*english);
}

}  // namespace shardscope::fuzz
