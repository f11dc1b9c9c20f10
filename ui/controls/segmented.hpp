// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A row of exclusive choices: 0 | 1 | 2 | 3 / FSDP. Arrow keys move, disabled ones carry a reason.

#include <QWidget>
#include <vector>

namespace shardscope::ui {

class SegmentButton;

struct Segment {
  QString text;
  bool enabled = true;
  QString toolTip;
  bool operator==(const Segment&) const = default;
};

class Segmented : public QWidget {
  Q_OBJECT

 public:
  explicit Segmented(QWidget* parent = nullptr);
  void render(const std::vector<Segment>& segments, int current);  // -1 = none
  int current() const { return current_; }
  SegmentButton* button(int index) const { return buttons_[static_cast<std::size_t>(index)]; }

 signals:
  void chosen(int index);  // user gestures only

 protected:
  void keyPressEvent(QKeyEvent*) override;

 private:
  void choose(int index);
  void refresh();

  std::vector<Segment> segments_;
  std::vector<SegmentButton*> buttons_;
  int current_ = -1;
};

}  // namespace shardscope::ui
