// SPDX-License-Identifier: Apache-2.0
#pragma once
// every number in its range, and every combination such that no figure of a report overflows or divides by zero.
// Args of an R-1 issue: value, least, greatest, index of the field inside model or device, RangeReason.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/rules/rule.hpp"

namespace shardscope {

enum class RangeReason : std::uint8_t {
  range,             // outside [least, greatest]
  notFinite,         // NaN; the value is reported as 0
  word,              // not one of the words (only in scenarios built in code)
  stageItem,         // one entry of stage_layers outside [least, greatest]
  stageCount,        // stage_layers has `value` entries, pp is `least`
  stageSum,          // stage_layers add up to `value`, the model has `least` layers
  shardGroup,        // must divide dp·cp = `greatest`
  needsChunks,       // interleaved with vpp 1
  needsInterleaved,  // vpp = `value` with another schedule
  hotShareDense,     // hot experts need at least two experts
  precisionFp8,
  precisionFp4,  // the device has no such units
  kvHeads,       // must divide heads = `greatest`
  parameters,
  states,
  tokens,
  activations  // a total over `greatest`
};
RangeReason rangeReason(const Issue& issue);
// Whether another layout or batch may mend it; otherwise a number, the model or the device is at fault.
bool dependsOnLayout(RangeReason reason);

// "parallel.tp", "model.kv_heads", "cluster.gpu.sms".
std::string rangeFieldName(const Issue& issue);

// Marks in `context` what is out of its field's range, so that no other rule reads it.
void markOutOfRange(RuleContext& context);
// For sweeps, whose numbers are in range by construction: whether one choice contradicts another (schedule and vpp,
// shard group and ranks, explicit stages and pp), and whether a total over model, batch or activations is too large.
bool breaksChoices(const RuleContext& context);
bool breaksTotals(const RuleContext& context);

// The first setting that a scenario file cannot say: no edit may lead there. What the model or the device breaks was
// read from somewhere and is not asked.
std::optional<Issue> firstUnwritable(const Scenario& scenario);

void appendRangeIssues(const RuleContext& context, std::vector<Issue>& out);

}  // namespace shardscope
