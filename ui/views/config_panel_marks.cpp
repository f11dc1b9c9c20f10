// SPDX-License-Identifier: GPL-3.0-or-later
// Which controls a setting has, and the ground that marks them.
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QTimer>
#include <QToolButton>

#include "ui/controls/param_row.hpp"
#include "ui/controls/segmented.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/more_settings.hpp"

namespace shardscope::ui {
namespace {

constexpr int kFlashMs = 600;

}  // namespace

std::vector<QWidget*> ConfigPanel::controlsOf(Key key) const {
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i] && static_cast<Knob>(i) != Knob::microBatches && knobKey(static_cast<Knob>(i)) == key)
      return {rows_[i]};
  switch (key) {
    case Key::zero: return {zeroLabel_, zero_};
    case Key::recompute: return {recomputeLabel_, recompute_};
    case Key::schedule: return {scheduleLabel_, schedule_};
    case Key::precision: return {precisionLabel_, precision_};
    case Key::overlapDp: return {overlapDp_};
    case Key::overlapPp: return {overlapPp_};
    case Key::sp: return {sp_};
    default: break;
  }
  if (auto* editor = moreSettings_->editor(key)) {
    if (moreSettings_->isVisibleTo(this)) return {editor};
    return {more_};
  }
  return {};
}

void ConfigPanel::mark(const std::vector<Key>& keys) {
  marked_.clear();
  for (const auto key : keys)
    for (auto* control : controlsOf(key)) marked_.push_back(control);
  update();
  if (marked_.empty()) return;
  for (auto* above = parentWidget(); above; above = above->parentWidget())
    if (auto* scroll = qobject_cast<QScrollArea*>(above)) return scroll->ensureWidgetVisible(marked_.front());
}

void ConfigPanel::flash(const std::vector<Key>& keys) {
  flashed_.clear();
  for (const auto key : keys)
    for (auto* control : controlsOf(key)) flashed_.push_back(control);
  update();
  flashEnd_->start(kFlashMs);
}

void ConfigPanel::paintEvent(QPaintEvent* event) {
  QWidget::paintEvent(event);
  QPainter painter(this);
  const auto& theme = currentTheme();
  const auto groundOf = [this](const QWidget* control) {
    const QRect place(control->mapTo(this, QPoint()), control->size());
    return place.adjusted(-scaledInt(4), -scaledInt(2), scaledInt(4), scaledInt(2)) & rect();
  };
  for (const auto* control : flashed_) painter.fillRect(groundOf(control), theme.color(Token::accentFill));
  for (const auto* control : marked_) {
    const QRect ground = groundOf(control);
    painter.fillRect(ground, theme.color(Token::accentFill));
    painter.fillRect(QRect(ground.topLeft(), QSize(scaledInt(3), ground.height())), theme.color(Token::accent));
  }
}

}  // namespace shardscope::ui
