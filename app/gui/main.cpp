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
  const bool dark = !options.safe && settings.value(QStringLiteral("theme")).toString() == QLatin1String("dark");
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

  QString problem;
  // Pictures never depend on the last session, and a safe start leaves it alone.
  const bool fresh = options->safe || !options->screenshot.isEmpty();
  std::optional<ui::SessionSlot> slot;
  if (!fresh) slot.emplace(ui::sessionFolder());
  auto session = fresh ? std::nullopt : ui::loadSession(slot->path(), problem);
  const std::optional<ui::SessionState> last = session;
  ui::ScenarioStore store(session ? session->scenario : exampleScenario());
  ui::PinBoard pins;
  if (session) {
    pins.restore(std::move(session->pins));
    restoreFile(store, session->filePath);
  }
  ui::MainWindow window(store, pins);
  const bool placed = !fresh && window.restoreLayout();
  const bool wasUnsaved = last && (last->filePath.isEmpty() ? last->scenario != exampleScenario() : store.isModified());
  if (!options->file.isEmpty() && !window.openPath(options->file) && !options->screenshot.isEmpty()) {
    std::fprintf(stderr, "%s\n", qPrintable(lastNotice(window)));
    return kBadFile;
  }
  if (!options->tab.isEmpty()) window.showTab(options->tab);
  if (!options->screenshot.isEmpty()) return takePicture(window, *options);

  if (!problem.isEmpty()) window.showProblem(problem);
  for (const auto& notice : catalogueNotices(ui::currentLanguage())) window.showProblem(QString::fromStdString(notice));
  if (!session && options->file.isEmpty()) window.welcome();
  if (slot && !options->exitAfterStartup) {
    if (wasUnsaved && !options->file.isEmpty()) slot->setAside(*last);
    window.offerSessions(slot->leftBehind());
  }
  if (options->size)
    window.resize(*options->size);
  else if (!placed)
    window.resize(ui::usualSize(window.screen()->availableSize()));
  window.show();
  if (options->exitAfterStartup) QTimer::singleShot(0, &app, &QApplication::quit);
  if (!slot || options->exitAfterStartup) return QApplication::exec();

  ui::Session keeper(store, pins, slot->path());
  QObject::connect(&keeper, &ui::Session::failed, &window, &ui::MainWindow::showProblem);
  const int code = QApplication::exec();
  keeper.saveNow();
  window.saveLayout();
  return code;
}
