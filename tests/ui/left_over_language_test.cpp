// SPDX-License-Identifier: Apache-2.0
// After Ctrl+L nothing is left of the old language: not in a widget, a tooltip, a menu, a chart or what a screen reader
// says; and back again everything is as it was.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMap>
#include <QMenu>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSet>
#include <QStatusBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>
#include <algorithm>

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/fields.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/charts/scene.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/text/language.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/chart_tools.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/documents.hpp"
#include "ui/views/notice_bar.hpp"
#include "ui/views/overview_page.hpp"

namespace shardscope::ui {
namespace {

using Texts = QMap<QString, QString>;  // where → what it says

class Collector {
 public:
  explicit Collector(const QMainWindow& window) {
    for (auto* widget : window.findChildren<QWidget*>())
      if (widget->isVisible() || qobject_cast<QMenu*>(widget)) addWidget(*widget);
    for (auto* action : window.findChildren<QAction*>()) addAction(*action);
    add(QStringLiteral("window title"), window.windowTitle());
    add(QStringLiteral("status bar"), window.statusBar()->currentMessage());
  }
  const Texts& texts() const { return texts_; }

 private:
  void add(const QString& where, const QString& text) {
    if (text.trimmed().isEmpty()) return;
    QString place = where;
    for (int number = 2; texts_.contains(place); ++number) place = where + QStringLiteral(" #%1").arg(number);
    texts_.insert(place, text);
  }

  void addAction(const QAction& action) {
    if (action.isSeparator()) return;
    add(QStringLiteral("action"), action.text());
    add(QStringLiteral("action tool tip"), action.toolTip());
    add(QStringLiteral("action icon text"), action.iconText());
  }

  void addWidget(QWidget& widget) {
    const QString name = QLatin1String(widget.metaObject()->className()) + u' ' + widget.objectName();
    add(name + QStringLiteral(" tool tip"), widget.toolTip());
    add(name + QStringLiteral(" name"), widget.accessibleName());
    add(name + QStringLiteral(" description"), widget.accessibleDescription());
    add(name + QStringLiteral(" title"), widget.windowTitle());
    if (auto* spoken = QAccessible::queryAccessibleInterface(&widget); spoken && !widget.inherits("QMenu")) {
      add(name + QStringLiteral(" spoken"), spoken->text(QAccessible::Name));
      add(name + QStringLiteral(" spoken value"), spoken->text(QAccessible::Value));
      add(name + QStringLiteral(" spoken description"), spoken->text(QAccessible::Description));
    }
    if (auto* label = qobject_cast<QLabel*>(&widget)) add(name, label->text());
    if (auto* button = qobject_cast<QAbstractButton*>(&widget)) add(name, button->text());
    if (auto* edit = qobject_cast<QLineEdit*>(&widget)) add(name, edit->placeholderText());
    if (auto* edit = qobject_cast<QPlainTextEdit*>(&widget)) add(name, edit->toPlainText());
    if (auto* menu = qobject_cast<QMenu*>(&widget)) add(name, menu->title());
    if (auto* box = qobject_cast<QComboBox*>(&widget))
      for (int i = 0; i < box->count(); ++i) add(name, box->itemText(i));
    if (auto* tabs = qobject_cast<QTabBar*>(&widget))
      for (int i = 0; i < tabs->count(); ++i) add(name, tabs->tabText(i));
    if (auto* table = qobject_cast<QTableView*>(&widget)) addTable(name, *table);
    if (auto* chart = qobject_cast<ChartWidget*>(&widget)) addChart(name, *chart);
  }

  void addTable(const QString& name, const QTableView& view) {
    const auto* model = view.model();
    if (!model) return;
    for (int column = 0; column < model->columnCount(); ++column) {
      add(name + QStringLiteral(" header"), model->headerData(column, Qt::Horizontal).toString());
      for (int row = 0; row < std::min(model->rowCount(), 6); ++row) {
        add(name + QStringLiteral(" cell"), model->index(row, column).data().toString());
        add(name + QStringLiteral(" cell tool tip"), model->index(row, column).data(Qt::ToolTipRole).toString());
      }
    }
  }

