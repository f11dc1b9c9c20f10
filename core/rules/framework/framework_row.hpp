// SPDX-License-Identifier: Apache-2.0
#pragma once
// One row of the frameworks' rule table, and what its conditions look at. Internal to core/rules.

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "core/rules/framework/framework.hpp"
#include "core/rules/remedy.hpp"
#include "core/rules/rule.hpp"

namespace shardscope::framework {

struct Asked {
  const RuleContext& context;
  Framework framework{};
  bool gridWhole = false;   // W-1 holds: tp·pp·cp·dp is the GPU total
  bool batchWhole = false;  // and B-1
  const Scenario& scenario() const { return context.scenario; }
  const ModelShape& shape() const { return context.scenario.model.shape; }
  const Parallel& parallel() const { return context.scenario.parallel; }
  const Workload& workload() const { return context.scenario.workload; }
};

// Fills variant and args, maybe field and severity, of a finding that is broken. Asked only with numbers in range.
using Judge = FrameworkState (*)(const Asked&, FrameworkFinding&);

// Settings to try in turn; each is judged again before it is offered.
using Remedies = std::vector<Setting> (*)(const FrameworkFinding&, const Scenario&);

struct Row {
  FrameworkRule rule;
  Key field{};
  std::array<std::string_view, 5> args{};  // names of the numbers in the texts
  Judge judge = nullptr;
  Remedies remedies = nullptr;
  bool isMilder = false;  // the framework allows what our rule of this id complains of: only `judge` decides
};

std::span<const Row> worldRows();
std::span<const Row> tensorRows();
std::span<const Row> sequenceRows();
std::span<const Row> pipelineRows();
std::span<const Row> batchRows();
std::span<const Row> expertRows();
std::span<const Row> shardingRows();
std::span<const Row> recomputeRows();
std::span<const Row> precisionRows();
const Row& row(std::size_t index);  // of the whole table

// Rows, by what decides them.
using Names = std::array<std::string_view, 5>;
// Our own rule, under its own or another id; `judge` and `remedies` for what the framework asks beyond it.
constexpr Row ours(std::string_view id, Severity severity, FrameworkSet frameworks, RuleId own,
                   std::string_view enforcedBy, Key field = {}, Names names = {}, Judge judge = nullptr,
                   Remedies remedies = nullptr) {
  return {{id, severity, frameworks, FrameworkBasis::scenario, enforcedBy, own}, field, names, judge, remedies};
}
constexpr Row milder(Row row) {
  row.isMilder = true;
  return row;
}
constexpr Row asked(std::string_view id, Severity severity, FrameworkSet frameworks, Key field, Names names,
                    Judge judge, Remedies remedies, std::string_view enforcedBy) {
  return {{id, severity, frameworks, FrameworkBasis::scenario, enforcedBy, {}}, field, names, judge, remedies};
}
constexpr Row exported(std::string_view id, Severity severity, FrameworkSet frameworks, std::string_view enforcedBy) {
  return {{id, severity, frameworks, FrameworkBasis::exported, enforcedBy, {}}, {}, {}, nullptr, nullptr};
}
// `judge` says for which scenarios the option cannot matter; none: it always may.
constexpr Row byOptions(std::string_view id, Severity severity, FrameworkSet frameworks, std::string_view enforcedBy,
                        Judge judge = nullptr) {
  return {{id, severity, frameworks, FrameworkBasis::options, enforcedBy, {}}, {}, {}, judge, nullptr};
}

inline constexpr FrameworkSet kMegatron = bitOf(Framework::megatronLm), kBridge = bitOf(Framework::megatronBridge),
                              kTitan = bitOf(Framework::torchtitan), kDeepspeed = bitOf(Framework::deepspeed),
                              kAccelerate = bitOf(Framework::accelerate), kNanotron = bitOf(Framework::nanotron),
                              kNeox = bitOf(Framework::gptNeox), kAxolotl = bitOf(Framework::axolotl),
                              kFactory = bitOf(Framework::llamaFactory), kMcore = kMegatron | kBridge;

constexpr double d(std::int64_t value) { return static_cast<double>(value); }

inline FrameworkState brokenAs(FrameworkFinding& finding, std::uint8_t variant, std::initializer_list<double> args) {
  finding.variant = variant;
  std::size_t i = 0;
  for (const auto arg : args) finding.args[i++] = arg;
  return FrameworkState::broken;
}
constexpr FrameworkState undecidableIf(bool mayMatter) {
  return mayMatter ? FrameworkState::undecidable : FrameworkState::holds;
}

// The data ranks of a stage as a mesh of replicas and shards. Shard groups count ranks of DP × CP, a mesh does not
// count CP. Precondition: the grid is whole.
struct DataMesh {
  bool isWhole = false;
  std::int64_t shard = 0, replicate = 0;
};
DataMesh dataMesh(const Asked& asked);
// Weights are sharded: ZeRO 3, or ZeRO 2 where no pipeline takes it back to 1.
bool isFullySharded(const Parallel& parallel);
// The one of its two forms in which Accelerate can be asked for this: its Megatron plugin, else FSDP2.
bool usesMegatronPlugin(const Parallel& parallel);

namespace remedies {
// The legal values of the field, nearest first.
std::vector<Setting> nearest(const FrameworkFinding& finding, const Scenario& scenario);
template <Key key, std::int64_t value>
std::vector<Setting> set(const FrameworkFinding&, const Scenario&) {
  return {{key, value}};
}
}  // namespace remedies

}  // namespace shardscope::framework
