// SPDX-License-Identifier: Apache-2.0
#pragma once
// A calibration profile: efficiencies of devices fitted to measured runs of one site, laid over the catalogue's.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/io/scenario_reader.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

// Fractions of peaks, as in DeviceEfficiency; what is not set stays as it is.
struct EfficiencyEdit {
  std::optional<double> gemm, fp8, fp4, hbm, attentionForward, attentionBackward, link, nic;
  bool operator==(const EfficiencyEdit&) const = default;
};

struct DeviceCalibration {
  std::string gpu;        // catalogue id
  std::int64_t runs = 0;  // distinct configurations that it was fitted to
  EfficiencyEdit efficiency;
  // Errors in step time, fractions: with the catalogue's values, with those of `efficiency`, and with values fitted to
  // all other configurations than the one predicted. Where the last is no better than the first, `efficiency` is empty.
  double mapeBefore = 0, mapeAfter = 0, mapeLeftOut = 0;
  double biasBefore = 0, biasAfter = 0;
  double bandLeftOut = 0;  // 90 % of new configurations stay within (coveringBound of the errors)
  bool operator==(const DeviceCalibration&) const = default;
};

struct Profile {
  std::string modelVersion;
  std::vector<DeviceCalibration> devices;
  bool operator==(const Profile&) const = default;
};

inline constexpr int kProfileVersion = 1;

// Lays the profile over the scenario's device, if it names it. A device given by its fields stays as it is.
void applyProfile(const Profile& profile, Scenario& scenario);

std::string profileText(const Profile& profile);  // JSON

tl::expected<Profile, Errors> parseProfile(std::string_view text, const std::string& file);
// A path, or the name of a file in the user's profiles folder, with or without ".json".
tl::expected<Profile, Errors> loadProfile(const std::string& pathOrName);

}  // namespace shardscope
