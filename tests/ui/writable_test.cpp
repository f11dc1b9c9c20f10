// SPDX-License-Identifier: Apache-2.0
// Every edit that a control can make gives a scenario that is written and read back equal.
#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <random>

#include "core/io/scenario_writer.hpp"
#include "core/scenario/derived.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/controls/stop_field.hpp"
#include "ui/controls/stop_slider.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/cluster_dialog.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/more_settings.hpp"
#include "ui/views/rules_panel.hpp"

namespace shardscope::ui {
namespace {

void expectWritable(const Scenario& scenario, const std::string& after) {
  const auto text = scenarioYaml(scenario);
  const auto again = parseScenario(text, "written", {}, Language::en);
  ASSERT_TRUE(again) << after << ": " << message(again.error().front(), Language::en) << "\n" << text;
  EXPECT_EQ(again->scenario, scenario) << after << "\n" << text;
}

void typeInto(QLineEdit* edit, const QString& text) {
  edit->setFocus();
  edit->selectAll();
  QTest::keyClicks(edit, text);
  QTest::keyClick(edit, Qt::Key_Return);
}

// Numbers at and beyond every bound, lists of the wrong length, and no numbers at all.
const QStringList& typedTexts() {
  static const QStringList texts{QStringLiteral("0"),        QStringLiteral("1"),
                                 QStringLiteral("-1"),       QStringLiteral("0.5"),
                                 QStringLiteral("1e18"),     QStringLiteral("nan"),
                                 QStringLiteral("10 10"),    QStringLiteral("20 20 20 20"),
                                 QStringLiteral("79 1"),     QStringLiteral("abc"),
                                 QStringLiteral("10,10,60"), QStringLiteral("99999999999999999999"),
                                 QStringLiteral("1e-300"),   QStringLiteral("0.30"),
                                 QStringLiteral("3"),        QString()};
  return texts;
}

TEST(WritableEdits, EverySettingUnderMore) {
  uitest::Window w;
  w.window.config()->findChild<QToolButton*>(QStringLiteral("more"))->setChecked(true);
  auto* more = w.window.config()->findChild<MoreSettings*>();
  ASSERT_TRUE(more);
  int edits = 0;
  for (int i = 0; i < static_cast<int>(Key::count); ++i) {
    const auto key = static_cast<Key>(i);
    const auto name = std::string(keyName(key));
    auto* editor = more->editor(key);
    if (auto* box = qobject_cast<QCheckBox*>(editor)) {
      for (int click = 0; click < 2; ++click) {
        box->click();
        expectWritable(w.store.scenario(), name), ++edits;
      }
    } else if (auto* combo = qobject_cast<QComboBox*>(editor)) {
      for (int choice = 0; choice < combo->count(); ++choice) {
        combo->setCurrentIndex(choice);
        emit combo->activated(choice);
        expectWritable(w.store.scenario(), name), ++edits;
      }
    } else if (auto* edit = qobject_cast<QLineEdit*>(editor)) {
      for (const auto& text : typedTexts()) {
        typeInto(edit, text);
        expectWritable(w.store.scenario(), name + " = " + text.toStdString()), ++edits;
      }
    }
  }
  EXPECT_GT(edits, 200);
}

TEST(WritableEdits, ARefusedListSaysWhyAndShowsWhatHolds) {
  uitest::Window w;
  w.window.config()->findChild<QToolButton*>(QStringLiteral("more"))->setChecked(true);
  auto* more = w.window.config()->findChild<MoreSettings*>();
  QString reason;
  QObject::connect(more, &MoreSettings::refused, [&reason](const QString& text) { reason = text; });
  auto* edit = qobject_cast<QLineEdit*>(more->editor(Key::stageLayers));
  typeInto(edit, QStringLiteral("10 10"));
  EXPECT_TRUE(reason.contains(QLatin1Char('4'))) << reason.toStdString();
  EXPECT_TRUE(edit->text().isEmpty());
  typeInto(edit, QStringLiteral("20 20 20 20"));
  EXPECT_EQ(w.store.scenario().parallel.stageLayers, (std::vector<std::int64_t>{20, 20, 20, 20}));
}

TEST(WritableEdits, TheClusterDialog) {
  const auto nics = {QStringLiteral("0"),     QStringLiteral("0.001"), QStringLiteral("0.0004"),
                     QStringLiteral("10000"), QStringLiteral("50"),    QStringLiteral("47.125")};
  for (const int gpus : {1, 7, 64, 1'000'000, 1'000'001, 8'000'001, 64'000'000})
    for (const int perNode : {1, 8, 64})
      for (const auto& nic : nics) {
        Scenario scenario = uitest::designScenario();
        scenario.parallel.dp.reset();
        ClusterDialog dialog(scenario.cluster);
        const auto spins = dialog.findChildren<QSpinBox*>();
        ASSERT_EQ(spins.size(), 3);
        spins[0]->setValue(gpus);
        spins[1]->setValue(perNode);
        auto* speed = dialog.findChild<QDoubleSpinBox*>();
        speed->setValue(speed->locale().toDouble(nic));
        bool mayAccept = false;
        for (auto* button : dialog.findChildren<QPushButton*>())
          if (button->isDefault() || button->text().contains(QStringLiteral("OK"))) mayAccept = button->isEnabled();
        scenario.cluster = dialog.cluster();
        if (mayAccept) expectWritable(scenario, "cluster dialog: " + std::to_string(gpus));
      }
}

TEST(ClusterDialog, KeepsExactlyWhatNobodyTouched) {
  for (const double nic : {50e9, 50.0001e9, 1e6, 12.3456789e9})
    for (const bool isOwn : {true, false}) {
      Cluster cluster = uitest::designScenario().cluster;
      if (isOwn) cluster.nicBytesPerS = nic;
      cluster.gpusPerNode = 8;  // said, though it is the device's own
      cluster.nodes = 8'000'000 / 8;
      EXPECT_EQ(ClusterDialog(cluster).cluster(), cluster) << nic;
    }
}

// Seeded random gestures on the real window: sliders, fields, locks, menus, more settings, fixes, undo.
class Monkey {
 public:
  explicit Monkey(unsigned seed) : random_(seed) {}

