// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Widgets in a row that goes on below where it is full; the last one stands at the right end.

#include <QLayout>
#include <vector>

namespace shardscope::ui {

class FlowLayout : public QLayout {
 public:
  explicit FlowLayout(QWidget* parent, int spacing);
  ~FlowLayout() override;
  void addItem(QLayoutItem* item) override { items_.push_back(item); }
  int count() const override { return static_cast<int>(items_.size()); }
  QLayoutItem* itemAt(int index) const override;
  QLayoutItem* takeAt(int index) override;
  Qt::Orientations expandingDirections() const override { return {}; }
  bool hasHeightForWidth() const override { return true; }
  int heightForWidth(int width) const override;
  QSize sizeHint() const override;
  QSize minimumSize() const override;
  void setGeometry(const QRect& rect) override;
  // Whether the last item, hidden or not, would bring a row of its own.
  bool lastNeedsARow(int width) const;

 private:
  std::vector<QLayoutItem*> shown() const;
  int arrange(const std::vector<QLayoutItem*>& items, const QRect& rect, bool apply) const;  // the height it takes

  std::vector<QLayoutItem*> items_;
};

}  // namespace shardscope::ui
