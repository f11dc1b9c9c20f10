// SPDX-License-Identifier: Apache-2.0
// The dialog of dimensions over a real window, with keys as a person presses them.
#include "ui/views/model_dialog.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <QTemporaryDir>
#include <algorithm>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/parameters.hpp"
#include "core/io/scenario_writer.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/chooser.hpp"
#include "ui/views/documents.hpp"
#include "ui/views/model_figures.hpp"

namespace shardscope::ui {
namespace {

void speak(Language language) {
  setLanguage(language);
  QApplication::processEvents();
}

Scenario with(const char* id) {
  auto scenario = uitest::designScenario();
  scenario.model = {ModelSource::preset, id, catalogue().model(id)->shape};
  return scenario;
}

struct Opened : uitest::Window {
  explicit Opened(const char* id = "llama-3-70b", QSize size = {1440, 900}) : Window(with(id), size) {
    window.actions().editModel->trigger();
    dialog = window.findChild<ModelDialog*>();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(dialog));
  }
  QLineEdit* field(const char* dimension) const { return qobject_cast<QLineEdit*>(dialog->editor().editor(dimension)); }
  void type(const char* dimension, const char* text) const {
    auto* edit = field(dimension);
    edit->setFocus();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, QString::fromUtf8(text));
  }
  QString chooserText() const {
    for (const auto* chooser : window.findChildren<Chooser*>())
      if (chooser->accessibleName() == QStringLiteral("Model")) return chooser->accessibleDescription();
    return {};
  }
  ModelDialog* dialog;
};

bool has(const QString& text, const char* part) { return text.contains(QString::fromUtf8(part)); }

TEST(ModelDialog, showsWhereTheModelComesFromAndWhatItAmountsTo) {
  const Opened w;
  EXPECT_EQ(w.field("layers")->text(), QStringLiteral("80"));
  EXPECT_EQ(w.field("head_dim")->text(), QString());
  EXPECT_EQ(w.field("head_dim")->placeholderText(), QStringLiteral("= 128"));
  const QString figures = w.dialog->figures().text();
  EXPECT_TRUE(has(figures, "Total parameters 70,553,706,496")) << figures.toStdString();
  // 4·8192² of attention with 8 of 64 heads kept, 3·8192·28672 of MLP, two norms: 855,654,400 a layer.
  EXPECT_TRUE(has(figures, "80 × 855,654,400")) << figures.toStdString();
  EXPECT_TRUE(has(figures, "Embedding 1,050,673,152"));
  EXPECT_TRUE(has(figures, "Head 1,050,673,152"));
  EXPECT_TRUE(has(figures, "Around the layers 8,192"));
  EXPECT_TRUE(has(w.dialog->notices(), "config.json of the published model"));
  EXPECT_FALSE(w.dialog->isMarkedEdited());
  EXPECT_FALSE(w.dialog->applyButton()->isEnabled());
  EXPECT_FALSE(w.dialog->isModal());
}

TEST(ModelDialog, totalsFollowEveryKey) {
  const Opened w;
  auto* layers = w.field("layers");
  layers->setFocus();
  layers->selectAll();
  QTest::keyClicks(layers, QStringLiteral("4"));
  EXPECT_TRUE(has(w.dialog->figures().text(), "Layers 4 × 855,654,400"));
  QTest::keyClicks(layers, QStringLiteral("0"));
  EXPECT_TRUE(has(w.dialog->figures().text(), "Total parameters 36,327,530,496"));
  EXPECT_TRUE(w.dialog->isMarkedEdited());
  EXPECT_EQ(w.store.scenario().model.shape.layers, 80);  // until Apply
}

