// SPDX-License-Identifier: Apache-2.0
#include "tests/support/core_run_table.hpp"

#include <charconv>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>

namespace shardscope::test {
namespace {

[[noreturn]] void fail(const std::string& what) {
  std::cerr << "run table: " << what << '\n';
  std::abort();
}

std::vector<std::string> splitLine(const std::string& line, char separator) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == separator)
      cells.emplace_back();
    else if (c != '\r')
      cells.back() += c;
  }
  return cells;
}

double toNumber(std::string_view text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc{} || result.ptr != text.data() + text.size()) fail("not a number: " + std::string(text));
  return value;
}

// The cells of one row, by column, with the default of an empty one.
class Cells {
 public:
  explicit Cells(const CsvRow& row) : row_(row) {}

  std::string_view text(std::string_view column) const {
    const auto it = row_.find(column);
    return it == row_.end() ? std::string_view{} : std::string_view(it->second);
  }
  double number(std::string_view column, double fallback) const {
    const auto cell = text(column);
    return cell.empty() ? fallback : toNumber(cell);
  }
  std::int64_t integer(std::string_view column, std::int64_t fallback = 0) const {
    return static_cast<std::int64_t>(number(column, static_cast<double>(fallback)));
  }
  bool flag(std::string_view column, bool fallback = false) const { return integer(column, fallback ? 1 : 0) != 0; }
  template <class E>
  E choice(std::string_view column, E fallback) const {
    const auto cell = text(column);
    if (cell.empty()) return fallback;
    const auto value = fromWord<E>(cell);
    if (!value) fail("unknown word " + std::string(cell) + " in column " + std::string(column));
    return *value;
  }

 private:
  const CsvRow& row_;
};

ModelShape modelOf(const Cells& c) {
  ModelShape m;
  m.layers = c.integer("layers");
  m.hidden = c.integer("hidden");
  m.heads = c.integer("heads");
  m.kvHeads = c.integer("kv_heads");
  m.headDim = c.integer("head_dim");
  m.ffn = c.integer("ffn");
  m.vocab = c.integer("vocab");
  m.gated = c.flag("gated", true);
  m.norm = c.choice("norm", Norm::rms);
  m.bias = c.flag("bias");
  m.tied = c.flag("tied");
  m.learnedPositions = c.integer("learned_positions");
  m.dropout = c.flag("dropout");
  m.experts = c.integer("experts");
  m.topK = c.integer("top_k");
  m.expertFfn = c.integer("expert_ffn");
  m.sharedFfn = c.integer("shared_ffn");
  m.denseLayers = c.integer("dense_layers");
  m.moeEvery = c.integer("moe_every", 1);
  m.routerBias = c.flag("router_bias");
  m.qRank = c.integer("q_rank");
  m.kvRank = c.integer("kv_rank");
  m.nopeDim = c.integer("nope_dim");
  m.ropeDim = c.integer("rope_dim");
  m.vDim = c.integer("v_dim");
  m.window = c.integer("window");
  m.windowShare = c.number("window_share", 0);
  return m;
}

Cluster clusterOf(const Cells& c) {
  Cluster cluster;
  cluster.gpuId = std::string(c.text("gpu"));
  cluster.device = referenceDevice(cluster.gpuId);
  cluster.gpusPerNode = c.integer("gpus_per_node", 8);
  cluster.nvlinkDomain = c.integer("nvlink_domain", 8);
  cluster.gpus = c.integer("gpus");
  cluster.nicBytesPerS = c.number("nic_bytes_per_s", cluster.device.nic.count());
  return cluster;
}

