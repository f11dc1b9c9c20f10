// SPDX-License-Identifier: Apache-2.0
// What the dialog of dimensions says a model amounts to: the same numbers as `shardscope-cli params`, also while
// dimensions are edited.
#include "ui/views/model_figures.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QTemporaryDir>

#include "core/catalogue/catalogue.hpp"
#include "core/explain/explain.hpp"
#include "tests/support/core_hf_configs.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/store/model_origin.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/model_dialog.hpp"

namespace shardscope::ui {
namespace {

constexpr std::int64_t kTokens = 4096;

QString valueOf(const std::vector<ModelFigure>& figures, const char* label) {
  for (const auto& figure : figures)
    if (figure.label == QString::fromUtf8(label)) return figure.value;
  return QStringLiteral("none");
}

QString flopText(double flops) { return QString::fromStdString(explainValueText(flops, ExplainUnit::flops)); }

ModelOrigin ofFile(const ImportedModel& model) {
  return {{ModelSource::hfConfig, "config.json", model.shape}, {}, {}, model};
}

TEST(ModelFigures, sayWhatTheCommandLineSaysOfEveryFile) {
  for (const auto& config : test::hfConfigs()) {
    const auto& model = config.model;
    const auto& p = model.parameters;
    const auto figures = modelFigures(model.shape, ofFile(model), kTokens);
    const auto work = flopsPerToken(model, kTokens);
    const auto numberOrNone = [](std::int64_t value) { return value > 0 ? count(value) : QStringLiteral("none"); };
    EXPECT_EQ(valueOf(figures, "Total parameters"), count(p.total)) << config.name;
    EXPECT_EQ(valueOf(figures, "Embedding"), count(p.embedding)) << config.name;
    EXPECT_EQ(valueOf(figures, "Around the layers"), count(p.rest)) << config.name;
    EXPECT_EQ(valueOf(figures, "Multi-token prediction, apart"), numberOrNone(p.multiTokenPrediction)) << config.name;
    EXPECT_EQ(valueOf(figures, "Attention"), count(p.perKind.attention)) << config.name;
    EXPECT_EQ(valueOf(figures, "MLP"), numberOrNone(p.perKind.mlp)) << config.name;
    EXPECT_EQ(valueOf(figures, "Routed experts"), numberOrNone(p.perKind.experts)) << config.name;
    EXPECT_EQ(valueOf(figures, "Shared experts"), numberOrNone(p.perKind.sharedExperts)) << config.name;
    EXPECT_EQ(valueOf(figures, "Routers"), numberOrNone(p.perKind.router)) << config.name;
    EXPECT_EQ(valueOf(figures, "Norms and small parts"), count(p.perKind.norms)) << config.name;
    EXPECT_EQ(valueOf(figures, "Forward, causal"), flopText(work.forwardCausal)) << config.name;
    EXPECT_EQ(valueOf(figures, "Forward, every score"), flopText(work.forwardFull)) << config.name;
    EXPECT_EQ(valueOf(figures, "Training, causal"), flopText(work.trainingCausal)) << config.name;
    EXPECT_EQ(valueOf(figures, "Training, every score"), flopText(work.trainingFull)) << config.name;
    const bool isMixture = isMoe(model.shape);
    EXPECT_EQ(valueOf(figures, "… without both tables"),
              isMixture ? count(p.activeWithoutTables) : QStringLiteral("none"))
        << config.name;
    const QString tied = QStringLiteral("%1, %2").arg(model.shape.tied ? "yes" : "no",
                                                      model.tiedIsSaid ? "the file says so" : "default of the class");
    EXPECT_EQ(valueOf(figures, "Tied head"), tied) << config.name;
  }
}

TEST(ModelFigures, sayWhoTiedTheHead) {
  const auto read = [](const char* more) {
    return *importHfConfig(R"({"model_type": "gpt2", "n_embd": 64, "n_layer": 2, "n_head": 4, "vocab_size": 100,)"
                           R"( "n_positions": 32)" +
                               std::string(more) + "}",
                           "config.json", Language::en);
  };
  const auto tied = [](const ModelShape& shape, const ModelOrigin& origin) {
    return valueOf(modelFigures(shape, origin, kTokens), "Tied head").toStdString();
  };
  const auto byClass = read(""), byFlag = read(R"(, "tie_word_embeddings": false)");
  EXPECT_EQ(tied(byClass.shape, ofFile(byClass)), "yes, default of the class");
  EXPECT_EQ(tied(byFlag.shape, ofFile(byFlag)), "no, the file says so");
  auto edited = byClass.shape;
  edited.layers = 3;
  EXPECT_EQ(tied(edited, ofFile(byClass)), "yes, default of the class");
  edited.tied = false;
  EXPECT_EQ(tied(edited, ofFile(byClass)), "no, set by hand");
  EXPECT_EQ(tied(byFlag.shape, {{ModelSource::inlineDimensions, "", byFlag.shape}, {}, {}, {}}), "no");
}

struct Opened : uitest::Window {
  explicit Opened(const char* id) {
    auto scenario = uitest::designScenario();
    scenario.model = {ModelSource::preset, id, catalogue().model(id)->shape};
    store.replace(scenario, QStringLiteral("model"));
    window.actions().editModel->trigger();
    dialog = window.findChild<ModelDialog*>();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog));
  }
  void type(const char* dimension, const char* text) const {
    auto* edit = qobject_cast<QLineEdit*>(dialog->editor().editor(dimension));
    edit->setFocus();
    edit->selectAll();
    QTest::keyClicks(edit, QString::fromUtf8(text));
  }
  bool says(const char* line) const {
    return dialog->figures().text().split(QLatin1Char('\n')).contains(QString::fromUtf8(line));
  }
  ModelDialog* dialog;
};

