// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The marks beside a step of the advice: its number in a circle and its verdict as a chip. Pictures only: the row that
// holds them speaks for them.

#include <QWidget>

#include "core/advice/procedure.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

class StepNumber : public QWidget {
  Q_OBJECT

 public:
  explicit StepNumber(QWidget* parent = nullptr);
  void render(int number, AdviceVerdict verdict, bool filled);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  int number_ = 0;
  AdviceVerdict verdict_ = AdviceVerdict::skip;
  bool filled_ = false;
};

class VerdictChip : public QWidget {
  Q_OBJECT

 public:
  explicit VerdictChip(QWidget* parent = nullptr);
  void render(const QString& text, AdviceVerdict verdict);
  QString text() const { return text_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QString shown() const;  // with its sign

  QString text_;
  AdviceVerdict verdict_ = AdviceVerdict::skip;
};

}  // namespace shardscope::ui
