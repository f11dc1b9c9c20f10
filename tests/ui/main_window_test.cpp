// SPDX-License-Identifier: Apache-2.0
// The whole window with real mouse and key events.
#include "ui/views/main_window.hpp"

#include <gtest/gtest.h>

#include <QAccessible>
#include <QApplication>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QToolButton>

#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/charts/heatmap.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/controls/stop_slider.hpp"
#include "ui/store/sweep_board.hpp"
#include "ui/text/language.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/documents.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/notice_bar.hpp"
#include "ui/views/overview_page.hpp"
#include "ui/views/pin_bar.hpp"
#include "ui/views/rules_panel.hpp"

namespace shardscope::ui {
namespace {

QPoint centreOf(const StopSlider* slider, std::int64_t value) {
  for (std::size_t i = 0; i < slider->stops().size(); ++i)
    if (slider->stops()[i].value == value) return slider->stopPosition(static_cast<int>(i)).toPoint();
  ADD_FAILURE() << "no stop " << value;
  return {};
}

void drag(StopSlider* slider, std::int64_t from, std::int64_t to) {
  const QPoint start = centreOf(slider, from);
  const QPoint end = centreOf(slider, to);
  QTest::mousePress(slider, Qt::LeftButton, {}, start);
  for (int i = 1; i <= 10; ++i) QTest::mouseMove(slider, start + (end - start) * i / 10);
  QTest::mouseRelease(slider, Qt::LeftButton, {}, end);
}

void press(QWidget* widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
  QTest::keyClick(widget, key, modifiers);
}

TEST(MainWindow, DraggingTensorParallelismMovesTheBarsInOneUndoStep) {
  uitest::Window w;
  const QString before = w.window.overview()->memory()->summary();
  const Bytes peak = w.store.report().memory.peak;
  drag(w.window.config()->row(Knob::tp)->slider(), 8, 4);
  EXPECT_EQ(w.store.scenario().parallel.tp, 4);
  EXPECT_EQ(dataParallel(w.store.scenario()), 4);
  EXPECT_GT(w.store.report().memory.peak, peak);
  EXPECT_NE(w.window.overview()->memory()->summary(), before);
  press(&w.window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(w.store.scenario().parallel.tp, 8);
  EXPECT_FALSE(w.store.canUndo());
}

TEST(MainWindow, EverySliderThatCanMoveMovesTheReport) {
  for (const Knob knob :
       {Knob::tp, Knob::pp, Knob::vpp, Knob::cp, Knob::microBatch, Knob::globalBatch, Knob::sequenceLength}) {
    uitest::Window w;
    auto* slider = w.window.config()->row(knob)->slider();
    const Report before = w.store.report();
    slider->setFocus();
    press(slider, Qt::Key_Right);
    if (w.store.report() == before) press(slider, Qt::Key_Left);
    EXPECT_NE(w.store.report(), before) << "knob " << static_cast<int>(knob);
    EXPECT_NE(w.store.report().verdict, Verdict::invalid) << "knob " << static_cast<int>(knob);
  }
}

TEST(MainWindow, SingleLettersFocusKnobsAndStayOutOfTextFields) {
  uitest::Window w;
  press(&w.window, Qt::Key_P);
  EXPECT_TRUE(w.window.config()->row(Knob::pp)->isAncestorOf(QApplication::focusWidget()));
  press(QApplication::focusWidget(), Qt::Key_G);
  EXPECT_TRUE(w.window.config()->row(Knob::globalBatch)->isAncestorOf(QApplication::focusWidget()));
  w.window.actions().singleKeys->trigger();
  press(QApplication::focusWidget(), Qt::Key_P);
  EXPECT_TRUE(w.window.config()->row(Knob::globalBatch)->isAncestorOf(QApplication::focusWidget()));
}

TEST(MainWindow, ClickingACellAppliesIt) {
  uitest::Window w;
  w.window.sweep().waitUntilDone();
  auto* map = w.window.overview()->map()->heatmap();
  const auto& grid = map->grid();
  ASSERT_GE(grid.current, 0);
  int other = -1;
  for (int i = 0; i < static_cast<int>(grid.cells.size()); ++i)
    if (isFeasible(grid.cells[static_cast<std::size_t>(i)]) && i != grid.current) other = i;
  ASSERT_GE(other, 0);
  const HeatCell cell = grid.cells[static_cast<std::size_t>(other)];
  QTest::mouseClick(
      map->childAt(map->cellRect(other).center().toPoint()), Qt::LeftButton, {},
      map->childAt(map->cellRect(other).center().toPoint())->mapFrom(map, map->cellRect(other).center().toPoint()));
  EXPECT_EQ(w.store.scenario().parallel.tp, cell.y);
  EXPECT_EQ(w.store.scenario().parallel.pp, cell.x);
  EXPECT_EQ(w.store.report().throughput.mfu, cell.mfu);
  EXPECT_EQ(w.store.report().verdict, cell.verdict);
}

TEST(MainWindow, PinsFreezeApplyAndGoAway) {
  uitest::Window w;
  press(&w.window, Qt::Key_D, Qt::ControlModifier);
  ASSERT_EQ(w.pins.pins().size(), 1u);
  ASSERT_TRUE(w.store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  auto* chip = w.window.pinBar()->chip(1);
  ASSERT_TRUE(chip);
  QTest::mouseClick(chip, Qt::LeftButton);
  EXPECT_EQ(w.store.scenario(), uitest::designScenario());
  QTest::mouseClick(w.window.pinBar()->chip(1), Qt::MiddleButton);
  EXPECT_TRUE(w.pins.pins().empty());
}

TEST(MainWindow, LocksSwapTheRolesOfDataParallelismAndTheTotal) {
  uitest::Window w;
  Locks locks = w.store.locks();
  emit w.window.config()->row(Knob::dp)->lockToggled();
  EXPECT_EQ(w.store.locks().gpuRole, GpuRole::dpLocked);
  ASSERT_TRUE(w.store.move(Knob::pp, 8, QStringLiteral("PP 8")));
  EXPECT_EQ(gpuCount(w.store.scenario().cluster), 128);
  EXPECT_NE(w.store.locks(), locks);
}

TEST(MainWindow, TheWarningsOfAnImpossibleScenarioAreListedWithFixes) {
  Scenario broken = uitest::designScenario();
  broken.parallel.tp = 6;
  broken.parallel.dp.reset();
  uitest::Window w(broken);
  EXPECT_EQ(w.store.report().verdict, Verdict::invalid);
  EXPECT_GE(w.window.rules()->shownIssues(), 2);
  EXPECT_EQ(w.window.kpis()->tile(Kpi::memory)->state().value, QStringLiteral("Impossible"));
  for (auto* button : w.window.rules()->findChildren<QPushButton*>()) {
    QTest::mouseClick(button, Qt::LeftButton);
    break;
  }
}

TEST(MainWindow, DroppingAScenarioOpensItAndABrokenOneChangesNothing) {
  const QTemporaryDir folder;
  const QString good = folder.filePath(QStringLiteral("中文 good.shard.yaml"));
  uitest::Window w;
  ASSERT_TRUE(w.store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  ASSERT_TRUE(w.window.documents().writeTo(good));
  ASSERT_TRUE(w.store.move(Knob::tp, 8, QStringLiteral("TP 8")));
  const auto drop = [&w](const QString& path) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&w.window, &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(QPointF(50, 50), Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(&w.window, &event);
  };
  drop(good);
  EXPECT_EQ(w.store.scenario().parallel.tp, 4);
  EXPECT_EQ(w.store.filePath(), good);

  const QString bad = folder.filePath(QStringLiteral("bad.shard.yaml"));
  QFile file(bad);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write("shardscope: 1\nparalel: {tp: 8}\n");
  file.close();
  const Scenario before = w.store.scenario();
  drop(bad);
  EXPECT_EQ(w.store.scenario(), before);
  EXPECT_EQ(w.store.filePath(), good);
  EXPECT_TRUE(w.window.notices()->text().contains(QStringLiteral("paralel")))
      << w.window.notices()->text().toStdString();
}

TEST(MainWindow, DroppingAConfigJsonBringsTheModelAndKeepsTheCluster) {
  uitest::Window w;
  const auto cluster = w.store.scenario().cluster;
  ASSERT_TRUE(w.window.openPath(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/llama-2-13b.json")))
      << w.window.notices()->text().toStdString();
  EXPECT_EQ(w.store.scenario().model.source, ModelSource::hfConfig);
  EXPECT_EQ(w.store.scenario().cluster, cluster);
  press(&w.window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(w.store.scenario(), uitest::designScenario());
}

// A notice that tells of a model, or of the example, goes with it.
TEST(MainWindow, NoticesDoNotOutliveWhatTheyTellOf) {
  uitest::Window w;
  w.window.welcome();
  EXPECT_FALSE(w.window.notices()->text().isEmpty());
  ASSERT_TRUE(w.store.move(Knob::pp, 8, QStringLiteral("PP 8")));
  EXPECT_FALSE(w.window.notices()->text().isEmpty()) << "it still is the example";
  const auto config = QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/llama-2-13b.json");
  ASSERT_TRUE(w.window.openPath(config));
  EXPECT_TRUE(w.window.notices()->text().contains(QStringLiteral("llama-2-13b")))
      << w.window.notices()->text().toStdString();
  ASSERT_TRUE(w.store.move(Knob::tp, 4, QStringLiteral("TP 4")));
  EXPECT_FALSE(w.window.notices()->text().isEmpty()) << "the model is the same";
  w.store.undo();
  w.store.undo();
  EXPECT_TRUE(w.window.notices()->text().isEmpty()) << w.window.notices()->text().toStdString();
}

TEST(MainWindow, WhatIsWrittenOpensAgainAsTheSameScenario) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("a b/方案.shard.yaml"));
  QDir().mkpath(folder.filePath(QStringLiteral("a b")));
  uitest::Window w;
  ASSERT_TRUE(w.window.documents().writeTo(path));
  EXPECT_FALSE(w.store.isModified());
  const Scenario written = w.store.scenario();
  ASSERT_TRUE(w.store.move(Knob::pp, 8, QStringLiteral("PP 8")));
  ASSERT_TRUE(w.window.openPath(path));
  EXPECT_EQ(w.store.scenario(), written);
}

TEST(MainWindow, AFileThatCannotBeWrittenLosesNothing) {
  uitest::Window w;
  w.store.move(Knob::tp, 4, QStringLiteral("TP 4"));
  const Scenario before = w.store.scenario();
  EXPECT_FALSE(w.window.documents().writeTo(QStringLiteral("/proc/nowhere/x.shard.yaml")));
  EXPECT_EQ(w.store.scenario(), before);
  EXPECT_TRUE(w.store.isModified());
  EXPECT_FALSE(w.window.notices()->text().isEmpty());
}

TEST(MainWindow, CommentsOfAFileAreKeptBesideTheNewOne) {
  const QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("hand written.yaml"));
  const QByteArray written =
      "# my cluster\nshardscope: 1\nmodel: {preset: llama-3-8b}  # small\n"
      "cluster: {gpu: h100-sxm-80gb, nodes: 1}\nworkload: {global_batch: 64}\n";
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(written);
  file.close();
  uitest::Window w;
  ASSERT_TRUE(w.window.openPath(path));
  EXPECT_TRUE(w.window.documents().save());
  EXPECT_TRUE(w.window.notices()->text().contains(QStringLiteral(".bak"))) << w.window.notices()->text().toStdString();
  QFile kept(path + QStringLiteral(".bak"));
  ASSERT_TRUE(kept.open(QIODevice::ReadOnly));
  EXPECT_EQ(kept.readAll(), written);
  ASSERT_TRUE(kept.remove());
  EXPECT_TRUE(w.window.documents().save()) << "what we wrote ourselves has nothing to keep";
  EXPECT_FALSE(QFile::exists(path + QStringLiteral(".bak")));
}

TEST(MainWindow, LanguageSwitchesEveryVisibleTextAtOnce) {
  uitest::Window w;
  press(&w.window, Qt::Key_L, Qt::ControlModifier);
  QApplication::processEvents();
  EXPECT_EQ(currentLanguage(), Language::zhCn);
  EXPECT_EQ(w.window.kpis()->tile(Kpi::memory)->state().value, QStringLiteral("放得下"));
  EXPECT_EQ(w.window.actions().undo->text(), QStringLiteral("撤销(&U)"));
  press(&w.window, Qt::Key_L, Qt::ControlModifier);
  QApplication::processEvents();
  EXPECT_EQ(w.window.kpis()->tile(Kpi::memory)->state().value, QStringLiteral("Fits"));
}

TEST(MainWindow, EveryControlHasAName) {
  uitest::Window w;
  for (auto* widget : w.window.findChildren<QWidget*>()) {
    if (!widget->isVisible() || widget->focusPolicy() == Qt::NoFocus || widget->focusProxy()) continue;
    if (widget->inherits("QScrollArea") || widget->inherits("QTabBar") || widget->inherits("QMenuBar")) continue;
    auto* spoken = QAccessible::queryAccessibleInterface(widget);
    ASSERT_TRUE(spoken) << widget->metaObject()->className();
    EXPECT_FALSE(spoken->text(QAccessible::Name).isEmpty())
        << widget->metaObject()->className() << " " << widget->objectName().toStdString();
  }
}

}  // namespace
}  // namespace shardscope::ui
