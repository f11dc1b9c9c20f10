// SPDX-License-Identifier: Apache-2.0
// Tables of other origin: what is filled in, what is left out and why, what is refused.
#include "core/validate/run_table.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A table of one row that can be mapped, with these cells added or replaced. An empty value is an empty cell.
using Cells = std::map<std::string, std::string>;
std::string tableWith(const Cells& cells, const Cells& without = {}) {
  Cells row = {{"id", "x"},
               {"model", "llama-3-8b"},
               {"gpu", "h100-sxm-80gb"},
               {"gpus", "16"},
               {"sequence_length", "8192"},
               {"global_batch", "128"},
               {"tp", "2"},
               {"pp", "2"},
               {"step_s", "3.5"}};
  for (const auto& [column, cell] : cells) row[column] = cell;
  for (const auto& [column, cell] : without) row.erase(column);
  std::string header, line;
  for (const auto& [column, cell] : row) {
    header += (header.empty() ? "" : ",") + column;
    line += (header == column ? "" : ",") + cell;
  }
  return header + "\n" + line + "\n";
}

RunTable read(const std::string& text) {
  auto table = parseRunTable(text, "my.csv", Catalogue::builtIn(), Language::en);
  if (!table) ADD_FAILURE() << message(table.error().front(), Language::en);
  return table ? *table : RunTable{};
}

MeasuredRun runWith(const Cells& cells, const Cells& without = {}) {
  auto table = read(tableWith(cells, without));
  for (const auto& row : table.leftOut) ADD_FAILURE() << row.reason;
  return table.runs.empty() ? MeasuredRun{} : table.runs.front();
}

std::string reasonOf(const Cells& cells) {
  const auto table = read(tableWith(cells));
  EXPECT_THAT(table.runs, IsEmpty());
  EXPECT_EQ(table.leftOut.size(), 1U);
  if (table.leftOut.empty()) return {};
  EXPECT_EQ(table.leftOut.front().id, "x");
  EXPECT_EQ(table.leftOut.front().line, 2);
  return table.leftOut.front().reason;
}

TEST(RunTable, TheLeastThatIsNeeded) {
  const auto run = runWith({});
  const auto& s = run.scenario;
  EXPECT_EQ(run.id, "x");
  EXPECT_EQ(run.family, "user");
  EXPECT_EQ(s.model.reference, "llama-3-8b");
  EXPECT_EQ(s.model.shape, Catalogue::builtIn().model("llama-3-8b")->shape);
  EXPECT_EQ(s.cluster.gpuId, "h100-sxm-80gb");
  EXPECT_EQ(dataParallel(s), 4);
  EXPECT_EQ(microBatches(s), 32);
  EXPECT_EQ(run.stepS, 3.5);
  EXPECT_FALSE(run.peakMemoryBytes);
  EXPECT_TRUE(run.gpuNamed);
  // What matters to this run and was left open.
  EXPECT_THAT(run.assumed, ElementsAre("gpus_per_node", "nic_bytes_per_s", "micro_batch", "precision", "weight_bytes",
                                       "gradient_bytes", "optimizer_bytes", "adapter", "recompute", "flash_attention",
                                       "cross_entropy", "sp", "vpp", "cp", "zero", "schedule", "shard_group", "stack",
                                       "overlap_dp", "overlap_tp"));
}

