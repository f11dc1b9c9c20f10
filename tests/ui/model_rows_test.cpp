// SPDX-License-Identifier: Apache-2.0
#include "ui/views/model_rows.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include "core/catalogue/catalogue.hpp"
#include "tests/support/ui_support.hpp"

namespace shardscope::ui {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Not;

std::vector<std::string> keys(const QString& search, const QStringList& files = {}) {
  std::vector<std::string> found;
  for (const auto& row : modelRows(search, files))
    if (row.kind == ModelRow::Kind::model || row.kind == ModelRow::Kind::file) found.push_back(row.key.toStdString());
  return found;
}

TEST(ModelRows, showTheWholeCatalogueByFamily) {
  EXPECT_EQ(keys({}).size(), catalogue().models().size());
  const auto rows = modelRows({}, {});
  EXPECT_EQ(rows.front().kind, ModelRow::Kind::title);
  EXPECT_EQ(rows.front().name, QStringLiteral("gpt"));
  EXPECT_EQ(rows[1].name, QStringLiteral("GPT-3 175B"));
  EXPECT_EQ(rows[1].detail, QStringLiteral("175 B"));
}

TEST(ModelRows, areFoundByIdNameFamilyAndSize) {
  EXPECT_THAT(keys(QStringLiteral("70b")), ElementsAre("llama-2-70b", "llama-3-70b"));
  EXPECT_THAT(keys(QStringLiteral(" LLAMA-3.1 ")), ElementsAre("llama-3.1-405b"));
  EXPECT_THAT(keys(QStringLiteral("llama3 70")), ElementsAre("llama-3-70b"));
  EXPECT_THAT(keys(QStringLiteral("qwen moe")), ElementsAre("qwen3-30b-a3b", "qwen3-235b-a22b"));
  EXPECT_THAT(keys(QStringLiteral("deepseek_v2")), ElementsAre("deepseek-v2-lite", "deepseek-v2"));
  EXPECT_THAT(keys(QStringLiteral("671B")), ElementsAre("deepseek-v3"));
  EXPECT_THAT(keys(QStringLiteral("dense")), AllOf(Contains("llama-3-8b"), Not(Contains("mixtral-8x7b"))));
}

TEST(ModelRows, sayWhenNothingMatches) {
  const auto rows = modelRows(QStringLiteral("quux"), {});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].name, QStringLiteral("No model matches “quux”."));
  EXPECT_FALSE(rows[0].isEnabled);
}

TEST(ModelRows, recentFilesStandFirstAndMissingOnesCannotBeChosen) {
  const QTemporaryDir folder;
  const QString here = folder.filePath(QStringLiteral("config.json")),
                gone = folder.filePath(QStringLiteral("no.json"));
  QFile file(here);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  const auto rows = modelRows({}, {here, gone});
  EXPECT_EQ(rows[0].name, QStringLiteral("Recent files"));
  EXPECT_EQ(rows[1].key, here);
  EXPECT_TRUE(rows[1].isEnabled);
  EXPECT_EQ(rows[2].detail, QStringLiteral("missing"));
  EXPECT_FALSE(rows[2].isEnabled);
  EXPECT_THAT(keys(QStringLiteral("config"), {here, gone}), ElementsAre(here.toStdString()));
}

}  // namespace
}  // namespace shardscope::ui
