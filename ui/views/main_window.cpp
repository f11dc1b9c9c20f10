// SPDX-License-Identifier: GPL-3.0-or-later
// Building, laying out and translating the window; what its parts do to each other is in main_window_wiring.cpp.
#include "ui/views/main_window.hpp"

#include <QApplication>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QProgressBar>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/charts/memory_chart.hpp"
#include "ui/store/advice_board.hpp"
#include "ui/store/sweep_board.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/advice_page.hpp"
#include "ui/views/chooser.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/decision_panel.hpp"
#include "ui/views/dock_title.hpp"
#include "ui/views/documents.hpp"
#include "ui/views/explain_panel.hpp"
#include "ui/views/explain_popover.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/notice_bar.hpp"
#include "ui/views/overview_page.hpp"
#include "ui/views/panel.hpp"
#include "ui/views/pin_bar.hpp"
#include "ui/views/primary_button.hpp"
#include "ui/views/rules_panel.hpp"
#include "ui/views/side_docks.hpp"
#include "ui/views/sweep_page.hpp"
#include "ui/views/tab_order.hpp"

namespace shardscope::ui {
namespace {

constexpr int kLayoutVersion = 3;
constexpr int kCompactHeight = 800;  // design §2, size rules
constexpr int kCompactWidth = 1360;
constexpr int kConfigWidth = 310;

QDockWidget* makeDock(QMainWindow* window, const char* name, QWidget* content, DockTitle* title,
                      Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(window);
  dock->setObjectName(QLatin1String(name));
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                    QDockWidget::DockWidgetClosable);
  dock->setWidget(content);
  dock->setTitleBarWidget(title);
  window->addDockWidget(area, dock);
  return dock;
}

// The name of an undo step, once the language has changed: letters and numbers ("TP 8") stay as they are.
QString inThisLanguage(const Scenario& before, const Scenario& after, const QString& what) {
  static const QRegularExpression words(QStringLiteral("[a-z]{3,}|[\\x{2e80}-\\x{9fff}]"));
  const QString derived = stepWords(before, after);
  return derived.isEmpty() || !words.match(what).hasMatch() ? what : derived;
}

bool holdsFile(const QMimeData* data) {
  const auto urls = data->urls();
  return !urls.isEmpty() && urls.front().isLocalFile();
}

}  // namespace

MainWindow::MainWindow(ScenarioStore& store, PinBoard& pins, QWidget* parent)
    : QMainWindow(parent),
      store_(store),
      pins_(pins),
      actions_(new Actions(this)),
      sweep_(new SweepBoard(store, this)),
      advice_(new AdviceBoard(store, this)) {
  setAcceptDrops(true);
  qApp->installEventFilter(this);  // for files that are dropped on a text field
  setMinimumSize(1024, 640);
  setDockNestingEnabled(true);
  buildCentre();
  documents_ = new Documents(store_, *notices_, this);
  buildDocks();
  buildToolBars();
  buildStatusBar();
  fillClusterMenu();
  wireStore();
  wirePanels();
  wireActions();
  wireSweep();
  wireAdvice();
  wireExplain();
  wireModel();
  retranslate();
  fitToText();
  render();
  renderDocument();
}

// The base class hides what is still on the screen, and the docks would tell a window that is gone.
MainWindow::~MainWindow() {
  for (auto* dock : findChildren<QDockWidget*>()) dock->disconnect(this);
}

void MainWindow::buildCentre() {
  auto* centre = new QWidget(this);
  auto* column = new QVBoxLayout(centre);
  column->setContentsMargins(4, 4, 4, 4);
  column->setSpacing(4);
  notices_ = new NoticeBar(centre);
  tabs_ = new QTabWidget(centre);
  tabs_->setDocumentMode(true);
  overview_ = new OverviewPage(*sweep_, tabs_);
  sweepPage_ = new SweepPage(*sweep_, tabs_);
  advicePage_ = new AdvicePage(*advice_, tabs_);
  for (QWidget* page : std::initializer_list<QWidget*>{overview_, sweepPage_, advicePage_})
    tabs_->addTab(page, QString());
  column->addWidget(notices_);
  column->addWidget(tabs_, 1);
  setCentralWidget(centre);
  centre->setFocus(Qt::OtherFocusReason);  // not the tab bar
}