TEST(RunTable, EveryColumnOfTheScenarioIsRead) {
  const auto run = runWith({{"family", "lab"},
                            {"micro_batch", "4"},
                            {"recompute", "Full"},
                            {"precision", "fp8"},
                            {"flash_attention", "0"},
                            {"sp", "true"},
                            {"stack", "eager"},
                            {"zero", "3"},
                            {"overlap_tp", "0.6"},
                            {"overlap_dp", "0"},
                            {"capacity_factor", "1.5"},
                            {"nodes", ""},
                            {"gpus_per_node", "4"},
                            {"nic_bytes_per_s", "5e10"},
                            {"stage_layers", "15 17"},
                            {"assumed", "recompute vocab"},
                            {"peak_memory_bytes", "6e10"},
                            {"memory_kind", "device"},
                            {"precision_detail", "mxfp8"},
                            {"gpu_named", "0"},
                            {"dropout", "1"}});
  const auto& s = run.scenario;
  EXPECT_EQ(run.family, "lab");
  EXPECT_EQ(s.workload.microBatch, 4);
  EXPECT_EQ(s.workload.recompute, Recompute::full);
  EXPECT_EQ(s.workload.precision, Precision::fp8);
  EXPECT_FALSE(s.workload.flashAttention);
  EXPECT_EQ(s.parallel.sp, true);
  EXPECT_EQ(s.stack, Stack::eager);
  EXPECT_EQ(s.parallel.zero, 3);
  EXPECT_EQ(s.overlap.tp, 0.6);
  EXPECT_FALSE(s.overlap.dp);
  EXPECT_EQ(s.moe.capacityFactor, 1.5);
  EXPECT_EQ(s.cluster.gpusPerNode, 4);
  EXPECT_EQ(s.cluster.nicBytesPerS, 5e10);
  EXPECT_THAT(s.parallel.stageLayers, ElementsAre(15, 17));
  EXPECT_TRUE(usesDropout(s));
  EXPECT_THAT(run.assumed, Contains("vocab"));
  EXPECT_EQ(run.peakMemoryBytes, 6e10);
  EXPECT_EQ(run.memoryKind, MemoryKind::device);
  EXPECT_EQ(run.precisionDetail, "mxfp8");
  EXPECT_FALSE(run.gpuNamed);
}

TEST(RunTable, ModelsByDimensionsOrByNameWithDimensionsOnTop) {
  const Cells dims = {{"model", "ours"}, {"layers", "4"}, {"hidden", "1024"},
                      {"heads", "8"},    {"ffn", "4096"}, {"vocab", "32000.0"}};
  auto run = runWith(dims);
  EXPECT_EQ(run.scenario.model.source, ModelSource::inlineDimensions);
  EXPECT_EQ(run.scenario.model.shape.vocab, 32000);
  EXPECT_THAT(run.assumed, Contains("kv_heads"));
  EXPECT_THAT(run.assumed, Contains("norm"));
  run = runWith({{"model", "Llama-3-8B"}, {"layers", "8"}});
  EXPECT_EQ(run.scenario.model.shape.layers, 8);
  EXPECT_EQ(run.scenario.model.shape.hidden, 4096);
  EXPECT_FALSE(run.scenario.model.shape.parametersExact);
}

TEST(RunTable, MemoryWithoutItsKindIsTakenAsAllocated) {
  const auto run = runWith({{"peak_memory_bytes", "5e10"}, {"step_s", ""}});
  EXPECT_FALSE(run.stepS);
  EXPECT_EQ(run.memoryKind, MemoryKind::allocated);
  EXPECT_THAT(run.assumed, Contains("memory_kind"));
}

TEST(RunTable, ARowIsLeftOutWithLineColumnValueAndWhatIsAllowed) {
  EXPECT_THAT(reasonOf({{"tp", "two"}}), HasSubstr("my.csv, line 2: `tp` is two"));
  EXPECT_THAT(reasonOf({{"tp", "2.5"}}), HasSubstr("`tp` is 2.5"));
  EXPECT_THAT(reasonOf({{"tp", "0"}}), HasSubstr("Allowed: 1 … 1000000"));
  EXPECT_THAT(reasonOf({{"step_s", "nan"}}), HasSubstr("`step_s` is nan"));
  EXPECT_THAT(reasonOf({{"step_s", "inf"}}), HasSubstr("`step_s` is inf"));
  EXPECT_THAT(reasonOf({{"step_s", "-1"}}), HasSubstr("`step_s` is -1"));
  EXPECT_THAT(reasonOf({{"step_s", "1e400"}}), HasSubstr("`step_s` is 1e400"));
  EXPECT_THAT(reasonOf({{"stack", "deepspeed"}}), HasSubstr("megatron, bridge"));
  EXPECT_THAT(reasonOf({{"memory_kind", "nvidia-smi"}}), HasSubstr("allocated, reserved, device"));
  EXPECT_THAT(reasonOf({{"sp", "maybe"}}), HasSubstr("`sp` is maybe"));
  EXPECT_THAT(reasonOf({{"stage_layers", "16 x"}}), HasSubstr("`stage_layers` is 16 x"));
  EXPECT_THAT(reasonOf({{"gpu", "h100-sxm-80"}}), HasSubstr("h100-sxm-80gb"));
  EXPECT_THAT(reasonOf({{"model", "llama-3-80b"}}), HasSubstr("llama-3-8b"));
}

