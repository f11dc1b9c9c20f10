// SPDX-License-Identifier: Apache-2.0
// The accuracy table of the cost model's specification on the shipped runs, reproduced to its last digit, the targets,
// and the bands that estimates are shown with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/catalogue/catalogue.hpp"
#include "core/validate/bands.hpp"
#include "core/validate/validation.hpp"
#include "core/validate/validation_json.hpp"
#include "tests/support/core_run_table.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

const Validation& shipped() {
  static const Validation result = validate(test::shippedRunTable(), Language::en);
  return result;
}

// Percent with one digit; regret groups 0 = none.
struct Published {
  const char* family;
  std::size_t rows, votes;
  double mape, median, bias, worst;
  std::size_t groups = 0;
  double regretMean = 0, regretWorst = 0;
};
constexpr std::array kPublished = {
    Published{"dgxc", 175, 157, 4.2, 2.3, +1.8, 26.2, 22, 2.5, 10.2},
    Published{"mpt", 126, 126, 3.1, 2.3, -0.7, 24.4},
    Published{"mb", 106, 58, 8.3, 4.6, -2.7, 44.2, 6, 0.8, 2.2},
    Published{"intern", 54, 44, 3.7, 2.8, +0.3, 15.3, 11, 0, 0},
    Published{"zb", 36, 36, 2.4, 1.8, +0.9, 6.3, 10, 0, 0},
    Published{"dlperf", 36, 32, 10.8, 8.6, +1.2, 35.1, 4, 0, 0},
    Published{"tt", 31, 31, 7.9, 4.3, -2.3, 27.5, 8, 0.3, 2.4},
    Published{"simumax", 22, 22, 1.7, 1.9, -0.7, 4.8, 7, 0, 0},
    Published{"nemo", 21, 15, 5.9, 4.8, -1.6, 15.0, 4, 0, 0},
    Published{"automodel", 14, 14, 12.3, 6.5, +0.8, 36.4, 4, 14.5, 44.6},
    Published{"mlm20", 12, 12, 5.7, 5.5, +5.7, 16.8},
    Published{"mbskill", 17, 13, 9.4, 5.4, +2.7, 36.9, 2, 0, 0},
    Published{"sc21", 8, 8, 3.1, 2.6, -2.7, 7.3},
    Published{"mlm21", 8, 8, 6.1, 6.1, -6.1, 9.5},
    Published{"mcore", 7, 7, 13.2, 12.2, -1.6, 25.3},
    Published{"torchtune", 7, 7, 4.3, 2.7, -2.1, 10.0},
    Published{"nemolong", 6, 6, 3.0, 2.6, +0.1, 6.1},
    Published{"sc21t2", 6, 6, 2.8, 1.4, -0.6, 10.2},
    Published{"kor", 4, 4, 2.4, 2.6, +2.4, 4.3, 2, 0, 0},
    Published{"fms", 4, 4, 7.7, 6.8, +7.5, 16.8, 2, 0, 0},
    Published{"nem15", 3, 3, 25.4, 23.4, -25.4, 30.4},
    Published{"mlm19", 2, 2, 18.9, 18.9, +18.9, 21.9},
    Published{"dsazure", 1, 1, 12.5, 12.5, +12.5, 12.5},
    Published{"libai", 43, 0, 0, 0, 0, 0, 4, 0, 0},
};

// Within half a unit of the digit printed, and what rounding the inputs may add.
constexpr double kTenth = 0.0005 + 1e-5;

