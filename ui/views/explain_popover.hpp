// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The large explanation, above the window near the figure it is about: symbols lead on, Back leads back, Esc or a click
// elsewhere closes it.

#include <QFrame>
#include <QPointer>
#include <QStringList>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

class QToolButton;

namespace shardscope::ui {

class ExplainView;

class ExplainPopover : public QFrame {
  Q_OBJECT

 public:
  explicit ExplainPopover(QWidget* window);
  // `anchor` in coordinates of the window; shown below it, or where there is room.
  void open(const QString& key, const QRect& anchor, const Scenario& scenario, const Report& report);
  void render(const Scenario& scenario, const Report& report);
  ExplainView* view() const { return view_; }
  QToolButton* backButton() const { return back_; }
  QToolButton* copyTextButton() const { return copyText_; }
  QToolButton* copyLatexButton() const { return copyLatex_; }

 signals:
  void applyRequested(const shardscope::Edit& edit, const QString& what);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent*) override;
  void hideEvent(QHideEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void paintEvent(QPaintEvent*) override;

 private:
  void go(const QString& key);
  void goBack();
  void place();
  void retranslate();

  QStringList trail_;  // keys that were left by a symbol
  QRect anchor_;
  Scenario scenario_;
  Report report_;
  QPointer<QWidget> returnsTo_;  // had the focus
  ExplainView* view_;
  QToolButton *back_, *copyText_, *copyLatex_, *close_;
};

}  // namespace shardscope::ui
