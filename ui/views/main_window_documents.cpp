// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window's scenario comes from and goes to: files, sessions, catalogue, the cluster dialog, export.
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QMenu>
#include <algorithm>

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/derived.hpp"
#include "ui/store/session.hpp"
#include "ui/text/language.hpp"
#include "ui/text/model_texts.hpp"
#include "ui/text/numbers.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/cluster_dialog.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/documents.hpp"
#include "ui/views/export_dialog.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope::ui {
namespace {

constexpr QLatin1String kWelcome("welcome");

}  // namespace

bool MainWindow::openPath(const QString& pathOrPreset) { return documents_->openPath(pathOrPreset); }

void MainWindow::showProblem(const std::function<QString()>& text) {
  notices_->show([text] { return Notice{Tone::warn, text()}; });
}

void MainWindow::showDamagedSession(const RestoredSession& session, const QString& keptAs) {
  notices_->show([errors = session.scenarioErrors, hasScenario = session.scenario.has_value(), keptAs] {
    QStringList details;
    for (const auto& error : errors) details << QString::fromStdString(message(error, currentLanguage()));
    const QString what = hasScenario ? tr("Some pins of the last session could not be read.")
                                     : tr("The scenario of the last session could not be read.");
    const QString where = keptAs.isEmpty() ? tr("It could not be copied either: nothing is saved over it this time.")
                                           : tr("The session is kept as %1.").arg(QDir::toNativeSeparators(keptAs));
    return Notice{Tone::bad, what + QLatin1Char(' ') + where, details.join(QLatin1Char('\n'))};
  });
}

void MainWindow::welcome() {
  notices_->show(
      [this] {
        return Notice{Tone::neutral,
                      tr("Example loaded. Drag TP, or choose your model."),
                      QString(),
                      {{tr("Choose model"), [this] { showModels(); }},
                       {tr("Open a config.json"), [this] { documents_->askOpen(); }}}};
      },
      kWelcome);
  config_->focusKnob(Knob::tp);
  // It speaks of the example only.
  const auto example = store_.scenario().model;
  connect(&store_, &ScenarioStore::changed, notices_, [this, example] {
    if (!store_.filePath().isEmpty() || store_.scenario().model != example) notices_->dismiss(kWelcome);
  });
}

// True if every pin found a free letter.
bool MainWindow::adoptPins(const std::vector<Pin>& pins) {
  bool all = true;
  for (const auto& pin : pins) {
    const auto same = [&pin](const Pin& own) { return own.scenario == pin.scenario && own.name == pin.name; };
    if (std::any_of(pins_.pins().begin(), pins_.pins().end(), same)) continue;
    all = pins_.add(pin.scenario, pin.name) > 0 && all;
  }
  if (!all) say(tr("Not every pin found a free letter; that session is kept."));
  return all;
}

void MainWindow::offerSessions(std::vector<QString> paths) {
  while (!paths.empty()) {
    const QString path = paths.front();
    paths.erase(paths.begin());
    const auto session = loadSession(path);
    if (!session.scenario) continue;  // left for the one who wrote it
    const auto next = [this, paths] { offerSessions(paths); };
    const auto open = [this, path, session, next] {
      store_.openModified(*session.scenario, session.fileHolds ? session.filePath : QString(),
                          session.fileHolds.value_or(Scenario{}), tr("session of another window"));
      if (adoptPins(session.pins) && !session.isDamaged) QFile::remove(path);
      next();
    };
    const auto discard = [path, next] {
      QFile::remove(path);
      next();
    };
    const auto name = [session] {
      return session.filePath.isEmpty() ? modelName(session.scenario->model) : QFileInfo(session.filePath).fileName();
    };
    notices_->show([name, open, discard] {
      return Notice{Tone::neutral,
                    tr("Unsaved work of another window was kept: %1.").arg(name()),
                    QString(),
                    {{tr("Open it"), open}, {tr("Throw it away"), discard}}};
    });
    return;
  }
}

void MainWindow::fillClusterMenu() {
  auto* menu = actions_->clusterMenu;
  menu->clear();
  for (const auto& entry : catalogue().devices()) {
    auto* action = menu->addAction(
        QStringLiteral("%1   %2").arg(QString::fromStdString(entry.device.name), gibUnit(entry.device.memory)));
    connect(action, &QAction::triggered, this, [this, id = entry.id] { chooseDevice(id); });
  }
  menu->addSeparator();
  menu->addAction(actions_->editCluster);
}

void MainWindow::chooseDevice(const std::string& id) {
  const auto* entry = catalogue().device(id);
  if (!entry) return;
  Scenario scenario = store_.scenario();
  const auto total = gpuCount(scenario.cluster);
  auto& cluster = scenario.cluster;
  cluster.gpuId = entry->id;
  cluster.device = entry->device;
  cluster.gpusPerNode.reset();
  cluster.nvlinkDomain.reset();
  cluster.nicBytesPerS.reset();
  const bool whole = total % gpusPerNode(cluster) == 0;
  cluster.nodes = whole ? std::optional(total / gpusPerNode(cluster)) : std::nullopt;
  cluster.gpus = whole ? std::nullopt : std::optional(total);
  store_.replace(scenario, QString::fromStdString(entry->device.name));
}

void MainWindow::editCluster() {
  ClusterDialog dialog(store_.scenario().cluster, this);
  if (dialog.exec() != QDialog::Accepted) return;
  Scenario scenario = store_.scenario();
  scenario.cluster = dialog.cluster();
  if (gpuCount(scenario.cluster) != gpuCount(store_.scenario().cluster)) scenario.parallel.dp.reset();
  store_.replace(scenario, tr("cluster"));
}

void MainWindow::exportScenario() {
  ExportDialog dialog(store_.scenario(), store_.report(), this);
  connect(&dialog, &ExportDialog::saveRequested, &dialog, [this, &dialog] {
    documents_->saveAs({&dialog, dialog.notices()});
  });
  connect(documents_, &Documents::saved, &dialog, &QDialog::accept);
  dialog.exec();
}

}  // namespace shardscope::ui
