// SPDX-License-Identifier: Apache-2.0
#include "ui/store/model_origin.hpp"

#include <gtest/gtest.h>

#include <QFile>
#include <QTemporaryDir>

#include "core/catalogue/catalogue.hpp"
#include "tests/support/ui_support.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/store/recent_configs.hpp"
#include "ui/text/model_texts.hpp"

namespace shardscope::ui {
namespace {

ModelChoice preset(const char* id) { return {ModelSource::preset, id, catalogue().model(id)->shape}; }

ModelShape withLayers(ModelShape shape, std::int64_t layers) {
  shape.layers = layers;
  return shape;
}

TEST(ModelOrigin, ofAnEditedCatalogueEntryIsTheEntry) {
  const auto entry = preset("qwen3-32b");
  const auto origin = originOf(entry, Language::en);
  EXPECT_EQ(origin.family, QStringLiteral("qwen3"));
  EXPECT_FALSE(origin.notices.isEmpty());
  const auto edited = editedModel(origin, withLayers(entry.shape, 32));
  EXPECT_EQ(edited.source, ModelSource::inlineDimensions);
  EXPECT_EQ(edited.reference, "qwen3-32b");
  EXPECT_FALSE(edited.shape.parametersExact.has_value());  // it held for 64 layers
  EXPECT_EQ(originOf(edited, Language::en).choice, entry);
  EXPECT_EQ(modelName(edited), QStringLiteral("Qwen3 32B (edited)"));
}

TEST(ModelOrigin, whatIsEditedBackIsNotEdited) {
  const auto origin = originOf(preset("qwen3-32b"), Language::en);
  const auto there = editedModel(origin, withLayers(origin.choice.shape, 32));
  EXPECT_EQ(editedModel(origin, withLayers(there.shape, 64)), origin.choice);
}

TEST(ModelOrigin, ofAFileIsReadAnew) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("config.json"));
  QFile::copy(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/gemma-3-4b.json"), path);
  ModelChoice choice{ModelSource::hfConfig, path.toStdString(), {}};
  const auto read = originOf(choice, Language::en);
  choice.shape = read.choice.shape;
  const auto origin = originOf(choice, Language::zhCn);
  EXPECT_EQ(origin.family, QStringLiteral("gemma3_text"));
  ASSERT_TRUE(origin.read.has_value());
  EXPECT_TRUE(origin.notices.join(QString()).contains(QStringLiteral("head_dim 256")));
  QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
  QFile::remove(path);
  const auto gone = originOf(choice, Language::en);
  EXPECT_FALSE(gone.isThere);
  EXPECT_EQ(gone.choice, choice);
  EXPECT_EQ(gone.notices.size(), 1);
}

TEST(ModelOrigin, ofDimensionsFromNowhere) {
  const ModelChoice own{ModelSource::inlineDimensions, "", preset("llama-3-8b").shape};
  const auto origin = originOf(own, Language::en);
  EXPECT_EQ(origin.choice, own);
  EXPECT_EQ(modelName(own), QStringLiteral("Own model"));
  EXPECT_EQ(modelName(editedModel(origin, withLayers(own.shape, 3))), QStringLiteral("Own model"));
}

TEST(ModelOrigin, anotherModelTakesNothingOfTheOldOneAlong) {
  auto scenario = uitest::designScenario();
  scenario.model = preset("mixtral-8x7b");
  scenario.name = "experts";
  scenario.parallel.ep = 8;
  scenario.moe.capacityFactor = 1.5;
  scenario.parallel.stageLayers = {10, 10, 6, 6};
  const auto same = withModel(scenario, editedModel(originOf(scenario.model, Language::en), [&] {
                                auto shape = scenario.model.shape;
                                shape.vocab = 64000;
                                return shape;
                              }()));
  EXPECT_EQ(same.parallel, scenario.parallel);
  EXPECT_EQ(same.name, "experts");
  const auto dense = withModel(scenario, preset("llama-3-8b"));
  EXPECT_EQ(dense.parallel.ep, 1);
  EXPECT_EQ(dense.moe, Moe{});
  EXPECT_TRUE(dense.name.empty());
  EXPECT_TRUE(withModel(scenario, preset("llama-3-70b")).parallel.stageLayers.empty());
}

TEST(RecentConfigs, keepTheLastSixNewestFirst) {
  for (int i = 0; i < 8; ++i) rememberConfig(QStringLiteral("/models/%1/config.json").arg(i));
  rememberConfig(QStringLiteral("/models/5/config.json"));
  const auto files = recentConfigs();
  EXPECT_EQ(files.size(), 6);
  EXPECT_EQ(files[0], QStringLiteral("/models/5/config.json"));
  EXPECT_EQ(files[1], QStringLiteral("/models/7/config.json"));
  EXPECT_EQ(files.count(QStringLiteral("/models/5/config.json")), 1);
}

}  // namespace
}  // namespace shardscope::ui
