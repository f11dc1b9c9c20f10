// SPDX-License-Identifier: Apache-2.0
#include "core/io/timeline_writer.hpp"

#include <fmt/format.h>

#include <iterator>

#include "core/cost/evaluate.hpp"

namespace shardscope {
namespace {

// Collects text and passes it on in pieces.
class Pieces {
 public:
  explicit Pieces(const TextSink& sink) : sink_(sink) {}

  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    if (text_.size() >= kPiece) flush();
  }
  bool flush() {
    if (wanted_ && text_.size() > 0) wanted_ = sink_(std::string_view(text_.data(), text_.size()));
    text_.clear();
    return wanted_;
  }
  bool wanted() const { return wanted_; }

 private:
  static constexpr std::size_t kPiece = 1 << 16;
  const TextSink& sink_;
  fmt::memory_buffer text_;
  bool wanted_ = true;
};

// One line per element, with commas between them.
template <class Container, class Line>
void addLines(Pieces& out, const Container& elements, Line line) {
  bool first = true;
  for (const auto& element : elements) {
    if (!out.wanted()) return;
    out.add("{}\n", first ? "" : ",");
    line(element);
    first = false;
  }
  out.add("\n");
}

void addHead(Pieces& out, const Report& report, const Timeline& t) {
  out.add("{{\n  \"model_version\": \"{}\",\n  \"verdict\": \"{}\",\n  \"schedule\": \"{}\",\n", kModelVersion,
          word(report.verdict), word(t.schedule));
  out.add("  \"micro_batches\": {},\n  \"chunks\": {},\n  \"message_s\": {},\n", t.microBatches, t.chunks,
          t.message.count());
  out.add("  \"makespan_s\": {},\n  \"period_s\": {},\n  \"pipeline_s\": {},\n  \"closed_form_s\": {},\n",
          t.makespan.count(), t.period.count(), t.pipeline.count(), t.closedForm.count());
  out.add("  \"step_s\": {},\n", t.step.count());
}

void addStages(Pieces& out, const Timeline& t) {
  out.add("  \"stages\": [");
  std::size_t index = 0;
  addLines(out, t.stages, [&](const StageTimeline& stage) {
    out.add("    {{\"stage\": {}, \"busy_s\": {}, \"bubble_s\": {}, \"start_s\": {}, \"end_s\": {}}}", index++,
            stage.busy.count(), t.bubble(stage).count(), stage.start.count(), stage.end.count());
  });
  out.add("  ],\n");
}

void addBlocks(Pieces& out, const Timeline& t) {
  out.add("  \"blocks\": [");
  addLines(out, t.blocks, [&](const Block& block) {
    out.add(
        "    {{\"stage\": {}, \"chunk\": {}, \"micro_batch\": {}, \"kind\": \"{}\", \"start_s\": {}, \"end_s\": {}}}",
        block.stage, block.chunk, block.microBatch, word(block.kind), block.start.count(), block.end.count());
  });
  out.add("  ],\n");
}

void addMemory(Pieces& out, const Report& report, const Timeline& t) {
  out.add("  \"memory\": {{\n    \"capacity_bytes\": {},\n    \"stages\": [", report.memory.capacity.count());
  std::size_t index = 0;
  addLines(out, t.stages, [&](const StageTimeline& stage) {
    out.add("      {{\"stage\": {}, \"static_bytes\": {}, \"peak_bytes\": {}, \"peak_in_flight\": {}, \"steps\": [",
            index++, stage.fixed.count(), stage.peak.count(), stage.peakInFlight);
    addLines(out, stage.memory, [&](const MemoryStep& step) {
      out.add("        {{\"time_s\": {}, \"bytes\": {}, \"in_flight\": {}}}", step.time.count(), step.bytes.count(),
              step.inFlight);
    });
    out.add("      ]}}");
  });
  out.add("    ]\n  }}\n}}\n");
}

}  // namespace

bool writeTimelineJson(const Report& report, const Timeline& timeline, const TextSink& sink) {
  Pieces out(sink);
  addHead(out, report, timeline);
  addStages(out, timeline);
  addBlocks(out, timeline);
  addMemory(out, report, timeline);
  return out.flush();
}

bool writeTimelineCsv(const Timeline& timeline, const TextSink& sink) {
  Pieces out(sink);
  out.add("stage,chunk,micro_batch,kind,start_s,end_s\n");
  for (const auto& block : timeline.blocks) {
    if (!out.wanted()) return false;
    out.add("{},{},{},{},{},{}\n", block.stage, block.chunk, block.microBatch, word(block.kind), block.start.count(),
            block.end.count());
  }
  return out.flush();
}

}  // namespace shardscope
