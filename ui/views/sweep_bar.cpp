// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_bar.hpp"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <algorithm>
#include <functional>

#include "core/scenario/derived.hpp"
#include "ui/controls/chip.hpp"
#include "ui/controls/flow_layout.hpp"
#include "ui/controls/wheel_guard.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/numbers.hpp"
#include "ui/text/sweep_texts.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

// Behind More until they are chosen.
constexpr Dim kRareDims[] = {Dim::schedule, Dim::cpKind, Dim::etp, Dim::shardGroup};

bool isRare(SweepAxis axis) {
  return std::find(std::begin(kRareDims), std::end(kRareDims), axis.dim) != std::end(kRareDims);
}

// Experts are split only where there are some.
bool exists(SweepAxis axis, const Scenario& scenario) {
  return isMoe(scenario.model.shape) || (axis.dim != Dim::ep && axis.dim != Dim::etp);
}

// As wide as its text, whatever else could be chosen: the bar holds much, and the list opens wider.
void fitToText(QComboBox* combo) {
  const QFontMetrics metrics(combo->font());
  const int letter = metrics.horizontalAdvance(QLatin1Char('X'));
  combo->setMinimumContentsLength((metrics.horizontalAdvance(combo->currentText()) + letter - 1) / letter);
  combo->view()->setMinimumWidth(combo->view()->sizeHintForColumn(0) + 4 * letter);
}

}  // namespace

SweepBar::SweepBar(SweepBoard& board, QWidget* parent) : QWidget(parent), board_(board) {
  markAsPanel(this);
  flow_ = new FlowLayout(this, 5);
  flow_->setContentsMargins(12, 6, 12, 6);
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  x_ = addCombo(xLabel_);
  y_ = addCombo(yLabel_);
  metric_ = addCombo(metricLabel_);
  x_->setObjectName(QStringLiteral("sweepX"));
  y_->setObjectName(QStringLiteral("sweepY"));
  metric_->setObjectName(QStringLiteral("sweepMetric"));
  for (auto* combo : {x_, y_})
    for (const auto axis : axisChoices()) combo->addItem(QString(), static_cast<int>(axis.dim));
  for (std::size_t i = 0; i < EnumWords<Metric>::words.size(); ++i) metric_->addItem(QString(), static_cast<int>(i));
  addChips();
  addMore();
  fixed_ = addLabel();
  for (auto& [axis, chip] : fixedChips_) flow_->addWidget(chip);
  count_ = addLabel();
  const auto chooseAxis = [this](QComboBox* combo, bool isX) {
    connect(combo, &QComboBox::activated, this, [this, combo, isX] {
      const SweepAxis axis{static_cast<Dim>(combo->currentData().toInt())};
      choose([&](SweepSettings& settings) { setAxis(settings, isX, axis); });
    });
  };
  chooseAxis(x_, true);
  chooseAxis(y_, false);
  connect(metric_, &QComboBox::activated, this, [this] {
    choose([this](SweepSettings& settings) { settings.metric = static_cast<Metric>(metric_->currentData().toInt()); });
  });
  connect(&board_, &SweepBoard::settingsChanged, this, &SweepBar::render);
  connect(&board_, &SweepBoard::changed, this, [this] {
    if (isVisible()) render();
  });
  guardFromWheel(this);
  retranslate();
}

// A label and its chooser stay together where the bar wraps.
QComboBox* SweepBar::addCombo(QLabel*& label) {
  auto* pair = new QWidget(this);
  auto* row = new QHBoxLayout(pair);
  row->setContentsMargins(0, 0, 4, 0);
  row->setSpacing(6);
  label = new QLabel(pair);
  label->setForegroundRole(QPalette::PlaceholderText);
  auto* combo = new QComboBox(pair);
  combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  combo->setIconSize(QSize(0, 0));
  label->setBuddy(combo);
  row->addWidget(label);
  row->addWidget(combo);
  layout()->addWidget(pair);
  return combo;
}

QLabel* SweepBar::addLabel() {
  auto* label = new QLabel(this);
  label->setForegroundRole(QPalette::PlaceholderText);
  label->setContentsMargins(4, 0, 0, 0);
  layout()->addWidget(label);
  return label;
}

void SweepBar::addChips() {
  searched_ = addLabel();
  const auto make = [this](SweepAxis axis, Chip::Kind kind) {
    auto* chip = new Chip(kind, this);
    connect(chip, &Chip::clicked, this,
            [this, axis](bool on) { choose([&](SweepSettings& settings) { settings.setFree(axis, on); }); });
    return Switch{axis, chip};
  };
  for (const auto axis : searchChoices()) {
    searchChips_.push_back(make(axis, Chip::Kind::tick));
    layout()->addWidget(searchChips_.back().chip);
  }
  for (const auto axis : fixedChoices()) fixedChips_.push_back(make(axis, Chip::Kind::lock));
}

void SweepBar::addMore() {
  more_ = new QToolButton(this);
  more_->setAutoRaise(true);
  more_->setPopupMode(QToolButton::InstantPopup);
  moreMenu_ = new QMenu(more_);
  more_->setMenu(moreMenu_);
  for (const auto dim : kRareDims) {
    auto* action = moreMenu_->addAction(QString());
    action->setCheckable(true);
    action->setData(static_cast<int>(dim));
    connect(action, &QAction::triggered, this,
            [this, dim](bool on) { choose([&](SweepSettings& settings) { settings.setFree({dim}, on); }); });
  }
  layout()->addWidget(more_);
}

void SweepBar::choose(const std::function<void(SweepSettings&)>& change) {
  auto settings = board_.settings();
  change(settings);
  board_.setSettings(settings);
}

