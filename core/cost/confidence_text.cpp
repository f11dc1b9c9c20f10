// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "core/cost/confidence.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

std::string id(std::string_view group, std::string_view name) { return fmt::format("confidence-{}-{}", group, name); }

// "dense, megatron, h100-sxm-80gb, 9-64 GPUs"
std::string attributesText(const RunSlice& slice, Language language) {
  std::vector<std::string> parts;
  if (slice.work) parts.push_back(text(id("work", word(*slice.work)), language));
  if (slice.stack) parts.emplace_back(word(*slice.stack));
  if (slice.allocator) parts.push_back(text(id("allocator", word(*slice.allocator)), language));
  if (slice.generation) parts.push_back(text(id("generation", word(*slice.generation)), language));
  if (!slice.gpu.empty()) parts.push_back(slice.gpu);
  if (slice.scale) parts.push_back(text(id("gpus", word(*slice.scale)), language));
  return fmt::format("{}", fmt::join(parts, language == Language::en ? ", " : "、"));
}

}  // namespace

std::string basisText(const ConfidenceReport& confidence, Estimate quantity, Language language) {
  if (quantity == Estimate::time && confidence.calibratedRuns > 0)
    return text("confidence-basis-calibrated", language, {{"runs", fmt::format("{}", confidence.calibratedRuns)}});
  const auto index = quantity == Estimate::time ? confidence.timeSlice : confidence.memorySlice;
  const auto& bands = publishedBands();
  if (index < 0 || static_cast<std::size_t>(index) >= bands.slices().size()) return {};
  const auto& slice = bands.slices()[static_cast<std::size_t>(index)];
  return text(slice.sources == 1 ? "confidence-basis-one-source" : "confidence-basis", language,
              {{"coverage", fmt::format("{:.0f}", bands.coverage * 100)},
               {"runs", fmt::format("{}", slice.runs)},
               {"sources", fmt::format("{}", slice.sources)},
               {"slice", attributesText(slice, language)}});
}

std::string unseenText(const ConfidenceReport& confidence, Language language) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < EnumWords<Unseen>::words.size(); ++i)
    if ((confidence.unseen & bit(static_cast<Unseen>(i))) != 0)
      parts.push_back(text(id("unseen", EnumWords<Unseen>::words[i]), language));
  if (parts.empty()) return {};
  return text("confidence-unseen", language,
              {{"what", fmt::format("{}", fmt::join(parts, language == Language::en ? ", " : "、"))}});
}

}  // namespace shardscope
