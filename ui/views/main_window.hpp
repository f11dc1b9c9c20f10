// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The window: builds the panels, wires them to the store, owns no truth.

#include <QMainWindow>
#include <functional>
#include <optional>

#include "core/text/language.hpp"
#include "ui/store/pins.hpp"
#include "ui/store/scenario_store.hpp"
#include "ui/theme/tokens.hpp"

class QLabel;
class QProgressBar;
class QSettings;
class QTabWidget;
class QToolBar;
class QToolButton;

namespace shardscope::ui {

class Actions;
class AdviceBoard;
class AdvicePage;
class ChartWidget;
class Chooser;
class ConfigPanel;
class DecisionPanel;
class DockTitle;
class ExplainPanel;
class ExplainPopover;
class Documents;
class KpiStrip;
class ModelDialog;
class ModelPopup;
class NoticeBar;
class OverviewPage;
class PinBar;
class RulesPanel;
class SideDocks;
class SweepBoard;
class SweepPage;
struct RestoredSession;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  MainWindow(ScenarioStore& store, PinBoard& pins, QWidget* parent = nullptr);
  ~MainWindow() override;

  bool openPath(const QString& pathOrPreset);
  void welcome();                                          // the banner of the first start
  void showProblem(const std::function<QString()>& text);  // a warning in the notice bar, asked in each language
  void showDamagedSession(const RestoredSession& session, const QString& keptAs);
  // Sessions of programs that are gone, one after the other: to open, or to throw away.
  void offerSessions(std::vector<QString> paths);
  void saveLayout() const;
  bool restoreLayout();               // false: none was saved
  void renderNow();                   // waits for the sweep and shows everything; for pictures
  bool showTab(const QString& name);  // "overview", "sweep", "advice"; false: no such tab

  Actions& actions() const { return *actions_; }
  ConfigPanel* config() const { return config_; }
  KpiStrip* kpis() const { return kpis_; }
  OverviewPage* overview() const { return overview_; }
  SweepBoard& sweep() const { return *sweep_; }
  SweepPage* sweepPage() const { return sweepPage_; }
  AdviceBoard& advice() const { return *advice_; }
  AdvicePage* advicePage() const { return advicePage_; }
  DecisionPanel* decision() const { return decision_; }
  ExplainPanel* explain() const { return explain_; }
  ExplainPopover* popover() const { return popover_; }
  RulesPanel* rules() const { return rules_; }
  PinBar* pinBar() const { return pinBar_; }
  NoticeBar* notices() const { return notices_; }
  Documents& documents() const { return *documents_; }

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  void dragEnterEvent(QDragEnterEvent*) override;
  void dropEvent(QDropEvent*) override;
  bool focusNextPrevChild(bool next) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildCentre();
  void buildDocks();
  void buildToolBars();
  void buildStatusBar();
  static std::vector<QString> tabNames();
  void wireStore();
  void wirePanels();
  void wireActions();
  void wireSweep();
  void wireAdvice();
  void wireExplain();
  void explainFigure(const QString& key, const QWidget& figure);
  void explainFocused();
  void wakeAdvice();
  void renderAdviceBadge();
  void offerMemoryFix();
  void solveBatch();
  void saveAdvice(QSettings& settings) const;
  void restoreAdvice(const QSettings& settings);
  void render();
  void renderConfidence(const Report& report);
  void renderDocument();
  void renderSweepStatus();
  void announceVerdict();
  void applyBestOfSweep();
  // One undo step; the settings it changes flash.
  void applyScenario(const Scenario& scenario, const QString& what);
  // The same of what a sweep found: asks first if a locked setting would move.
  void applySwept(const Scenario& scenario, const QString& what);
  void unlockAndApply(const Scenario& scenario, const QString& what);
  void applyEdit(const Edit& edit, const QString& what);
  void flashChanges(const Scenario& before);
  void saveSweep(QSettings& settings) const;
  void restoreSweep(const QSettings& settings);
  void wireModel();
  void showModels();
  void editModel();
  void fillClusterMenu();
  void chooseModel(const std::string& id);
  void chooseDevice(const std::string& id);
  void editCluster();
  void exportScenario();
  bool adoptPins(const std::vector<Pin>& pins);
  void pin();
  void applyPin(int slot);
  void takePinBack();
  void chooseLanguage(Language language);
  void chooseTheme(ThemeName theme);
  void scaleText(double factor);
  void resetConfiguration();
  void resetLayout();
  void adaptToSize();
  void fitToText();
  void focusNextPanel(int direction);
  ChartWidget* focusedChart() const;
  void retranslate();
  void say(const QString& text);

  ScenarioStore& store_;
  PinBoard& pins_;
  Actions* actions_;
  NoticeBar* notices_ = nullptr;
  Documents* documents_ = nullptr;
  KpiStrip* kpis_ = nullptr;
  QTabWidget* tabs_ = nullptr;
  SweepBoard* sweep_;
  OverviewPage* overview_ = nullptr;
  SweepPage* sweepPage_ = nullptr;
  AdviceBoard* advice_;
  AdvicePage* advicePage_ = nullptr;
  DecisionPanel* decision_ = nullptr;
  ExplainPanel* explain_ = nullptr;
  ExplainPopover* popover_ = nullptr;
  ConfigPanel* config_ = nullptr;
  RulesPanel* rules_ = nullptr;
  PinBar* pinBar_ = nullptr;
  Chooser *model_ = nullptr, *cluster_ = nullptr;
  ModelPopup* models_ = nullptr;
  ModelDialog* modelDialog_ = nullptr;
  QLabel *modelLabel_ = nullptr, *clusterLabel_ = nullptr, *confidence_ = nullptr, *unitNote_ = nullptr,
         *documentName_ = nullptr, *sweepStatus_ = nullptr;
  QProgressBar* sweepProgress_ = nullptr;
  QToolButton *languageButton_ = nullptr, *themeButton_ = nullptr;
  QToolBar *mainBar_ = nullptr, *kpiBar_ = nullptr;
  QDockWidget *configDock_ = nullptr, *decisionDock_ = nullptr, *rulesDock_ = nullptr, *explainDock_ = nullptr;
  DockTitle* configTitle_ = nullptr;
  SideDocks* sideDocks_ = nullptr;
  Verdict announced_ = Verdict::fits;  // what a screen reader was told last
  int lastPin_ = -1;
  bool appliedPin_ = false;  // by the last click on a chip
};

// 1440 × 900, or what a smaller screen leaves beside the frame of a window.
QSize usualSize(QSize available);

}  // namespace shardscope::ui
