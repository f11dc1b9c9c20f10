// SPDX-License-Identifier: Apache-2.0
// The configuration dock under the wheel, large text and large numbers.
#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QWheelEvent>

#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/controls/stop_field.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/more_settings.hpp"
#include "ui/views/rules_panel.hpp"

namespace shardscope::ui {
namespace {

void turnWheel(QWidget* widget) {
  const QPointF at(widget->rect().center());
  QWheelEvent event(at, widget->mapToGlobal(at), QPoint(), QPoint(0, -120), Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(widget, &event);
}

TEST(ConfigDock, TheWheelScrollsAndNeverChangesAChooser) {
  uitest::Window w;
  auto* config = w.window.config();
  for (auto* button : config->findChildren<QToolButton*>())
    if (button->isCheckable() && button->text().contains(QStringLiteral("More"))) button->setChecked(true);
  QApplication::processEvents();
  const auto before = w.store.scenario();
  int turned = 0;
  for (auto* box : config->findChildren<QComboBox*>()) {
    turnWheel(box);
    turnWheel(box);
    ++turned;
  }
  EXPECT_GT(turned, 5);
  EXPECT_EQ(w.store.scenario(), before);
}

bool isWhole(const StopField* field) {
  const double room = field->width() - field->textMargins().left() - field->textMargins().right();
  return QFontMetricsF(field->font()).horizontalAdvance(field->text()) <= room;
}

class DockText : public testing::TestWithParam<double> {
 protected:
  void TearDown() override { setTextScale(1); }
};

TEST_P(DockText, EveryNumberAndRowStaysWhole) {
  uitest::Window w;
  setTextScale(GetParam());
  QApplication::processEvents();
  const auto* config = w.window.config();
  EXPECT_LE(config->width(), config->parentWidget()->width());
  for (const auto* field : config->findChildren<StopField*>())
    EXPECT_TRUE(isWhole(field)) << field->text().toStdString() << " in " << field->width();
}

INSTANTIATE_TEST_SUITE_P(Scales, DockText, testing::Values(0.8, 1.0, 1.21, 1.4, 1.6));

TEST(ConfigDock, LargeNumbersNeitherWidenItNorLoseDigits) {
  auto scenario = uitest::designScenario();
  scenario.cluster.nodes.reset();
  scenario.cluster.gpus = 1'000'000;
  scenario.workload.globalBatch = 1'000'000'000;
  scenario.parallel.dp.reset();
  uitest::Window w(scenario, {1280, 720});
  QApplication::processEvents();
  const auto* config = w.window.config();
  EXPECT_LE(config->width(), config->parentWidget()->width());
  for (const auto* field : config->findChildren<StopField*>())
    EXPECT_TRUE(isWhole(field)) << field->text().toStdString();
}

TEST(Window, UsualSizeFitsTheScreen) {
  EXPECT_EQ(usualSize({2560, 1440}), QSize(1440, 900));
  EXPECT_LT(usualSize({1440, 900}).height(), 900);
  EXPECT_LE(usualSize({1280, 720}).width(), 1280);
}

QString memoryCard(const Scenario& scenario) {
  uitest::Window w(scenario);
  for (const auto* label : w.window.rules()->findChildren<QLabel*>())
    if (label->isVisible() && label->text().contains(QStringLiteral("Stage 0 needs"))) return label->text();
  return {};
}

TEST(MemoryAdvice, NamesOnlyWhatCanHelp) {
  auto one = uitest::designScenario();
  one.cluster.nodes.reset();
  one.cluster.gpusPerNode = 1;
  one.cluster.gpus = 1;
  one.parallel = {};
  EXPECT_TRUE(memoryCard(one).contains(QStringLiteral("more GPUs are needed")));
  one.model.shape.layers = 2;  // states fit, activations of a huge micro-batch do not
  one.workload.microBatch = 128;
  EXPECT_TRUE(memoryCard(one).contains(QStringLiteral("full recompute"))) << memoryCard(one).toStdString();
  EXPECT_FALSE(memoryCard(one).contains(QStringLiteral("ZeRO")));
  auto many = uitest::designScenario();
  many.parallel.pp = 1;
  many.parallel.dp.reset();
  EXPECT_TRUE(memoryCard(many).contains(QStringLiteral("ZeRO-3"))) << memoryCard(many).toStdString();
}

}  // namespace
}  // namespace shardscope::ui
