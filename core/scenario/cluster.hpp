// SPDX-License-Identifier: Apache-2.0
#pragma once
// A GPU type and the cluster made of it (contract §1.2, defaults in cost-model §5.5).

#include <cstdint>
#include <optional>
#include <string>

#include "core/scenario/enums.hpp"
#include "core/units/quantity.hpp"

namespace shardscope {

struct PeakFlops {  // dense, per second; 0 = the device has no such units
  double bf16 = 0, fp8 = 0, fp4 = 0;
  bool operator==(const PeakFlops&) const = default;
};

// Fractions of a peak that sustained training reaches (cost-model §5.5). k0 is the GEMM's half-efficiency depth.
struct DeviceEfficiency {
  double gemm = 0.69, k0 = 200, fp8 = 0.57, fp4 = 0.38, hbm = 0.80;
  double attentionForward = 0.55, attentionBackward = 0.45;
  double link = 0.81, nic = 0.85;
  double halfSaturationBytes = 12e6;
  double headDim64 = 0.60;
  bool operator==(const DeviceEfficiency&) const = default;
};

struct DeviceLatency {  // seconds
  double link = 8e-6, nic = 20e-6, ring = 60e-6, kernel = 3e-6;
  bool operator==(const DeviceLatency&) const = default;
};

struct Device {
  std::string name;
  Generation generation = Generation::hopper;
  PeakFlops peak;
  Bytes memory{0};       // what the driver reports; the verdict is made against it
  double nominalGb = 0;  // the sales figure, decimal; the chapter's rules of thumb reckon with it
  BytesPerSecond hbm{0};
  std::int64_t sms = 0;
  Link link = Link::nvlink;
  BytesPerSecond linkRate{0};   // one way, per GPU
  std::int64_t linkDomain = 8;  // ranks that share the fast link
  std::int64_t gpusPerNode = 8;
  BytesPerSecond nic{0};  // one way, per GPU
  DeviceEfficiency efficiency;
  DeviceLatency latency;
  bool operator==(const Device&) const = default;
};

// The site's own runs that a device's efficiencies were fitted to (core/validate/profile.hpp); no part of a file.
struct Calibration {
  std::int64_t runs = 0;  // distinct configurations
  double timeRel = 0;     // error in step time of a new one, 9 of 10 stay within
  bool operator==(const Calibration&) const = default;
};

struct Cluster {
  std::string gpuId;                         // catalogue id; empty when the device is given inline
  Device device;                             // always resolved
  std::optional<std::int64_t> gpusPerNode;   // else the device's
  std::optional<std::int64_t> nvlinkDomain;  // else see linkDomain()
  std::optional<std::int64_t> nodes;         // exactly one of nodes, gpus
  std::optional<std::int64_t> gpus;
  std::optional<double> nicBytesPerS;  // else the device's
  std::optional<double> pricePerGpuHour;
  std::optional<Calibration> calibration;
  bool operator==(const Cluster&) const = default;
};

}  // namespace shardscope
