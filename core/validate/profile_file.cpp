// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "core/catalogue/catalogue.hpp"
#include "core/io/file.hpp"
#include "core/io/scenario_reader_map.hpp"
#include "core/io/tree.hpp"
#include "core/validate/profile.hpp"

namespace shardscope {
namespace {

using D = DeviceCalibration;
using E = EfficiencyEdit;

template <auto... Path>
Field<D> row(std::string_view name, double min = 0, double max = 0) {
  return makeField<D, Path...>(name, min, max);
}

std::span<const Field<D>> deviceCalibrationFields() {
  static const std::vector<Field<D>> fields = {
      row<&D::gpu>("gpu"),
      row<&D::runs>("runs", 1, 1e9),
      row<&D::efficiency, &E::gemm>("efficiency.gemm", 0.001, 1),
      row<&D::efficiency, &E::fp8>("efficiency.fp8", 0.001, 1),
      row<&D::efficiency, &E::fp4>("efficiency.fp4", 0.001, 1),
      row<&D::efficiency, &E::hbm>("efficiency.hbm", 0.001, 1),
      row<&D::efficiency, &E::attentionForward>("efficiency.attention_forward", 0.001, 1),
      row<&D::efficiency, &E::attentionBackward>("efficiency.attention_backward", 0.001, 1),
      row<&D::efficiency, &E::link>("efficiency.link", 0.001, 1),
      row<&D::efficiency, &E::nic>("efficiency.nic", 0.001, 1),
      row<&D::mapeBefore>("mape_before", 0, 1e6),
      row<&D::mapeAfter>("mape_after", 0, 1e6),
      row<&D::mapeLeftOut>("mape_left_out", 0, 1e6),
      row<&D::biasBefore>("bias_before", -1, 1e6),
      row<&D::biasAfter>("bias_after", -1, 1e6),
      row<&D::bandLeftOut>("band_left_out", 0, 1e6),
  };
  return fields;
}

constexpr auto kVersionKey = "shardscope_profile";

class ProfileMapper {
 public:
  explicit ProfileMapper(Findings& findings) : findings_(findings) {}

  Profile map(const Node& root) {
    if (root.kind != NodeKind::map) {
      findings_.add({.kind = ErrorKind::syntax, .line = root.line, .found = shown(root), .detail = "not-a-map"});
      return {};
    }
    for (const auto& member : root.members) read(member);
    if (!hasVersion_)
      findings_.add({.kind = ErrorKind::missingKey, .line = root.line, .key = kVersionKey, .detail = "not-a-profile"});
    if (!hasDevices_) findings_.add({.kind = ErrorKind::missingKey, .line = root.line, .key = "devices"});
    return std::move(profile_);
  }

 private:
  void read(const NodeMember& member) {
    if (isRepeated(member, member.key, findings_)) return;
    if (member.key == kVersionKey)
      readVersion(*member.value);
    else if (member.key == "model_version")
      readText(*member.value);
    else if (member.key == "devices")
      readDevices(*member.value);
    else
      findings_.add({.kind = ErrorKind::unknownKey,
                     .line = member.line,
                     .key = shortened(member.key),
                     .found = shown(*member.value),
                     .allowed = "shardscope_profile, model_version, devices"});
  }

  void readVersion(const Node& value) {
    hasVersion_ = true;
    const auto expected = fmt::format("{}", kProfileVersion);
    if (value.kind != NodeKind::integer)
      findings_.add(wrongType(value, kVersionKey, expected));
    else if (value.integer != kProfileVersion)
      findings_.add({.kind = ErrorKind::unsupportedVersion,
                     .line = value.line,
                     .key = kVersionKey,
                     .found = shown(value),
                     .allowed = expected});
  }

  void readText(const Node& value) {
    if (value.kind == NodeKind::text)
      profile_.modelVersion = value.text;
    else
      findings_.add(wrongType(value, "model_version", "", "text"));
  }

  void readDevices(const Node& value) {
    hasDevices_ = true;
    if (value.kind != NodeKind::list) {
      findings_.add(wrongType(value, "devices", "[{gpu: …, efficiency: {gemm: …}}]"));
      return;
    }
    for (const auto& item : value.items) readDevice(*item);
  }

