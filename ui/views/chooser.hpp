// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A drop-down that shows a name and, paler, what it is: "Llama-3-70B  dense · 70.6 B". Without a menu it is clicked.

#include <QToolButton>

namespace shardscope::ui {

class Chooser : public QToolButton {
  Q_OBJECT

 public:
  explicit Chooser(QWidget* parent = nullptr);
  void render(const QString& name, const QString& subtitle);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  QString shownName() const;  // as much as there is room for
  QString shownSubtitle() const;

 protected:
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent*) override;

 private:
  QRect textArea() const;

  QString name_, subtitle_;
};

}  // namespace shardscope::ui
