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
class QPlainTextEdit;
class QToolButton;

namespace shardscope::ui {

struct NoticeButton {
  QString text;
  std::function<void()> run;
};

struct Notice {
  Tone tone = Tone::neutral;
  QString text;
  QString details = {};  // the whole story, behind Details; empty = no such button
  std::vector<NoticeButton> buttons = {};
};

class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);
  // `notice` is asked again when the language changes.
  void show(const std::function<Notice()>& notice);
  QString text() const;     // empty while hidden
  QString details() const;  // as above

 protected:
  void changeEvent(QEvent*) override;

 private:
  void render();
  void paintTone();

  std::function<Notice()> notice_;
  Tone tone_ = Tone::neutral;
  QLabel *picture_, *label_;
  QHBoxLayout* buttons_;
  QToolButton *more_, *close_;
  QPlainTextEdit* details_;
};

}  // namespace shardscope::ui
