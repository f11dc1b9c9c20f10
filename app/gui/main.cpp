// SPDX-License-Identifier: GPL-3.0-or-later
// shardscope: the window. Options as in the command line contract, §4.
#include <QApplication>
#include <QCommandLineParser>
#include <QScreen>
#include <QSettings>
#include <QTimer>
#include <cstdio>

#include "app/gui/start.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/io/temporary_files.hpp"
#include "ui/store/session.hpp"
#include "ui/text/language.hpp"
#include "ui/theme/system_theme.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/main_window.hpp"

using namespace shardscope;

namespace {

constexpr int kBadUsage = 3;
constexpr int kBadFile = 2;
constexpr int kNotWritten = 4;

void choosePreferences(const StartOptions& options) {
  const QSettings settings;
  const QString language = settings.value(QStringLiteral("language")).toString();
  if (options.language)
    ui::setLanguage(*options.language);
  else if (!language.isEmpty() && !options.safe)
    ui::setLanguage(languageNamed(language.toStdString()).value_or(Language::en));
  else
    ui::setLanguage(ui::systemLanguage());
  const auto system = ui::systemTheme();  // asked before the program paints itself
  const QString theme = options.safe ? QString() : settings.value(QStringLiteral("theme")).toString();
  const bool dark =
      theme == QLatin1String("dark") || (theme == QLatin1String("system") && system == ui::ThemeName::dark);
  bool isNumber = false;
  const double scale = settings.value(QStringLiteral("textScale"), 1).toDouble(&isNumber);
  if (isNumber && !options.safe && options.screenshot.isEmpty()) ui::setTextScale(scale);
  ui::applyTheme(options.theme.value_or(dark ? ui::ThemeName::dark : ui::ThemeName::light));
}

// Renders the window once everything it shows is computed and leaves.
int takePicture(ui::MainWindow& window, const StartOptions& options) {
  window.resize(options.size.value_or(QSize(1440, 900)));
  window.show();
  window.renderNow();
  QApplication::processEvents();
  if (window.grab().save(options.screenshot)) return 0;
  std::fprintf(stderr, "%s\n",
               qPrintable(QApplication::translate("main", "Could not write the picture %1.").arg(options.screenshot)));
  return kNotWritten;
}

}  // namespace

int main(int argc, char** argv) {
  removeTemporaryFilesOnSignals();
  QApplication app(argc, argv);
  QApplication::setApplicationName(QStringLiteral("shardscope"));
  QApplication::setOrganizationName(QStringLiteral("shardscope"));
  QApplication::setApplicationDisplayName(QStringLiteral("Shardscope"));
  QApplication::setApplicationVersion(QStringLiteral(SHARDSCOPE_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("shardscope"));

  const auto options = readOptions(app);
  if (!options) return kBadUsage;
  choosePreferences(*options);

  // Pictures never depend on the last session, and a safe start leaves it alone.
  const bool fresh = options->safe || !options->screenshot.isEmpty();
  std::optional<ui::SessionSlot> slot;
  if (!fresh) slot.emplace(ui::sessionFolder());
  const auto session = fresh ? ui::RestoredSession{} : ui::loadSession(slot->path());
  const bool mayWrite = slot && !options->exitAfterStartup;
  const QString keptAs = mayWrite && session.isDamaged ? ui::keepDamagedSession(slot->path()) : QString();
  const bool keeps = mayWrite && (!session.isDamaged || !keptAs.isEmpty());
  ui::ScenarioStore store(exampleScenario());
  ui::PinBoard pins;
  resume(session, store, pins);
  ui::MainWindow window(store, pins);
  const bool placed = !fresh && window.restoreLayout();
  const bool wasUnsaved = session.scenario && store.isModified();
  const ui::SessionState last{store.scenario(), {}, store.filePath(), session.fileHolds};  // the pins go on
  if (!options->file.isEmpty() && !window.openPath(options->file) && !options->screenshot.isEmpty()) {
    std::fprintf(stderr, "%s\n", qPrintable(lastNotice(window)));
    return kBadFile;
  }
  if (!options->tab.isEmpty()) window.showTab(options->tab);
  if (!options->screenshot.isEmpty()) return takePicture(window, *options);

  if (!session.scenario) store.forgetHistory();  // the example is nothing to go back to
  if (session.isDamaged) window.showDamagedSession(session, keptAs);
  showCatalogueNotices(window);
  if (!session.scenario && options->file.isEmpty()) window.welcome();
  if (keeps) {
    if (wasUnsaved && !options->file.isEmpty()) slot->setAside(last);
    window.offerSessions(slot->leftBehind());
  }
  if (options->size)
    window.resize(*options->size);
  else if (!placed)
    window.resize(ui::usualSize(window.screen()->availableSize()));
  window.show();
  if (options->exitAfterStartup) QTimer::singleShot(0, &app, &QApplication::quit);
  if (!keeps) return QApplication::exec();

  ui::Session keeper(store, pins, slot->path());
  QObject::connect(&keeper, &ui::Session::failed, &window, [&](const QString& reason) {
    window.showProblem([path = slot->path(), reason] { return ui::Session::failure(path, reason); });
  });
  const int code = QApplication::exec();
  keeper.saveNow();
  window.saveLayout();
  return code;
}
