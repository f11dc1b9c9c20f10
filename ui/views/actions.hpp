// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every action once: text, icon, shortcut; the menu bar that holds them all.

#include <QAction>
#include <QObject>
#include <vector>

#include "core/scenario/locks.hpp"
#include "ui/theme/tokens.hpp"

class QMainWindow;
class QMenu;

namespace shardscope::ui {

class Actions : public QObject {
  Q_OBJECT

 public:
  explicit Actions(QMainWindow* window);

  QAction *open, *save, *saveAs, *exportFile, *quit;
  QAction *undo, *redo, *reset, *find;
  QAction *english, *chinese, *light, *dark, *system, *toggleLanguage, *toggleTheme;
  QAction *largerText, *smallerText, *usualText, *singleKeys, *resetLayout, *nextPanel, *previousPanel;
  QAction *copyPicture, *savePicture, *chartTable, *explain;
  QAction *pin, *recompute, *lock, *chooseModel, *editModel, *editCluster, *solveBatch;
  QAction *runSweep, *stopSweep, *applyBest, *usualSweep, *chapterSweep;
  QAction *about, *keyboard;
  QMenu *fileMenu, *editMenu, *viewMenu, *scenarioMenu, *sweepMenu, *helpMenu;
  QMenu *presetMenu, *clusterMenu, *docksMenu;
  std::vector<QAction*> focusKnob;  // single letters; data() = Knob
  std::vector<QAction*> applyPin;   // Ctrl+Shift+2…6; data() = slot
  std::vector<QAction*> showTab;    // Ctrl+1…; data() = index of the tab

  void retranslate();
  void renderHistory(const QString& undoText, const QString& redoText, bool canUndo, bool canRedo);
  void setSingleKeys(bool on);

 signals:
  void presetChosen(const QString& id);

 private:
  QAction* make(const char* iconName = nullptr);
  void buildMenus(QMainWindow* window);
  void fillPresets();

  QString undoText_, redoText_;
  std::vector<const char*> icons_;
  std::vector<QAction*> withIcons_;
};

}  // namespace shardscope::ui
