// SPDX-License-Identifier: Apache-2.0
#include "core/catalogue/catalogue.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "core/catalogue/catalogue_builder.hpp"

namespace shardscope {
namespace {

template <class Entry>
const Entry* entryOf(const std::vector<Entry>& entries, std::string_view id) {
  const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.id == id; });
  return found == entries.end() ? nullptr : &*found;
}

template <class Entry>
std::vector<std::string> idsOf(const std::vector<Entry>& entries) {
  std::vector<std::string> ids;
  ids.reserve(entries.size());
  for (const auto& entry : entries) ids.push_back(entry.id);
  return ids;
}

std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({replaced, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

const Catalogue& Catalogue::builtIn() {
  static const Catalogue instance = [] {
    CatalogueBuilder builder;
    builder.addBuiltIn();
    auto catalogue = builder.finish();
    assert(builder.errors().empty() && "the embedded catalogue does not read");
    return catalogue;
  }();
  return instance;
}

const ModelEntry* Catalogue::model(std::string_view id) const { return entryOf(models_, id); }
const DeviceEntry* Catalogue::device(std::string_view id) const { return entryOf(devices_, id); }
const ScenarioEntry* Catalogue::scenario(std::string_view id) const { return entryOf(scenarios_, id); }
std::vector<std::string> Catalogue::modelIds() const { return idsOf(models_); }
std::vector<std::string> Catalogue::deviceIds() const { return idsOf(devices_); }
std::vector<std::string> Catalogue::scenarioIds() const { return idsOf(scenarios_); }

std::vector<std::string> Catalogue::nearest(std::string_view id, const std::vector<std::string>& ids,
                                            std::size_t count) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  ranked.reserve(ids.size());
  // What a user typed may be long; its end cannot make an id nearer.
  for (const auto& candidate : ids) ranked.emplace_back(editDistance(id.substr(0, 100), candidate), candidate);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> best;
  for (std::size_t i = 0; i < std::min(count, ranked.size()); ++i) best.push_back(std::move(ranked[i].second));
  return best;
}

}  // namespace shardscope