  void addChart(const QString& name, ChartWidget& chart) {
    add(name + QStringLiteral(" title"), chart.title());
    const auto table = chart.table();
    for (const auto& text : table.columns + table.rowHeaders) add(name + QStringLiteral(" table"), text);
    for (const auto& text : chart.scene().texts) add(name + QStringLiteral(" drawn"), text.text);
    for (int row = 0; row < table.rowCount(); ++row)
      for (int column = 0; column < table.columnCount(); ++column) {
        add(name + QStringLiteral(" table"), table.cell(row, column));
        add(name + QStringLiteral(" tool tip"), chart.toolTipFor({row, column}));
      }
  }

  Texts texts_;
};

// What stays as it is: terms of the field, products, keys of the keyboard, the words and keys of a scenario file.
const QRegularExpression& names() {
  static const QRegularExpression pattern = [] {
    QStringList list{QStringLiteral("[a-z_0-9-]+(?:\\.[a-z_0-9-]+)+"),
                     QStringLiteral("\\btrue\\b"),
                     QStringLiteral("\\bfalse\\b"),
                     QStringLiteral("\\bnull\\b"),
                     QStringLiteral("Shardscope"),
                     QStringLiteral("All-Reduce"),
                     QStringLiteral("All-Gather"),
                     QStringLiteral("Reduce-Scatter"),
                     QStringLiteral("All-to-All"),
                     QStringLiteral("FlashAttention"),
                     QStringLiteral("Ring"),
                     QStringLiteral("Attention"),
                     QStringLiteral("NVLink"),
                     QStringLiteral("NVFP4"),
                     QStringLiteral("DualPipe"),
                     QStringLiteral("GPipe"),
                     QStringLiteral("LoRA"),
                     QStringLiteral("Megatron"),
                     QStringLiteral("PyTorch"),
                     QStringLiteral("ZeRO"),
                     QStringLiteral("FSDP"),
                     QStringLiteral("GEMM"),
                     QStringLiteral("Logits"),
                     QStringLiteral("Ctrl"),
                     QStringLiteral("Shift"),
                     QStringLiteral("Home"),
                     QStringLiteral("Enter"),
                     QStringLiteral("English"),
                     QStringLiteral("tokens?"),
                     QStringLiteral("TFLOP"),
                     QStringLiteral("\\bstack\\b"),
                     QStringLiteral("\\branks?\\b"),
                     QStringLiteral("GPUs?")};
    for (const char* framework : {"Megatron-Bridge", "torchtitan", "DeepSpeed", "Accelerate", "nanotron", "GPT-NeoX",
                                  "axolotl", "LLaMA-Factory"})
      list << QLatin1String(framework);
    for (const auto& f : scenarioFields())
      for (const auto word : f.words)
        list << QStringLiteral("\\b%1\\b")
                    .arg(QRegularExpression::escape(
                        QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size()))));
    for (const auto& entry : catalogue().models())
      list << QRegularExpression::escape(QString::fromStdString(entry.name));
    for (const auto& entry : catalogue().devices())
      list << QRegularExpression::escape(QString::fromStdString(entry.device.name));
    std::sort(list.begin(), list.end(), [](const QString& a, const QString& b) { return a.size() > b.size(); });
    return QRegularExpression(list.join(QLatin1Char('|')));
  }();
  return pattern;
}

QString englishWord(QString text) {
  static const QRegularExpression word(QStringLiteral("[A-Za-z]{4,}"));
  return word.match(text).hasMatch() ? word.match(text.remove(names())).captured() : QString();
}
QString englishPhrase(const QString& text) {
  static const QRegularExpression phrase(QStringLiteral("[A-Za-z]?[a-z]{2,} [a-z]{2,}"));
  return phrase.match(text).captured();
}
bool hasChinese(const QString& text) {
  static const QRegularExpression han(QStringLiteral("[\\x{3000}-\\x{303f}\\x{4e00}-\\x{9fff}\\x{ff00}-\\x{ffef}]"));
  QString rest = text;
  return han.match(rest.remove(QStringLiteral("简体中文"))).hasMatch();
}

