// SPDX-License-Identifier: Apache-2.0
// Every row of tests/data/models.csv: real and broken config files and what each must give.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>

#include "core/cost/parameters.hpp"
#include "core/io/hf_config.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

const std::string kData = SHARDSCOPE_SOURCE_DIR "/tests/data/";

std::string fileText(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}

// One line of comma-separated cells, "quoted" where they hold commas.
std::vector<std::string> cells(const std::string& line) {
  std::vector<std::string> row(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      row.emplace_back();
    else if (c != '\r')
      row.back() += c;
  }
  return row;
}

struct Row {
  std::string name, file, modelType, total, active;
  bool exact = true;
  double tolerance = 0;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::vector<Row> rows() {
  std::vector<Row> all;
  std::ifstream in(kData + "models.csv");
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    const auto c = cells(line);
    all.push_back({c[0], c[1], c[2], c[3], c[4], c[5] == "yes", std::stod(c[6])});
  }
  return all;
}

std::string nameOf(const testing::TestParamInfo<Row>& row) {
  std::string name = row.param.name;
  for (auto& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class ModelsCsv : public testing::TestWithParam<Row> {};

TEST_P(ModelsCsv, givesWhatTheTableSays) {
  const auto& row = GetParam();
  const auto model = importHfConfig(fileText(kData + row.file), row.file, Language::en);
  if (row.total == "refused" || row.total == "bad") {
    ASSERT_FALSE(model.has_value());
    ASSERT_FALSE(model.error().empty());
    for (const auto& error : model.error()) {
      EXPECT_EQ(error.kind == ErrorKind::unsupportedModel, row.total == "refused");
      EXPECT_EQ(error.file, row.file);
    }
    return;
  }
  ASSERT_TRUE(model.has_value()) << model.error().front().key << ' ' << model.error().front().detail;
  const auto expected = std::stod(row.total);
  if (row.exact)
    EXPECT_EQ(model->parameters.total, std::stoll(row.total));
  else
    EXPECT_LE(std::abs(static_cast<double>(model->parameters.total) / expected - 1), row.tolerance);
  EXPECT_EQ(model->parameters.activeWithBothTables, std::stoll(row.active));
}

TEST_P(ModelsCsv, partsAddUpAndTheShapeIsUsable) {
  const auto& row = GetParam();
  const auto model = importHfConfig(fileText(kData + row.file), row.file, Language::zhCn);
  if (!model) return;
  const auto& p = model->parameters;
  std::int64_t layers = 0;
  for (const auto layer : p.perLayer) layers += layer;
  EXPECT_EQ(p.embedding + p.positions + p.head + p.rest + layers, p.total);
  const auto& kinds = p.perKind;
  EXPECT_EQ(kinds.attention + kinds.mlp + kinds.experts + kinds.sharedExperts + kinds.router + kinds.norms, layers);
  EXPECT_EQ(kinds.experts > 0, model->shape.experts > 0);
  EXPECT_EQ(kinds.router > 0, model->shape.experts > 0);
  EXPECT_EQ(static_cast<std::int64_t>(p.perLayer.size()), model->shape.layers);
  for (const auto& field : modelFields())
    EXPECT_EQ(fits(field, field.read(model->shape)), FieldError::none) << field.name;
  EXPECT_EQ(totalParameters(model->shape), p.total);
  EXPECT_EQ(activeParameters(model->shape), p.activeWithBothTables);
}

// Per-stage bytes use the dimensions; what they do not carry must stay below a thousandth. Two models have parts that
// no dimension stands for: a table narrower than the layers, and the heads that pick keys.
TEST_P(ModelsCsv, dimensionsAloneAreCloseToTheExactTotal) {
  const auto& row = GetParam();
  const auto model = importHfConfig(fileText(kData + row.file), row.file, Language::en);
  if (!model) return;
  const std::map<std::string, double> tolerances = {{"opt-350m", 0.08}, {"deepseek-v3.2", 0.0015}};
  const auto found = tolerances.find(row.name);
  auto plain = model->shape;
  plain.parametersExact.reset();
  const auto ratio = static_cast<double>(totalParameters(plain)) / static_cast<double>(model->parameters.total);
  EXPECT_NEAR(ratio, 1.0, found == tolerances.end() ? 0.001 : found->second);
}

INSTANTIATE_TEST_SUITE_P(Rows, ModelsCsv, testing::ValuesIn(rows()), nameOf);

TEST(ModelsCsvTable, hasItsRows) { EXPECT_EQ(rows().size(), 124u); }

}  // namespace
}  // namespace shardscope
