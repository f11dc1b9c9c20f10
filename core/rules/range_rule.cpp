// SPDX-License-Identifier: Apache-2.0
#include "core/rules/range_rule.hpp"

#include <cmath>

#include "core/cost/parameters.hpp"
#include "core/rules/size_bounds.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

template <class Root>
bool holds(const Field<Root>& field, const Root& root) {
  return field.inRange(root, field.min, field.max);
}

// Only kinds whose members can leave their range; asked for every evaluation, so text and switches are left out.
template <class Root>
std::vector<std::size_t> boundedFields(std::span<const Field<Root>> fields) {
  std::vector<std::size_t> bounded;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].kind != FieldKind::boolean && fields[i].kind != FieldKind::text) bounded.push_back(i);
  return bounded;
}

template <class Root>
bool allHold(const Root& root, std::span<const Field<Root>> fields, const std::vector<std::size_t>& bounded) {
  for (const auto i : bounded)
    if (!holds(fields[i], root)) return false;
  return true;
}

const std::vector<std::size_t>& boundedScenarioFields() {
  static const auto bounded = boundedFields(scenarioFields());
  return bounded;
}
const std::vector<std::size_t>& boundedModelFields() {
  static const auto bounded = boundedFields(modelFields());
  return bounded;
}
const std::vector<std::size_t>& boundedDeviceFields() {
  static const auto bounded = boundedFields(deviceFields());
  return bounded;
}

Issue rangeIssue(Key key, double value, double least, double greatest, RangeReason reason, double subField = 0) {
  return {RuleId::R1, Severity::error, key, {value, least, greatest, subField, static_cast<double>(reason)}};
}

template <class Root>
Issue fieldIssue(const Field<Root>& field, const Root& root, Key key, std::size_t index) {
  const auto sub = static_cast<double>(index);
  if (field.kind == FieldKind::word) return rangeIssue(key, 0, 0, 0, RangeReason::word, sub);
  const double outlier = field.outlier(root, field.min, field.max);
  const bool isList = field.kind == FieldKind::integerList;
  if (std::isnan(outlier)) return rangeIssue(key, 0, field.min, field.max, RangeReason::notFinite, sub);
  return rangeIssue(key, outlier, field.min, field.max, isList ? RangeReason::stageItem : RangeReason::range, sub);
}

std::size_t fieldIndex(std::string_view modelField) {
  const auto fields = modelFields();
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == modelField) return i;
  return 0;
}

Issue modelIssue(std::string_view name, std::int64_t value, std::int64_t least, std::int64_t greatest,
                 RangeReason reason = RangeReason::range) {
  return rangeIssue(Key::model, static_cast<double>(value), static_cast<double>(least), static_cast<double>(greatest),
                    reason, static_cast<double>(fieldIndex(name)));
}

constexpr std::int64_t kMaxWidth = 1 << 24;

// Totals of an import must leave room for each other: the active parameters are among all, and without a figure of
// their own they are all but the experts that a token does not visit.
template <class Visit>
bool visitExactTotals(const ModelShape& m, const Visit& visit) {
  if (!m.parametersExact && !m.parametersActiveExact) return false;
  const auto issue = [&](std::string_view name, std::int64_t value, double least, double greatest) {
    return rangeIssue(Key::model, static_cast<double>(value), least, greatest, RangeReason::range,
                      static_cast<double>(fieldIndex(name)));
  };
  const double total = m.parametersExact ? static_cast<double>(*m.parametersExact) : approximateParameters(m);
  if (const auto active = m.parametersActiveExact)
    return static_cast<double>(*active) > total && visit(issue("parameters_active_exact", *active, 1, total));
  const double unvisited = approximateUnvisitedParameters(m);
  return total <= unvisited && visit(issue("parameters_exact", *m.parametersExact, unvisited + 1, kMaxParameters));
}

