// SPDX-License-Identifier: Apache-2.0
#include "core/scenario/fields.hpp"

#include <array>

namespace shardscope {
namespace {

constexpr double kMaxDegree = 1'000'000;       // any degree or count of GPUs
constexpr double kMaxRanks = 64 * kMaxDegree;  // of data parallelism: as many as there may be GPUs in nodes
constexpr double kMaxTokens = 1e15;

template <auto... Path>
Field<Scenario> row(std::string_view name, double min = 0, double max = 0) {
  return makeField<Scenario, Path...>(name, min, max);
}
template <auto... Path>
Field<ModelShape> shape(std::string_view name, double min = 0, double max = 0) {
  return makeField<ModelShape, Path...>(name, min, max);
}
template <auto... Path>
Field<Device> dev(std::string_view name, double min = 0, double max = 0) {
  return makeField<Device, Path...>(name, min, max);
}

// clang-format off
std::vector<Field<Scenario>> makeScenarioFields() {
  using S = Scenario; using C = Cluster; using W = Workload; using P = Parallel; using O = Overlap;
  return {
    row<&S::name>("name"),
    row<&S::cluster, &C::gpusPerNode>("cluster.gpus_per_node", 1, 64),
    row<&S::cluster, &C::nvlinkDomain>("cluster.nvlink_domain", 1, 1024),
    row<&S::cluster, &C::nodes>("cluster.nodes", 1, kMaxDegree),
    row<&S::cluster, &C::gpus>("cluster.gpus", 1, kMaxDegree),
    row<&S::cluster, &C::nicBytesPerS>("cluster.nic_bytes_per_s", 1e6, 1e13),
    row<&S::cluster, &C::pricePerGpuHour>("cluster.price_per_gpu_hour", 0, 1e9),
    row<&S::workload, &W::sequenceLength>("workload.sequence_length", 1, 100'000'000),
    row<&S::workload, &W::microBatch>("workload.micro_batch", 1, kMaxDegree),
    row<&S::workload, &W::globalBatch>("workload.global_batch", 1, 1e9),
    row<&S::workload, &W::precision>("workload.precision"),
    row<&S::workload, &W::optimizer>("workload.optimizer"),
    row<&S::workload, &W::weightBytes>("workload.weight_bytes", 0, 64),
    row<&S::workload, &W::gradientBytes>("workload.gradient_bytes", 0, 64),
    row<&S::workload, &W::optimizerBytes>("workload.optimizer_bytes", 0, 64),
    row<&S::workload, &W::adapter>("workload.adapter"),
    row<&S::workload, &W::recompute>("workload.recompute"),
    row<&S::workload, &W::recomputeLayers>("workload.recompute_layers", 1, 100'000),
    row<&S::workload, &W::flashAttention>("workload.flash_attention"),
    row<&S::workload, &W::dropout>("workload.dropout"),
    row<&S::workload, &W::crossEntropy>("workload.cross_entropy"),
    row<&S::workload, &W::crossEntropyChunks>("workload.cross_entropy_chunks", 1, kMaxDegree),
    row<&S::workload, &W::weightGradientCache>("workload.weight_gradient_cache"),
    row<&S::workload, &W::fineTune>("workload.fine_tune"),
    row<&S::workload, &W::trainTokens>("workload.train_tokens", 1, 1e18),
    row<&S::parallel, &P::tp>("parallel.tp", 1, kMaxDegree),
    row<&S::parallel, &P::sp>("parallel.sp"),
    row<&S::parallel, &P::pp>("parallel.pp", 1, kMaxDegree),
    row<&S::parallel, &P::vpp>("parallel.vpp", 1, 100'000),
    row<&S::parallel, &P::cp>("parallel.cp", 1, kMaxDegree),
    row<&S::parallel, &P::cpKind>("parallel.cp_kind"),
    row<&S::parallel, &P::ep>("parallel.ep", 1, kMaxDegree),
    row<&S::parallel, &P::etp>("parallel.etp", 1, kMaxDegree),
    row<&S::parallel, &P::dp>("parallel.dp", 1, kMaxRanks),
    row<&S::parallel, &P::zero>("parallel.zero", 0, 3),
    row<&S::parallel, &P::schedule>("parallel.schedule"),
    row<&S::parallel, &P::shardGroup>("parallel.shard_group", 0, kMaxRanks),
    row<&S::parallel, &P::stageLayers>("parallel.stage_layers", 0, 100'000),
    row<&S::moe, &Moe::capacityFactor>("moe.capacity_factor", 0, 1e6),
    row<&S::moe, &Moe::padToCapacity>("moe.pad_to_capacity"),
    row<&S::moe, &Moe::hotTokenShare>("moe.hot_token_share", 0, 1),
    row<&S::stack>("stack"),
    row<&S::overlap, &O::dp>("overlap.dp"),
    row<&S::overlap, &O::pp>("overlap.pp"),
    row<&S::overlap, &O::tp>("overlap.tp", 0, 1),
    row<&S::overlap, &O::ep>("overlap.ep", 0, 1),
    row<&S::overlap, &O::epDeduplicate>("overlap.ep_deduplicate"),
    row<&S::overlap, &O::flatNetwork>("overlap.flat_network"),
    row<&S::conventions, &Conventions::flops>("conventions.flops"),
    row<&S::limits, &Limits::globalBatchTokensMin>("limits.global_batch_tokens_min", 0, kMaxTokens),
    row<&S::limits, &Limits::globalBatchTokensMax>("limits.global_batch_tokens_max", 0, kMaxTokens),
  };
}

std::vector<Field<ModelShape>> makeModelFields() {
  using M = ModelShape;
  return {
    shape<&M::layers>("layers", 1, 100'000),
    shape<&M::hidden>("hidden", 1, 1 << 20),
    shape<&M::heads>("heads", 1, 1 << 20),
    shape<&M::kvHeads>("kv_heads", 0, 1 << 20),
    shape<&M::headDim>("head_dim", 0, 1 << 16),
    shape<&M::ffn>("ffn", 0, 1 << 24),
    shape<&M::vocab>("vocab", 1, 1 << 28),
    shape<&M::gated>("gated"),
    shape<&M::norm>("norm"),
    shape<&M::bias>("bias"),
    shape<&M::tied>("tied"),
    shape<&M::learnedPositions>("learned_positions", 0, 1 << 28),
    shape<&M::dropout>("dropout"),
    shape<&M::experts>("experts", 0, 1 << 20),
    shape<&M::topK>("top_k", 0, 1 << 20),
    shape<&M::expertFfn>("expert_ffn", 0, 1 << 24),
    shape<&M::sharedFfn>("shared_ffn", 0, 1 << 24),
    shape<&M::denseLayers>("dense_layers", 0, 100'000),
    shape<&M::moeEvery>("moe_every", 1, 100'000),
    shape<&M::routerBias>("router_bias"),
    shape<&M::qRank>("q_rank", 0, 1 << 20),
    shape<&M::kvRank>("kv_rank", 0, 1 << 20),
    shape<&M::nopeDim>("nope_dim", 0, 1 << 16),
    shape<&M::ropeDim>("rope_dim", 0, 1 << 16),
    shape<&M::vDim>("v_dim", 0, 1 << 16),
    shape<&M::window>("window", 0, 1e9),
    shape<&M::windowShare>("window_share", 0, 1),
    shape<&M::parametersExact>("parameters_exact", 1, 1e15),
    shape<&M::parametersActiveExact>("parameters_active_exact", 1, 1e15),
  };
}

std::vector<Field<Device>> makeDeviceFields() {
  using D = Device; using P = PeakFlops; using E = DeviceEfficiency; using T = DeviceLatency;
  return {
    dev<&D::name>("name"),
    dev<&D::generation>("generation"),
    dev<&D::peak, &P::bf16>("peak_flops.bf16", 1e9, 1e18),
    dev<&D::peak, &P::fp8>("peak_flops.fp8", 0, 1e18),
    dev<&D::peak, &P::fp4>("peak_flops.fp4", 0, 1e18),
    dev<&D::memory>("memory_bytes", 1, 1e15),
    dev<&D::nominalGb>("nominal_gb", 0, 1e6),
    dev<&D::hbm>("hbm_bytes_per_s", 1e6, 1e16),
    dev<&D::sms>("sms", 1, 100'000),
    dev<&D::link>("link"),
    dev<&D::linkRate>("link_bytes_per_s", 1e6, 1e15),
    dev<&D::linkDomain>("link_domain", 1, 1024),
    dev<&D::gpusPerNode>("gpus_per_node", 1, 64),
    dev<&D::nic>("nic_bytes_per_s", 1e6, 1e13),
    dev<&D::efficiency, &E::gemm>("efficiency.gemm", 0.001, 1),
    dev<&D::efficiency, &E::k0>("efficiency.k0", 0, 1e6),
    dev<&D::efficiency, &E::fp8>("efficiency.fp8", 0.001, 1),
    dev<&D::efficiency, &E::fp4>("efficiency.fp4", 0.001, 1),
    dev<&D::efficiency, &E::hbm>("efficiency.hbm", 0.001, 1),
    dev<&D::efficiency, &E::attentionForward>("efficiency.attention_forward", 0.001, 1),
    dev<&D::efficiency, &E::attentionBackward>("efficiency.attention_backward", 0.001, 1),
    dev<&D::efficiency, &E::link>("efficiency.link", 0.001, 1),
    dev<&D::efficiency, &E::nic>("efficiency.nic", 0.001, 1),
    dev<&D::efficiency, &E::halfSaturationBytes>("efficiency.half_saturation_bytes", 0, 1e12),
    dev<&D::efficiency, &E::headDim64>("efficiency.head_dim_64", 0.001, 1),
    dev<&D::latency, &T::link>("latency.link_s", 0, 1),
    dev<&D::latency, &T::nic>("latency.nic_s", 0, 1),
    dev<&D::latency, &T::ring>("latency.ring_s", 0, 1),
    dev<&D::latency, &T::kernel>("latency.kernel_s", 0, 1),
  };
}
// clang-format on

}  // namespace

std::span<const Field<Scenario>> scenarioFields() {
  static const std::vector<Field<Scenario>> fields = makeScenarioFields();
  return fields;
}

std::span<const Field<ModelShape>> modelFields() {
  static const std::vector<Field<ModelShape>> fields = makeModelFields();
  return fields;
}

std::span<const Field<Device>> deviceFields() {
  static const std::vector<Field<Device>> fields = makeDeviceFields();
  return fields;
}

const Field<Scenario>& field(Key key) { return scenarioFields()[static_cast<std::size_t>(key)]; }

std::string_view keyName(Key key) {
  if (key == Key::model) return "model";
  if (key == Key::gpu) return "cluster.gpu";
  return field(key).name;
}

Scenario applied(Scenario scenario, const Edit& edit) {
  for (const auto& [key, value] : edit) field(key).write(scenario, value);
  return scenario;
}

Edit changes(const Scenario& before, const Scenario& after) {
  Edit edit;
  const auto fields = scenarioFields();
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (auto value = fields[i].read(after); value != fields[i].read(before))
      edit.push_back({static_cast<Key>(i), std::move(value)});
  return edit;
}

}  // namespace shardscope
