// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The title row of a dock: bold name, room for a few buttons, and a line below. Dragging it moves the dock.

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;

namespace shardscope::ui {

class VerdictChip;

class DockTitle : public QWidget {
  Q_OBJECT

 public:
  explicit DockTitle(QWidget* parent = nullptr);
  void setText(const QString& text);
  void setCompact(bool compact);
  void addAction(QAction* action);     // as a flat text button
  void setBadge(const QString& text);  // good news in a chip; empty: none

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QLabel* label_;
  VerdictChip* badge_;
  QHBoxLayout* row_;
};

}  // namespace shardscope::ui
