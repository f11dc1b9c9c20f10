// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ranked moves: what to change, what it brings, what it costs. Try shows it in the chart above, Apply does it.

#include <QWidget>
#include <vector>

#include "core/advice/moves.hpp"

class QGridLayout;
class QLabel;
class QPushButton;

namespace shardscope::ui {

class MovesList : public QWidget {
  Q_OBJECT

 public:
  explicit MovesList(QWidget* parent = nullptr);
  void render(const std::vector<AdviceMove>& moves);
  int tried() const { return tried_; }  // index of the move on trial; -1: none
  void endTrial();                      // says nothing

  struct Row {
    QLabel *edit, *figures;
    QPushButton *tries, *applies;
  };
  const std::vector<Row>& rows() const { return rows_; }

 signals:
  void tryRequested(int index);  // -1: back to the configuration as it is
  void applyRequested(const shardscope::Edit& edit, const QString& what);

 protected:
  void changeEvent(QEvent*) override;

 private:
  void addRow();
  void renderTexts();
  void toggle(int index);

  std::vector<AdviceMove> moves_;
  int tried_ = -1;
  QGridLayout* grid_;
  std::vector<Row> rows_;  // a pool; those not needed are hidden
};

}  // namespace shardscope::ui
