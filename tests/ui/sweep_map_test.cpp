// SPDX-License-Identifier: Apache-2.0
#include "ui/views/sweep_map.hpp"

#include <gtest/gtest.h>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/text/lines.hpp"
#include "ui/text/sweep_texts.hpp"

namespace shardscope::ui {
namespace {

struct Swept {
  explicit Swept(const Scenario& scenario, const SweepSettings& settings = usualSweep())
      : store(scenario), board(store) {
    board.setSettings(settings);
    board.setActive(true);
    board.waitUntilDone();
  }
  ScenarioStore store;
  SweepBoard board;
};

std::size_t cellAt(const HeatGrid& grid, std::int64_t x, std::int64_t y) {
  for (std::size_t i = 0; i < grid.cells.size(); ++i)
    if (grid.cells[i].x == x && grid.cells[i].y == y) return i;
  ADD_FAILURE() << "no cell " << x << ", " << y;
  return 0;
}

TEST(SweepMap, ACellTellsValuePeakStepAndRecipeOfItsBest) {
  const Swept swept(uitest::designScenario());
  const auto map = sweepMap(swept.board, MapDetail::full);
  const auto index = cellAt(map.grid, 4, 8);
  const auto& best = swept.board.outcome()->result.cells[index].best;
  const auto lines = map.texts.cell[index].split(u'\n');
  ASSERT_EQ(lines.size(), 3);
  EXPECT_EQ(lines[0], QString::number(best.mfu * 100, 'f', 1));
  EXPECT_TRUE(lines[1].contains(QStringLiteral("GiB")) && lines[1].endsWith(QStringLiteral(" s")));
  EXPECT_TRUE(lines[2].startsWith(QStringLiteral("DP2"))) << lines[2].toStdString();
  EXPECT_FALSE(lines[2].contains(QStringLiteral("TP"))) << "its place tells";
  const QString story = map.texts.toolTip[index];
  for (const char* part : {"TP\u00a08", "PP\u00a04", "Best MFU", "Peak", "bubble", "tried", "can run"})
    EXPECT_TRUE(story.contains(QString::fromUtf8(part))) << part << " in " << story.toStdString();
  EXPECT_EQ(sweepMap(swept.board, MapDetail::brief).texts.cell[index], lines[0]);
}

TEST(SweepMap, TheBestCellHoldsTheBestOfTheRanking) {
  for (const auto metric :
       {Metric::mfu, Metric::step, Metric::memory, Metric::bubble, Metric::tokens, Metric::gpuHours}) {
    auto settings = usualSweep();
    settings.metric = metric;
    const Swept swept(uitest::designScenario(), settings);
    const auto map = sweepMap(swept.board, MapDetail::full);
    ASSERT_GE(map.grid.best, 0);
    EXPECT_EQ(map.grid.cells[static_cast<std::size_t>(map.grid.best)].value,
              swept.board.outcome()->result.top.front().value)
        << word(metric);
  }
}

TEST(SweepMap, AChoiceIsTheScenarioWithTheFiguresOfItsCell) {
  const Swept swept(uitest::designScenario());
  const auto map = sweepMap(swept.board, MapDetail::full);
  int chosen = 0;
  for (std::size_t i = 0; i < map.grid.cells.size(); ++i) {
    const auto choice = choiceAt(swept.board, static_cast<int>(i));
    EXPECT_EQ(choice.has_value(), isFeasible(map.grid.cells[i]));
    if (!choice) continue;
    ++chosen;
    const auto report = evaluate(choice->scenario);
    EXPECT_EQ(report.verdict, map.grid.cells[i].verdict);
    EXPECT_EQ(report.throughput.mfu, map.grid.cells[i].mfu);
    EXPECT_EQ(choice->scenario.parallel.tp, map.grid.cells[i].y);
  }
  EXPECT_GT(chosen, 10);
  EXPECT_FALSE(choiceAt(swept.board, -1));
  EXPECT_FALSE(choiceAt(swept.board, 10'000));
}

TEST(SweepMap, TheChaptersSkippedLayoutsSayWhy) {
  const Swept swept(uitest::designScenario(), chapterSweep());
  const auto map = sweepMap(swept.board, MapDetail::full);
  ASSERT_EQ(map.grid.cells.size(), 16u);
  int hatched = 0;
  for (std::size_t i = 0; i < map.grid.cells.size(); ++i) {
    if (isFeasible(map.grid.cells[i])) continue;
    ++hatched;
    EXPECT_FALSE(map.texts.cell[i].isEmpty());
    EXPECT_TRUE(map.texts.toolTip[i].contains(QStringLiteral("cannot run")));
    EXPECT_TRUE(map.texts.toolTip[i].contains(QStringLiteral("Nearest that runs")));
  }
  EXPECT_GT(hatched, 5);
  EXPECT_TRUE(map.texts.cell[cellAt(map.grid, 1, 1)].startsWith(QStringLiteral("OOM ≥ ")));
}

TEST(SweepMap, LayoutsThatNeedMoreGpusThanThereAreAreCounted) {
  auto scenario = uitest::designScenario();
  scenario.cluster.nodes = 4;
  scenario.parallel.dp.reset();
  const Swept swept(scenario, chapterSweep());
  const auto map = sweepMap(swept.board, MapDetail::full);
  const auto index = cellAt(map.grid, 8, 8);
  EXPECT_EQ(map.texts.cell[index], QStringLiteral("> 32 GPU"));
  EXPECT_TRUE(map.texts.toolTip[index].contains(QStringLiteral("32")));
}

TEST(SweepMap, AxesOfWordsAndLengthsHaveTheirNames) {
  auto settings = usualSweep();
  setAxis(settings, true, {Dim::recompute});
  setAxis(settings, false, {Dim::sequenceLength});
  const Swept swept(uitest::designScenario(), settings);
  const auto map = sweepMap(swept.board, MapDetail::full);
  EXPECT_EQ(map.texts.xTicks.front(), QStringLiteral("None"));
  EXPECT_TRUE(std::find(map.texts.yTicks.begin(), map.texts.yTicks.end(), QStringLiteral("8 K")) !=
              map.texts.yTicks.end());
}

TEST(SweepMap, TheOutlineFollowsTheLiveScenarioEvenOffTheMap) {
  Swept swept(uitest::designScenario());
  auto grid = sweepMap(swept.board, MapDetail::brief).grid;
  EXPECT_EQ(static_cast<std::size_t>(currentCell(swept.board, grid)), cellAt(grid, 4, 8));
  ASSERT_TRUE(swept.store.move(Knob::pp, 8, QStringLiteral("PP 8")));
  EXPECT_EQ(static_cast<std::size_t>(currentCell(swept.board, grid)), cellAt(grid, 8, 8));
  grid.xs = {1, 2, 4};
  EXPECT_EQ(currentCell(swept.board, grid), -1);
}

TEST(SweepMap, EveryExpertModelAndDimensionGetsItsText) {
  auto scenario = uitest::designScenario();
  const auto* model = catalogue().model("mixtral-8x7b");
  scenario.model = {ModelSource::preset, model->id, model->shape};
  scenario.parallel.dp.reset();
  for (const auto axis : axisChoices()) {
    auto settings = usualSweep();
    setAxis(settings, true, axis);
    const Swept swept(scenario, settings);
    const auto map = sweepMap(swept.board, MapDetail::full);
    ASSERT_FALSE(map.grid.cells.empty());
    for (std::size_t i = 0; i < map.grid.cells.size(); ++i) {
      EXPECT_FALSE(map.texts.cell[i].isEmpty()) << axisSymbol(axis).toStdString() << " cell " << i;
      EXPECT_FALSE(map.texts.toolTip[i].isEmpty());
    }
  }
}

// Whatever two dimensions meet, no cell is blank: what no sweep reaches says why.
TEST(SweepMap, EveryCellOfEveryPairOfAxesSaysWhyNothingRunsThere) {
  auto experts = uitest::designScenario();
  const auto* model = catalogue().model("mixtral-8x7b");
  experts.model = {ModelSource::preset, model->id, model->shape};
  int notTried = 0;
  for (auto scenario : {uitest::designScenario(), experts}) {
    scenario.parallel.dp.reset();
    for (const auto x : axisChoices()) {
      for (const auto y : axisChoices()) {
        if (x == y) continue;
        auto settings = usualSweep();
        settings.free.reset();
        settings.setFree({}, true);
        settings.x = x;
        settings.y = y;
        const Swept swept(scenario, settings);
        const auto map = sweepMap(swept.board, MapDetail::full);
        ASSERT_FALSE(map.grid.cells.empty());
        for (std::size_t i = 0; i < map.grid.cells.size(); ++i) {
          if (isFeasible(map.grid.cells[i])) continue;
          EXPECT_FALSE(map.texts.cell[i].trimmed().isEmpty()) << map.texts.toolTip[i].toStdString();
          EXPECT_FALSE(map.texts.toolTip[i].section(u'\n', 1, 1).trimmed().isEmpty())
              << map.texts.toolTip[i].toStdString();
          const bool wasTried = swept.board.outcome()->result.cells[i].counts.tried > 0;
          EXPECT_EQ(map.texts.toolTip[i].section(u'\n', 0, 0).endsWith(QStringLiteral("not tried")), !wasTried)
              << map.texts.toolTip[i].toStdString();
          notTried += wasTried ? 0 : 1;
        }
      }
    }
  }
  EXPECT_GT(notTried, 20);
}

TEST(SweepMap, ZeroTwoUnderAPipelineStandsWhereZeroOneDoes) {
  auto settings = usualSweep();
  setAxis(settings, false, {Dim::zero});
  const Swept swept(uitest::designScenario(), settings);
  const auto map = sweepMap(swept.board, MapDetail::full);
  const auto index = cellAt(map.grid, 4, 2);
  ASSERT_EQ(swept.board.outcome()->result.cells[index].counts.tried, 0u);
  EXPECT_EQ(map.texts.cell[index], QStringLiteral("= ZeRO 1"));
  for (const char* part : {"not tried", "evaluated as ZeRO 1", "Nearest that runs: ZeRO\u00a0"})
    EXPECT_TRUE(map.texts.toolTip[index].contains(QString::fromUtf8(part)))
        << part << " in " << map.texts.toolTip[index].toStdString();
}

TEST(SweepMap, DegreesOfDataParallelismThatNoSplitHasSaySo) {
  auto settings = usualSweep();
  setAxis(settings, true, {});
  auto scenario = uitest::designScenario();
  scenario.parallel.dp.reset();
  const Swept swept(scenario, settings);
  const auto map = sweepMap(swept.board, MapDetail::full);
  const auto index = cellAt(map.grid, 64, 8);
  ASSERT_EQ(swept.board.outcome()->result.cells[index].counts.tried, 0u);
  EXPECT_EQ(map.texts.cell[index], QStringLiteral("> 64 GPU"));
  EXPECT_TRUE(map.texts.toolTip[index].contains(QStringLiteral("the job has 64 GPUs")))
      << map.texts.toolTip[index].toStdString();
}

TEST(Lines, BreakAtSpacesAndBetweenChineseLetters) {
  EXPECT_EQ(wrappedText(QStringLiteral("short")), QStringLiteral("short"));
  EXPECT_EQ(wrappedText(QStringLiteral("one two three"), 8), QStringLiteral("one two\nthree"));
  EXPECT_EQ(wrappedText(QStringLiteral("unbreakable"), 4), QStringLiteral("unbreakable"));
  EXPECT_EQ(wrappedText(QStringLiteral("张量并行不可行"), 8), QStringLiteral("张量并行\n不可行"));
  EXPECT_EQ(wrappedText(QStringLiteral("张量并行，不行"), 8), QStringLiteral("张量并\n行，不行"))
      << "no comma begins a line";
}

}  // namespace
}  // namespace shardscope::ui
