// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every figure of the window is open to question: the dock follows the one that was clicked last, a second click or
// Shift+F1 opens the whole explanation.

#include <QTimer>
#include <QWidget>

#include "ui/store/scenario_store.hpp"

class QPushButton;

namespace shardscope::ui {

class ExplainPopover;
class ExplainView;

class ExplainPanel : public QWidget {
  Q_OBJECT

 public:
  ExplainPanel(ScenarioStore& store, ExplainPopover& popover, QWidget* parent = nullptr);
  // `anchor`: the figure, on the screen.
  void explain(const QString& key, const QRect& anchor);
  void openPopover(const QString& key, const QRect& anchor);
  QString key() const;
  ExplainView* view() const { return view_; }
  QPushButton* detailsButton() const { return details_; }
  void render();  // brings a hidden panel up to date as well

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;

 private:
  void retranslate();
  QRect inWindow(const QRect& onScreen) const;

  ScenarioStore& store_;
  ExplainPopover& popover_;
  QRect anchor_;
  QTimer pause_;
  ExplainView* view_;
  QPushButton* details_;
};

}  // namespace shardscope::ui
