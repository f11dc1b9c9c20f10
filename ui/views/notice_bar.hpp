// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An inline bar on top of the panels: what happened, where, what to do. No modal box unless data would be lost.

#include <QFrame>
#include <functional>
#include <utility>
#include <vector>

#include "ui/controls/kpi_tile.hpp"

class QHBoxLayout;
class QLabel;
class QToolButton;

namespace shardscope::ui {

struct NoticeButton {
  QString text;
  std::function<void()> run;
};

class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);
  void show(Tone tone, const QString& text, const std::vector<NoticeButton>& buttons = {},
            const QString& details = QString());
  QString text() const;

 protected:
  void changeEvent(QEvent*) override;

 private:
  void paintTone();

  Tone tone_ = Tone::neutral;
  QLabel *picture_, *label_;
  QHBoxLayout* buttons_;
  QToolButton* close_;
};

}  // namespace shardscope::ui