TEST(RunTable, ARowIsLeftOutWhenSomethingNeededIsEmpty) {
  for (const auto* column : {"gpu", "gpus", "sequence_length", "global_batch", "tp", "pp", "model"})
    EXPECT_THAT(reasonOf({{column, ""}}), HasSubstr(std::string_view(column) == "model" ? "model" : column)) << column;
  EXPECT_THAT(reasonOf({{"step_s", ""}}), HasSubstr("nothing was measured"));
  const Cells moe = {{"layers", "4"}, {"hidden", "1024"}, {"heads", "8"}, {"vocab", "32000"}, {"experts", "8"}};
  EXPECT_THAT(reasonOf(moe), HasSubstr("`top_k` is missing"));
  const Cells dense = {{"layers", "4"}, {"hidden", "1024"}, {"heads", "8"}, {"vocab", "32000"}};
  EXPECT_THAT(reasonOf(dense), HasSubstr("`ffn` is missing"));
}

TEST(RunTable, ARowThatIsNoPossibleRunIsLeftOutByTheRule) {
  EXPECT_THAT(reasonOf({{"gpus", "15"}}), HasSubstr("W-1"));
  EXPECT_THAT(reasonOf({{"global_batch", "127"}}), HasSubstr("B-1"));
  EXPECT_THAT(reasonOf({{"pp", "64"}, {"gpus", "128"}}), HasSubstr("L-1"));
}

TEST(RunTable, RowsWithTooFewOrTooManyCells) {
  auto text = tableWith({});
  text += "y,1,2\n";
  const auto table = read(text);
  EXPECT_EQ(table.runs.size(), 1U);
  ASSERT_EQ(table.leftOut.size(), 1U);
  EXPECT_EQ(table.leftOut[0].line, 3);
  EXPECT_THAT(table.leftOut[0].reason, HasSubstr("the row has 3 cells, and the header 9"));
}

TEST(RunTable, ColumnsThatAreNotReadAndIdsThatStandTwiceAreSaid) {
  auto text = tableWith({{"micro_batches", "1"}, {"cluster_name", "c"}});
  text += text.substr(text.find('\n') + 1);
  const auto table = read(text);
  EXPECT_EQ(table.runs.size(), 2U);
  EXPECT_THAT(table.notices, Contains(HasSubstr("`micro_batches` is not read. Nearest: micro_batch")));
  EXPECT_THAT(table.notices, Contains(HasSubstr("`cluster_name`")));
  EXPECT_THAT(table.notices, Contains(HasSubstr("The id x stands 2 times")));
}

TEST(RunTable, RefusedWithoutTheColumnsThatEveryRowNeeds) {
  for (const auto* column : {"gpu", "gpus", "sequence_length", "global_batch", "tp", "pp", "model", "step_s"}) {
    const auto table = parseRunTable(tableWith({}, {{column, ""}}), "my.csv", Catalogue::builtIn(), Language::en);
    ASSERT_FALSE(table) << column;
    ASSERT_EQ(table.error().size(), 1U);
    EXPECT_THAT(message(table.error().front(), Language::en), HasSubstr(fmt::format("no column `{}`", column)));
  }
  EXPECT_FALSE(parseRunTable("a,b\n1,2\n", "my.csv", Catalogue::builtIn(), Language::en));
}

TEST(RunTable, EveryReasonIsSaidInBothLanguages) {
  const auto table = parseRunTable(tableWith({{"tp", "two"}}), "my.csv", Catalogue::builtIn(), Language::zhCn);
  ASSERT_TRUE(table);
  EXPECT_THAT(table->leftOut.front().reason, HasSubstr("第 2 行"));
}

TEST(RunTable, TheShippedTableIsReadWhole) {
  const auto table = read(std::string(shippedRuns()));
  EXPECT_EQ(table.runs.size(), 749U);
  EXPECT_THAT(table.leftOut, IsEmpty());
  EXPECT_THAT(table.notices, IsEmpty());
  for (const auto& run : table.runs) EXPECT_THAT(run.assumed, Not(Contains("stack"))) << run.id;
}

}  // namespace
}  // namespace shardscope
