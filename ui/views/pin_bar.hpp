// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Chips of the pins: click applies, middle click removes, double click renames; the pin button freezes the live one.

#include <QWidget>

#include "core/scenario/scenario.hpp"
#include "ui/store/pins.hpp"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace shardscope::ui {

class PinBar : public QWidget {
  Q_OBJECT

 public:
  explicit PinBar(PinBoard& board, QWidget* parent = nullptr);
  QToolButton* chip(int slot) const;

 signals:
  void pinRequested();
  void applyRequested(int slot);

 protected:
  void changeEvent(QEvent*) override;
  bool eventFilter(QObject*, QEvent*) override;

 private:
  void rebuild();
  QToolButton* makeChip(int slot, const QString& name);
  void showMenu(int slot, const QPoint& globalPosition);
  void rename(int slot);

  PinBoard& board_;
  QLabel* title_;
  QHBoxLayout* chips_;
  QToolButton* pin_;
};

}  // namespace shardscope::ui
