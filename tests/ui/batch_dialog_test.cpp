// SPDX-License-Identifier: Apache-2.0
#include "ui/views/batch_dialog.hpp"

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QTest>

#include "core/cost/evaluate.hpp"
#include "tests/support/ui_window.hpp"

namespace shardscope::ui {
namespace {

TEST(BatchDialog, ListsEveryWayAndAppliesTheChosenOne) {
  const auto scenario = uitest::designScenario();
  BatchDialog dialog(scenario);
  uitest::present(dialog);
  ASSERT_GT(dialog.table()->rowCount(), 1);
  EXPECT_EQ(dialog.table()->rowCount(), static_cast<int>(dialog.plans().plans.size()));
  Edit edit;
  QObject::connect(&dialog, &BatchDialog::applyRequested, &dialog, [&edit](const Edit& asked) { edit = asked; });
  dialog.table()->setCurrentCell(1, 0);
  QTest::mouseClick(dialog.applyButton(), Qt::LeftButton);
  const auto& plan = dialog.plans().plans[1];
  const auto after = evaluate(applied(scenario, edit));
  EXPECT_EQ(after.time.step.count(), plan.stepS);
  EXPECT_EQ(after.batch.microBatches, plan.microBatches);
  EXPECT_EQ(after.batch.globalSequences, 128);
}

TEST(BatchDialog, TokensAndSequencesAreTheSameBatch) {
  BatchDialog dialog(uitest::designScenario());
  dialog.unit()->setCurrentIndex(1);
  EXPECT_EQ(dialog.wish()->value(), 128 * 8192);
  EXPECT_EQ(dialog.plans().plans.front().sequences, 128);
  dialog.unit()->setCurrentIndex(0);
  EXPECT_EQ(dialog.wish()->value(), 128);
}

TEST(BatchDialog, AFreeTotalBringsOtherDegreesOfDp) {
  BatchDialog dialog(uitest::designScenario());
  const auto degrees = [&dialog] {
    std::vector<std::int64_t> seen;
    for (const auto& plan : dialog.plans().plans)
      if (std::find(seen.begin(), seen.end(), plan.dp) == seen.end()) seen.push_back(plan.dp);
    return seen.size();
  };
  EXPECT_EQ(degrees(), 1U) << "the total stays, so DP does";
  EXPECT_FALSE(dialog.gpusMax()->isEnabled());
  dialog.freeGpus()->setChecked(true);
  EXPECT_TRUE(dialog.gpusMax()->isEnabled());
  EXPECT_GT(degrees(), 1U);
  for (const auto& plan : dialog.plans().plans) EXPECT_LE(plan.gpus, dialog.gpusMax()->value());
}

TEST(BatchDialog, ABatchThatCannotBeOffersTheNearest) {
  BatchDialog dialog(uitest::designScenario());
  uitest::present(dialog);
  dialog.wish()->setValue(127);  // DP 2 divides no odd batch
  EXPECT_EQ(dialog.table()->rowCount(), 0);
  EXPECT_FALSE(dialog.applyButton()->isEnabled());
  ASSERT_TRUE(dialog.plans().below);
  ASSERT_TRUE(dialog.plans().above);
  QPushButton* above = nullptr;
  for (auto* button : dialog.findChildren<QPushButton*>())
    if (button->text() == QString::number(*dialog.plans().above)) above = button;
  ASSERT_TRUE(above);
  QTest::mouseClick(above, Qt::LeftButton);
  EXPECT_EQ(dialog.wish()->value(), 128);
  EXPECT_GT(dialog.table()->rowCount(), 0);
}

// A split that does not fit the memory is no way to run the batch.
TEST(BatchDialog, DoesNotCallRunningWhatDoesNotFit) {
  auto scenario = uitest::designScenario();
  scenario.parallel.tp = 1, scenario.parallel.pp = 1, scenario.parallel.dp = 64;
  BatchDialog dialog(scenario);
  uitest::present(dialog);
  ASSERT_FALSE(dialog.plans().plans.empty());
  for (const auto& plan : dialog.plans().plans) ASSERT_EQ(plan.verdict, Verdict::doesNotFit);
  EXPECT_FALSE(dialog.remark()->text().contains(QLatin1String("run"))) << dialog.remark()->text().toStdString();
}

}  // namespace
}  // namespace shardscope::ui