void MainWindow::buildDocks() {
  auto* scroll = new QScrollArea(this);
  scroll->setWidgetResizable(true);
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setFocusPolicy(Qt::NoFocus);  // it follows the focus of its controls
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  config_ = new ConfigPanel(scroll);
  markAsPanel(config_);
  scroll->setWidget(config_);
  configTitle_ = new DockTitle(this);
  configTitle_->addAction(actions_->reset);
  configDock_ = makeDock(this, "configuration", scroll, configTitle_, Qt::LeftDockWidgetArea);
  rules_ = new RulesPanel(this);
  markAsPanel(rules_);
  decision_ = new DecisionPanel(*advice_, this);
  markAsPanel(decision_);
  sideDocks_ = new SideDocks(this, tabNames());
  decisionDock_ = sideDocks_->add("decision", decision_, {true, false, false}, 4);
  rulesDock_ = sideDocks_->add("rules", rules_, {true, false, false}, 2);
  popover_ = new ExplainPopover(this);
  explain_ = new ExplainPanel(store_, *popover_, this);
  explainDock_ = sideDocks_->add("explain", explain_, {true, false, false}, 2);
  for (auto* dock : {configDock_, decisionDock_, rulesDock_, explainDock_})
    actions_->docksMenu->addAction(dock->toggleViewAction());
  resizeDocks({configDock_}, {kConfigWidth}, Qt::Horizontal);
  sideDocks_->arrange();
}

void MainWindow::buildToolBars() {
  mainBar_ = new QToolBar(this);
  mainBar_->setObjectName(QStringLiteral("main"));
  mainBar_->setMovable(false);
  addToolBar(mainBar_);
  mainBar_->addActions({actions_->open, actions_->save});
  mainBar_->addSeparator();
  mainBar_->addActions({actions_->undo, actions_->redo});
  for (auto* action : {actions_->open, actions_->save, actions_->undo, actions_->redo})
    mainBar_->widgetForAction(action)->setFocusPolicy(Qt::TabFocus);
  mainBar_->addSeparator();
  const auto label = [this] {
    auto* made = new QLabel(mainBar_);
    made->setForegroundRole(QPalette::PlaceholderText);
    made->setContentsMargins(6, 0, 4, 0);
    mainBar_->addWidget(made);
    return made;
  };
  modelLabel_ = label();
  model_ = new Chooser(mainBar_);
  mainBar_->addWidget(model_);
  clusterLabel_ = label();
  cluster_ = new Chooser(mainBar_);
  cluster_->setMenu(actions_->clusterMenu);
  mainBar_->addWidget(cluster_);
  mainBar_->addSeparator();
  pinBar_ = new PinBar(pins_, mainBar_);
  mainBar_->addWidget(pinBar_);
  auto* gap = new QWidget(mainBar_);
  gap->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  mainBar_->addWidget(gap);
  mainBar_->addWidget(new PrimaryButton(actions_->exportFile, mainBar_));

  addToolBarBreak();
  kpiBar_ = new QToolBar(this);
  kpiBar_->setObjectName(QStringLiteral("kpi"));
  kpiBar_->setMovable(false);
  kpiBar_->setContentsMargins(0, 0, 0, 0);
  kpis_ = new KpiStrip(kpiBar_);
  kpis_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  kpiBar_->addWidget(kpis_);
  addToolBar(kpiBar_);
  for (auto* bar : {mainBar_, kpiBar_}) bar->toggleViewAction()->setVisible(false);

  documentName_ = new QLabel(this);
  documentName_->setForegroundRole(QPalette::PlaceholderText);
  documentName_->setContentsMargins(0, 0, 12, 0);
  documentName_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  menuBar()->setCornerWidget(documentName_, Qt::TopRightCorner);
}

void MainWindow::buildStatusBar() {
  const auto label = [this] {
    auto* made = new QLabel(this);
    made->setForegroundRole(QPalette::PlaceholderText);
    return made;
  };
  const auto button = [this] {
    auto* made = new QToolButton(this);
    made->setAutoRaise(true);
    return made;
  };
  sweepStatus_ = label();
  sweepStatus_->setContentsMargins(8, 0, 0, 0);  // clear of the window's edge
  sweepProgress_ = new QProgressBar(this);
  sweepProgress_->setMaximumWidth(120);
  sweepProgress_->setRange(0, 100);
  sweepProgress_->hide();
  confidence_ = label();
  unitNote_ = label();
  languageButton_ = button();
  themeButton_ = button();
  for (QWidget* part :
       {static_cast<QWidget*>(sweepStatus_), static_cast<QWidget*>(sweepProgress_), static_cast<QWidget*>(confidence_)})
    statusBar()->addWidget(part);
  statusBar()->addPermanentWidget(unitNote_);
  statusBar()->addPermanentWidget(languageButton_);
  statusBar()->addPermanentWidget(themeButton_);
  statusBar()->setSizeGripEnabled(false);
}