TEST(ModelFigures, followEveryKeyOfAnEdit) {
  Opened w("llama-3-70b");
  EXPECT_TRUE(w.says("KV heads 8 of 64")) << w.dialog->figures().text().toStdString();
  EXPECT_TRUE(w.says("Head size 128"));
  EXPECT_TRUE(w.says("Tied head no"));
  EXPECT_TRUE(w.says("Work per token, sequence of 8,192"));
  w.type("kv_heads", "64");
  EXPECT_TRUE(w.says("KV heads 64 of 64"));
  EXPECT_TRUE(w.says("Attention 21,474,836,480"));  // 80 · 4 · 8192²
  // 2 · (80 · (4·8192² + 3·8192·28672) + 8192·128256) + 80 · 4·8192 · 8192
  EXPECT_TRUE(w.says("Forward, every score 179.3\u00a0GFLOP")) << w.dialog->figures().text().toStdString();
  w.type("head_dim", "64");
  EXPECT_TRUE(w.says("Head size 64"));
  EXPECT_TRUE(w.says("Attention 10,737,418,240"));
  auto longer = w.store.scenario();
  longer.workload.sequenceLength = 16384;
  w.store.replace(longer, QStringLiteral("sequence"));
  EXPECT_TRUE(w.says("Work per token, sequence of 16,384"));
}

TEST(ModelFigures, ofLatentAttentionAndExperts) {
  const Opened w("deepseek-v3");
  EXPECT_TRUE(w.says("KV heads latent, 512 + 64 a token")) << w.dialog->figures().text().toStdString();
  EXPECT_TRUE(w.says("Head size 128 + 64, values 128"));
  EXPECT_TRUE(w.says("Routed experts 653,908,770,816"));  // 58 · 256 · 3 · 7168 · 2048
  EXPECT_TRUE(w.says("Shared experts 2,554,331,136"));    // 58 · 3 · 7168 · 2048
  EXPECT_TRUE(w.says("Routers 106,445,312"));             // 58 · 256 · (7168 + 1)
  EXPECT_TRUE(w.says("MLP 1,189,085,184"));               // 3 · 3 · 7168 · 18432
}

TEST(ModelFigures, areOneStopOfTheKeyboardThatIsReadAndCopied) {
  const Opened w("mixtral-8x7b");
  auto& figures = w.dialog->figures();
  QWidget* at = w.dialog->editor().editor("layers");
  at->setFocus();
  for (int i = 0; i < 40 && at != &figures; ++i) {
    QTest::keyClick(at, Qt::Key_Tab);
    at = w.dialog->focusWidget();
  }
  ASSERT_EQ(at, &figures);
  EXPECT_EQ(figures.accessibleName(), QStringLiteral("Parameters"));
  EXPECT_TRUE(figures.accessibleDescription().contains(QStringLiteral("Active per token 12,879,925,248")));
  QTest::keyClick(&figures, Qt::Key_C, Qt::ControlModifier);
  EXPECT_EQ(QApplication::clipboard()->text(), figures.text());
}

// No label of one language stays in the other.
TEST(ModelFigures, speakBothLanguages) {
  const auto* entry = catalogue().model("deepseek-v3");
  const ModelOrigin origin{{ModelSource::preset, entry->id, entry->shape}, {}, {}, {}};
  const auto english = modelFigures(entry->shape, origin, kTokens);
  setLanguage(Language::zhCn);
  const auto chinese = modelFigures(entry->shape, origin, kTokens);
  setLanguage(Language::en);
  ASSERT_EQ(english.size(), chinese.size());
  for (std::size_t i = 0; i < english.size(); ++i)
    if (english[i].label != QStringLiteral("MLP")) {
      EXPECT_NE(english[i].label, chinese[i].label) << english[i].label.toStdString();
    }
}

}  // namespace
}  // namespace shardscope::ui
