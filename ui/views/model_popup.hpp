// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The list under the model chooser: a search field, the catalogue by family, recent files, and the two ways to models
// that it does not hold. Type, arrows, Enter, Esc.

#include <QFrame>

#include "core/scenario/model.hpp"

class QLineEdit;
class QListWidget;
class QListWidgetItem;
class QPushButton;

namespace shardscope::ui {

class ModelPopup : public QFrame {
  Q_OBJECT

 public:
  explicit ModelPopup(QWidget* parent = nullptr);
  // Under (or above) the button, with `current` chosen and an empty search.
  void popUp(const QWidget& button, const ModelChoice& current);

  QLineEdit* search() const { return search_; }
  QListWidget* list() const { return list_; }
  QPushButton* openButton() const { return open_; }
  QPushButton* editButton() const { return edit_; }

 signals:
  void modelChosen(const QString& id);
  void fileChosen(const QString& path);
  void openRequested();
  void editRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent*) override;

 private:
  void fill();
  void choose(const QListWidgetItem* item);
  bool searchKey(int key);
  bool listKey(QEvent* event);
  int firstChoice() const;
  int lastChoice() const;
  void place(const QWidget& button);
  void retranslate();

  QLineEdit* search_;
  QListWidget* list_;
  QPushButton *open_, *edit_;
  QString currentKey_;
};

}  // namespace shardscope::ui
