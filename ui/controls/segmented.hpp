#pragma once
// A row of exclusive choices: 0 | 1 | 2 | 3 / FSDP. Arrow keys move, disabled ones carry a reason.

#include <QWidget>
#include <vector>

class QButtonGroup;

namespace shardscope::ui {

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
  int current() const;

 signals:
  void chosen(int index);  // user gestures only

 private:
  QButtonGroup* group_;
  std::vector<Segment> segments_;
};

}  // namespace shardscope::ui
