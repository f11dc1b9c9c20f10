// SPDX-License-Identifier: Apache-2.0
#pragma once
// A whole window over a store, for tests of the interface.

#include <gtest/gtest.h>

#include <QTest>

#include "core/io/scenario_reader.hpp"
#include "tests/support/ui_support.hpp"
#include "ui/store/pins.hpp"
#include "ui/store/scenario_store.hpp"
#include "ui/store/sweep_board.hpp"
#include "ui/views/main_window.hpp"

namespace shardscope::uitest {

// Llama-3-70B on 8 × 8 H100 at TP 8 · PP 4 · DP 2, the scenario of the design's pictures.
inline Scenario designScenario() {
  const auto loaded = parseScenario(R"(shardscope: 1
model: {preset: llama-3-70b}
cluster: {gpu: h100-sxm-80gb, nodes: 8}
workload: {sequence_length: 8192, micro_batch: 1, global_batch: 128}
parallel: {tp: 8, pp: 4, dp: 2}
)",
                                    "design", {}, Language::en);
  return loaded ? loaded->scenario : Scenario{};
}

struct Window {
  explicit Window(const Scenario& scenario = designScenario(), QSize size = {1440, 900})
      : store(scenario), window(store, pins) {
    window.resize(size);
    window.show();
    EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
    window.sweep().waitUntilDone();
  }
  ui::ScenarioStore store;
  ui::PinBoard pins;
  ui::MainWindow window;
};

}  // namespace shardscope::uitest
