// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/actions.hpp"

#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include "core/catalogue/catalogue.hpp"
#include "ui/store/pins.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"

namespace shardscope::ui {
namespace {

struct KnobKey {
  Knob knob;
  int key;
};

constexpr int kTabs = 3;

constexpr KnobKey kKnobKeys[] = {{Knob::tp, Qt::Key_T},          {Knob::pp, Qt::Key_P},
                                 {Knob::vpp, Qt::Key_V},         {Knob::dp, Qt::Key_D},
                                 {Knob::cp, Qt::Key_C},          {Knob::ep, Qt::Key_X},
                                 {Knob::microBatch, Qt::Key_B},  {Knob::microBatches, Qt::Key_M},
                                 {Knob::globalBatch, Qt::Key_G}, {Knob::sequenceLength, Qt::Key_S}};

}  // namespace

Actions::Actions(QMainWindow* window) : QObject(window) {
  open = make("open");
  save = make("save");
  saveAs = make();
  exportFile = make("export");
  quit = make();
  undo = make("undo");
  redo = make("redo");
  reset = make("reset");
  for (QAction** action : {&english, &chinese, &light, &dark}) {
    *action = make();
    (*action)->setCheckable(true);
  }
  for (QAction** action :
       {&toggleLanguage, &toggleTheme,   &largerText,  &smallerText, &usualText,   &singleKeys, &resetLayout,
        &nextPanel,      &previousPanel, &copyPicture, &savePicture, &chartTable,  &explain,    &recompute,
        &lock,           &chooseModel,   &editModel,   &editCluster, &solveBatch,  &about,      &keyboard,
        &runSweep,       &stopSweep,     &applyBest,   &usualSweep,  &chapterSweep})
    *action = make();
  pin = make("pin");
  singleKeys->setCheckable(true);
  singleKeys->setChecked(true);

  auto* languages = new QActionGroup(this);
  languages->addAction(english);
  languages->addAction(chinese);
  auto* themes = new QActionGroup(this);
  themes->addAction(light);
  themes->addAction(dark);

  open->setShortcut(QKeySequence::Open);
  save->setShortcut(QKeySequence::Save);
  saveAs->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
  exportFile->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_E));
  quit->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Q));
  undo->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Z));
  redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  toggleLanguage->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_L));
  toggleTheme->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_T));
  largerText->setShortcuts({QKeySequence::ZoomIn, QKeySequence(Qt::CTRL | Qt::Key_Equal)});
  smallerText->setShortcut(QKeySequence::ZoomOut);
  usualText->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_0));
  nextPanel->setShortcut(QKeySequence(Qt::Key_F6));
  previousPanel->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F6));
  copyPicture->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
  chartTable->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T));
  explain->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F1));
  pin->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_D));
  keyboard->setShortcut(QKeySequence(Qt::Key_F1));
  chooseModel->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_M));

  for (const auto& [knob, key] : kKnobKeys) {
    auto* action = make();
    action->setData(static_cast<int>(knob));
    action->setShortcut(QKeySequence(key));
    focusKnob.push_back(action);
  }
  recompute->setShortcut(QKeySequence(Qt::Key_R));
  lock->setShortcut(QKeySequence(Qt::Key_L));
  for (int slot = 1; slot < PinBoard::kSlots; ++slot) {
    auto* action = make();
    action->setData(slot);
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | static_cast<Qt::Key>(Qt::Key_1 + slot)));
    applyPin.push_back(action);
  }
  for (int tab = 0; tab < kTabs; ++tab) {
    auto* action = make();
    action->setData(tab);
    action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + tab)));
    showTab.push_back(action);
  }
  runSweep->setShortcut(QKeySequence(Qt::Key_F9));
  stopSweep->setShortcut(QKeySequence(Qt::Key_Escape));
  stopSweep->setEnabled(false);
  buildMenus(window);
  retranslate();
}

QAction* Actions::make(const char* iconName) {
  auto* action = new QAction(this);
  if (iconName) {
    withIcons_.push_back(action);
    icons_.push_back(iconName);
  }
  return action;
}

void Actions::buildMenus(QMainWindow* window) {
  auto* bar = window->menuBar();
  fileMenu = bar->addMenu(QString());
  editMenu = bar->addMenu(QString());
  viewMenu = bar->addMenu(QString());
  scenarioMenu = bar->addMenu(QString());
  sweepMenu = bar->addMenu(QString());
  helpMenu = bar->addMenu(QString());
  fileMenu->addActions({open});
  presetMenu = fileMenu->addMenu(QString());
  fileMenu->addSeparator();
  fileMenu->addActions({save, saveAs, exportFile});
  fileMenu->addSeparator();
  fileMenu->addAction(quit);
  editMenu->addActions({undo, redo});
  editMenu->addSeparator();
  editMenu->addAction(reset);
  editMenu->addSeparator();
  editMenu->addActions({copyPicture, savePicture});
  editMenu->addSeparator();
  find = make();
  find->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_F));
  editMenu->addAction(find);
  for (auto* action : showTab) viewMenu->addAction(action);
  viewMenu->addSeparator();
  viewMenu->addActions({english, chinese});
  viewMenu->addSeparator();
  system = make();
  system->setCheckable(true);
  light->actionGroup()->addAction(system);
  viewMenu->addActions({light, dark, system});
  viewMenu->addSeparator();
  viewMenu->addActions({largerText, smallerText, usualText});
  viewMenu->addActions({chartTable, explain});
  viewMenu->addSeparator();
  docksMenu = viewMenu->addMenu(QString());
  viewMenu->addActions({nextPanel, previousPanel, resetLayout, singleKeys});
  scenarioMenu->addActions({chooseModel, editModel});
  clusterMenu = scenarioMenu->addMenu(QString());
  scenarioMenu->addActions({editCluster, solveBatch});
  scenarioMenu->addSeparator();
  for (auto* action : focusKnob) scenarioMenu->addAction(action);
  scenarioMenu->addActions({lock, recompute});
  scenarioMenu->addSeparator();
  scenarioMenu->addAction(pin);
  for (auto* action : applyPin) scenarioMenu->addAction(action);
  sweepMenu->addActions({runSweep, stopSweep, applyBest});
  sweepMenu->addSeparator();
  sweepMenu->addActions({usualSweep, chapterSweep});
  helpMenu->addActions({keyboard, about});
  window->addActions({toggleLanguage, toggleTheme});
}