struct LeftOverLanguage : testing::Test {
  void TearDown() override {
    setLanguage(Language::en);
    QApplication::processEvents();
  }
  static Texts textsIn(uitest::Window& w, Language language) {
    if (currentLanguage() != language) w.window.actions().toggleLanguage->trigger();  // Ctrl+L, whatever has the focus
    EXPECT_EQ(currentLanguage(), language);
    QApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QApplication::processEvents();
    w.window.renderNow();
    w.window.advice().waitUntilDone();
    QApplication::processEvents();
    return Collector(w.window).texts();
  }
  static void expectNothingLeft(uitest::Window& w) {
    const Texts english = textsIn(w, Language::en);
    for (auto it = english.begin(); it != english.end(); ++it)
      EXPECT_FALSE(hasChinese(it.value())) << it.key().toStdString() << ": " << it.value().toStdString();
    const QSet<QString> before(english.begin(), english.end());
    const Texts chinese = textsIn(w, Language::zhCn);
    for (auto it = chinese.begin(); it != chinese.end(); ++it) {
      const QString left = before.contains(it.value()) ? englishWord(it.value()) : englishPhrase(it.value());
      EXPECT_TRUE(left.isEmpty()) << left.toStdString() << " in " << it.key().toStdString() << ": "
                                  << it.value().toStdString();
    }
    const Texts again = textsIn(w, Language::en);
    EXPECT_EQ(QSet<QString>(again.begin(), again.end()) - before, QSet<QString>()) << "new after switching back";
  }
};

TEST_F(LeftOverLanguage, OverviewWithEverySettingOpen) {
  uitest::Window w;
  w.window.config()->findChild<QToolButton*>(QStringLiteral("more"))->setChecked(true);
  expectNothingLeft(w);
}

TEST_F(LeftOverLanguage, TheSweepTab) {
  uitest::Window w;
  w.window.showTab(QStringLiteral("sweep"));
  w.window.renderNow();
  expectNothingLeft(w);
}

TEST_F(LeftOverLanguage, WhatDoesNotFitAndWhatIsImpossible) {
  Scenario wide = uitest::designScenario();
  wide.parallel.tp = wide.parallel.pp = 1;
  wide.parallel.dp.reset();
  Scenario broken = uitest::designScenario();
  broken.parallel.tp = 6;
  broken.parallel.dp.reset();
  for (const auto& scenario : {wide, broken}) {
    uitest::Window w(scenario);
    expectNothingLeft(w);
  }
}

TEST_F(LeftOverLanguage, UndoStepsOfEveryKind) {
  uitest::Window w;
  w.pins.add(w.store.scenario());
  const std::vector<std::function<void()>> steps = {
      [&] { w.store.move(Knob::tp, 4, QStringLiteral("TP 4")); },
      [&] { w.window.actions().recompute->trigger(); },
      [&] { w.window.actions().reset->trigger(); },
      [&] { w.window.actions().applyPin.front()->trigger(); },
      [&] { w.window.actions().clusterMenu->actions().front()->trigger(); },
      [&] { w.window.actions().applyBest->trigger(); },
      [&] { w.window.actions().presetMenu->actions().front()->trigger(); },
      [&] { w.window.openPath(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/llama-2-13b.json")); }};
  for (const auto& step : steps) {
    w.window.renderNow();
    step();
    textsIn(w, Language::zhCn);
    const QString chinese = w.store.undoText();
    EXPECT_TRUE(englishPhrase(chinese).isEmpty()) << chinese.toStdString();
    textsIn(w, Language::en);
    EXPECT_FALSE(hasChinese(w.store.undoText())) << w.store.undoText().toStdString();
    EXPECT_FALSE(w.store.undoText().isEmpty());
    EXPECT_LE(w.store.undoText().size(), 60) << w.store.undoText().toStdString();
  }
}

TEST_F(LeftOverLanguage, WhatTheStatusBarSaidIsGone) {
  uitest::Window w;
  w.store.move(Knob::tp, 7, QStringLiteral("TP 7"));
  EXPECT_FALSE(w.window.statusBar()->currentMessage().isEmpty());
  textsIn(w, Language::zhCn);
  EXPECT_TRUE(englishPhrase(w.window.statusBar()->currentMessage()).isEmpty());
}

TEST_F(LeftOverLanguage, AnOpenTableFollows) {
  uitest::Window w;
  showTable(*w.window.overview()->memory());
  auto* dialog = w.window.findChild<QWidget*>(QStringLiteral("chartTable"));
  ASSERT_TRUE(dialog);
  const QString english = dialog->windowTitle();
  textsIn(w, Language::zhCn);
  EXPECT_NE(dialog->windowTitle(), english);
  expectNothingLeft(w);
}

}  // namespace
}  // namespace shardscope::ui