TEST(Validation, EveryFamilyIsThePublishedOne) {
  ASSERT_EQ(shipped().families.size(), kPublished.size());
  for (const auto& published : kPublished) {
    SCOPED_TRACE(published.family);
    const auto found = std::find_if(shipped().families.begin(), shipped().families.end(),
                                    [&](const FamilyResult& f) { return f.family == published.family; });
    ASSERT_NE(found, shipped().families.end());
    EXPECT_EQ(found->rows, published.rows);
    EXPECT_EQ(found->time.n, published.votes);
    EXPECT_NEAR(found->time.mape, published.mape / 100, kTenth);
    EXPECT_NEAR(found->time.medianApe, published.median / 100, kTenth);
    EXPECT_NEAR(found->time.bias, published.bias / 100, kTenth);
    EXPECT_NEAR(found->time.maxApe, published.worst / 100, kTenth);
    EXPECT_EQ(found->regret.groups, published.groups);
    EXPECT_NEAR(found->regret.mean, published.regretMean / 100, kTenth);
    EXPECT_NEAR(found->regret.max, published.regretWorst / 100, kTenth);
  }
}

TEST(Validation, OverAllWithinTheTargets) {
  EXPECT_EQ(shipped().rows, 749U);
  EXPECT_EQ(shipped().time.n, 616U);
  EXPECT_NEAR(shipped().time.mape, 0.0527, 5e-5);
  EXPECT_NEAR(shipped().time.medianApe, 0.0279, 5e-5);
  EXPECT_NEAR(shipped().time.bias, 0.001, 5e-4);
  EXPECT_EQ(shipped().regret.groups, 86U);
  EXPECT_LE(shipped().regret.mean, 0.014);
  EXPECT_NEAR(shipped().regret.max, 0.446, kTenth);
  EXPECT_NEAR(shipped().regret.kendallTau, 0.71, 5e-3);
  EXPECT_NEAR(shipped().regret.random, 0.093, kTenth);
  EXPECT_EQ(shipped().leftOut.size(), 43U);  // libai ranks only
}

TEST(Validation, MemoryIsThePublishedOne) {
  const auto memory = [](std::string_view family) {
    for (const auto& each : shipped().families)
      if (each.family == family) return each.memory;
    return ErrorSummary{};
  };
  const auto expectMemory = [&](const char* family, std::size_t n, double mape, double tolerance) {
    SCOPED_TRACE(family);
    EXPECT_EQ(memory(family).n, n);
    EXPECT_NEAR(memory(family).mape, mape / 100, tolerance);
  };
  expectMemory("simumax", 22, 0.4, kTenth);
  expectMemory("zb", 33, 2.6, kTenth);
  expectMemory("torchtune", 7, 6.3, kTenth);
  expectMemory("tt", 14, 11.6, kTenth);
  expectMemory("mbskill", 12, 28, 0.005);
  expectMemory("dlperf", 16, 22, 0.005);
  EXPECT_NEAR(memory("simumax").maxApe, 0.014, kTenth);
  EXPECT_NEAR(memory("zb").maxApe, 0.079, kTenth);
  EXPECT_LE(memory("simumax").mape, 0.005);
  EXPECT_LE(memory("zb").mape, 0.027);
}

TEST(Validation, SlicesAreThePublishedOnes) {
  struct Slice {
    SliceBy by;
    const char* value;
    std::size_t n;
    double mape;
  };
  constexpr std::array kSlices = {
      Slice{SliceBy::work, "dense", 507, 4.6},     Slice{SliceBy::work, "moe", 80, 8.6},
      Slice{SliceBy::work, "lora", 29, 8.8},       Slice{SliceBy::stack, "eager", 145, 3.6},
      Slice{SliceBy::stack, "fused", 44, 3.7},     Slice{SliceBy::stack, "xla", 35, 3.7},
      Slice{SliceBy::stack, "megatron", 213, 5.0}, Slice{SliceBy::stack, "legacy", 82, 6.5},
      Slice{SliceBy::stack, "bridge", 46, 8.1},    Slice{SliceBy::stack, "compiled", 37, 9.1},
      Slice{SliceBy::stack, "graphs", 10, 9.4},    Slice{SliceBy::precision, "bf16", 445, 5.0},
      Slice{SliceBy::precision, "fp8", 168, 5.8},
  };
  for (const auto& expected : kSlices) {
    SCOPED_TRACE(expected.value);
    const auto found = std::find_if(shipped().slices.begin(), shipped().slices.end(), [&](const SliceResult& slice) {
      return slice.by == expected.by && slice.value == expected.value;
    });
    ASSERT_NE(found, shipped().slices.end());
    EXPECT_EQ(found->time.n, expected.n);
    EXPECT_NEAR(found->time.mape, expected.mape / 100, 0.001);
  }
}

