// SPDX-License-Identifier: Apache-2.0
// Opening and saving never lose a file: neither the user's own nor somebody else's.
#include "ui/views/documents.hpp"

#include <gtest/gtest.h>

#include <QFile>
#include <QPushButton>
#include <QTemporaryDir>

#include "tests/support/ui_window.hpp"
#include "ui/views/export_dialog.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope::ui {
namespace {

QByteArray contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("no such file");
}

void write(const QString& path, const QByteArray& content) {
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(content);
}

QByteArray scenarioWithTp(int tp) {
  return QByteArray(
             "shardscope: 1\nmodel: {preset: llama-3-8b}\ncluster: {gpu: h100-sxm-80gb, nodes: 1}\n"
             "workload: {global_batch: 64}\nparallel: {tp: ") +
         QByteArray::number(tp) + "}\n";
}

void pressButton(const NoticeBar& notices, const QString& text) {
  for (auto* button : notices.findChildren<QPushButton*>())
    if (button->isVisible() && button->text() == text) return QTest::mouseClick(button, Qt::LeftButton);
  FAIL() << "no button " << text.toStdString() << " under " << notices.text().toStdString();
}

struct DocumentsTest : testing::Test {
  QString file(const char* name) const { return folder.filePath(QString::fromUtf8(name)); }
  void answerNameDialog(const QString& name) {
    w.window.documents().setNameDialog([name](QWidget*, const QString&) { return name; });
  }
  QTemporaryDir folder;
  uitest::Window w;
};