TEST(ModelDialog, applyIsOneStepOfUndo) {
  Opened w;
  w.type("layers", "40");
  QTest::keyClick(w.field("layers"), Qt::Key_Return);
  const auto& model = w.store.scenario().model;
  EXPECT_EQ(model.source, ModelSource::inlineDimensions);
  EXPECT_EQ(model.shape.layers, 40);
  EXPECT_TRUE(has(w.chooserText(), "Llama 3 70B (edited), dense · 36.3 B")) << w.chooserText().toStdString();
  const auto yaml = QString::fromStdString(scenarioYaml(w.store.scenario()));
  EXPECT_TRUE(has(yaml, "edited_from: llama-3-70b"));
  EXPECT_TRUE(has(yaml, "layers: 40"));
  w.store.undo();
  EXPECT_EQ(w.store.scenario().model.source, ModelSource::preset);
  EXPECT_FALSE(w.store.canUndo());
  EXPECT_EQ(w.field("layers")->text(), QStringLiteral("80"));  // the dialog follows
}

TEST(ModelDialog, revertGoesBackToWhatWasRead) {
  Opened w;
  w.type("layers", "40");
  QTest::mouseClick(w.dialog->applyButton(), Qt::LeftButton);
  EXPECT_TRUE(w.dialog->isMarkedEdited());
  QTest::mouseClick(w.dialog->revertButton(), Qt::LeftButton);
  EXPECT_EQ(w.field("layers")->text(), QStringLiteral("80"));
  EXPECT_FALSE(w.dialog->isMarkedEdited());
  QTest::mouseClick(w.dialog->applyButton(), Qt::LeftButton);
  EXPECT_EQ(w.store.scenario().model, with("llama-3-70b").model);
}

TEST(ModelDialog, exactTotalsDoNotOutliveTheDimensionsTheyHeldFor) {
  Opened w("qwen3-32b");
  EXPECT_TRUE(has(w.dialog->figures().text(), "32,762,123,264"));
  w.type("layers", "63");
  EXPECT_TRUE(has(w.dialog->notices(), "counted by themselves"));
  QTest::mouseClick(w.dialog->applyButton(), Qt::LeftButton);
  const auto& shape = w.store.scenario().model.shape;
  EXPECT_FALSE(shape.parametersExact.has_value());
  EXPECT_FALSE(shape.parametersActiveExact.has_value());
  EXPECT_TRUE(has(w.dialog->figures().text(), count(totalParameters(shape)).toUtf8().constData()));
}

struct Wrong {
  const char *dimension, *typed, *said;
};
class ModelDialogFaults : public testing::TestWithParam<Wrong> {};
TEST_P(ModelDialogFaults, sayWhatIsLegal) {
  const auto& [dimension, typed, said] = GetParam();
  const Opened w("mixtral-8x7b");
  w.type(dimension, typed);
  EXPECT_TRUE(has(w.dialog->fault(), said)) << w.dialog->fault().toStdString();
  EXPECT_FALSE(w.dialog->applyButton()->isEnabled());
  EXPECT_TRUE(has(w.dialog->figures().text(), "Total parameters —"));
  const bool isOfAllTogether = has(w.dialog->fault(), "the limit is");
  EXPECT_EQ(w.field(dimension)->accessibleDescription(), isOfAllTogether ? QString() : w.dialog->fault());
  const auto labels = w.dialog->editor().findChildren<QLabel*>();
  const auto isMarked = [](const QLabel* label) {
    return label->text().startsWith(QStringLiteral("✕ ")) &&
           label->palette().color(label->foregroundRole()) == currentTheme().color(Token::bad);
  };
  EXPECT_EQ(std::count_if(labels.begin(), labels.end(), isMarked), isOfAllTogether ? 0 : 1);
  QTest::keyClick(w.field(dimension), Qt::Key_Return);
  EXPECT_FALSE(w.store.canUndo());
}
INSTANTIATE_TEST_SUITE_P(
    Dimensions, ModelDialogFaults,
    testing::Values(Wrong{"layers", "", "layers must be given. Allowed: 1 … 100000."},
                    Wrong{"layers", "many", "“many” is not possible for layers. Allowed: 1 … 100000."},
                    Wrong{"hidden", "-1", "“-1” is not possible for hidden size. Allowed: 1 … 1048576."},
                    Wrong{"kv_heads", "5", "32 heads do not divide by 5 KV heads"},
                    Wrong{"top_k", "9", "experts per token is 9; allowed: 1 … 8"},
                    Wrong{"expert_ffn", "", "expert width is 0; allowed: 1 … 16,777,216"},
                    Wrong{"dense_layers", "32", "leading dense layers is 32; allowed: 0 … 31"},
                    Wrong{"window_share", "2", "“2” is not possible for windowed share"},
                    Wrong{"experts", "1048576", "parameters; the limit is"}));