TEST(Validation, JsonHoldsTheContract) {
  const auto json = validationJson(test::shippedRunTable(), shipped(), Language::en);
  for (const auto& family : json["families"])
    for (const auto* key : {"family", "quantity", "n", "mape", "median_ape", "bias", "max_ape", "worst"})
      EXPECT_TRUE(family.contains(key)) << key;
  EXPECT_EQ(json["overall"]["time"]["n"], 616);
  EXPECT_TRUE(json["overall"]["memory"].contains("bias"));
  EXPECT_EQ(json["skipped"].size(), 43U);
  EXPECT_EQ(json["skipped"][0]["id"], "libai-001");
  EXPECT_NE(json["skipped"][0]["reason"], "");
  for (const auto* key : {"groups", "mean", "max", "kendall_tau"}) EXPECT_TRUE(json["regret"].contains(key)) << key;
  EXPECT_EQ(json["rows"].size(), 749U);
  const test::NumberTable expected("measured-expected.csv");
  for (const auto& row : json["rows"]) {
    const std::string id = row["id"];
    const double step = row["predicted"]["step_s"], peak = row["predicted"]["peak_bytes"];
    EXPECT_NEAR(step, expected.at(id, "step_s"), 1e-5 * step) << id;
    EXPECT_NEAR(peak, expected.at(id, "mem_total"), 1e-6 * peak) << id;
  }
}

// The file is what this program makes of the shipped runs:
//   shardscope-cli validate --json | jq .bands > resources/validation/bands.json
TEST(Bands, TheShippedFileIsUpToDate) {
  const auto made = validationJson(test::shippedRunTable(), shipped(), Language::en)["bands"];
  const auto path = std::string(SHARDSCOPE_SOURCE_DIR) + "/resources/validation/bands.json";
  const auto file = nlohmann::ordered_json::parse(test::contentOf(path));
  EXPECT_EQ(file.dump(1), made.dump(1))
      << "stale: shardscope-cli validate --json | jq .bands > resources/validation/bands.json";
}

TEST(Bands, ASourceThatWasNotSeenStaysInsideAsOftenAsSaid) {
  const auto time = leaveOneFamilyOut(shipped().votes, Estimate::time);
  EXPECT_EQ(time.votes, 616U);
  EXPECT_GE(time.share(), kBandCoverage);
  EXPECT_LE(time.share(), kBandCoverage + 0.05);  // bands that hold everything say nothing
}

TEST(Bands, HoldTheRunsTheyAreMadeOf) {
  std::size_t inside = 0, votes = 0;
  for (const auto& vote : shipped().votes) {
    if (!vote.time) continue;
    const auto told = confidenceOf(vote.run().scenario);
    // Nothing that a run has is unseen; LoRA on Ampere and Blackwell has too few runs for a band of its own.
    EXPECT_EQ(told.unseen & ~bit(Unseen::workOnGeneration), 0U) << vote.run().id;
    EXPECT_TRUE(!told.extrapolated() || workKind(vote.run().scenario) == WorkKind::lora) << vote.run().id;
    EXPECT_GT(told.memoryRel, 0) << vote.run().id;
    ++votes;
    inside += std::fabs(vote.time->error()) <= told.timeRel;
  }
  EXPECT_EQ(votes, 616U);
  EXPECT_GE(static_cast<double>(inside), kBandCoverage * static_cast<double>(votes));
}

}  // namespace
}  // namespace shardscope
