// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/segmented.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>

#include "ui/controls/accessible_controls.hpp"
#include "ui/controls/segment_button.hpp"

namespace shardscope::ui {

Segmented::Segmented(QWidget* parent) : QWidget(parent) {
  installAccessibleControls();
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(0);
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

void Segmented::render(const std::vector<Segment>& segments, int current) {
  if (segments == segments_ && current == current_) return;
  segments_ = segments;
  current_ = current;
  while (buttons_.size() > segments.size()) {
    layout()->removeWidget(buttons_.back());
    buttons_.back()->hide();
    buttons_.back()->deleteLater();  // it may be the one whose click brought us here
    buttons_.pop_back();
  }
  while (buttons_.size() < segments.size()) {
    auto* added = new SegmentButton(this);
    const int index = static_cast<int>(buttons_.size());
    connect(added, &QAbstractButton::clicked, this, [this, index] { choose(index); });
    layout()->addWidget(added);
    buttons_.push_back(added);
  }
  refresh();
}

// Brings the buttons in line with what is chosen. One of them takes part in the tab order, arrows reach the others.
void Segmented::refresh() {
  std::size_t reachable = current_ >= 0 ? static_cast<std::size_t>(current_) : 0;
  while (reachable + 1 < segments_.size() && !segments_[reachable].enabled) ++reachable;
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    SegmentButton* shown = buttons_[i];
    shown->setText(segments_[i].text);
    shown->setToolTip(segments_[i].toolTip);
    shown->setEnabled(segments_[i].enabled);
    shown->setChecked(static_cast<int>(i) == current_);
    shown->setEnds(i == 0, i + 1 == buttons_.size());
    shown->setFocusPolicy(i == reachable ? Qt::StrongFocus : Qt::ClickFocus);
    shown->updateGeometry();
    if (i == reachable) setFocusProxy(shown);
  }
}

void Segmented::choose(int index) {
  const bool changes = index != current_;
  current_ = index;
  refresh();  // also undoes what a click on the chosen button toggled
  if (changes) emit chosen(index);
}

void Segmented::keyPressEvent(QKeyEvent* event) {
  const int count = static_cast<int>(segments_.size());
  int from = current_, direction = 1;
  switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: break;
    case Qt::Key_Left:
    case Qt::Key_Up: direction = -1; break;
    case Qt::Key_Home: from = -1; break;
    case Qt::Key_End:
      from = count;
      direction = -1;
      break;
    default: QWidget::keyPressEvent(event); return;
  }
  for (int i = from + direction; i >= 0 && i < count; i += direction) {
    if (!segments_[static_cast<std::size_t>(i)].enabled) continue;
    choose(i);
    if (i < static_cast<int>(buttons_.size())) button(i)->setFocus(Qt::OtherFocusReason);
    return;
  }
}

}  // namespace shardscope::ui
