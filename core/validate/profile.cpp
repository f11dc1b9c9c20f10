// SPDX-License-Identifier: Apache-2.0
#include "core/validate/profile.hpp"

#include <algorithm>

namespace shardscope {
namespace {

void set(double& member, const std::optional<double>& value) {
  if (value) member = *value;
}

}  // namespace

void applyProfile(const Profile& profile, Scenario& scenario) {
  auto& cluster = scenario.cluster;
  const auto found = std::find_if(profile.devices.begin(), profile.devices.end(), [&](const DeviceCalibration& each) {
    return !cluster.gpuId.empty() && each.gpu == cluster.gpuId;
  });
  if (found == profile.devices.end()) return;
  auto& target = cluster.device.efficiency;
  const auto& edit = found->efficiency;
  set(target.gemm, edit.gemm);
  set(target.fp8, edit.fp8);
  set(target.fp4, edit.fp4);
  set(target.hbm, edit.hbm);
  set(target.attentionForward, edit.attentionForward);
  set(target.attentionBackward, edit.attentionBackward);
  set(target.link, edit.link);
  set(target.nic, edit.nic);
  cluster.calibration = Calibration{found->runs, found->bandLeftOut};
}

}  // namespace shardscope
