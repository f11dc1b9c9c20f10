// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of the window do to each other: gestures become edits, changes become pictures.
#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QLabel>
#include <QMessageBox>
#include <QSettings>
#include <QStatusBar>
#include <QTabWidget>
#include <QTimer>
#include <QToolButton>
#include <cmath>
#include <utility>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/parameters.hpp"
#include "core/scenario/derived.hpp"
#include "ui/charts/memory_chart.hpp"
#include "ui/charts/step_time_chart.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/text/confidence.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/text/model_texts.hpp"
#include "ui/text/numbers.hpp"
#include "ui/theme/system_theme.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/chart_tools.hpp"
#include "ui/views/chooser.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/documents.hpp"
#include "ui/views/explain_panel.hpp"
#include "ui/views/find_targets.hpp"
#include "ui/views/heatmap_panel.hpp"
#include "ui/views/impossible_panel.hpp"
#include "ui/views/keyboard_help.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/notice_bar.hpp"
#include "ui/views/overview_page.hpp"
#include "ui/views/pin_bar.hpp"
#include "ui/views/rules_panel.hpp"

namespace shardscope::ui {
void MainWindow::wireStore() {
  connect(&store_, &ScenarioStore::changed, this, &MainWindow::render);
  announced_ = store_.report().verdict;
  connect(&store_, &ScenarioStore::changed, this, &MainWindow::announceVerdict);
  connect(&store_, &ScenarioStore::gestureEnded, this, &MainWindow::announceVerdict);
  connect(&store_, &ScenarioStore::locksChanged, this, &MainWindow::render);
  connect(&store_, &ScenarioStore::historyChanged, this, &MainWindow::renderDocument);
  connect(&store_, &ScenarioStore::gestureEnded, this, [this] { overview_->holdRanges(false); });
  connect(&store_, &ScenarioStore::refused, this, [this](const Issue& issue, const Scenario& asked) {
    say(sentence(issue, asked));
    render();  // the control shows what holds again
  });
  connect(&store_, &ScenarioStore::adjusted, this, [this](const std::vector<Key>& keys) {
    QStringList names;
    for (const auto key : keys)
      names << QStringLiteral("%1 → %2").arg(settingName(key),
                                             QString::fromStdString(describe(field(key).read(store_.scenario()))));
    say(tr("Moved along: %1").arg(names.join(QStringLiteral(", "))));
  });
  connect(&pins_, &PinBoard::changed, this, [this] {
    if (!pins_.at(lastPin_)) lastPin_ = pins_.pins().empty() ? -1 : pins_.pins().back().slot;
    render();
  });
}

void MainWindow::wirePanels() {
  connect(config_, &ConfigPanel::moveRequested, this, [this](Knob knob, std::int64_t value) {
    store_.move(knob, value, QStringLiteral("%1 %2").arg(symbol(knob)).arg(value));
  });
  connect(config_, &ConfigPanel::editRequested, this,
          [this](const Edit& edit, const QString& what) { store_.apply(edit, what); });
  connect(config_, &ConfigPanel::locksEdited, &store_, &ScenarioStore::setLocks);
  connect(config_, &ConfigPanel::gestureStarted, this, [this] {
    store_.beginGesture();
    overview_->holdRanges(true);
  });
  connect(config_, &ConfigPanel::gestureFinished, &store_, &ScenarioStore::endGesture);
  connect(config_, &ConfigPanel::reasonRequested, this, &MainWindow::say);
  connect(rules_, &RulesPanel::fixRequested, this,
          [this](const Edit& edit, const QString& what) { store_.apply(edit, what); });
  connect(rules_, &RulesPanel::selected, config_, &ConfigPanel::mark);
  connect(overview_->impossible(), &ImpossiblePanel::applyRequested, this,
          [this](const Edit& edit, const QString& what) { store_.apply(edit, what); });
  for (ChartWidget* chart :
       {static_cast<ChartWidget*>(overview_->memory()), static_cast<ChartWidget*>(overview_->stepTime()),
        static_cast<ChartWidget*>(overview_->map()->heatmap())})
    installChartMenu(*chart, [this](const QString& text) { say(text); });
  connect(kpis_, &KpiStrip::pinRequested, this, &MainWindow::pin);
  connect(pinBar_, &PinBar::pinRequested, this, &MainWindow::pin);
  connect(pinBar_, &PinBar::applyRequested, this, &MainWindow::applyPin);
  connect(pinBar_, &PinBar::applyTakenBack, this, &MainWindow::takePinBack);
}

void MainWindow::wireActions() {
  const auto* a = actions_;
  connect(a->open, &QAction::triggered, documents_, &Documents::askOpen);
  connect(a->save, &QAction::triggered, documents_, &Documents::save);
  connect(a->saveAs, &QAction::triggered, documents_, [this] { documents_->saveAs(); });
  connect(a->exportFile, &QAction::triggered, this, &MainWindow::exportScenario);
  connect(a->quit, &QAction::triggered, this, &QWidget::close);
  connect(a->undo, &QAction::triggered, &store_, &ScenarioStore::undo);
  connect(a->redo, &QAction::triggered, &store_, &ScenarioStore::redo);
  connect(a->reset, &QAction::triggered, this, &MainWindow::resetConfiguration);
  connect(a->english, &QAction::triggered, this, [this] { chooseLanguage(Language::en); });
  connect(a->chinese, &QAction::triggered, this, [this] { chooseLanguage(Language::zhCn); });
  connect(a->light, &QAction::triggered, this, [this] { chooseTheme(ThemeName::light); });
  connect(a->dark, &QAction::triggered, this, [this] { chooseTheme(ThemeName::dark); });
  connect(a->system, &QAction::triggered, this, [] {
    QSettings().setValue(QStringLiteral("theme"), QStringLiteral("system"));
    applyTheme(systemTheme());
  });
  onSystemThemeChange(this, [] {
    if (QSettings().value(QStringLiteral("theme")).toString() == QLatin1String("system")) applyTheme(systemTheme());
  });
  connect(a->find, &QAction::triggered, this, [this] { Finder(findTargets(*this), this).exec(); });
  const auto otherLanguage = [this] {
    chooseLanguage(currentLanguage() == Language::en ? Language::zhCn : Language::en);
  };
  const auto otherTheme = [this] {
    chooseTheme(currentTheme().name() == ThemeName::light ? ThemeName::dark : ThemeName::light);
  };
  connect(a->toggleLanguage, &QAction::triggered, this, otherLanguage);
  connect(a->toggleTheme, &QAction::triggered, this, otherTheme);
  connect(languageButton_, &QToolButton::clicked, this, otherLanguage);
  connect(themeButton_, &QToolButton::clicked, this, otherTheme);
  connect(a->largerText, &QAction::triggered, this, [this] { scaleText(1.1); });
  connect(a->smallerText, &QAction::triggered, this, [this] { scaleText(1 / 1.1); });
  connect(a->usualText, &QAction::triggered, this, [this] { scaleText(0); });
  connect(a->singleKeys, &QAction::toggled, this, [this](bool on) {
    actions_->setSingleKeys(on);
    QSettings().setValue(QStringLiteral("singleKeys"), on);
  });
  connect(a->resetLayout, &QAction::triggered, this, &MainWindow::resetLayout);
  connect(a->nextPanel, &QAction::triggered, this, [this] { focusNextPanel(1); });
  connect(a->previousPanel, &QAction::triggered, this, [this] { focusNextPanel(-1); });
  connect(a->copyPicture, &QAction::triggered, this, [this] {
    copyPicture(*focusedChart());
    say(tr("Copied as a picture: %1").arg(focusedChart()->title()));
  });
  connect(a->savePicture, &QAction::triggered, this,
          [this] { askSavePicture(*focusedChart(), [this](const QString& text) { say(text); }); });
  connect(a->chartTable, &QAction::triggered, this, [this] { showTable(*focusedChart()); });
  connect(a->pin, &QAction::triggered, this, &MainWindow::pin);
  connect(a->lock, &QAction::triggered, config_, &ConfigPanel::toggleFocusedLock);
  connect(a->editCluster, &QAction::triggered, this, &MainWindow::editCluster);
  connect(a->recompute, &QAction::triggered, this, [this] {
    const auto now = store_.scenario().workload.recompute;
    const auto next = now == Recompute::none        ? Recompute::selective
                      : now == Recompute::selective ? Recompute::full
                                                    : Recompute::none;
    store_.apply({{Key::recompute, std::string(word(next))}},
                 tr("recompute: %1").arg(wordName(Key::recompute, QString::fromStdString(std::string(word(next))))));
  });
  for (auto* action : a->focusKnob)
    connect(action, &QAction::triggered, this,
            [this, action] { config_->focusKnob(static_cast<Knob>(action->data().toInt())); });
  for (auto* action : a->applyPin)
    connect(action, &QAction::triggered, this, [this, action] { applyPin(action->data().toInt()); });
  connect(a, &Actions::presetChosen, this, [this](const QString& id) { openPath(QStringLiteral("preset:") + id); });
  connect(a->keyboard, &QAction::triggered, this, [this] { showKeyboardHelp(this); });
  connect(a->about, &QAction::triggered, this, [this] {
    QMessageBox::about(this, tr("About Shardscope"),
                       tr("<h3>Shardscope %1</h3><p>Explorer for the parallelism configuration of large-model "
                          "training.</p><p>GPL-3.0-or-later (core and command line: Apache-2.0). Uses Qt and "
                          "QCustomPlot by Emanuel Eichhammer (GPL).</p>")
                           .arg(QApplication::applicationVersion()));
  });
}

// Once a gesture is over: while dragging it would be noise.
void MainWindow::announceVerdict() {
  if (store_.inGesture() || store_.report().verdict == announced_) return;
  announced_ = store_.report().verdict;
  kpis_->announceVerdict();
}

void MainWindow::render() {
  const auto& scenario = store_.scenario();
  const auto& report = store_.report();
  kpis_->render(scenario, report, pins_.at(lastPin_));
  config_->render(scenario, store_.locks());
  overview_->render(scenario, report, store_.locks(), pins_.pins());
  rules_->render(scenario, report);

  model_->render(modelName(scenario.model), modelSummary(scenario.model.shape));
  const auto& cluster = scenario.cluster;
  const auto gpus = gpuCount(cluster);
  const auto perNode = gpusPerNode(cluster);
  const auto* entry = catalogue().device(cluster.gpuId);
  const QString device = QString::fromStdString(entry ? entry->shortName : cluster.device.name);
  cluster_->render(
      gpus % perNode == 0 ? QStringLiteral("%1 × %2 %3").arg(gpus / perNode).arg(perNode).arg(device)
                          : QStringLiteral("%1 × %2").arg(gpus).arg(device),
      tr("%1 · NIC %2 Gb/s").arg(gibUnit(cluster.device.memory)).arg(std::lround(nicBytesPerS(cluster) * 8 / 1e9)));
  renderConfidence(report);
}

void MainWindow::renderConfidence(const Report& report) {
  if (report.verdict == Verdict::invalid) {
    confidence_->setText(tr("No figures: the configuration is not possible"));
    confidence_->setToolTip({});
    return;
  }
  const auto& confidence = report.confidence;
  const QString claim = confidence.extrapolated() ? tr("Model: extrapolated, memory ±%1 %, time ±%2 %")
                                                  : tr("Model: analytic, memory ±%1 %, time ±%2 %");
  confidence_->setText(claim.arg(std::lround(confidence.memoryRel * 100)).arg(std::lround(confidence.timeRel * 100)));
  confidence_->setToolTip(
      tr("Memory %1\nStep time %2").arg(bandText(confidence, Estimate::memory), bandText(confidence, Estimate::time)));
}

void MainWindow::renderDocument() {
  actions_->renderHistory(store_.undoText(), store_.redoText(), store_.canUndo(), store_.canRedo());
  documentName_->setText(documentName_->fontMetrics().elidedText(documents_->title(), Qt::ElideMiddle,
                                                                 documentName_->minimumWidth() - 16));
  documentName_->setToolTip(QDir::toNativeSeparators(store_.filePath()));
  setWindowTitle(QStringLiteral("%1 – Shardscope").arg(documents_->title()));
  setWindowFilePath(store_.filePath());
}

void MainWindow::renderNow() {
  sweep_->setActive(true);
  sweep_->waitUntilDone();
  wakeAdvice();
  advice_->waitUntilDone();
  explain_->render();
  render();
  renderDocument();
}

void MainWindow::pin() {
  const int slot = pins_.add(store_.scenario());
  if (slot < 0) return say(tr("All pins are taken; remove one first."));
  lastPin_ = slot;
  render();
}

void MainWindow::applyPin(int slot) {
  const auto* pin = pins_.at(slot);
  if (!pin) return say(tr("Pin %1 is empty.").arg(PinBoard::letter(slot)));
  const Scenario before = store_.scenario();
  store_.replace(pin->scenario, tr("pin %1").arg(PinBoard::letter(slot)));
  appliedPin_ = store_.scenario() != before;
}

// The click turned out to be the first half of a double click.
void MainWindow::takePinBack() {
  if (std::exchange(appliedPin_, false)) store_.undo();
}

void MainWindow::chooseLanguage(Language language) {
  setLanguage(language);
  QSettings().setValue(QStringLiteral("language"),
                       language == Language::zhCn ? QStringLiteral("zh_CN") : QStringLiteral("en"));
}

void MainWindow::chooseTheme(ThemeName theme) {
  QSettings().setValue(QStringLiteral("theme"),
                       theme == ThemeName::dark ? QStringLiteral("dark") : QStringLiteral("light"));
  applyTheme(theme);
}

// 80–160 % of the system's size; 0 = back to it.
void MainWindow::scaleText(double factor) {
  setTextScale(factor > 0 ? textScale() * factor : 1);
  QSettings().setValue(QStringLiteral("textScale"), textScale());
}

// Layout and batch back to plain data parallelism; model and cluster stay.
void MainWindow::resetConfiguration() {
  Scenario scenario;
  const auto& now = store_.scenario();
  scenario.model = now.model;
  scenario.cluster = now.cluster;
  scenario.workload.sequenceLength = now.workload.sequenceLength;
  scenario.workload.globalBatch = now.workload.globalBatch;
  store_.replace(scenario, tr("reset"));
}

void MainWindow::say(const QString& text) { statusBar()->showMessage(text, 8000); }

}  // namespace shardscope::ui