void MainWindow::retranslate() {
  tabs_->setTabText(0, tr("Overview"));
  tabs_->setTabText(1, tr("Sweep"));
  tabs_->setTabText(2, tr("Advice"));
  sweepProgress_->setAccessibleName(tr("Progress of the sweep"));
  configDock_->setWindowTitle(tr("Configuration"));
  sideDocks_->setText(decisionDock_, tr("Decision"));
  sideDocks_->setText(rulesDock_, tr("Rules"));
  sideDocks_->setText(explainDock_, tr("Explain"));
  renderAdviceBadge();
  configTitle_->setText(configDock_->windowTitle());
  modelLabel_->setText(tr("Model"));
  clusterLabel_->setText(tr("Cluster"));
  model_->setAccessibleName(tr("Model"));
  model_->setToolTip(tr("Choose a model, or edit its dimensions (Ctrl+M)"));
  cluster_->setAccessibleName(tr("Cluster"));
  mainBar_->setWindowTitle(tr("Main tool bar"));
  kpiBar_->setWindowTitle(tr("Figures"));
  for (auto* bar : {mainBar_, kpiBar_}) bar->setAccessibleName(bar->windowTitle());
  unitNote_->setText(tr("1 GiB = 1,073,741,824 bytes"));
  languageButton_->setText(currentLanguage() == Language::zhCn ? QStringLiteral("简体中文")
                                                               : QStringLiteral("English"));
  languageButton_->setToolTip(tr("Switch language (Ctrl+L)"));
  themeButton_->setToolTip(tr("Switch theme (Ctrl+T)"));
  const bool dark = currentTheme().name() == ThemeName::dark;
  themeButton_->setText(dark ? tr("Dark") : tr("Light"));
  actions_->retranslate();
  (currentLanguage() == Language::zhCn ? actions_->chinese : actions_->english)->setChecked(true);
  const bool follows = QSettings().value(QStringLiteral("theme")).toString() == QLatin1String("system");
  (follows ? actions_->system : dark ? actions_->dark : actions_->light)->setChecked(true);
  overview_->memory()->setPlaceholder(tr("No valid split: see Rules."));
}

void MainWindow::adaptToSize() {
  const bool low = height() < kCompactHeight;
  kpis_->setCompact(low);
  config_->setCompact(low);
  configTitle_->setCompact(low);
  sideDocks_->setCompact(low);
  overview_->setCompact(low || width() < kCompactWidth);
}

void MainWindow::saveLayout() const {
  QSettings settings;
  settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings.setValue(QStringLiteral("window/state"), saveState(kLayoutVersion));
  settings.setValue(QStringLiteral("window/overview"), overview_->splitter()->saveState());
  saveSweep(settings);
  saveAdvice(settings);
}

QSize usualSize(QSize available) {
  constexpr QSize kUsual(1440, 900), kFrame(8, 40);
  return kUsual.boundedTo(available - kFrame);
}

bool MainWindow::restoreLayout() {
  const QSettings settings;
  const bool placed = restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), kLayoutVersion);
  overview_->splitter()->restoreState(settings.value(QStringLiteral("window/overview")).toByteArray());
  restoreSweep(settings);
  restoreAdvice(settings);
  actions_->singleKeys->setChecked(settings.value(QStringLiteral("singleKeys"), true).toBool());
  return placed;
}

// Lengths that follow the text size.
void MainWindow::fitToText() {
  configDock_->setMinimumWidth(scaledInt(290));
  sideDocks_->fitToText();
  mainBar_->setIconSize(QSize(scaledInt(16), scaledInt(16)));
  documentName_->setMinimumSize(scaledInt(320), menuBar()->sizeHint().height());
}

void MainWindow::resetLayout() {
  configDock_->setFloating(false);
  configDock_->show();
  addDockWidget(Qt::LeftDockWidgetArea, configDock_);
  resizeDocks({configDock_}, {kConfigWidth}, Qt::Horizontal);
  sideDocks_->arrange();
}

void MainWindow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::FontChange && documentName_) fitToText();
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) {
    retranslate();
    if (event->type() == QEvent::LanguageChange) {
      fillClusterMenu();
      statusBar()->clearMessage();
      store_.renameSteps(inThisLanguage);
      renderSweepStatus();
      render();
      renderSweepStatus();
      renderDocument();
    }
  }
  QMainWindow::changeEvent(event);
}

void MainWindow::resizeEvent(QResizeEvent* event) {
  adaptToSize();
  QMainWindow::resizeEvent(event);
}

bool MainWindow::focusNextPrevChild(bool next) {
  return focusNeighbour(*this, next) || QMainWindow::focusNextPrevChild(next);
}

// A text field would take a dropped file for its name: it is the window's, wherever it falls.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
  const auto type = event->type();
  if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop) return false;
  auto* widget = qobject_cast<QWidget*>(watched);
  if (!widget || widget == this || widget->window() != this) return false;
  auto* drop = static_cast<QDropEvent*>(event);  // all three are
  if (!holdsFile(drop->mimeData())) return false;
  drop->acceptProposedAction();
  if (type == QEvent::Drop) openPath(drop->mimeData()->urls().front().toLocalFile());
  return true;
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (holdsFile(event->mimeData())) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  event->acceptProposedAction();
  openPath(event->mimeData()->urls().front().toLocalFile());
}

}  // namespace shardscope::ui
