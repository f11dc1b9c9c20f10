// SPDX-License-Identifier: Apache-2.0
#include "core/io/decimal.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <locale>

#include "core/io/hf_config.hpp"
#include "core/io/scenario_reader.hpp"

namespace shardscope {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Decimal, ReadsWhatJsonAndPythonWrite) {
  EXPECT_EQ(decimal("0"), 0.0);
  EXPECT_EQ(decimal("-12"), -12.0);
  EXPECT_EQ(decimal("1e4"), 10000.0);
  EXPECT_EQ(decimal("+2.50E-3"), 0.0025);
  EXPECT_EQ(decimal(".5"), 0.5);
  EXPECT_EQ(decimal("5."), 5.0);
  EXPECT_EQ(decimal("1e+4"), 10000.0);
  EXPECT_EQ(decimal("5e-324"), std::numeric_limits<double>::denorm_min());
}

TEST(Decimal, BeyondADoubleIsInfiniteOrNothing) {
  for (const auto* text : {"1e999", "1e+400", "123456789e301", "0.001e320", "1e99999999999999999999"})
    EXPECT_EQ(decimal(text), kInfinity) << text;
  EXPECT_EQ(decimal("-1e999"), -kInfinity);
  EXPECT_EQ(decimal(std::string(400, '9')), kInfinity);
  EXPECT_EQ(decimal(std::string(400, '9') + "e-390"), 1e10);
  for (const auto* text : {"1e-999", "0.0001e-330", "1e-99999999999999999999", "0e999"})
    EXPECT_EQ(decimal(text), 0.0) << text;
  EXPECT_EQ(decimal("0." + std::string(400, '0') + "1"), 0.0);
}

TEST(Decimal, NothingElse) {
  for (const auto* text : {"", "-", "+", ".", "e5", "1e", "1e+", "--1", "+-1", "-+1", "1,5", "1 ", " 1", "inf", "nan",
                           "0x10", "1_000", "1.2.3", "1e5.0"})
    EXPECT_EQ(decimal(text), std::nullopt) << text;
}

// A point in a number is a point where people write commas, as in a window that took over the user's locale.
TEST(Decimal, ReadersDoNotAskTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8"}) std::setlocale(LC_ALL, name);
  EXPECT_EQ(decimal("1.5"), 1.5);
  const auto config = importHfConfig(R"({"model_type": "llama", "hidden_size": "1.024e3", "num_hidden_layers": 8,
      "num_attention_heads": 16, "intermediate_size": 4.096e3, "vocab_size": 32000})",
                                     "config.json", Language::en);
  const auto yaml = parseScenario(
      "shardscope: 1\nmodel: {preset: llama-3-8b}\ncluster: {gpu: h100-sxm-80gb, gpus: 8}\n"
      "workload: {global_batch: 8}\noverlap: {tp: 0.5}\n",
      "f", "", Language::en);
  std::setlocale(LC_ALL, before.c_str());
  ASSERT_TRUE(config);
  EXPECT_EQ(config->shape.hidden, 1024);
  EXPECT_EQ(config->shape.ffn, 4096);
  ASSERT_TRUE(yaml);
  EXPECT_EQ(yaml->scenario.overlap.tp, 0.5);
}

}  // namespace
}  // namespace shardscope
