// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>

#ifdef SHARDSCOPE_HAS_GUI
#include <QApplication>
#include <QStandardPaths>

#include "ui/theme/tokens.hpp"
#endif

int main(int argc, char** argv) {
#ifdef SHARDSCOPE_HAS_GUI
  if (!std::getenv("QT_QPA_PLATFORM")) setenv("QT_QPA_PLATFORM", "offscreen", 1);
  QStandardPaths::setTestModeEnabled(true);
  const QApplication app(argc, argv);
  shardscope::ui::applyTheme(shardscope::ui::ThemeName::light);
#endif
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
