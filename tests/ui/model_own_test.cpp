// SPDX-License-Identifier: Apache-2.0
// The dialog of dimensions over models whose dimensions stand in the scenario itself, with or without an exact total.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <map>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/parameters.hpp"
#include "core/io/file.hpp"
#include "core/io/hf_config.hpp"
#include "core/io/scenario_writer.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/store/model_origin.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/model_dialog.hpp"
#include "ui/views/model_figures.hpp"

namespace shardscope::ui {
namespace {

const QString kModels = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/");

std::optional<ModelShape> shapeOfFile(const QString& path) {
  const auto text = readFile(path.toStdString(), 1 << 20);
  if (!text) return std::nullopt;
  const auto model = importHfConfig(*text, path.toStdString(), Language::en);
  return model ? std::optional(model->shape) : std::nullopt;
}

Scenario own(const ModelShape& shape) {
  return withModel(uitest::designScenario(), {ModelSource::inlineDimensions, "", shape});
}

struct Opened : uitest::Window {
  explicit Opened(const ModelShape& shape) : Window(own(shape)) {
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
  static void press(QPushButton* button) { QTest::mouseClick(button, Qt::LeftButton); }
  bool shows(const char* part) const { return dialog->figures().text().contains(QString::fromUtf8(part)); }
  bool saysTotalIsLost() const { return dialog->notices().contains(QStringLiteral("counted by themselves")); }
  ModelDialog* dialog;
};

// What follows the label, products worked out: "Layers 3 × 5" is 15. Nothing if there is no such row.
std::optional<std::int64_t> figure(const QString& text, const QString& label) {
  static const QRegularExpression kProduct(QStringLiteral("^([0-9]+) × ([0-9]+)$"));
  std::optional<std::int64_t> sum;
  bool isWithin = false;
  for (QString line : text.split(u'\n')) {
    const bool isTitle = line.contains(QRegularExpression(QStringLiteral("^[A-Z]")));
    isWithin = isTitle ? line.startsWith(label + u' ') : isWithin;
    if (!isWithin) continue;
    if (isTitle) line.remove(0, label.size() + 1);
    line.remove(u',').replace(QChar(0x2212), QStringLiteral("-"));
    const auto product = kProduct.match(line);
    sum = sum.value_or(0) + (product.hasMatch() ? product.captured(1).toLongLong() * product.captured(2).toLongLong()
                                                : line.toLongLong());
  }
  return sum;
}

// The rows of the dialog are what the total is made of: none below zero, nothing left over.
TEST(ModelOwn, theRowsOfEveryModelAddUpAndNoPartIsNegative) {
  std::map<std::string, ModelShape> shapes;
  for (const auto& name : QDir(kModels).entryList({QStringLiteral("*.json")}))
    if (const auto shape = shapeOfFile(kModels + name)) shapes[name.toStdString()] = *shape;
  for (const auto& entry : catalogue().models()) shapes[entry.id] = entry.shape;
  ASSERT_GT(shapes.size(), 60U);
  Opened w(shapes.begin()->second);
  std::size_t differing = 0;
  for (const auto& [name, shape] : shapes) {
    w.store.replace(own(shape), QStringLiteral("model"));
    ASSERT_TRUE(w.dialog->fault().isEmpty()) << name;
    const QString text = w.dialog->figures().text();
    std::int64_t sum = figure(text, QStringLiteral("Exact total differs by")).value_or(0);
    if (sum != 0) ++differing;
    for (const char* label : {"Layers", "Embedding", "Positions", "Head", "Around the layers"}) {
      const auto part = figure(text, QString::fromUtf8(label)).value_or(0);
      EXPECT_GE(part, 0) << name << '\n' << text.toStdString();
      sum += part;
    }
    EXPECT_EQ(sum, totalParameters(shape)) << name << '\n' << text.toStdString();
    EXPECT_EQ(figure(text, QStringLiteral("Total parameters")), totalParameters(shape));
    EXPECT_FALSE(w.dialog->isMarkedEdited()) << name;
  }
  EXPECT_GT(differing, 5U);
}

// The norms of queries and keys: 64 layers × 2 × 128. Narrow tables: less than the dimensions say.
TEST(ModelOwn, anExactTotalThatDimensionsMissIsARowOfItsOwn) {
  const Opened norms(catalogue().model("qwen3-32b")->shape);
  EXPECT_TRUE(norms.shows("Around the layers 5,120"));
  EXPECT_TRUE(norms.shows("Exact total differs by +16,384")) << norms.dialog->figures().text().toStdString();
  const auto opt = shapeOfFile(kModels + QStringLiteral("opt-350m.json"));
  ASSERT_TRUE(opt);
  const Opened narrow(*opt);
  EXPECT_TRUE(narrow.shows("Exact total differs by −")) << narrow.dialog->figures().text().toStdString();
}

TEST(ModelOwn, losingAnExactTotalIsSaidAndMarked) {
  for (const char* name : {"opt-350m.json", "qwen3-8b.json"}) {
    const auto shape = shapeOfFile(kModels + QString::fromUtf8(name));
    ASSERT_TRUE(shape) << name;
    const Opened w(*shape);
    EXPECT_FALSE(w.saysTotalIsLost());
    EXPECT_FALSE(w.dialog->isMarkedEdited());
    w.type("layers", "23");
    EXPECT_TRUE(w.saysTotalIsLost());
    EXPECT_TRUE(w.dialog->isMarkedEdited());
    EXPECT_FALSE(w.shows("Exact total differs by"));
    Opened::press(w.dialog->revertButton());
    EXPECT_FALSE(w.saysTotalIsLost());
    EXPECT_FALSE(w.dialog->isMarkedEdited());
  }
}

TEST(ModelOwn, isEditedAgainstWhatTheFileOfTheScenarioHolds) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("own.shard.yaml"));
  const auto shape = catalogue().model("qwen3-32b")->shape;
  ASSERT_TRUE(replaceFile(path.toStdString(), scenarioYaml(own(shape))));
  Opened w(catalogue().model("llama-3-8b")->shape);
  ASSERT_TRUE(w.window.openPath(path));
  EXPECT_FALSE(w.dialog->isMarkedEdited());
  w.type("layers", "40");
  Opened::press(w.dialog->applyButton());
  EXPECT_TRUE(w.dialog->isMarkedEdited());
  EXPECT_TRUE(w.saysTotalIsLost());
  w.store.undo();
  EXPECT_FALSE(w.dialog->isMarkedEdited());
  w.store.redo();
  EXPECT_TRUE(w.dialog->isMarkedEdited());
  Opened::press(w.dialog->revertButton());
  Opened::press(w.dialog->applyButton());
  EXPECT_EQ(w.store.scenario().model.shape, shape);  // with its exact total
  w.store.undo();
  w.store.markSaved(path);
  EXPECT_FALSE(w.dialog->isMarkedEdited());
}

}  // namespace
}  // namespace shardscope::ui