// What a shape needs beyond the range of each number. `visit` returns true to stop.
template <class Visit>
bool visitShape(const ModelShape& m, const Visit& visit) {
  const auto kv = kvHeads(m);
  if (!usesMla(m) && m.heads % kv != 0 && visit(modelIssue("kv_heads", kv, 1, m.heads, RangeReason::kvHeads)))
    return true;
  if (usesMla(m) && m.nopeDim + m.ropeDim == 0 && visit(modelIssue("nope_dim", 0, 1, 1 << 16))) return true;
  if (usesMla(m) && m.vDim == 0 && visit(modelIssue("v_dim", 0, 1, 1 << 16))) return true;
  if (!isMoe(m)) return (m.ffn == 0 && visit(modelIssue("ffn", 0, 1, kMaxWidth))) || visitExactTotals(m, visit);
  if ((m.topK < 1 || m.topK > m.experts) && visit(modelIssue("top_k", m.topK, 1, m.experts))) return true;
  if (m.expertFfn == 0 && visit(modelIssue("expert_ffn", 0, 1, kMaxWidth))) return true;
  // Experts without a layer to stand in would make every mean over MoE layers a division by zero.
  if (m.denseLayers >= m.layers) return visit(modelIssue("dense_layers", m.denseLayers, 0, m.layers - 1));
  const auto room = m.layers - m.denseLayers;
  if (m.moeEvery > room) return visit(modelIssue("moe_every", m.moeEvery, 1, room));
  if (hasDenseLayers(m) && m.ffn == 0 && visit(modelIssue("ffn", 0, 1, kMaxWidth))) return true;
  return visitExactTotals(m, visit);
}

template <class Visit>
bool visitStages(const RuleContext& c, const Visit& visit) {
  const auto& p = c.scenario.parallel;
  constexpr auto keys = keyMask(Key::stageLayers, Key::pp);
  if (p.stageLayers.empty() || (c.keysOutOfRange & keys) != 0) return false;
  const auto count = static_cast<double>(p.stageLayers.size()), pp = static_cast<double>(p.pp);
  if (count != pp) return visit(rangeIssue(Key::stageLayers, count, pp, pp, RangeReason::stageCount));
  double sum = 0;
  for (const auto layers : p.stageLayers) sum += static_cast<double>(layers);
  const auto layers = static_cast<double>(c.scenario.model.shape.layers);
  return c.shapeInRange && sum != layers &&
         visit(rangeIssue(Key::stageLayers, sum, layers, layers, RangeReason::stageSum));
}

template <class Visit>
bool visitChoices(const RuleContext& c, const Visit& visit) {
  const auto& s = c.scenario;
  const auto& p = s.parallel;
  if ((c.keysOutOfRange & keyMask(Key::schedule, Key::vpp)) == 0 && c.interleaved != (p.vpp > 1)) {
    const auto reason = c.interleaved ? RangeReason::needsChunks : RangeReason::needsInterleaved;
    if (visit(rangeIssue(Key::schedule, static_cast<double>(p.vpp), 0, 0, reason))) return true;
  }
  if (c.dp > 0 && p.shardGroup > 0 && (c.keysOutOfRange & keyMask(Key::shardGroup)) == 0) {
    const auto ranks = c.dp * p.cp;
    if (ranks % p.shardGroup != 0 && visit(rangeIssue(Key::shardGroup, static_cast<double>(p.shardGroup), 1,
                                                      static_cast<double>(ranks), RangeReason::shardGroup)))
      return true;
  }
  if (c.shapeInRange && s.model.shape.experts < 2 && s.moe.hotTokenShare > 0 && s.moe.hotTokenShare <= 1 &&
      visit(rangeIssue(Key::hotTokenShare, s.moe.hotTokenShare, 0, 0, RangeReason::hotShareDense)))
    return true;
  if (!c.deviceInRange) return false;
  const auto& peak = s.cluster.device.peak;
  if (s.workload.precision == Precision::fp8 && peak.fp8 <= 0)
    return visit(rangeIssue(Key::precision, 0, 0, 0, RangeReason::precisionFp8));
  return s.workload.precision == Precision::nvfp4 && peak.fp4 <= 0 &&
         visit(rangeIssue(Key::precision, 0, 0, 0, RangeReason::precisionFp4));
}

// Totals: asked only when every factor is in range.
template <class Visit>
bool visitTotals(const RuleContext& c, const Visit& visit) {
  if (!c.numbersInRange()) return false;
  const auto& s = c.scenario;
  const auto over = [&](Key key, double value, double limit, RangeReason reason) {
    return value > limit && visit(rangeIssue(key, value, 0, limit, reason));
  };
  const auto longest = s.workload.microBatch > 1 ? Key::microBatch : Key::sequenceLength;
  return over(Key::model, parameterBound(s), kMaxParameters, RangeReason::parameters) ||
         over(Key::model, stateBytesBound(s), kMaxBytes, RangeReason::states) ||
         over(Key::globalBatch, tokenBound(s), kMaxTokens, RangeReason::tokens) ||
         over(longest, activationBytesBound(s, c.microBatches), kMaxBytes, RangeReason::activations);
}

