// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The model of the scenario: where it came from, its dimensions to edit, what they amount to while typing. Beside the
// window, not in its way; Apply is one step of undo.

#include <QDialog>

#include "ui/store/model_origin.hpp"
#include "ui/store/scenario_store.hpp"
#include "ui/views/model_editor.hpp"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;

namespace shardscope::ui {

class ModelFigures;

class ModelDialog : public QDialog {
  Q_OBJECT

 public:
  ModelDialog(ScenarioStore& store, QWidget* parent);

  void present();  // in front, with the keyboard in the first field
  ModelEditor& editor() const { return *editor_; }
  ModelFigures& figures() const { return *figures_; }
  QString notices() const;
  QString fault() const;  // empty: the dimensions can be applied
  bool isMarkedEdited() const;
  QPushButton* applyButton() const { return apply_; }
  QPushButton* revertButton() const { return revert_; }

 protected:
  void changeEvent(QEvent*) override;
  bool eventFilter(QObject*, QEvent*) override;

 private:
  QWidget* buildHead();
  QWidget* buildButtons();
  QWidget* buildBody(QWidget* parent);
  void load();         // what the scenario holds
  void followStore();  // loads another model, keeps what was typed otherwise
  void followFile();   // what counts as edited
  const ModelChoice& asOpened() const;
  void update();
  void apply();
  void revert();
  ModelChoice choice() const;  // what Apply would take
  std::optional<DimensionFault> faultOf(const ModelShape& shape) const;
  void renderHead(bool isEdited);
  void renderNotices(bool losesExactTotal);
  void renderFault(const std::optional<DimensionFault>& fault);
  void retranslate();

  ScenarioStore& store_;
  ModelOrigin origin_;
  ModelChoice loaded_;
  std::optional<DimensionFault> fault_;
  QLabel *name_, *mark_, *from_, *faultPicture_, *faultText_, *figuresTitle_, *noticesTitle_;
  QScrollArea* scroll_;
  ModelEditor* editor_;
  ModelFigures* figures_;
  QPlainTextEdit* notices_;
  QPushButton *revert_, *apply_, *close_;
};

}  // namespace shardscope::ui
