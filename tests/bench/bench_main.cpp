// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <memory>

#ifdef SHARDSCOPE_HAS_GUI
#include <QApplication>
#include <QTemporaryDir>

#include "ui/theme/tokens.hpp"
#endif

int main(int argc, char** argv) {
#ifdef SHARDSCOPE_HAS_GUI
  if (!std::getenv("QT_QPA_PLATFORM")) setenv("QT_QPA_PLATFORM", "offscreen", 1);
  const QTemporaryDir folder;  // neither the user's settings nor those of a benchmark beside this one
  for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"})
    qputenv(name, folder.path().toLocal8Bit());
  const QApplication app(argc, argv);
  shardscope::ui::applyTheme(shardscope::ui::ThemeName::light);
#endif
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
