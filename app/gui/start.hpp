// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window starts with.

#include <QSize>
#include <QString>
#include <optional>

#include "core/scenario/scenario.hpp"
#include "core/text/language.hpp"
#include "ui/store/session.hpp"
#include "ui/theme/tokens.hpp"

class QApplication;

namespace shardscope {

namespace ui {
class MainWindow;
}  // namespace ui

struct StartOptions {
  QString file;  // scenario, config.json or preset:NAME
  QString tab;
  std::optional<Language> language;
  std::optional<ui::ThemeName> theme;
  std::optional<QSize> size;
  QString screenshot;
  bool exitAfterStartup = false;
  bool safe = false;  // built-in preferences, no session
};

// Nothing after a usage error (said on stderr). --help and --version leave the program.
std::optional<StartOptions> readOptions(const QApplication& app);

// Llama-3-8B on one node of 8 H100.
Scenario exampleScenario();

// Continues where the last session ended, with nothing to undo; what differs from its file counts as unsaved.
void resume(const ui::RestoredSession& session, ui::ScenarioStore& store, ui::PinBoard& pins);

void showCatalogueNotices(ui::MainWindow& window);
QString lastNotice(const ui::MainWindow& window);

}  // namespace shardscope