  void readDevice(const Node& value) {
    if (value.kind != NodeKind::map) {
      findings_.add(wrongType(value, "devices", "{gpu: …, efficiency: {gemm: …}}"));
      return;
    }
    DeviceCalibration device;
    const auto given = MapReader("devices.", findings_, {}).read(value, deviceCalibrationFields(), device);
    for (const auto* name : {"gpu", "runs", "band_left_out"})
      if (!given.find(name))
        findings_.add({.kind = ErrorKind::missingKey, .line = value.line, .key = fmt::format("devices.{}", name)});
    checkGpu(value, device.gpu);
    profile_.devices.push_back(std::move(device));
  }

  // One entry per GPU, and only of GPUs that a scenario can name: another would silently do nothing.
  void checkGpu(const Node& value, const std::string& gpu) {
    if (gpu.empty()) return;
    const auto [first, isNew] = lines_.try_emplace(gpu, value.line);
    if (!isNew)
      findings_.add({.kind = ErrorKind::repeatedKey,
                     .line = value.line,
                     .key = "devices.gpu",
                     .found = shortened(gpu),
                     .detail = fmt::format("{}", first->second)});
    if (catalogue().device(gpu)) return;
    std::vector<std::string> ids;
    for (const auto& entry : catalogue().devices()) ids.push_back(entry.id);
    findings_.add({.kind = ErrorKind::unknownId,
                   .line = value.line,
                   .key = "devices.gpu",
                   .found = shortened(gpu),
                   .allowed = fmt::format("{}", fmt::join(Catalogue::nearest(gpu, ids), ", "))});
  }

  Findings& findings_;
  Profile profile_;
  std::map<std::string, int> lines_;  // of the GPUs read
  bool hasVersion_ = false, hasDevices_ = false;
};

// The profiles folder beside the user's catalogue.
std::string userProfile(const std::string& name) {
  const auto folder = Catalogue::userFolder();
  if (folder.empty()) return {};
  const auto path = std::filesystem::path(folder).parent_path() / "profiles" / name;
  return path.string();
}

std::string existingPath(const std::string& pathOrName) {
  std::error_code unused;
  if (pathOrName == "-" || std::filesystem::exists(pathOrName, unused)) return pathOrName;
  const bool isName = pathOrName.find('/') == std::string::npos;
  for (const auto& candidate : {pathOrName, pathOrName + ".json"})
    if (const auto path = userProfile(candidate); isName && std::filesystem::exists(path, unused)) return path;
  return pathOrName;
}

}  // namespace

tl::expected<Profile, Errors> parseProfile(std::string_view text, const std::string& file) {
  const auto tree = jsonTree(text, file);
  if (!tree) return tl::unexpected(Errors{tree.error()});
  Findings findings(file);
  auto profile = ProfileMapper(findings).map(**tree);
  if (findings.any()) return tl::unexpected(findings.take());
  return profile;
}

tl::expected<Profile, Errors> loadProfile(const std::string& pathOrName) {
  const auto path = existingPath(pathOrName);
  const auto content = readFile(path, kMaxScenarioBytes, Pipes::use);
  if (!content) return tl::unexpected(Errors{content.error()});
  return parseProfile(*content, path == "-" ? std::string() : path);
}

std::string profileText(const Profile& profile) {
  nlohmann::ordered_json json = {{kVersionKey, kProfileVersion}, {"model_version", profile.modelVersion}};
  json["devices"] = nlohmann::ordered_json::array();
  for (const auto& device : profile.devices) {
    nlohmann::ordered_json entry = nlohmann::ordered_json::object();
    for (const auto& field : deviceCalibrationFields()) {
      const auto value = field.read(device);
      if (std::holds_alternative<std::monostate>(value)) continue;
      const auto dot = field.name.find('.');
      auto& place = dot == std::string_view::npos ? entry : entry[std::string(field.name.substr(0, dot))];
      auto& slot = place[std::string(field.name.substr(dot == std::string_view::npos ? 0 : dot + 1))];
      if (const auto* number = std::get_if<double>(&value))
        slot = *number;
      else if (const auto* count = std::get_if<std::int64_t>(&value))
        slot = *count;
      else
        slot = std::get<std::string>(value);
    }
    json["devices"].push_back(std::move(entry));
  }
  return json.dump(2) + "\n";
}

}  // namespace shardscope
