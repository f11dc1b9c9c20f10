// SPDX-License-Identifier: Apache-2.0
#pragma once
// A parameter row on the screen, with a record of everything it says.

#include <QToolButton>
#include <functional>

#include "tests/support/ui_slider.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/controls/stop_field.hpp"

namespace shardscope::uitest {

class RowTest : public ::testing::TestWithParam<ui::ThemeName> {
 protected:
  void SetUp() override {
    ui::applyTheme(GetParam());
    state = {.symbol = QStringLiteral("PP"),
             .name = QStringLiteral("pipeline"),
             .toolTip = QStringLiteral("Pipeline stages"),
             .stops = stopsOf({1, 2, 4, 5, 8, 16}, "oooxo^"),
             .value = 4};
    const auto record = [this](auto signal, const QString& form) {
      QObject::connect(&row, signal, &row, [this, form](std::int64_t v) { log << form.arg(v); });
    };
    record(&ui::ParamRow::moved, QStringLiteral("%1"));
    record(&ui::ParamRow::previewed, QStringLiteral("(%1)"));
    record(&ui::ParamRow::typed, QStringLiteral("typed %1"));
    QObject::connect(&row, &ui::ParamRow::gestureStarted, &row, [this] { log << QStringLiteral("["); });
    QObject::connect(&row, &ui::ParamRow::gestureFinished, &row, [this] { log << QStringLiteral("]"); });
    QObject::connect(&row, &ui::ParamRow::lockToggled, &row, [this] { log << QStringLiteral("lock"); });
    QObject::connect(&row, &ui::ParamRow::reasonRequested, &row, [this](const QString& r) { reasons << r; });
    // An owner that takes every legal move and, if told so, typed numbers.
    QObject::connect(&row, &ui::ParamRow::moved, &row, [this](std::int64_t v) { show(v); });
    QObject::connect(&row, &ui::ParamRow::typed, &row, [this](std::int64_t v) {
      if (onTyped) onTyped(v);
    });
    row.render(state);
    present(row, {310, 36});
  }

  void show(std::int64_t value) {
    state.value = value;
    row.render(state);
  }
  QString said() {
    const QString all = log.join(u' ');
    log.clear();
    return all;
  }
  void type(const QString& text) {
    row.field()->setFocus(Qt::TabFocusReason);
    row.field()->selectAll();
    QTest::keyClicks(row.field(), text);
  }
  void key(Qt::Key key) { QTest::keyClick(row.field(), key); }

  ui::ParamRow row;
  ui::ParamRowState state;
  QStringList log, reasons;
  std::function<void(std::int64_t)> onTyped = [this](std::int64_t v) { show(v); };
};

}  // namespace shardscope::uitest
