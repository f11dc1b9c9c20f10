// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One step of the advice: number, question, test with this scenario's numbers, verdict, and what it leads to.

#include <QFrame>
#include <array>

#include "ui/text/advice_texts.hpp"

class QLabel;
class QPushButton;

namespace shardscope::ui {

class AdviceBoard;
class StepNumber;
class VerdictChip;

class StepRow : public QFrame {
  Q_OBJECT

 public:
  enum class Kind : std::uint8_t {
    narrow,  // the dock: the part that settled it, below the question
    wide     // the tab: every part, beside the question
  };
  explicit StepRow(Kind kind, QWidget* parent = nullptr);
  void render(const StepText& text);
  const StepText& shown() const { return text_; }
  QPushButton* applyButton() const { return apply_; }
  QPushButton* tryButton() const { return try_; }  // wide only: what the step passed over
  void setTried(bool tried);                       // what the step passed over is on trial
  QLabel* testLabel() const { return test_; }

 signals:
  void applyRequested(const shardscope::Edit& edit, const QString& what);
  void tryRequested(int step);
  void explainRequested(const QString& key);  // of an amount that was clicked

 protected:
  void changeEvent(QEvent*) override;
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent*) override;

 private:
  void arrange();
  void renderButtons();
  void renderTest();
  void apply();

  Kind kind_;
  StepText text_;
  StepNumber* number_;
  QLabel *title_, *test_;
  VerdictChip* chip_;
  QWidget* buttons_ = nullptr;  // wide only
  QPushButton *apply_, *try_;
};

// Rich text whose links look like text until the pointer is on them.
QString quietLinks(const QString& page, const QColor& color);

// All six of them, or why there are none.
void renderSteps(const AdviceBoard& board, QLabel& obstacle, const std::array<StepRow*, 6>& rows);

}  // namespace shardscope::ui
