// SPDX-License-Identifier: Apache-2.0
#pragma once
// Timeline → JSON and CSV of contract §3 (`simulate`), in pieces: a timeline may have millions of blocks.

#include <functional>
#include <string_view>

#include "core/report/report.hpp"
#include "core/simulate/timeline.hpp"

namespace shardscope {

// Takes the next piece of a document; false: nothing more is wanted.
using TextSink = std::function<bool(std::string_view)>;

// One object as in resources/schema/timeline.schema.json; blocks and memory steps one a line. False if the sink
// stopped it.
bool writeTimelineJson(const Report& report, const Timeline& timeline, const TextSink& sink);
// Header and one line per block: stage, chunk, micro_batch, kind (F, B, W), start_s, end_s.
bool writeTimelineCsv(const Timeline& timeline, const TextSink& sink);

}  // namespace shardscope
