// SPDX-License-Identifier: Apache-2.0
#include "core/cost/gemm.hpp"

#include <gtest/gtest.h>

#include "tests/support/core_run_table.hpp"

namespace shardscope {
namespace {

GemmRate h100() {
  GemmRate rate;
  rate.flopsPerS = 989e12 * 0.69;
  rate.halfDepth = 200;
  rate.bytesPerS = 3.35e12 * 0.80;
  rate.sms = 132;
  rate.launch = 3e-6;
  return rate;
}

double shareOfPeak(double m, double n, double k) { return 2 * m * n * k / gemmSeconds(h100(), m, n, k) / 989e12; }

TEST(Gemm, WorkedExamplesOfTheH100) {
  EXPECT_NEAR(gemmSeconds(h100(), 8192, 57344, 8192), 11.6e-3, 0.05e-3);
  EXPECT_NEAR(shareOfPeak(8192, 57344, 8192), 0.67, 0.005);
  EXPECT_NEAR(gemmSeconds(h100(), 8192, 7168, 8192), 1.49e-3, 0.005e-3);
  EXPECT_NEAR(shareOfPeak(8192, 7168, 8192), 0.65, 0.005);
  EXPECT_NEAR(gemmSeconds(h100(), 512, 512, 4096), 20.0e-6, 0.05e-6);
  EXPECT_NEAR(shareOfPeak(512, 512, 4096), 0.11, 0.005);
}

TEST(Gemm, TileAndWaveQuantisationByHand) {
  // 512 × 512: 128×256 tiles 8 blocks, one wave: Q = 8·32768/(132·32768) = .0606; 128×128: 16 blocks, Q = 16/132·.93 =
  // .1127; 64×128: 32 blocks, Q = 32/132·.80 = .1939, the best.
  const double rate = 989e12 * 0.69 * 4096 / (4096 + 200.0) * (32.0 / 132 * 0.80);
  EXPECT_NEAR(gemmSeconds(h100(), 512, 512, 4096), 2.0 * 512 * 512 * 4096 / rate + 3e-6, 1e-15);
}

TEST(Gemm, OneElementMoreThanAWaveCostsAWave) {
  // 132 blocks of 128×256 fill the device once; one more row of blocks starts a second wave.
  const double full = gemmSeconds(h100(), 128.0 * 132, 256, 8192) - 3e-6;
  const double more = gemmSeconds(h100(), 128.0 * 132 + 1, 256, 8192) - 3e-6;
  EXPECT_GT(more, 1.3 * full);
}

TEST(Gemm, ShortInnerDimensionIsBoundByMemory) {
  // 8192 × 8192 over 8: 2·(2·8192·8) + 8192²·2 bytes at 2.68 TB/s.
  const double bytes = 2 * (2.0 * 8192 * 8) + 2.0 * 8192 * 8192;
  EXPECT_NEAR(gemmSeconds(h100(), 8192, 8192, 8), bytes / 2.68e12 + 3e-6, 1e-9);
}

TEST(Gemm, BatchIsPartOfTheWaves) {
  // 16 products of 1024 × 1024: 16·8·4 = 512 blocks of 128×256 in four waves of 132.
  EXPECT_NEAR(gemmSeconds(h100(), 1024, 1024, 16384, 16) - 3e-6,
              2 * (16384.0 + 200) * 132 * (4 * 128 * 256) / (989e12 * 0.69), 1e-12);
}

TEST(Gemm, FormatsFallBackToTheNextWider) {
  auto device = test::referenceDevice("a100-sxm-80gb");
  EXPECT_EQ(productFormat(device, Precision::nvfp4).peakFlops, 312e12);
  EXPECT_EQ(productFormat(device, Precision::fp8).operandBytes, 2);
  device = test::referenceDevice("h100-sxm-80gb");
  EXPECT_EQ(productFormat(device, Precision::nvfp4).peakFlops, 1979e12);
  EXPECT_EQ(productFormat(device, Precision::nvfp4).efficiency, 0.57);
  device = test::referenceDevice("b200-sxm-180gb");
  EXPECT_EQ(productFormat(device, Precision::nvfp4).operandBytes, 0.5);
  EXPECT_EQ(productFormat(device, Precision::fp16).peakFlops, productFormat(device, Precision::bf16).peakFlops);
  EXPECT_EQ(productFormat(device, Precision::fp32).peakFlops, 1125e12);
  EXPECT_EQ(productFormat(test::referenceDevice("v100-sxm2-32gb"), Precision::fp32).peakFlops, 15.625e12);
}

TEST(Gemm, HugeSizesStayFinite) {
  const double seconds = gemmSeconds(h100(), 1e9, 1e9, 1e7, 1e6);
  EXPECT_GT(seconds, 0);
  EXPECT_LT(seconds, 1e30);
}

}  // namespace
}  // namespace shardscope
