// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ctrl+F: a figure or a setting by its name, in either language or as the file calls it.

#include <QDialog>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace shardscope::ui {

struct FindTarget {
  QString name;              // as the window calls it
  QString alsoCalled = {};   // other words to find it by: the key of the file
  std::function<void()> go;  // gives it the focus
};

class Finder : public QDialog {
  Q_OBJECT

 public:
  Finder(std::vector<FindTarget> targets, QWidget* parent);
  QStringList found() const;  // in the order of the list

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter(const QString& text);
  void go();

  std::vector<FindTarget> targets_;
  std::vector<std::size_t> shown_;  // indices into targets_, by row
  QLineEdit* field_;
  QListWidget* list_;
};

}  // namespace shardscope::ui
