// SPDX-License-Identifier: Apache-2.0
// The global batch: whole micro-batches per replica, in each framework's own terms.
#include "core/rules/framework/framework_row.hpp"

namespace shardscope::framework {
namespace {

using enum Severity;

// clang-format off
constexpr auto kRows = std::to_array<Row>({
    ours("B-1", error, kMcore, RuleId::B1, "Megatron-LM num_microbatches_calculator.py, validate_args; Megatron-Bridge config.py"),
    ours("B-2", error, kTitan, RuleId::B1, "torchtitan 0.2.2 train.py"),
    ours("B-3", error, kTitan, RuleId::B1, "torchtitan trainer.py, in tokens"),
    ours("B-4", error, kDeepspeed | kNeox, RuleId::B1, "DeepSpeed runtime/config.py; GPT-NeoX check_batch_parameters"),
    exported("B-5", hint, kNanotron, "nanotron config.py"),
    exported("B-6", error, kMegatron, "Megatron-LM validate_args"),
    byOptions("B-7", error, kBridge, "Megatron-Bridge config.py"),
});
// clang-format on

}  // namespace

std::span<const Row> batchRows() { return kRows; }

}  // namespace shardscope::framework