Chip* SweepBar::chip(SweepAxis axis) const {
  for (const auto* chips : {&searchChips_, &fixedChips_})
    for (const auto& item : *chips)
      if (item.axis == axis && !item.chip->isHidden()) return item.chip;
  return nullptr;
}

QString SweepBar::countText() const { return count_->isHidden() ? QString() : count_->text(); }

void SweepBar::renderChip(const Switch& item, bool isFixedChoice) {
  const auto& settings = board_.settings();
  const auto& scenario = board_.store().scenario();
  const auto axis = item.axis;
  const auto value = axis.isDp() ? dataParallel(scenario) : dimValue(scenario, axis.dim);
  const bool pinned = isPinned(board_.store().locks(), axis);
  const bool free = settings.isFree(axis) && !pinned;
  auto* chip = item.chip;
  chip->setVisible(!settings.isAxis(axis) && exists(axis, scenario) && (!isRare(axis) || settings.isFree(axis)));
  chip->setChecked(free);
  chip->setEnabled(!pinned);
  const QString setting = axisSetting(axis, value);
  chip->setText(isFixedChoice ? (axis.dim == Dim::gpus ? tr("%1 GPU").arg(count(value)) : setting) : axisSymbol(axis));
  chip->setAccessibleName(isFixedChoice ? tr("Free %1").arg(axisSymbol(axis))
                                        : tr("Best over %1").arg(axisSymbol(axis)));
  if (pinned)
    chip->setToolTip(tr("%1 is locked in the configuration").arg(setting));
  else if (free)
    chip->setToolTip(
        tr("Each cell takes the best %1\nClick: only the current value, %2").arg(axisSymbol(axis), setting));
  else
    chip->setToolTip(tr("Only the current value, %1\nClick: each cell takes the best").arg(setting));
}

void SweepBar::renderMore() {
  const auto& settings = board_.settings();
  for (auto* action : moreMenu_->actions()) {
    const SweepAxis axis{static_cast<Dim>(action->data().toInt())};
    action->setText(axisSymbol(axis));
    action->setChecked(settings.isFree(axis));
    action->setVisible(exists(axis, board_.store().scenario()));
  }
}

void SweepBar::render() {
  const auto& settings = board_.settings();
  x_->setCurrentIndex(x_->findData(static_cast<int>(settings.x.dim)));
  y_->setCurrentIndex(y_->findData(static_cast<int>(settings.y.dim)));
  metric_->setCurrentIndex(metric_->findData(static_cast<int>(settings.metric)));
  for (auto* combo : {x_, y_, metric_}) fitToText(combo);
  for (const auto& item : searchChips_) renderChip(item, false);
  for (const auto& item : fixedChips_) renderChip(item, true);
  renderMore();
  renderCount();
}

// From the whole story to the least that is worth saying.
void SweepBar::renderCount() {
  counts_.clear();
  if (const auto& outcome = board_.outcome()) {
    const auto& counts = outcome->result.counts;
    const auto number = [](std::uint64_t n) { return count(static_cast<std::int64_t>(n)); };
    const QString tried = number(counts.tried), total = number(outcome->result.total),
                  runs = number(counts.fitted + counts.tight);
    counts_ = {tr("%1 / %2 · %3 feasible").arg(tried, total, runs), tr("%1 · %2 feasible").arg(tried, runs),
               tr("%1 feasible").arg(runs), tr("%1 run").arg(runs)};
    count_->setToolTip(tr("Configurations tried / in the space · that can run") + u'\n' + counts_.front());
    count_->setAccessibleName(counts_.front());
  }
  placeCount();
}

// The status bar has the numbers as well: they are not worth a row. They shorten first; then the name of the chips with
// the locks, which speak for themselves, makes room.
void SweepBar::placeCount() {
  const auto shows = [this] {
    return std::any_of(counts_.begin(), counts_.end(), [this](const QString& text) {
      count_->setText(text);
      return !flow_->lastNeedsARow(width());
    });
  };
  fixed_->show();
  bool fits = shows();
  if (!fits && !counts_.empty()) {
    fixed_->hide();
    fits = shows();
    fixed_->setVisible(!fits);
  }
  count_->setVisible(fits);
}

void SweepBar::resizeEvent(QResizeEvent* event) {
  placeCount();
  QWidget::resizeEvent(event);
}

void SweepBar::retranslate() {
  xLabel_->setText(QStringLiteral("X"));
  yLabel_->setText(QStringLiteral("Y"));
  metricLabel_->setText(tr("Colour"));
  searched_->setText(tr("Best over"));
  fixed_->setText(tr("Fixed"));
  more_->setText(QStringLiteral("+"));
  more_->setToolTip(tr("Further dimensions to search"));
  more_->setAccessibleName(more_->toolTip());
  x_->setAccessibleName(tr("X axis of the map"));
  y_->setAccessibleName(tr("Y axis of the map"));
  metric_->setAccessibleName(tr("Metric of the sweep"));
  for (auto* combo : {x_, y_})
    for (int i = 0; i < combo->count(); ++i)
      combo->setItemText(i, axisSymbol({static_cast<Dim>(combo->itemData(i).toInt())}));
  for (int i = 0; i < metric_->count(); ++i)
    metric_->setItemText(i, metricName(static_cast<Metric>(metric_->itemData(i).toInt())));
  render();
}

void SweepBar::showEvent(QShowEvent* event) {
  render();  // what has changed while it was out of sight
  QWidget::showEvent(event);
}

void SweepBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) retranslate();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