TEST(ModelDialog, takesSeparatorsOfThousandsAndEmptyFields) {
  const Opened w;
  w.type("vocab", "128,000");
  EXPECT_EQ(w.dialog->editor().shape().vocab, 128000);
  w.type("kv_heads", "");
  EXPECT_EQ(w.dialog->editor().shape().kvHeads, 0);
  EXPECT_TRUE(w.dialog->fault().isEmpty());
}

TEST(ModelDialog, switchesBySpace) {
  const Opened w;
  auto* tied = qobject_cast<QCheckBox*>(w.dialog->editor().editor("tied"));
  tied->setFocus();
  QTest::keyClick(tied, Qt::Key_Space);
  EXPECT_TRUE(has(w.dialog->figures().text(), "Head tied to the embedding"));
  EXPECT_TRUE(has(w.dialog->figures().text(), "Total parameters 69,503,033,344"));
}

TEST(ModelDialog, anotherModelOfTheWindowComesIn) {
  Opened w;
  w.type("layers", "7");
  w.store.replace(with("deepseek-v3"), QStringLiteral("DeepSeek"));
  EXPECT_EQ(w.field("layers")->text(), QStringLiteral("61"));
  EXPECT_TRUE(has(w.dialog->figures().text(), "Active per token 37,552,297,472"));
  EXPECT_TRUE(has(w.dialog->figures().text(), "… without the input table 36,625,618,432"));
  EXPECT_TRUE(has(w.dialog->figures().text(), "… without both tables 35,698,939,392"));
  EXPECT_TRUE(has(w.dialog->figures().text(), "Layers 3 ×"));
}

TEST(ModelDialog, aFileShowsItsNoticesAndItsExactBreakdown) {
  Opened w;
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("config.json"));
  QFile::copy(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/deepseek-v3.json"), path);
  ASSERT_TRUE(w.window.openPath(path));
  EXPECT_TRUE(has(w.dialog->figures().text(), "Multi-token prediction, apart 13,463,426,304"));
  EXPECT_TRUE(has(w.dialog->notices(), "quantized (fp8)")) << w.dialog->notices().toStdString();
  w.type("layers", "60");
  QTest::mouseClick(w.dialog->applyButton(), Qt::LeftButton);
  EXPECT_EQ(w.store.scenario().model.reference, path.toStdString());
  EXPECT_TRUE(has(w.chooserText(), "config.json (edited)"));
}

TEST(ModelDialog, speaksBothLanguages) {
  const Opened w;
  w.type("kv_heads", "5");
  speak(Language::zhCn);
  EXPECT_EQ(w.dialog->windowTitle(), QStringLiteral("模型"));
  EXPECT_TRUE(has(w.dialog->fault(), "64 个注意力头不能被 5 个 KV 头整除")) << w.dialog->fault().toStdString();
  EXPECT_EQ(w.field("kv_heads")->text(), QStringLiteral("5"));
  speak(Language::en);
}