TEST_F(DocumentsTest, AModelConfigIsNeverSavedOverWhateverItsName) {
  QFile config(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/llama-2-13b.json"));
  for (const char* name : {"config.json", "config", "llama.txt", "config.json.1", "模型.yaml"}) {
    const QString path = file(name);
    ASSERT_TRUE(config.copy(path));
    const QByteArray before = contentOf(path);
    ASSERT_TRUE(w.window.openPath(path)) << name;
    EXPECT_EQ(w.store.scenario().model.source, ModelSource::hfConfig) << name;
    EXPECT_TRUE(w.store.filePath().isEmpty()) << name << ": a model is no document";
    answerNameDialog(QString());
    EXPECT_FALSE(w.window.documents().save());
    EXPECT_FALSE(w.window.documents().writeTo(path)) << name;
    EXPECT_FALSE(w.window.notices()->text().isEmpty());
    EXPECT_EQ(contentOf(path), before) << name;
  }
}

TEST_F(DocumentsTest, AfterSaveAsEveryUndoStepBelongsToTheNewFile) {
  const QString first = file("first.yaml"), second = file("second.yaml");
  write(first, scenarioWithTp(2));
  ASSERT_TRUE(w.window.openPath(first));
  ASSERT_TRUE(w.store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  const QByteArray before = contentOf(first);
  ASSERT_TRUE(w.window.documents().writeTo(second));
  w.store.undo();
  EXPECT_EQ(w.store.scenario().parallel.tp, 2);
  EXPECT_EQ(w.store.filePath(), second);
  EXPECT_TRUE(w.store.isModified());
  EXPECT_TRUE(w.window.documents().save());
  EXPECT_EQ(contentOf(first), before);
  w.store.redo();
  EXPECT_EQ(w.store.filePath(), second);
  w.store.undo();
  w.store.undo();
  EXPECT_TRUE(w.store.filePath().isEmpty()) << "before the first file was opened";
}

TEST_F(DocumentsTest, UndoAcrossTwoFilesSavesEachToItsOwn) {
  const QString first = file("first.yaml"), second = file("second.yaml");
  write(first, scenarioWithTp(2));
  write(second, scenarioWithTp(4));
  ASSERT_TRUE(w.window.openPath(first));
  ASSERT_TRUE(w.window.openPath(second));
  w.store.undo();
  EXPECT_EQ(w.store.filePath(), first);
  EXPECT_FALSE(w.store.isModified());
  w.store.redo();
  EXPECT_EQ(w.store.filePath(), second);
  EXPECT_FALSE(w.store.isModified());
}

TEST_F(DocumentsTest, TheSuffixDecidesTheFormatAndBothAreReadAgain) {
  for (const char* name : {"a.json", "a.JSON", "a.yaml", "a.yml", "a.shard.yaml"}) {
    const Scenario before = w.store.scenario();
    ASSERT_TRUE(w.window.documents().writeTo(file(name)));
    const bool isJson = QString::fromUtf8(name).endsWith(QLatin1String("json"), Qt::CaseInsensitive);
    EXPECT_EQ(contentOf(file(name)).startsWith('{'), isJson) << name;
    ASSERT_TRUE(w.window.openPath(file(name)));
    EXPECT_EQ(w.store.scenario(), before) << name;
  }
}

TEST_F(DocumentsTest, AFileThatAnotherProgramChangedIsNotReplacedUnasked) {
  const QString path = file("shared.yaml"), other = file("mine.yaml");
  write(path, scenarioWithTp(2));
  ASSERT_TRUE(w.window.openPath(path));
  ASSERT_TRUE(w.store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  for (const QByteArray& theirs : {scenarioWithTp(8), QByteArray("no scenario at all"), QByteArray()}) {
    write(path, theirs);
    EXPECT_FALSE(w.window.documents().save());
    EXPECT_EQ(contentOf(path), theirs);
    EXPECT_TRUE(w.window.notices()->text().contains(QStringLiteral("another program")));
  }
  // Keep both.
  answerNameDialog(other);
  pressButton(*w.window.notices(), QStringLiteral("Save as…"));
  EXPECT_EQ(contentOf(path), QByteArray());
  EXPECT_EQ(w.store.filePath(), other);
  EXPECT_TRUE(w.window.notices()->text().isEmpty());
}

TEST_F(DocumentsTest, TheChangedFileCanBeReplacedOrOpened) {
  const QString path = file("shared.yaml");
  write(path, scenarioWithTp(2));
  ASSERT_TRUE(w.window.openPath(path));
  ASSERT_TRUE(w.store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  const Scenario mine = w.store.scenario();
  write(path, scenarioWithTp(8));
  EXPECT_FALSE(w.window.documents().save());
  pressButton(*w.window.notices(), QStringLiteral("Open the changed file"));
  EXPECT_EQ(w.store.scenario().parallel.tp, 8);
  w.store.undo();
  EXPECT_EQ(w.store.scenario(), mine) << "one step away";
  EXPECT_TRUE(w.window.documents().save()) << "now it is known";

  write(path, scenarioWithTp(1));
  EXPECT_FALSE(w.window.documents().save());
  pressButton(*w.window.notices(), QStringLiteral("Replace it"));
  EXPECT_FALSE(w.store.isModified());
  EXPECT_TRUE(w.window.openPath(path));
  EXPECT_EQ(w.store.scenario(), mine);
}

TEST_F(DocumentsTest, WhatDidNotChangeIsSavedWithoutAQuestion) {
  const QString path = file("own.yaml");
  ASSERT_TRUE(w.window.documents().writeTo(path));
  ASSERT_TRUE(w.store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  EXPECT_TRUE(w.window.documents().save());
  ASSERT_TRUE(w.store.move(Knob::tp, 2, QStringLiteral("TP 2")));
  ASSERT_TRUE(QFile::remove(path));
  EXPECT_TRUE(w.window.documents().save()) << "a file that is gone is written anew";
}

TEST(ScenarioFileName, HasOneSuffix) {
  const auto name = [](const char* given) { return scenarioFileName(QString::fromUtf8(given)).toStdString(); };
  EXPECT_EQ(name("/a/run"), "/a/run.shard.yaml");
  EXPECT_EQ(name("/a/run.v2"), "/a/run.v2.shard.yaml");
  EXPECT_EQ(name("/a/run.shard"), "/a/run.shard.yaml");
  EXPECT_EQ(name("/a/run.shard.yaml"), "/a/run.shard.yaml");
  EXPECT_EQ(name("/a/run.YAML"), "/a/run.YAML");
  EXPECT_EQ(name("/a/run.yml"), "/a/run.yml");
  EXPECT_EQ(name("/a/run.json"), "/a/run.json");
}

TEST_F(DocumentsTest, ASuffixThatWasAddedReplacesNothingUnasked) {
  write(file("run.shard.yaml"), "somebody's");
  answerNameDialog(file("run"));
  EXPECT_FALSE(w.window.documents().saveAs());
  EXPECT_EQ(contentOf(file("run.shard.yaml")), "somebody's");
  EXPECT_FALSE(w.window.notices()->text().isEmpty());
  answerNameDialog(file("new"));
  EXPECT_TRUE(w.window.documents().saveAs());
  EXPECT_EQ(w.store.filePath(), file("new.shard.yaml"));
}

TEST_F(DocumentsTest, AnExportThatFailsSaysSoInsideTheDialogAndStaysOpen) {
  ExportDialog dialog(w.store.scenario(), w.store.report(), &w.window);
  QObject::connect(&w.window.documents(), &Documents::saved, &dialog, &QDialog::accept);
  dialog.show();
  const Documents::Place inside{&dialog, dialog.notices()};
  EXPECT_FALSE(w.window.documents().writeTo(QStringLiteral("/proc/nowhere/x.shard.yaml"), inside));
  EXPECT_TRUE(dialog.isVisible());
  EXPECT_FALSE(dialog.notices()->text().isEmpty());
  EXPECT_TRUE(w.window.notices()->text().isEmpty());
  EXPECT_TRUE(w.window.documents().writeTo(file("good.shard.yaml"), inside));
  EXPECT_FALSE(dialog.isVisible());
}

TEST_F(DocumentsTest, ExportingWhatCannotRunAsksFirst) {
  Scenario wide = uitest::designScenario();
  wide.parallel.tp = wide.parallel.pp = 1;
  wide.parallel.dp.reset();
  for (const bool fits : {true, false}) {
    uitest::Window own(fits ? uitest::designScenario() : wide);
    ASSERT_EQ(own.store.report().verdict, fits ? Verdict::fits : Verdict::doesNotFit);
    ExportDialog dialog(own.store.scenario(), own.store.report(), &own.window);
    int asked = 0;
    QObject::connect(&dialog, &ExportDialog::saveRequested, [&asked] { ++asked; });
    dialog.show();
    dialog.findChild<QPushButton*>(QStringLiteral("saveAs"))->click();
    EXPECT_EQ(asked, fits ? 1 : 0);
    if (fits) continue;
    pressButton(*dialog.notices(), QStringLiteral("Export it"));
    EXPECT_EQ(asked, 1);
  }
}

}  // namespace
}  // namespace shardscope::ui
