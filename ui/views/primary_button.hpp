// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The one button of a bar that matters most: filled with the accent colour.

#include <QToolButton>

namespace shardscope::ui {

class PrimaryButton : public QToolButton {
  Q_OBJECT

 public:
  explicit PrimaryButton(QAction* action, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent*) override;

 private:
  QString shownText() const;  // without the mnemonic
};

}  // namespace shardscope::ui
