// SPDX-License-Identifier: Apache-2.0
#include "core/cost/states.hpp"

#include <algorithm>

#include "core/placement/replica_group.hpp"

namespace shardscope {

ShardDegrees shardDegrees(const Scenario& scenario) {
  const auto groups = replicaGroups(scenario);
  return {static_cast<double>(groups.dense.shard), static_cast<double>(groups.experts.shard)};
}

StateBytes stateBytes(const StateRecipe& recipe, std::int64_t zero, const RankParameters& held,
                      const ShardDegrees& degrees) {
  const double whole = held.total();
  const double spread = held.dense / degrees.dense + held.experts / degrees.experts;
  return {recipe.weight * (zero >= 3 ? spread : whole), recipe.gradient * (zero >= 2 ? spread : whole),
          recipe.optimizer * (zero >= 1 ? spread : whole)};
}

namespace {

// Sums over the matrices of one layer on a rank.
struct Matrices {
  double edges = 0;     // rows + columns
  double elements = 0;  // rows · columns
  void add(double rows, double columns, double count = 1) {
    edges += count * (rows + columns);
    elements += count * rows * columns;
  }
};

void addAttention(const ModelShape& m, double tp, Matrices& out) {
  const auto h = static_cast<double>(m.hidden), a = static_cast<double>(m.heads) / tp;
  if (usesMla(m)) {
    const auto rq = static_cast<double>(m.qRank), rkv = static_cast<double>(m.kvRank);
    const auto dn = static_cast<double>(m.nopeDim), dr = static_cast<double>(m.ropeDim);
    const auto dv = static_cast<double>(m.vDim);
    if (m.qRank > 0) out.add(h, rq);
    out.add(m.qRank > 0 ? rq : h, a * (dn + dr));
    out.add(h, rkv + dr);
    out.add(rkv, a * (dn + dv));
    out.add(a * dv, h);
    return;
  }
  const auto d = static_cast<double>(headDim(m)), g = static_cast<double>(kvHeads(m)) / tp;
  out.add(h, a * d);
  out.add(h, g * d, 2);
  out.add(a * d, h);
}

// Bytes of the second moments: of `matrices`, and of the parameters that are in none of them.
double extraBytes(Optimizer optimizer, const Matrices& matrices, double parameters) {
  const double vectors = std::max(0.0, parameters - matrices.elements);
  return 4 * ((optimizer == Optimizer::adafactor ? matrices.edges : 0.0) + vectors);
}

// A table of word or position vectors: factored by Adafactor, left to Adam by Muon.
double tableExtra(Optimizer optimizer, double rows, double columns) {
  return 4 * (optimizer == Optimizer::adafactor ? rows + columns : rows * columns);
}

}  // namespace

RankParameters layerOptimizerExtra(const Scenario& scenario, bool moe) {
  if (!stateFollowsShapes(scenario.workload)) return {};
  const auto& m = scenario.model.shape;
  const auto& p = scenario.parallel;
  const auto tp = static_cast<double>(p.tp), h = static_cast<double>(m.hidden);
  const double mlpMatrices = m.gated ? 3 : 2;
  const auto held = layerOnRank(moe ? moeLayerParameters(m) : denseLayerParameters(m), p);
  Matrices dense, experts;
  addAttention(m, tp, dense);
  if (!moe) {
    dense.add(h, static_cast<double>(m.ffn) / tp, mlpMatrices);
  } else {
    dense.add(h, static_cast<double>(m.experts));
    if (m.sharedFfn > 0) dense.add(h, static_cast<double>(m.sharedFfn) / tp, mlpMatrices);
    experts.add(h, static_cast<double>(m.expertFfn) / static_cast<double>(p.etp),
                mlpMatrices * static_cast<double>(m.experts) / static_cast<double>(p.ep));
  }
  const auto optimizer = scenario.workload.optimizer;
  return {extraBytes(optimizer, dense, held.dense), extraBytes(optimizer, experts, held.experts)};
}

double embeddingOptimizerExtra(const Scenario& scenario) {
  if (!stateFollowsShapes(scenario.workload)) return 0;
  const auto& m = scenario.model.shape;
  const auto h = static_cast<double>(m.hidden), tp = static_cast<double>(scenario.parallel.tp);
  const auto rows = static_cast<double>(paddedVocabulary(m.vocab, scenario.parallel.tp)) / tp;
  const auto optimizer = scenario.workload.optimizer;
  const double positions =
      m.learnedPositions > 0 ? tableExtra(optimizer, static_cast<double>(m.learnedPositions), h) : 0.0;
  return tableExtra(optimizer, rows, h) + positions;
}

double headOptimizerExtra(const Scenario& scenario) {
  if (!stateFollowsShapes(scenario.workload)) return 0;
  const auto& m = scenario.model.shape;
  const double norm = 4 * static_cast<double>(finalNormParameters(m));
  if (m.tied && scenario.parallel.pp == 1) return norm;
  const auto tp = static_cast<double>(scenario.parallel.tp);
  const auto rows = static_cast<double>(paddedVocabulary(m.vocab, scenario.parallel.tp)) / tp;
  return norm + tableExtra(scenario.workload.optimizer, rows, static_cast<double>(m.hidden));
}

}  // namespace shardscope
