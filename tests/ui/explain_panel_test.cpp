// SPDX-License-Identifier: Apache-2.0
// Figures that are open to question: tiles, charts, the dock, the popover.
#include "ui/views/explain_panel.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QTextBrowser>
#include <QToolButton>

#include "tests/support/ui_window.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/text/explain_html.hpp"
#include "ui/text/figure_keys.hpp"
#include "ui/text/language.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/explain_popover.hpp"
#include "ui/views/explain_view.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/overview_page.hpp"

namespace shardscope::ui {
namespace {

struct ExplainWindow : uitest::Window {
  void click(Kpi kpi) { QTest::mouseClick(window.kpis()->tile(kpi), Qt::LeftButton); }
  ExplainView& dock() { return *window.explain()->view(); }
  ExplainPopover& popover() { return *window.popover(); }
};

TEST(Explain, EveryTileAndEverySegmentHasAnExplanation) {
  ExplainWindow w;
  for (int i = 0; i < static_cast<int>(Kpi::count); ++i) {
    w.click(static_cast<Kpi>(i));
    ASSERT_TRUE(w.dock().explanation()) << figureKey(static_cast<Kpi>(i)).toStdString();
    EXPECT_EQ(w.dock().explanation()->key, figureKey(static_cast<Kpi>(i)).toStdString());
  }
  for (int part = 0; part < static_cast<int>(MemoryPart::count); ++part) {
    emit w.window.overview()->memory()->explainRequested(3, static_cast<MemoryPart>(part));
    ASSERT_TRUE(w.dock().explanation());
    EXPECT_EQ(w.dock().explanation()->key, figureKey(3, static_cast<MemoryPart>(part)).toStdString());
  }
  for (int part = 0; part < static_cast<int>(TimePart::count); ++part)
    EXPECT_TRUE(explain(figureKey(static_cast<TimePart>(part)).toStdString(), w.store.scenario(), w.store.report(),
                        Language::en, Changes::leftOut));
}

TEST(Explain, ASecondClickOpensTheWholeStory) {
  ExplainWindow w;
  w.click(Kpi::bubble);
  EXPECT_FALSE(w.popover().isVisible());
  w.click(Kpi::bubble);
  ASSERT_TRUE(w.popover().isVisible());
  EXPECT_TRUE(w.window.rect().contains(w.popover().geometry()));
  QTest::keyClick(w.popover().view()->page(), Qt::Key_Escape);
  EXPECT_FALSE(w.popover().isVisible());
}

TEST(Explain, WithoutTheDockTheFirstClickOpensThePopover) {
  ExplainWindow w;
  w.window.findChild<QDockWidget*>(QStringLiteral("explain"))->close();
  w.click(Kpi::mfu);
  EXPECT_TRUE(w.popover().isVisible());
  QTest::mouseClick(w.window.kpis()->tile(Kpi::stepTime), Qt::LeftButton);
  EXPECT_EQ(w.popover().view()->key(), figureKey(Kpi::stepTime)) << "a click elsewhere closes it, another figure opens";
}

TEST(Explain, TheShortcutExplainsTheFocusedTile) {
  ExplainWindow w;
  QApplication::setActiveWindow(&w.window);
  w.window.kpis()->tile(Kpi::throughput)->setFocus();
  w.window.actions().explain->trigger();
  ASSERT_TRUE(w.popover().isVisible());
  EXPECT_EQ(w.popover().view()->key(), figureKey(Kpi::throughput));
}

TEST(Explain, SymbolsLeadOnAndBackLeadsBack) {
  ExplainWindow w;
  w.window.explain()->openPopover(figureKey(Kpi::mfu), QRect(100, 100, 10, 10));
  const auto& symbols = w.popover().view()->explanation()->symbols;
  const auto linked = std::find_if(symbols.begin(), symbols.end(), [](const auto& s) { return !s.key.empty(); });
  ASSERT_NE(linked, symbols.end());
  const QString next = QString::fromStdString(linked->key);
  EXPECT_TRUE(w.popover().view()->page()->toHtml().contains(QStringLiteral("explain:") + next));
  emit w.popover().view()->page()->anchorClicked(QUrl(QStringLiteral("explain:") + next));
  EXPECT_EQ(w.popover().view()->key(), next);
  EXPECT_TRUE(w.popover().view()->explanation());
  QTest::mouseClick(w.popover().backButton(), Qt::LeftButton);
  EXPECT_EQ(w.popover().view()->key(), figureKey(Kpi::mfu));
  EXPECT_FALSE(w.popover().backButton()->isVisible());
}

TEST(Explain, TheValueFollowsTheSlider) {
  ExplainWindow w;
  w.click(Kpi::stepTime);
  w.store.apply({{Key::globalBatch, std::int64_t{256}}}, QStringLiteral("B"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return w.dock().explanation()->value == w.store.report().time.step.count(); }));
}

TEST(Explain, AChangeCanBeAppliedInOneUndoStep) {
  ExplainWindow w;
  w.window.explain()->openPopover(figureKey(Kpi::bubble), QRect(100, 100, 10, 10));
  ASSERT_FALSE(w.popover().view()->explanation()->changes.empty());
  const auto before = w.store.scenario();
  const auto change = w.popover().view()->explanation()->changes.front();
  emit w.popover().view()->page()->anchorClicked(QUrl(QStringLiteral("apply:0")));
  EXPECT_EQ(w.store.report().bubble.ratioActual, change.value);
  w.store.undo();
  EXPECT_EQ(w.store.scenario(), before);
}

TEST(Explain, CopiesAsTextAndAsLatex) {
  ExplainWindow w;
  w.window.explain()->openPopover(figureKey(Kpi::bubble), QRect(100, 100, 10, 10));
  const auto explanation = *w.popover().view()->explanation();
  QTest::mouseClick(w.popover().copyTextButton(), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(), asText(explanation, Language::en));
  QTest::mouseClick(w.popover().copyLatexButton(), Qt::LeftButton);
  EXPECT_EQ(QApplication::clipboard()->text().toStdString(), asLatex(explanation, Language::en));
}

TEST(Explain, AnImpossibleConfigurationSaysWhyThereIsNoFigure) {
  ExplainWindow w;
  w.store.apply({{Key::dp, std::int64_t{3}}}, QStringLiteral("DP"));
  w.click(Kpi::mfu);
  EXPECT_FALSE(w.dock().explanation());
}

TEST(Explain, SpeaksTheLanguageOfTheWindow) {
  ExplainWindow w;
  w.click(Kpi::bubble);
  const auto english = w.dock().explanation()->title;
  setLanguage(Language::zhCn);
  QApplication::processEvents();
  EXPECT_NE(w.dock().explanation()->title, english);
  setLanguage(Language::en);
  QApplication::processEvents();
  EXPECT_EQ(w.dock().explanation()->title, english);
}

TEST(ExplainHtml, SetsSubscriptsAndEscapes) {
  EXPECT_EQ(withSubscripts(QStringLiteral("X_max < Σ X_s")), QStringLiteral("X<sub>max</sub> &lt; Σ X<sub>s</sub>"));
  EXPECT_EQ(withSubscripts(QStringLiteral("X_1–2")), QStringLiteral("X<sub>1–2</sub>"));
  EXPECT_EQ(withSubscripts(QStringLiteral("_x")), QStringLiteral("_x"));
}

}  // namespace
}  // namespace shardscope::ui
