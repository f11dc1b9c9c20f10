// SPDX-License-Identifier: Apache-2.0
#pragma once
// The table of explanations: one row per pattern of keys.

#include <cstdint>
#include <span>
#include <string_view>

#include "core/explain/draft.hpp"

namespace shardscope {

enum class Better : std::uint8_t { neither, lower, higher };  // what a change should do to the figure

struct ExplainRow {
  std::string_view pattern;  // of keys: # stands for a stage, @ for one of a few words
  std::string_view id;       // texts "explain-ID-title" and "explain-ID"
  std::string_view source;   // "explain-source-…"
  Better better;
  void (*build)(Draft&);
};

std::span<const ExplainRow> batchRows();       // batch.*, parameters.*
std::span<const ExplainRow> memoryRows();      // memory.*
std::span<const ExplainRow> bubbleRows();      // bubble.*
std::span<const ExplainRow> timeRows();        // time.*
std::span<const ExplainRow> rateRows();        // flops.*, throughput.*, train.*
std::span<const ExplainRow> trafficRows();     // communication.*
std::span<const ExplainRow> moeRows();         // moe.*
std::span<const ExplainRow> confidenceRows();  // confidence.*
std::span<const ExplainRow> costRows();        // cost.*: stages, messages, FLOPs per token
std::span<const ExplainRow> layerRows();       // cost.layer.*

// A row and what its # and @ stand for in a key.
struct ExplainMatch {
  const ExplainRow* row = nullptr;  // none: no such key
  std::size_t stage = 0;
  std::string_view word;
};
// `stages`: how many there are.
ExplainMatch rowOf(std::string_view key, std::size_t stages);

}  // namespace shardscope