Workload workloadOf(const Cells& c) {
  Workload w;
  w.sequenceLength = c.integer("sequence_length");
  w.microBatch = c.integer("micro_batch", 1);
  w.globalBatch = c.integer("global_batch");
  w.precision = c.choice("precision", Precision::bf16);
  w.weightBytes = c.number("weight_bytes", 2);
  w.gradientBytes = c.number("gradient_bytes", 4);
  w.optimizerBytes = c.number("optimizer_bytes", 12);
  w.adapter = c.choice("adapter", Adapter::none);
  w.recompute = c.choice("recompute", Recompute::none);
  w.recomputeLayers = c.integer("recompute_layers", 1);
  w.flashAttention = c.flag("flash_attention", true);
  w.dropout = c.flag("dropout");
  w.crossEntropy = c.choice("cross_entropy", CrossEntropy::unfused);
  w.crossEntropyChunks = c.integer("cross_entropy_chunks", 1);
  w.weightGradientCache = c.flag("weight_gradient_cache");
  return w;
}

Parallel parallelOf(const Cells& c) {
  Parallel p;
  p.tp = c.integer("tp", 1);
  p.sp = c.flag("sp");
  p.pp = c.integer("pp", 1);
  p.vpp = c.integer("vpp", 1);
  p.schedule = c.choice("schedule", Schedule::oneFOneB);
  p.cp = c.integer("cp", 1);
  p.ep = c.integer("ep", 1);
  p.etp = c.integer("etp", 1);
  p.dp = c.integer("dp", 1);
  p.zero = c.integer("zero", 1);
  p.shardGroup = c.integer("shard_group");
  if (const auto stages = c.text("stage_layers"); !stages.empty())
    for (const auto& cell : splitLine(std::string(stages), ' '))
      p.stageLayers.push_back(static_cast<std::int64_t>(toNumber(cell)));
  return p;
}

Overlap overlapOf(const Cells& c) {
  Overlap o;
  o.dp = c.flag("overlap_dp", true);
  o.tp = c.number("overlap_tp", 0);
  o.ep = c.number("overlap_ep", 0);
  o.epDeduplicate = c.flag("ep_deduplicate");
  o.flatNetwork = c.flag("flat_network");
  return o;
}

}  // namespace

std::vector<CsvRow> readCsv(const std::string& fileInTestData) {
  const std::string path = std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/" + fileInTestData;
  std::ifstream in(path);
  if (!in) fail("cannot open " + path);
  std::string line;
  std::getline(in, line);
  const auto header = splitLine(line, ',');
  std::vector<CsvRow> rows;
  while (std::getline(in, line)) {
    const auto cells = splitLine(line, ',');
    if (cells.size() != header.size()) fail(path + ": a line has not as many cells as the header: " + line);
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < cells.size(); ++i) row.emplace(header[i], cells[i]);
  }
  return rows;
}

NumberTable::NumberTable(const std::string& fileInTestData) {
  for (const auto& row : readCsv(fileInTestData)) {
    auto& numbers = rows_[row.at("id")];
    for (const auto& [column, cell] : row)
      if (column != "id") numbers[column] = cell.empty() ? 0.0 : toNumber(cell);
  }
}

double NumberTable::at(std::string_view id, std::string_view column) const {
  const auto row = rows_.find(id);
  if (row == rows_.end()) fail("no row " + std::string(id));
  const auto cell = row->second.find(column);
  if (cell == row->second.end()) fail("no column " + std::string(column));
  return cell->second;
}

std::vector<RunRow> measuredRuns() {
  std::vector<RunRow> runs;
  for (const auto& row : readCsv("measured-runs.csv")) {
    const Cells cells(row);
    auto& run = runs.emplace_back();
    run.id = row.at("id");
    run.scenario.name = run.id;
    run.scenario.model.shape = modelOf(cells);
    run.scenario.cluster = clusterOf(cells);
    run.scenario.workload = workloadOf(cells);
    run.scenario.parallel = parallelOf(cells);
    run.scenario.moe.capacityFactor = cells.number("capacity_factor", 0);
    run.scenario.stack = cells.choice("stack", Stack::megatron);
    run.scenario.overlap = overlapOf(cells);
  }
  return runs;
}

}  // namespace shardscope::test
