// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The name of a knob: symbol bold, short name quiet and cut if need be, a dot before it when the value differs from
// its default.

#include <QWidget>

namespace shardscope::ui {

class ParamLabel : public QWidget {
  Q_OBJECT

 public:
  explicit ParamLabel(QWidget* parent);
  void render(const QString& symbol, const QString& name, bool quiet, bool dotted);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void clicked();

 protected:
  void paintEvent(QPaintEvent*) override;
  void mousePressEvent(QMouseEvent*) override;

 private:
  QString symbol_, name_;
  bool quiet_ = false, dotted_ = false;
};

}  // namespace shardscope::ui
