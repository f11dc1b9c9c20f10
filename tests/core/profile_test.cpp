// SPDX-License-Identifier: Apache-2.0
#include "core/validate/profile.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/cost/confidence.hpp"
#include "core/cost/evaluate.hpp"
#include "tests/support/core_temporary_folder.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Profile example() {
  Profile profile{.modelVersion = "1.0", .devices = {}};
  DeviceCalibration device;
  device.gpu = "h100-sxm-80gb";
  device.runs = 12;
  device.efficiency.gemm = 0.5;
  device.efficiency.link = 0.7;
  device.mapeBefore = 0.2;
  device.biasAfter = -0.01;
  device.bandLeftOut = 0.06;
  profile.devices = {device};
  return profile;
}

std::string refusal(const std::string& text) {
  const auto profile = parseProfile(text, "p.json");
  EXPECT_FALSE(profile) << text;
  return profile ? std::string() : message(profile.error().front(), Language::en);
}

TEST(Profile, WrittenAndReadAgainIsEqual) {
  const auto read = parseProfile(profileText(example()), "p.json");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, example());
}

TEST(Profile, RefusesAGpuTwiceAndOneThatNoScenarioNames) {
  auto profile = example();
  profile.devices.push_back(profile.devices.front());
  EXPECT_THAT(refusal(profileText(profile)), AllOf(HasSubstr("`devices.gpu` is given again"), HasSubstr("line")));
  profile = example();
  profile.devices.front().gpu = "h100-sxm-80g";
  EXPECT_THAT(refusal(profileText(profile)), HasSubstr("Nearest: h100-sxm-80gb"));
}

TEST(Profile, LaysItsEfficienciesOverTheDeviceItNames) {
  auto s = test::llama70bOn512();
  const auto before = evaluate(s).time.step;
  applyProfile(example(), s);
  EXPECT_EQ(s.cluster.device.efficiency.gemm, 0.5);
  EXPECT_EQ(s.cluster.device.efficiency.link, 0.7);
  EXPECT_EQ(s.cluster.device.efficiency.nic, 0.85);
  EXPECT_EQ(s.cluster.calibration, (Calibration{12, 0.06}));
  EXPECT_GT(evaluate(s).time.step, before);

  auto other = test::llama70bOn512();
  other.cluster.gpuId = "h200-sxm-141gb";
  applyProfile(example(), other);
  EXPECT_FALSE(other.cluster.calibration);
  other.cluster.gpuId.clear();
  applyProfile(example(), other);
  EXPECT_FALSE(other.cluster.calibration);
}

TEST(Profile, CarriesItsOwnErrorBand) {
  auto s = test::llama70bOn512();
  const auto published = confidenceOf(s);
  applyProfile(example(), s);
  auto told = confidenceOf(s);
  EXPECT_EQ(told.timeRel, 0.06);
  EXPECT_EQ(told.calibratedRuns, 12);
  EXPECT_EQ(told.memoryRel, published.memoryRel);
  EXPECT_THAT(basisText(told, Estimate::time, Language::en), HasSubstr("calibrated on 12 configurations"));
  // Eight runs are too few for a band of nine in ten: not narrower than the published one.
  s.cluster.calibration->runs = 8;
  EXPECT_EQ(confidenceOf(s).timeRel, std::max(0.06, published.timeRel));
  // What no run has remains unseen.
  s.cluster.calibration->runs = 12;
  s.parallel.schedule = Schedule::dualPipe;
  told = confidenceOf(s);
  EXPECT_TRUE(told.extrapolated());
  EXPECT_GT(told.timeRel, 0.06);
}

TEST(Profile, RefusedWithLineAndKey) {
  const auto valid = profileText(example());
  const auto with = [&](const std::string& old, const std::string& replacement) {
    auto text = valid;
    text.replace(text.find(old), old.size(), replacement);
    return text;
  };
  EXPECT_THAT(refusal(with("\"shardscope_profile\": 1", "\"shardscope_profile\": 2")), HasSubstr("version is 2"));
  EXPECT_THAT(refusal(with("\"shardscope_profile\": 1", "\"x\": 1")), HasSubstr("`x`"));
  EXPECT_THAT(refusal(with("\"gemm\": 0.5", "\"gemm\": 1.5")),
              HasSubstr("p.json, line 9: `devices.efficiency.gemm` is 1.5"));
  EXPECT_THAT(refusal(with("\"gemm\": 0.5", "\"gem\": 0.5")), HasSubstr("efficiency.gem"));
  EXPECT_THAT(refusal(with("\"runs\": 12", "\"runs\": 0")), HasSubstr("`devices.runs` is 0"));
  EXPECT_THAT(refusal(with("\"band_left_out\": 0.06", "\"mape_after\": 0.06")), HasSubstr("again"));
  EXPECT_THAT(refusal("{\"shardscope_profile\": 1, \"model_version\": \"1.0\", \"devices\": {}}"),
              HasSubstr("`devices`"));
  EXPECT_THAT(refusal("[]"), HasSubstr("p.json"));
  EXPECT_THAT(refusal("{"), HasSubstr("p.json"));
  EXPECT_THAT(refusal("{}"), HasSubstr("not a calibration profile"));
}

TEST(Profile, APathIsTakenAsItIs) {
  const test::TemporaryFolder folder;
  const auto path = folder.write("site.json", profileText(example()));
  ASSERT_TRUE(loadProfile(path));
  EXPECT_EQ(*loadProfile(path), example());
  EXPECT_FALSE(loadProfile(folder.file("nowhere.json")));
}

}  // namespace
}  // namespace shardscope
