// SPDX-License-Identifier: Apache-2.0
// Reads resources/validation/bands.json, which this program wrote and a test has read.
#include <nlohmann/json.hpp>

#include "core/cost/confidence.hpp"
#include "core/text/embedded.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::json;

template <class E>
std::optional<E> choice(const Json& object, const char* key) {
  const auto place = object.find(key);
  return place == object.end() ? std::nullopt : fromWord<E>(place->get_ref<const std::string&>());
}

RunSlice sliceOf(const Json& json) {
  RunSlice slice;
  slice.quantity = choice<Estimate>(json, "quantity").value_or(Estimate::time);
  slice.work = choice<WorkKind>(json, "work");
  slice.stack = choice<Stack>(json, "stack");
  slice.allocator = choice<AllocatorClass>(json, "allocator");
  slice.generation = choice<Generation>(json, "generation");
  slice.gpu = json.value("gpu", std::string());
  slice.scale = choice<ScaleClass>(json, "gpus");
  slice.runs = json.at("configurations");
  slice.sources = json.at("sources");
  slice.band = json.at("band");
  return slice;
}

PublishedBands read(std::string_view text) {
  const auto json = Json::parse(text);
  PublishedBands bands;
  bands.coverage = json.at("coverage");
  bands.largestGpus = json.at("largest_gpus");
  for (const auto& name : json.at("features"))
    if (const auto what = fromWord<Unseen>(name.get_ref<const std::string&>())) bands.features |= bit(*what);
  for (const auto& slice : json.at("slices")) bands.add(sliceOf(slice));
  return bands;
}

}  // namespace

const PublishedBands& publishedBands() {
  static const PublishedBands bands = [] {
    for (const auto& file : embeddedFiles())
      if (file.name == "validation/bands.json") return read(file.text);
    return PublishedBands{};  // unreachable: a test compares the file with the runs
  }();
  return bands;
}

}  // namespace shardscope
