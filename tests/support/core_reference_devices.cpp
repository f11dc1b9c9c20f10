// SPDX-License-Identifier: Apache-2.0
// Device figures of the cost model's own table (cost-model §5.5), typed in once more so that a slip in the catalogue
// cannot hide from the tests that compare predictions.
#include <array>
#include <cstdlib>
#include <iostream>

#include "tests/support/core_run_table.hpp"

namespace shardscope::test {
namespace {

struct Line {
  std::string_view id;
  Generation generation;
  double bf16, fp8, fp4;             // TFLOP/s, dense
  double memoryMib, nominalGb, hbm;  // MiB of the driver, GB, GB/s
  std::int64_t sms;
  double gemm, k0, eFp8, eFp4, eHbm, forward, backward;
  double link, eLink;  // GB/s one way
  std::int64_t domain, node;
  double nic, eNic, half, headDim64;  // GB/s, -, MB, -
};

constexpr auto V = Generation::volta;
constexpr auto A = Generation::ampere;
constexpr auto H = Generation::hopper;
constexpr auto B = Generation::blackwell;

// Memory without a driver figure: the nominal GiB less 0.5 %.
constexpr double guessedMib(double gib) { return gib * 1024 * 0.995; }

constexpr std::array kLines = {
    // clang-format off
    Line{"v100-sxm2-32gb", V, 125, 0, 0, guessedMib(32), 32, 900, 80, .77, 256, .57, .38, .80, .30, .25, 150, .80, 8, 8, 12.5, .85, 20, .90},
    Line{"v100-sxm2-16gb", V, 125, 0, 0, guessedMib(16), 16, 900, 80, .77, 256, .57, .38, .80, .30, .25, 150, .80, 8, 8, 12.5, .85, 20, .90},
    Line{"v100-sxm3-32gb", V, 125, 0, 0, guessedMib(32), 32, 900, 80, .85, 256, .57, .38, .80, .30, .25, 150, .80, 16, 16, 12.5, .85, 20, .90},
    Line{"a100-sxm-80gb", A, 312, 0, 0, 81920, 80, 2039, 108, .825, 220, .57, .38, .82, .62, .55, 300, .78, 8, 8, 25, .88, 12, .90},
    Line{"a100-sxm-40gb", A, 312, 0, 0, 40960, 40, 1555, 108, .825, 220, .57, .38, .82, .62, .55, 300, .78, 8, 8, 25, .88, 12, .90},
    Line{"a800-80gb", A, 312, 0, 0, guessedMib(80), 80, 2039, 108, .825, 220, .57, .38, .82, .62, .55, 200, .78, 8, 8, 25, .88, 12, .90},
    Line{"h100-sxm-80gb", H, 989, 1979, 0, 81559, 80, 3350, 132, .69, 200, .57, .38, .80, .55, .45, 450, .81, 8, 8, 50, .85, 12, .60},
    Line{"h100-96gb", H, 989, 1979, 0, guessedMib(96), 96, 2400, 132, .565, 200, .535, .38, .80, .55, .45, 450, .81, 8, 8, 50, .85, 12, .60},
    Line{"h800-80gb", H, 989, 1979, 0, guessedMib(80), 80, 3350, 132, .69, 200, .57, .38, .80, .55, .45, 200, .81, 8, 8, 50, .85, 12, .60},
    Line{"h200-sxm-141gb", H, 989, 1979, 0, 143771, 141, 4800, 132, .71, 200, .585, .38, .80, .55, .45, 450, .81, 8, 8, 50, .85, 12, .60},
    Line{"b200-sxm-180gb", B, 2250, 4500, 9000, guessedMib(180), 180, 8000, 148, .46, 150, .605, .38, .66, .42, .375, 900, .75, 8, 8, 50, .85, 20, .60},
    Line{"b300-sxm-288gb", B, 2250, 4500, 13500, guessedMib(288), 288, 8000, 148, .46, 150, .605, .38, .66, .42, .375, 900, .75, 8, 8, 100, .85, 20, .60},
    Line{"gb200-nvl72", B, 2450, 4900, 9800, guessedMib(186), 186, 8000, 148, .545, 150, .53, .38, .66, .42, .375, 900, .75, 72, 4, 50, .85, 20, .60},
    Line{"gb300-nvl72", B, 2450, 4900, 14700, guessedMib(288), 288, 8000, 148, .545, 150, .735, .38, .66, .42, .375, 900, .75, 72, 4, 100, .85, 20, .60},
    // clang-format on
};

Device built(const Line& line) {
  Device d;
  d.name = std::string(line.id);
  d.generation = line.generation;
  d.peak = {line.bf16 * 1e12, line.fp8 * 1e12, line.fp4 * 1e12};
  d.memory = Bytes(static_cast<std::int64_t>(line.memoryMib * 1048576));
  d.nominalGb = line.nominalGb;
  d.hbm = BytesPerSecond(line.hbm * 1e9);
  d.sms = line.sms;
  d.linkRate = BytesPerSecond(line.link * 1e9);
  d.linkDomain = line.domain;
  d.gpusPerNode = line.node;
  d.nic = BytesPerSecond(line.nic * 1e9);
  d.efficiency = {line.gemm,     line.k0,    line.eFp8, line.eFp4,       line.eHbm,     line.forward,
                  line.backward, line.eLink, line.eNic, line.half * 1e6, line.headDim64};
  d.latency = {8e-6, 20e-6, 60e-6, 3e-6};
  return d;
}

}  // namespace

Device referenceDevice(std::string_view id) {
  for (const auto& line : kLines)
    if (line.id == id) return built(line);
  std::cerr << "no reference device " << id << '\n';
  std::abort();
}

}  // namespace shardscope::test
