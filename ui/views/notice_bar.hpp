// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An inline bar on top of the panels: what happened, where, what to do. No modal box unless data would be lost.

#include <QFrame>
#include <QString>
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

// Notices wait for each other: the worst is shown first, of equally bad ones the newest, and each stays until it is
// answered, closed, or replaced by a newer one of its topic.
class NoticeBar : public QFrame {
  Q_OBJECT

 public:
  explicit NoticeBar(QWidget* parent = nullptr);
  // `notice` is asked again when the language changes. Without a topic a notice replaces no other.
  void show(const std::function<Notice()>& notice, const QString& topic = QString());
  void dismiss(const QString& topic);
  QString text() const;     // empty while hidden
  QString details() const;  // as above
  int waiting() const;      // behind the one that is shown

 protected:
  void changeEvent(QEvent*) override;

 private:
  struct Entry {
    std::function<Notice()> make;
    QString topic;
    Tone tone = Tone::neutral;
  };
  void push(Entry entry);
  void removeShown();
  void renderShown();
  void render();
  void renderButtons(const std::vector<NoticeButton>& buttons);
  void paintTone();

  std::vector<Entry> entries_;  // the last is shown
  QLabel *picture_, *label_, *waiting_;
  QHBoxLayout* buttons_;
  QToolButton *more_, *close_;
  QPlainTextEdit* details_;
};

}  // namespace shardscope::ui
