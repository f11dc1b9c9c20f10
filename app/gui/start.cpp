// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start.hpp"

#include <QApplication>
#include <QCommandLineParser>
#include <QRegularExpression>
#include <cstdio>

#include "core/catalogue/catalogue.hpp"
#include "core/io/scenario_reader.hpp"
#include "ui/text/language.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope {
namespace {

std::nullopt_t refuse(const QString& text) {
  std::fprintf(stderr, "shardscope: %s\n", qPrintable(text));
  return std::nullopt;
}

std::optional<QSize> sizeNamed(const QString& text) {
  const auto match = QRegularExpression(QStringLiteral("^(\\d{3,5})x(\\d{3,5})$")).match(text);
  if (!match.hasMatch()) return std::nullopt;
  const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
  const bool possible = size.width() >= 640 && size.height() >= 480 && size.width() <= 7680 && size.height() <= 4320;
  return possible ? std::optional(size) : std::nullopt;
}

}  // namespace

std::optional<StartOptions> readOptions(const QApplication& app) {
  QCommandLineParser parser;
  parser.setApplicationDescription(
      QStringLiteral("Explorer for the parallelism configuration of large-model training"));
  parser.addHelpOption();
  parser.addVersionOption();
  parser.addPositionalArgument(QStringLiteral("FILE"), QStringLiteral("a scenario, a config.json or preset:NAME"),
                               QStringLiteral("[FILE]"));
  parser.addOptions(
      {{QStringLiteral("tab"), QStringLiteral("tab to open: overview, sweep, advice"), QStringLiteral("name")},
       {{QStringLiteral("lang"), QStringLiteral("locale")}, QStringLiteral("en or zh_CN"), QStringLiteral("language")},
       {QStringLiteral("theme"), QStringLiteral("light or dark"), QStringLiteral("name")},
       {QStringLiteral("size"), QStringLiteral("window size"), QStringLiteral("WxH")},
       {QStringLiteral("screenshot"), QStringLiteral("write a picture of the window and leave"), QStringLiteral("PNG")},
       {QStringLiteral("exit-after-startup"), QStringLiteral("leave once the window stands")},
       {QStringLiteral("safe"), QStringLiteral("start without saved preferences and session")}});
  if (!parser.parse(QApplication::arguments())) return refuse(parser.errorText());
  if (parser.isSet(QStringLiteral("help"))) parser.showHelp(0);
  if (parser.isSet(QStringLiteral("version"))) parser.showVersion();

  StartOptions options;
  const auto value = [&parser](const char* name) { return parser.value(QLatin1String(name)); };
  if (parser.positionalArguments().size() > 1) return refuse(QStringLiteral("one FILE at the most"));
  options.file = parser.positionalArguments().value(0);
  options.tab = value("tab");
  const QStringList tabs{QStringLiteral("overview"), QStringLiteral("sweep"), QStringLiteral("advice")};
  if (!options.tab.isEmpty() && !tabs.contains(options.tab))
    return refuse(QStringLiteral("--tab %1: allowed: %2").arg(options.tab, tabs.join(QStringLiteral(", "))));
  if (parser.isSet(QStringLiteral("lang"))) {
    options.language = languageNamed(value("lang").toStdString());
    if (!options.language) return refuse(QStringLiteral("--lang %1: allowed: en, zh_CN").arg(value("lang")));
  }
  if (parser.isSet(QStringLiteral("theme"))) {
    const QString theme = value("theme");
    if (theme != QLatin1String("light") && theme != QLatin1String("dark"))
      return refuse(QStringLiteral("--theme %1: allowed: light, dark").arg(theme));
    options.theme = theme == QLatin1String("dark") ? ui::ThemeName::dark : ui::ThemeName::light;
  }
  if (parser.isSet(QStringLiteral("size"))) {
    options.size = sizeNamed(value("size"));
    if (!options.size)
      return refuse(
          QStringLiteral("--size %1: allowed: 640x480 to 7680x4320, written like 1440x900").arg(value("size")));
  }
  options.screenshot = value("screenshot");
  options.exitAfterStartup = parser.isSet(QStringLiteral("exit-after-startup"));
  options.safe = parser.isSet(QStringLiteral("safe"));
  (void)app;
  return options;
}

Scenario exampleScenario() {
  Scenario scenario;
  const auto* model = catalogue().model("llama-3-8b");
  const auto* device = catalogue().device(kDefaultDevice);
  scenario.model = {ModelSource::preset, model->id, model->shape};
  scenario.cluster.gpuId = device->id;
  scenario.cluster.device = device->device;
  scenario.cluster.nodes = 1;
  scenario.workload.sequenceLength = 8192;
  scenario.workload.globalBatch = 64;
  scenario.parallel.tp = 2;
  return scenario;
}

void resume(const ui::RestoredSession& session, ui::ScenarioStore& store, ui::PinBoard& pins) {
  pins.restore(session.pins);
  if (!session.scenario) return;
  // Sessions of earlier versions do not say what the file held.
  auto held = session.fileHolds;
  if (!held && !session.filePath.isEmpty()) {
    const auto onDisk = loadScenario(session.filePath.toStdString(), ui::currentLanguage());
    if (onDisk && onDisk->kind == DocumentKind::scenario) held = onDisk->scenario;
  }
  store.openModified(*session.scenario, held ? session.filePath : QString(), held.value_or(exampleScenario()),
                     QString());
  store.forgetHistory();
}

void showCatalogueNotices(ui::MainWindow& window) {
  const auto count = catalogueNotices(ui::currentLanguage()).size();
  for (std::size_t i = 0; i < count; ++i)
    window.showProblem([i] {
      const auto notices = catalogueNotices(ui::currentLanguage());
      return i < notices.size() ? QString::fromStdString(notices[i]) : QString();
    });
}

QString lastNotice(const ui::MainWindow& window) { return window.notices()->text(); }

}  // namespace shardscope