template <class Visit>
void visitAll(const RuleContext& c, const Visit& visit) {
  const auto& s = c.scenario;
  if (c.keysOutOfRange != 0)
    for (const auto i : boundedScenarioFields())
      if (!holds(scenarioFields()[i], s) && visit(fieldIssue(scenarioFields()[i], s, static_cast<Key>(i), i))) return;
  if (!c.shapeInRange)
    for (const auto i : boundedModelFields())
      if (!holds(modelFields()[i], s.model.shape) && visit(fieldIssue(modelFields()[i], s.model.shape, Key::model, i)))
        return;
  if (!c.deviceInRange)
    for (const auto i : boundedDeviceFields())
      if (!holds(deviceFields()[i], s.cluster.device) &&
          visit(fieldIssue(deviceFields()[i], s.cluster.device, Key::gpu, i)))
        return;
  if (c.shapeInRange && visitShape(s.model.shape, visit)) return;
  if (visitStages(c, visit) || visitChoices(c, visit)) return;
  visitTotals(c, visit);
}

}  // namespace

RangeReason rangeReason(const Issue& issue) { return static_cast<RangeReason>(static_cast<int>(issue.args[4])); }

bool dependsOnLayout(RangeReason reason) {
  switch (reason) {
    case RangeReason::stageCount:
    case RangeReason::stageSum:
    case RangeReason::shardGroup:
    case RangeReason::needsChunks:
    case RangeReason::needsInterleaved:
    case RangeReason::tokens:
    case RangeReason::activations: return true;
    default: return false;
  }
}

std::string rangeFieldName(const Issue& issue) {
  const auto index = static_cast<std::size_t>(issue.args[3]);
  const auto reason = rangeReason(issue);
  const bool isTotal = reason == RangeReason::parameters || reason == RangeReason::states;
  if (issue.field == Key::model && !isTotal) return "model." + std::string(modelFields()[index].name);
  if (issue.field == Key::gpu) return "cluster.gpu." + std::string(deviceFields()[index].name);
  return std::string(keyName(issue.field));
}

void markOutOfRange(RuleContext& context) {
  for (const auto i : boundedScenarioFields())
    if (!holds(scenarioFields()[i], context.scenario)) context.keysOutOfRange |= keyMask(static_cast<Key>(i));
  context.shapeInRange = allHold(context.scenario.model.shape, modelFields(), boundedModelFields());
  context.deviceInRange = allHold(context.scenario.cluster.device, deviceFields(), boundedDeviceFields());
}

bool breaksChoices(const RuleContext& context) {
  const auto stop = [](const Issue&) { return true; };
  return visitStages(context, stop) || visitChoices(context, stop);
}

std::optional<Issue> firstUnwritable(const Scenario& scenario) {
  const auto refused = [](RangeReason reason) {
    switch (reason) {
      case RangeReason::range:
      case RangeReason::notFinite:
      case RangeReason::word:
      case RangeReason::stageItem:
      case RangeReason::stageCount:
      case RangeReason::stageSum:
      case RangeReason::needsChunks:
      case RangeReason::needsInterleaved: return true;
      default: return false;
    }
  };
  std::optional<Issue> first;
  visitAll(ruleContext(scenario), [&](const Issue& issue) {
    if (issue.field < Key::count && refused(rangeReason(issue))) first = issue;
    return first.has_value();
  });
  return first;
}

bool breaksTotals(const RuleContext& context) {
  return visitTotals(context, [](const Issue&) { return true; });
}

void appendRangeIssues(const RuleContext& context, std::vector<Issue>& out) {
  visitAll(context, [&](const Issue& issue) {
    out.push_back(issue);
    return false;
  });
}

bool conditions::r1(const RuleContext& context, Issue& issue) {
  bool broken = false;
  visitAll(context, [&](const Issue& first) {
    issue = first;
    return broken = true;
  });
  return broken;
}

}  // namespace shardscope