// Every word a list can show, every number of every model of the catalogue and every pale default stands whole in its
// field, at every text size, in both languages and themes, also after these change under the open dialog.
TEST(ModelDialog, everyFieldHoldsItsText) {
  Opened w("gpt-3-175b");
  const auto check = [&w](const std::string& where) {
    for (const auto* box : w.dialog->editor().findChildren<QComboBox*>()) {
      QStyleOptionComboBox option;
      option.initFrom(box);
      option.editable = false;
      const auto room = box->style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, box);
      EXPECT_GE(box->width(), box->sizeHint().width()) << where;
      for (int item = 0; item < box->count(); ++item)
        EXPECT_LE(box->fontMetrics().horizontalAdvance(box->itemText(item)), room.width())
            << where << ' ' << box->itemText(item).toStdString();
    }
    for (const auto* edit : w.dialog->editor().findChildren<QLineEdit*>())
      for (const QString& text : {edit->text(), edit->placeholderText()})
        EXPECT_LE(edit->fontMetrics().horizontalAdvance(text), edit->width() - 8) << where << ' ' << text.toStdString();
  };
  for (const double scale : {0.8, 1.0, 1.6})
    for (const auto theme : {ThemeName::light, ThemeName::dark})
      for (const auto language : {Language::en, Language::zhCn}) {
        setTextScale(scale);
        applyTheme(theme);
        speak(language);
        check(std::to_string(scale));
      }
  uitest::keepPicture(*w.dialog, QStringLiteral("model-dialog-layer-norm"));
  speak(Language::en);
  setTextScale(1.0);
  QApplication::processEvents();
  for (const auto& entry : catalogue().models()) {
    w.store.replace(with(entry.id.c_str()), QStringLiteral("model"));
    check(entry.id);
  }
}

// Everything is reachable at every text size; what does not fit scrolls, never sideways.
TEST(ModelDialog, fitsTheSmallWindowAtEveryTextSize) {
  for (const double scale : {0.8, 1.0, 1.6})
    for (const char* id : {"mixtral-8x7b", "deepseek-v3"}) {
      setTextScale(scale);
      const Opened w(id, {1280, 720});
      EXPECT_LE(w.dialog->width(), 1280);
      EXPECT_LE(w.dialog->height(), 720);
      EXPECT_TRUE(w.dialog->rect().contains(
          w.dialog->applyButton()->geometry().translated(w.dialog->applyButton()->parentWidget()->pos())))
          << scale;
      const auto* scroll = w.dialog->findChild<QScrollArea*>();
      QTest::qWait(0);
      EXPECT_EQ(scroll->horizontalScrollBar()->maximum(), 0) << scale << ' ' << id;
      if (scale <= 1) {
        EXPECT_EQ(scroll->verticalScrollBar()->maximum(), 0) << scale << ' ' << id;
      }
      uitest::keepPicture(*w.dialog, QStringLiteral("model-dialog-%1-%2").arg(QLatin1String(id)).arg(scale));
    }
}

TEST(ModelDialog, everyFieldHasANameATooltipAndAnOrder) {
  const Opened w;
  QWidget* at = w.field("layers");
  std::vector<QWidget*> seen;
  for (int i = 0; i < 60 && std::find(seen.begin(), seen.end(), at) == seen.end(); ++i) {
    seen.push_back(at);
    EXPECT_FALSE(uitest::spoken(at).isEmpty());
    QTest::keyClick(at, Qt::Key_Tab);
    at = w.dialog->focusWidget();
  }
  EXPECT_GE(seen.size(), 29U);  // 27 dimensions, notices, Close
  for (const char* name : {"layers", "kv_heads", "v_dim", "window_share"}) {
    EXPECT_FALSE(w.field(name)->toolTip().isEmpty());
    EXPECT_NE(std::find(seen.begin(), seen.end(), w.field(name)), seen.end()) << name;
  }
}

TEST(ModelDialog, pictures) {
  for (const auto theme : {ThemeName::light, ThemeName::dark})
    for (const auto language : {Language::en, Language::zhCn}) {
      applyTheme(theme);
      speak(language);
      const Opened w("deepseek-v3", {1280, 720});
      w.type("kv_rank", "70000000");
      EXPECT_FALSE(w.dialog->fault().isEmpty());
      const auto name = QStringLiteral("model-dialog-%1-%2")
                            .arg(theme == ThemeName::dark ? "dark" : "light", language == Language::zhCn ? "zh" : "en");
      uitest::keepPicture(*w.dialog, name + QStringLiteral("-wrong"));
      w.type("kv_rank", "256");
      EXPECT_TRUE(w.dialog->fault().isEmpty());
      uitest::keepPicture(*w.dialog, name);
    }
  speak(Language::en);
}

}  // namespace
}  // namespace shardscope::ui
