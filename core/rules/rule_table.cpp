// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "core/rules/rule.hpp"

namespace shardscope {
namespace {

using namespace conditions;
using enum Severity;

// What fixes N, and with it DP and M.
constexpr std::uint64_t kTotal = keyMask(Key::gpusPerNode, Key::nodes, Key::gpus);
constexpr std::uint64_t kLayout = kTotal | keyMask(Key::tp, Key::pp, Key::cp, Key::dp);
constexpr std::uint64_t kBatch = kLayout | keyMask(Key::microBatch, Key::globalBatch);
constexpr std::uint64_t kChunks = keyMask(Key::pp, Key::vpp, Key::schedule, Key::stageLayers);

constexpr RuleInputs layout{kLayout, false, true};
constexpr RuleInputs experts{kLayout | keyMask(Key::ep, Key::etp), false, true};
constexpr RuleInputs shape{0, true, false};
constexpr RuleInputs shapeAndTp{keyMask(Key::tp, Key::sp, Key::etp), true, false};
constexpr RuleInputs shapeAndPp{kChunks, true, false};
constexpr RuleInputs chunks{kChunks, false, false};
constexpr RuleInputs chunksAndBatch{kBatch | kChunks, false, true};
constexpr RuleInputs sequence{keyMask(Key::sequenceLength, Key::tp, Key::cp), false, false};
constexpr RuleInputs heads{keyMask(Key::tp, Key::cp, Key::cpKind), true, false};
constexpr RuleInputs batch{kBatch, false, true};
constexpr RuleInputs expertsOnly{keyMask(Key::ep), true, false};
constexpr RuleInputs none{};

constexpr Rule thumb(RuleId id, std::string_view name, Key field) {
  return {{id, name, hint, true}, field, none, nullptr};
}

// clang-format off
constexpr std::array<Rule, static_cast<std::size_t>(RuleId::count)> kRules = {{
    {{RuleId::W1,  "W-1",  error},   Key::dp,             layout,         w1},
    {{RuleId::W2,  "W-2",  error},   Key::ep,             experts,        w2},
    {{RuleId::T9,  "T-9",  error},   Key::model,          shape,          t9},
    {{RuleId::T1,  "T-1",  error},   Key::tp,             shapeAndTp,     t1},
    {{RuleId::T2,  "T-2",  error},   Key::tp,             shapeAndTp,     t2},
    {{RuleId::T7,  "T-7",  error},   Key::tp,             shapeAndTp,     t7},
    {{RuleId::L1,  "L-1",  error},   Key::pp,             shapeAndPp,     l1},
    {{RuleId::P3,  "P-3",  error},   Key::vpp,            shapeAndPp,     p3},
    {{RuleId::P8,  "P-8",  error},   Key::vpp,            chunks,         p8},
    {{RuleId::P9,  "P-9",  error},   Key::vpp,            chunksAndBatch, p9},
    {{RuleId::S4,  "S-4",  error},   Key::cp,             sequence,       s4},
    {{RuleId::S3,  "S-3",  error},   Key::tp,             sequence,       s3},
    {{RuleId::S5,  "S-5",  error},   Key::cp,             heads,          s5},
    {{RuleId::B1,  "B-1",  error},   Key::globalBatch,    batch,          b1},
    {{RuleId::E1,  "E-1",  error},   Key::ep,             expertsOnly,    e1},
    {{RuleId::R1,  "R-1",  error},   Key::model,          none,           r1},
    {{RuleId::P1,  "P-1",  hint},    Key::pp,             shapeAndPp,     p1},
    {{RuleId::P10, "P-10", warning}, Key::globalBatch,    chunksAndBatch, p10},
    {{RuleId::S1,  "S-1",  hint},    Key::sp,             shapeAndTp,     s1},
    {{RuleId::T2w, "T-2w", warning}, Key::tp,             shapeAndTp,     t2w},
    {{RuleId::E2,  "E-2",  warning}, Key::sp,             shapeAndTp,     e2},
    {{RuleId::Z2,  "Z-2",  warning}, Key::zero,           {keyMask(Key::zero, Key::pp)}, z2},
    {{RuleId::T8,  "T-8",  warning}, Key::tp,             shapeAndTp,     t8},
    {{RuleId::D1,  "D-1",  warning}, Key::precision,      {keyMask(Key::precision), false, true}, d1},
    thumb(RuleId::Hgolden,    "H-golden",    Key::tp),
    thumb(RuleId::Hnode,      "H-node",      Key::tp),
    thumb(RuleId::H60,        "H-60",        Key::tp),
    thumb(RuleId::H4P,        "H-4P",        Key::pp),
    thumb(RuleId::Hmfu,       "H-mfu",       Key::tp),
    thumb(RuleId::Hbatch,     "H-batch",     Key::globalBatch),
    thumb(RuleId::Himbalance, "H-imbalance", Key::hotTokenShare),
    thumb(RuleId::Hfsdp,      "H-fsdp",      Key::zero),
    thumb(RuleId::Hhead,      "H-head",      Key::pp),
    thumb(RuleId::Hdims,      "H-dims",      Key::pp),
}};
// clang-format on

constexpr bool isInOrder() {
  for (std::size_t i = 0; i < kRules.size(); ++i)
    if (static_cast<std::size_t>(kRules[i].info.id) != i) return false;
  return true;
}
static_assert(isInOrder(), "the table is indexed by RuleId");
static_assert(kRules.back().info.id == RuleId::Hdims, "checkFewestDimensions appends to the issues");

constexpr auto kInfos = [] {
  std::array<RuleInfo, kRules.size()> infos{};
  for (std::size_t i = 0; i < kRules.size(); ++i) infos[i] = kRules[i].info;
  return infos;
}();

}  // namespace

const Rule& rule(RuleId id) { return kRules[static_cast<std::size_t>(id)]; }
std::span<const RuleInfo> ruleTable() { return kInfos; }
std::string_view ruleName(RuleId id) { return rule(id).info.name; }

std::string_view word(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warn";
    case Severity::hint: return "hint";
  }
  return "error";
}

}  // namespace shardscope