void Actions::fillPresets() {
  presetMenu->clear();
  for (const auto& entry : catalogue().scenarios()) {
    const QString id = QString::fromStdString(entry.id);
    const auto& name = currentLanguage() == Language::zhCn ? entry.nameZh : entry.nameEn;
    auto* action = presetMenu->addAction(QString::fromStdString(name));
    connect(action, &QAction::triggered, this, [this, id] { emit presetChosen(id); });
  }
}

void Actions::retranslate() {
  fileMenu->setTitle(tr("&File"));
  editMenu->setTitle(tr("&Edit"));
  viewMenu->setTitle(tr("&View"));
  scenarioMenu->setTitle(tr("&Scenario"));
  sweepMenu->setTitle(tr("S&weep"));
  helpMenu->setTitle(tr("&Help"));
  presetMenu->setTitle(tr("Open &preset"));
  clusterMenu->setTitle(tr("&GPU"));
  docksMenu->setTitle(tr("&Panels"));
  open->setText(tr("&Open…"));
  save->setText(tr("&Save"));
  saveAs->setText(tr("Save &as…"));
  exportFile->setText(tr("&Export…"));
  quit->setText(tr("&Quit"));
  reset->setText(tr("Reset c&onfiguration"));
  reset->setIconText(tr("Reset"));
  english->setText(QStringLiteral("&English"));
  chinese->setText(QStringLiteral("简体中文(&C)"));
  light->setText(tr("&Light theme"));
  dark->setText(tr("&Dark theme"));
  find->setText(tr("&Find…"));
  system->setText(tr("S&ystem theme"));
  toggleLanguage->setText(tr("Switch language"));
  toggleTheme->setText(tr("Switch theme"));
  largerText->setText(tr("Lar&ger text"));
  smallerText->setText(tr("S&maller text"));
  usualText->setText(tr("&Usual text size"));
  singleKeys->setText(tr("Single-&key shortcuts"));
  resetLayout->setText(tr("&Reset layout"));
  nextPanel->setText(tr("&Next panel"));
  previousPanel->setText(tr("Pre&vious panel"));
  copyPicture->setText(tr("&Copy chart as picture"));
  savePicture->setText(tr("Save chart as &picture…"));
  solveBatch->setText(tr("&Batch solver…"));
  chartTable->setText(tr("Chart as &table"));
  explain->setText(tr("E&xplain the figure in focus"));
  pin->setText(tr("&Pin the live configuration"));
  recompute->setText(tr("Next &recompute mode"));
  lock->setText(tr("&Lock or unlock the focused row"));
  chooseModel->setText(tr("Choose &model…"));
  editModel->setText(tr("Edit &dimensions of the model…"));
  editCluster->setText(tr("Edit &cluster…"));
  runSweep->setText(tr("&Run again"));
  stopSweep->setText(tr("&Stop"));
  applyBest->setText(tr("&Apply the best"));
  usualSweep->setText(tr("&Usual sweep: PP × TP, best over the rest"));
  chapterSweep->setText(tr("&Chapter's sweep: TP, PP of 1, 2, 4, 8"));
  showTab[0]->setText(tr("&Overview"));
  showTab[1]->setText(tr("S&weep"));
  showTab[2]->setText(tr("&Advice"));
  about->setText(tr("&About Shardscope"));
  keyboard->setText(tr("&Keyboard"));
  for (auto* action : focusKnob)
    action->setText(tr("Go to %1").arg(longName(static_cast<Knob>(action->data().toInt()))));
  for (auto* action : applyPin) action->setText(tr("Apply pin %1").arg(PinBoard::letter(action->data().toInt())));
  for (std::size_t i = 0; i < withIcons_.size(); ++i) withIcons_[i]->setIcon(icon(icons_[i]));
  fillPresets();
  renderHistory(undoText_, redoText_, undo->isEnabled(), redo->isEnabled());
}

void Actions::renderHistory(const QString& undoText, const QString& redoText, bool canUndo, bool canRedo) {
  undoText_ = undoText;
  redoText_ = redoText;
  undo->setEnabled(canUndo);
  redo->setEnabled(canRedo);
  undo->setText(canUndo && !undoText.isEmpty() ? tr("&Undo: %1").arg(undoText) : tr("&Undo"));
  redo->setText(canRedo && !redoText.isEmpty() ? tr("&Redo: %1").arg(redoText) : tr("&Redo"));
}

void Actions::setSingleKeys(bool on) {
  for (auto* action : focusKnob) {
    const auto knob = static_cast<Knob>(action->data().toInt());
    for (const auto& [which, key] : kKnobKeys)
      if (which == knob) action->setShortcut(on ? QKeySequence(key) : QKeySequence());
  }
  recompute->setShortcut(on ? QKeySequence(Qt::Key_R) : QKeySequence());
  lock->setShortcut(on ? QKeySequence(Qt::Key_L) : QKeySequence());
}

}  // namespace shardscope::ui