  std::string act(uitest::Window& w) {
    switch (pick(9)) {
      case 0: return slide(w);
      case 1: return type(w);
      case 2: return toggle(w);
      case 3: return choose(w);
      case 4: return lock(w);
      case 5: return menu(w.window.actions().clusterMenu);
      case 6: return menu(w.window.actions().presetMenu);
      case 7: return fix(w);
      default: return history(w);
    }
  }

 private:
  int pick(int count) { return std::uniform_int_distribution<>(0, count - 1)(random_); }
  template <class List>
  auto any(const List& list) {
    return list[static_cast<typename List::size_type>(pick(static_cast<int>(list.size())))];
  }

  ParamRow* row(uitest::Window& w) {
    while (true)
      if (auto* found = w.window.config()->row(static_cast<Knob>(pick(static_cast<int>(Knob::count))))) return found;
  }
  std::string slide(uitest::Window& w) {
    const auto key =
        std::array{Qt::Key_Left, Qt::Key_Right, Qt::Key_Home, Qt::Key_End}[static_cast<std::size_t>(pick(4))];
    auto* slider = row(w)->slider();
    slider->setFocus();
    QTest::keyClick(slider, key);
    return "slider " + slider->accessibleName().toStdString();
  }
  std::string type(uitest::Window& w) {
    auto* field = row(w)->field();
    if (field->isReadOnly() || !field->isEnabled()) return "nothing";
    typeInto(field, QString::number(pick(300)));
    return "field " + field->accessibleName().toStdString();
  }
  std::string toggle(uitest::Window& w) {
    auto* box = any(w.window.config()->findChildren<QCheckBox*>());
    box->click();
    return "box " + box->accessibleName().toStdString();
  }
  std::string choose(uitest::Window& w) {
    auto* box = any(w.window.config()->findChildren<QComboBox*>());
    const int index = pick(box->count());
    box->setCurrentIndex(index);
    emit box->activated(index);
    return "list " + box->accessibleName().toStdString() + " " + box->itemText(index).toStdString();
  }
  std::string lock(uitest::Window& w) {
    auto* button = row(w)->lockButton();
    button->click();
    return "lock " + button->accessibleName().toStdString();
  }
  std::string menu(QMenu* menu) {
    QList<QAction*> presets;
    for (auto* action : menu->actions())
      if (!action->isSeparator() && !action->text().endsWith(QStringLiteral("…"))) presets << action;
    auto* action = any(presets);
    action->trigger();
    return "menu " + action->text().toStdString();
  }
  std::string fix(uitest::Window& w) {
    for (auto* button : w.window.rules()->findChildren<QPushButton*>())
      if (button->isVisible()) {
        button->click();
        return "fix";
      }
    return "nothing";
  }
  std::string history(uitest::Window& w) {
    pick(3) == 0 ? w.store.redo() : w.store.undo();
    return "undo or redo";
  }

  std::mt19937 random_;
};

TEST(WritableEdits, RandomGesturesNeverReachWhatNoFileCanHold) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    uitest::Window w;
    w.window.config()->findChild<QToolButton*>(QStringLiteral("more"))->setChecked(true);
    Monkey monkey(seed);
    for (int step = 0; step < 200; ++step) {
      const auto what = monkey.act(w);
      ASSERT_NO_FATAL_FAILURE(expectWritable(w.store.scenario(), "seed " + std::to_string(seed) + ": " + what));
      if (HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace shardscope::ui
