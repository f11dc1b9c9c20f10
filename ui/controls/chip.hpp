// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small switch among others: ticked or not, or a lock that can be opened.

#include <QAbstractButton>

namespace shardscope::ui {

class Chip : public QAbstractButton {
  Q_OBJECT

 public:
  enum class Kind : std::uint8_t { tick, lock };
  explicit Chip(Kind kind, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void changeEvent(QEvent*) override;

 private:
  int markSide() const;

  Kind kind_;
  // Layouts ask for the size again and again, and measuring is slow.
  mutable QString measured_;
  mutable double measuredScale_ = 0;
  mutable int letters_ = 0;
};

}  // namespace shardscope::ui
