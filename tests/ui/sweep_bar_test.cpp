// SPDX-License-Identifier: Apache-2.0
// The bar above the map: how many configurations were tried stays in sight, in as many words as there is room for.
#include "ui/views/sweep_bar.hpp"

#include <gtest/gtest.h>

#include <QComboBox>
#include <QFontMetrics>
#include <QLabel>
#include <QTest>

#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/views/sweep_page.hpp"

namespace shardscope::ui {
namespace {

class SweepBarTest : public testing::TestWithParam<Language> {
 protected:
  SweepBarTest() { setLanguage(GetParam()); }
  ~SweepBarTest() override { setLanguage(Language::en); }
};

const QLabel* countIn(const SweepBar& bar) {
  for (const auto* label : bar.findChildren<QLabel*>())
    if (label->isVisible() && label->text() == bar.countText()) return label;
  return nullptr;
}

void expectNothingOverlaps(const SweepBar& bar, const QLabel& count) {
  EXPECT_GE(count.width(), QFontMetrics(count.font()).horizontalAdvance(count.text()));
  EXPECT_TRUE(bar.rect().contains(count.geometry()));
  for (const auto* other : bar.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
    if (other == &count || !other->isVisible()) continue;
    EXPECT_FALSE(other->geometry().intersects(count.geometry())) << other->metaObject()->className();
  }
}

TEST_P(SweepBarTest, TheCountIsInSightAtBothSizesOfTheDesign) {
  for (const QSize size : {QSize(1440, 900), QSize(1280, 720)}) {
    uitest::Window w(uitest::designScenario(), size);
    QTest::keyClick(&w.window, Qt::Key_2, Qt::ControlModifier);
    w.window.sweep().waitUntilDone();
    QApplication::processEvents();
    const auto& bar = *w.window.sweepPage()->bar();
    const auto* count = countIn(bar);
    uitest::keepPicture(w.window, QStringLiteral("sweep-bar-%1-%2").arg(size.width()).arg(int(GetParam())));
    ASSERT_NE(count, nullptr) << size.width() << " " << bar.width() << " " << bar.sizeHint().width();
    const auto& counts = w.window.sweep().outcome()->result.counts;
    EXPECT_TRUE(count->text().contains(QLocale(QLocale::English).toString(qulonglong{counts.fitted + counts.tight})))
        << count->text().toStdString();
    expectNothingOverlaps(bar, *count);
    if (size.width() == 1440) {
      EXPECT_TRUE(count->text().contains(QLocale(QLocale::English).toString(qulonglong{counts.tried})))
          << count->text().toStdString();
    }
    uitest::keepPicture(w.window, QStringLiteral("sweep-bar-%1-%2").arg(size.width()).arg(int(GetParam())));
  }
}

TEST_P(SweepBarTest, ItShortensBeforeItGoesAndTheRestIsInTheToolTip) {
  ScenarioStore store(uitest::designScenario());
  SweepBoard board(store);
  board.setActive(true);
  board.waitUntilDone();
  SweepBar bar(board);
  uitest::present(bar, QSize(1800, 40));
  const QString whole = bar.countText();
  ASSERT_FALSE(whole.isEmpty());
  QStringList seen{whole};
  for (int width = 1800; width > 900; width -= 4) {
    bar.resize(width, bar.heightForWidth(width));
    QApplication::processEvents();
    const QString text = bar.countText();
    if (const auto* count = countIn(bar)) {
      expectNothingOverlaps(bar, *count);
      EXPECT_TRUE(count->toolTip().contains(whole));
      EXPECT_EQ(count->accessibleName(), whole);
    }
    if (text != seen.back()) seen << text;
  }
  ASSERT_GE(seen.size(), 3);
  EXPECT_LT(seen[1].size(), seen[0].size());
  EXPECT_LT(seen[2].size(), seen[1].size());
}

TEST_P(SweepBarTest, AChooserIsAsWideAsItsTextAndItsListAsWideAsItsWidest) {
  ScenarioStore store(uitest::designScenario());
  SweepBoard board(store);
  SweepBar bar(board);
  uitest::present(bar, QSize(1400, 40));
  const int narrow = bar.xAxis()->width();
  auto settings = board.settings();
  setAxis(settings, true, {Dim::recompute});
  board.setSettings(settings);
  QApplication::processEvents();
  const auto* combo = bar.xAxis();
  EXPECT_GE(combo->width(), narrow);
  EXPECT_GT(combo->width(), QFontMetrics(combo->font()).horizontalAdvance(combo->currentText()) + 16);
}

INSTANTIATE_TEST_SUITE_P(Both, SweepBarTest, testing::Values(Language::en, Language::zhCn));

}  // namespace
}  // namespace shardscope::ui
