// SPDX-License-Identifier: Apache-2.0
#pragma once
// Built-in models, devices and scenarios (resources/catalogue/*.json, embedded) with the user's own entries on top
// (${SHARDSCOPE_DATA:-${XDG_DATA_HOME:-~/.local/share}/shardscope}/catalogue/*.json).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/error.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

enum class Evidence : std::uint8_t { dataSheet, measured, calibrated, guess };
template <>
struct EnumWords<Evidence> {
  static constexpr auto words = std::to_array<std::string_view>({"data sheet", "measured", "calibrated", "guess"});
};

struct SourceNote {   // where the value of one field (or group of fields) comes from
  std::string field;  // "memory_bytes", "efficiency", "dimensions"
  Evidence evidence{};
  std::string text;  // document and place
};

struct ModelEntry {
  std::string id, name, shortName, family;
  ModelShape shape;
  std::vector<SourceNote> sources;
  bool userDefined = false;
};

struct DeviceEntry {
  std::string id, shortName;
  Device device;  // device.name is the full name
  std::vector<SourceNote> sources;
  bool userDefined = false;
};

struct ScenarioEntry {
  std::string id, nameEn, nameZh;
  Scenario scenario;
  bool userDefined = false;
};

class Catalogue {
 public:
  // Built-in entries only. Parsed once; the embedded data is proven readable by a test.
  static const Catalogue& builtIn();
  // Built-in plus the user's folder. Notices name overridden ids; a broken user file is an error beside a usable
  // catalogue. A folder that does not exist has nothing to say.
  static Catalogue withUserFolder(const std::string& folder, std::vector<std::string>& notices,
                                  std::vector<Error>& errors, Language language);
  static std::string userFolder();  // from the environment; empty if it names no home

  const std::vector<ModelEntry>& models() const { return models_; }
  const std::vector<DeviceEntry>& devices() const { return devices_; }
  const std::vector<ScenarioEntry>& scenarios() const { return scenarios_; }

  const ModelEntry* model(std::string_view id) const;
  const DeviceEntry* device(std::string_view id) const;
  const ScenarioEntry* scenario(std::string_view id) const;
  std::vector<std::string> modelIds() const;
  std::vector<std::string> deviceIds() const;
  std::vector<std::string> scenarioIds() const;

  // The ids nearest in spelling, best first; for "unknown preset" messages.
  static std::vector<std::string> nearest(std::string_view id, const std::vector<std::string>& ids,
                                          std::size_t count = 3);

 private:
  friend class CatalogueBuilder;
  std::vector<ModelEntry> models_;
  std::vector<DeviceEntry> devices_;
  std::vector<ScenarioEntry> scenarios_;
};

inline constexpr std::string_view kDefaultDevice = "h100-sxm-80gb";

// The catalogue in force in this process: withUserFolder(userFolder()), read once at first use.
const Catalogue& catalogue();
// What reading the user's folder had to say (overridden ids, unreadable files and values); for programs to show once.
std::vector<std::string> catalogueNotices(Language language);

}  // namespace shardscope
