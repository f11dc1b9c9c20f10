// SPDX-License-Identifier: GPL-3.0-or-later
// The window and its model: the list to choose from, the dialog of dimensions.
#include "core/catalogue/catalogue.hpp"
#include "ui/store/model_origin.hpp"
#include "ui/views/actions.hpp"
#include "ui/views/chooser.hpp"
#include "ui/views/documents.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/model_dialog.hpp"
#include "ui/views/model_popup.hpp"

namespace shardscope::ui {

void MainWindow::wireModel() {
  models_ = new ModelPopup(this);
  connect(model_, &Chooser::clicked, this, &MainWindow::showModels);
  connect(actions_->chooseModel, &QAction::triggered, this, &MainWindow::showModels);
  connect(actions_->editModel, &QAction::triggered, this, &MainWindow::editModel);
  connect(documents_, &Documents::dimensionsRequested, this, &MainWindow::editModel);
  connect(models_, &ModelPopup::modelChosen, this, [this](const QString& id) { chooseModel(id.toStdString()); });
  connect(models_, &ModelPopup::fileChosen, this, &MainWindow::openPath);
  connect(models_, &ModelPopup::openRequested, documents_, &Documents::askOpenConfig);
  connect(models_, &ModelPopup::editRequested, this, &MainWindow::editModel);
}

void MainWindow::showModels() { models_->popUp(*model_, store_.scenario().model); }

void MainWindow::editModel() {
  if (!modelDialog_) modelDialog_ = new ModelDialog(store_, this);
  modelDialog_->present();
}

void MainWindow::chooseModel(const std::string& id) {
  const auto* entry = catalogue().model(id);
  if (!entry) return;
  store_.replace(withModel(store_.scenario(), {ModelSource::preset, entry->id, entry->shape}),
                 QString::fromStdString(entry->name));
}

}  // namespace shardscope::ui
