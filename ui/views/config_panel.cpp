// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/config_panel.hpp"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include "core/scenario/derived.hpp"
#include "core/scenario/stops.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/controls/segmented.hpp"
#include "ui/controls/wheel_guard.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/numbers.hpp"
#include "ui/views/more_settings.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

constexpr Recompute kRecomputes[] = {Recompute::none, Recompute::selective, Recompute::full, Recompute::ops};

QString qstring(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

template <class E>
void fillWords(QComboBox* box, Key key) {
  for (const auto word : EnumWords<E>::words) box->addItem(wordName(key, qstring(word)), qstring(word));
}

void chooseWord(QComboBox* box, std::string_view word) { box->setCurrentIndex(box->findData(qstring(word))); }

std::vector<SliderStop> sliderStops(const Scenario& scenario, const Locks& locks, Knob knob) {
  std::vector<SliderStop> result;
  for (const auto& stop : stops(scenario, locks, knob)) {
    Scenario moved = scenario;  // the reason quotes the numbers of the scenario it refuses
    if (stop.reason && knob != Knob::microBatches && knob != Knob::gpus)
      field(knobKey(knob)).write(moved, Value(stop.value));
    result.push_back({stop.value, stop.state, stop.reason ? sentence(*stop.reason, moved) : QString()});
  }
  return result;
}

}  // namespace

ConfigPanel::ConfigPanel(QWidget* parent) : QWidget(parent) {
  flashEnd_ = new QTimer(this);
  flashEnd_->setObjectName(QStringLiteral("flash"));
  flashEnd_->setSingleShot(true);
  connect(flashEnd_, &QTimer::timeout, this, [this] { flash({}); });
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  parallelTitle_ = makeSection(this);
  batchTitle_ = makeSection(this);
  memoryTitle_ = makeSection(this);
  equation_ = makeTitle(this);
  equation_->setContentsMargins(10, 2, 10, 6);
  equation_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  equation_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // a million GPUs do not widen the dock
  expertNote_ = new QLabel(this);
  expertNote_->setForegroundRole(QPalette::PlaceholderText);
  expertNote_->setContentsMargins(0, 2, 10, 6);

  stopNote_ = new QLabel(parallelTitle_);
  stopNote_->setForegroundRole(QPalette::PlaceholderText);
  auto* titleRow = new QHBoxLayout(parallelTitle_);
  titleRow->setContentsMargins(0, 0, 0, 0);
  titleRow->addStretch(1);
  titleRow->addWidget(stopNote_);
  column->addWidget(parallelTitle_);
  addRows(column, {Knob::tp, Knob::pp, Knob::vpp, Knob::dp, Knob::cp, Knob::ep});
  auto* line = new QHBoxLayout;
  line->addWidget(equation_, 1);
  line->addWidget(expertNote_);
  column->addLayout(line);
  column->addWidget(batchTitle_);
  addRows(column, {Knob::microBatch, Knob::microBatches, Knob::globalBatch, Knob::sequenceLength});
  column->addWidget(memoryTitle_);
  buildMemoryGroup(column);

  more_ = new QToolButton(this);
  more_->setObjectName(QStringLiteral("more"));
  more_->setCheckable(true);
  more_->setAutoRaise(true);
  more_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  more_->setArrowType(Qt::RightArrow);
  moreSettings_ = new MoreSettings(this);
  moreSettings_->hide();
  connect(more_, &QToolButton::toggled, this, [this](bool open) {
    more_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    moreSettings_->setVisible(open);
  });
  connect(moreSettings_, &MoreSettings::edited, this, &ConfigPanel::editOne);
  connect(moreSettings_, &MoreSettings::refused, this, &ConfigPanel::reasonRequested);
  column->addWidget(more_);
  column->addWidget(moreSettings_);
  column->addStretch(1);
  hint_ = new QLabel(this);
  hint_->setForegroundRole(QPalette::PlaceholderText);
  hint_->setContentsMargins(10, 4, 10, 6);
  hint_->setWordWrap(true);
  column->addWidget(hint_);
  guardFromWheel(this);
  retranslate();
}

void ConfigPanel::addRows(QVBoxLayout* column, std::initializer_list<Knob> knobs) {
  for (const Knob knob : knobs) {
    auto* row = new ParamRow(this);
    rows_[static_cast<std::size_t>(knob)] = row;
    column->addWidget(row);
    connect(row, &ParamRow::gestureStarted, this, &ConfigPanel::gestureStarted);
    connect(row, &ParamRow::gestureFinished, this, &ConfigPanel::gestureFinished);
    connect(row, &ParamRow::moved, this, [this, knob](std::int64_t value) { emit moveRequested(knob, value); });
    connect(row, &ParamRow::typed, this, [this, knob](std::int64_t value) { emit moveRequested(knob, value); });
    connect(row, &ParamRow::lockToggled, this, [this, knob] { toggleLock(knob); });
    connect(row, &ParamRow::reasonRequested, this, &ConfigPanel::reasonRequested);
  }
}

void ConfigPanel::buildMemoryGroup(QVBoxLayout* column) {
  auto* grid = memoryGrid_ = new QGridLayout;
  grid->setContentsMargins(10, 6, 10, 6);
  grid->setVerticalSpacing(6);
  grid->setHorizontalSpacing(12);
  grid->setColumnStretch(1, 1);
  const auto label = [this, grid](int row) {
    auto* made = new QLabel(this);
    grid->addWidget(made, row, 0);
    return made;
  };
  zeroLabel_ = label(0);
  recomputeLabel_ = label(1);
  scheduleLabel_ = label(2);
  precisionLabel_ = label(3);
  overlapLabel_ = label(4);
  zero_ = new Segmented(this);
  recompute_ = new Segmented(this);
  schedule_ = new QComboBox(this);
  precision_ = new QComboBox(this);
  sp_ = new QCheckBox(QStringLiteral("SP"), this);
  overlapDp_ = new QCheckBox(QStringLiteral("DP"), this);
  overlapPp_ = new QCheckBox(QStringLiteral("PP"), this);
  grid->addWidget(zero_, 0, 1, Qt::AlignLeft);
  grid->addWidget(recompute_, 1, 1, Qt::AlignLeft);
  grid->addWidget(schedule_, 2, 1);
  grid->addWidget(precision_, 3, 1);
  auto* boxes = new QHBoxLayout;
  for (auto* box : {overlapDp_, overlapPp_, sp_}) boxes->addWidget(box);
  boxes->addStretch(1);
  grid->addLayout(boxes, 4, 1);
  column->addLayout(grid);
  zeroLabel_->setBuddy(zero_);
  recomputeLabel_->setBuddy(recompute_);
  scheduleLabel_->setBuddy(schedule_);
  precisionLabel_->setBuddy(precision_);

  connect(zero_, &Segmented::chosen, this,
          [this](int index) { editOne(Key::zero, std::int64_t{index}, tr("ZeRO-%1").arg(index)); });
  connect(recompute_, &Segmented::chosen, this, [this](int index) {
    const auto text = word(kRecomputes[static_cast<std::size_t>(index)]);
    editOne(Key::recompute, std::string(text), tr("recompute: %1").arg(wordName(Key::recompute, qstring(text))));
  });
  connect(schedule_, &QComboBox::activated, this, [this](int index) {
    const auto text = schedule_->itemData(index).toString();
    editOne(Key::schedule, text.toStdString(), wordName(Key::schedule, text));
  });
  connect(precision_, &QComboBox::activated, this, [this](int index) {
    const auto text = precision_->itemData(index).toString();
    editOne(Key::precision, text.toStdString(), wordName(Key::precision, text));
  });
  const auto toggles = [this](QCheckBox* box, Key key) {
    connect(box, &QCheckBox::clicked, this, [this, key](bool on) { editOne(key, on, settingWords(key, on)); });
  };
  toggles(overlapDp_, Key::overlapDp);
  toggles(overlapPp_, Key::overlapPp);
  toggles(sp_, Key::sp);
}

// Interleaved ⇔ vpp > 1: setting one sets the other in the same edit.
void ConfigPanel::editOne(Key key, const Value& value, const QString& what) {
  if (key == Key::schedule) {
    const bool interleaved = std::get<std::string>(value) == word(Schedule::interleaved);
    if (interleaved && scenario_.parallel.vpp == 1) {
      for (const auto& stop : stops(scenario_, locks_, Knob::vpp))
        if (stop.value > 1 && stop.state != StopState::invalid) return emit moveRequested(Knob::vpp, stop.value);
      emit reasonRequested(tr("Interleaving needs PP > 1 and layers that PP × VPP divides."));
      return render(scenario_, locks_);
    }
    Edit edit{{Key::schedule, interleaved ? Value{} : value}};
    if (!interleaved && scenario_.parallel.vpp > 1) edit.push_back({Key::vpp, std::int64_t{1}});
    return emit editRequested(edit, what);
  }
  emit editRequested(Edit{{key, value}}, what);
}

void ConfigPanel::toggleLock(Knob knob) {
  Locks locks = locks_;
  if (knob == Knob::dp)
    locks.gpuRole = locks.gpuRole == GpuRole::totalLocked ? GpuRole::dpLocked : GpuRole::totalLocked;
  else if (knob == Knob::microBatches || knob == Knob::globalBatch)
    locks.batchRole =
        locks.batchRole == BatchRole::globalLocked ? BatchRole::microBatchesLocked : BatchRole::globalLocked;
  else
    locks.locked[static_cast<std::size_t>(knob)] = !locks.isLocked(knob);
  emit locksEdited(locks);
}

void ConfigPanel::render(const Scenario& scenario, const Locks& locks) {
  scenario_ = scenario;
  locks_ = locks;
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i]) renderRow(static_cast<Knob>(i));
  renderMemoryGroup();
  renderEquation();
  if (moreSettings_->isVisibleTo(this))
    moreSettings_->render(scenario);
  else
    moreSettings_->renderLater(scenario);
}

void ConfigPanel::renderRow(Knob knob) {
  ParamRowState state;
  state.symbol = symbol(knob);
  state.name = shortName(knob);
  state.follows = follows(knob, locks_);
  if (state.follows) state.name = tr("follows");
  state.stops = sliderStops(scenario_, locks_, knob);
  state.value = knobValue(scenario_, knob);
  if (state.value < 1) state.disabledText = notAvailable();  // no whole degree exists
  state.swappable = knob == Knob::dp || knob == Knob::microBatches || knob == Knob::globalBatch;
  state.locked = locks_.isLocked(knob) || (knob == Knob::dp && locks_.gpuRole == GpuRole::dpLocked) ||
                 (knob == Knob::globalBatch && locks_.batchRole == BatchRole::globalLocked) ||
                 (knob == Knob::microBatches && locks_.batchRole == BatchRole::microBatchesLocked);
  state.asSequence = knob == Knob::sequenceLength;
  if (knob == Knob::ep && !isMoe(scenario_.model.shape)) {
    state.enabled = false;
    state.disabledText = QStringLiteral("—");
  }
  if (knob != Knob::microBatches && knob != Knob::globalBatch && knob != Knob::dp)
    state.differsFromDefault = field(knobKey(knob)).read(scenario_) != field(knobKey(knob)).read(Scenario{});
  state.toolTip = longName(knob);
  if (state.follows)
    state.toolTip += QLatin1Char('\n') + (knob == Knob::dp ? tr("Follows from the GPU total; click the link to lock DP")
                                                           : tr("Follows from the batch; click the link to lock it"));
  rows_[static_cast<std::size_t>(knob)]->render(state);
}

void ConfigPanel::renderMemoryGroup() {
  const bool pipelined = scenario_.parallel.pp > 1;
  std::vector<Segment> zero{{QStringLiteral("0")}, {QStringLiteral("1")}, {QStringLiteral("2")}, {tr("3 / FSDP")}};
  zero[0].toolTip = tr("ZeRO-0: nothing sharded over the data ranks");
  zero[1].toolTip = tr("ZeRO-1: optimizer states sharded");
  zero[2].toolTip = pipelined ? tr("ZeRO-2 with PP counts as ZeRO-1: every micro-batch would need a reduce-scatter")
                              : tr("ZeRO-2: optimizer states and gradients sharded");
  zero[2].enabled = !pipelined || scenario_.parallel.zero == 2;
  zero[3].toolTip = tr("ZeRO-3 / FSDP: parameters sharded too; gathered again for every micro-batch");
  zero_->render(zero, static_cast<int>(scenario_.parallel.zero));

  std::vector<Segment> recompute;
  int current = -1;
  for (std::size_t i = 0; i < std::size(kRecomputes); ++i) {
    recompute.push_back({wordName(Key::recompute, qstring(word(kRecomputes[i])))});
    if (kRecomputes[i] == scenario_.workload.recompute) current = static_cast<int>(i);
  }
  recompute[0].toolTip = tr("Keep all activations");
  recompute[1].toolTip = tr("Recompute the attention core (nothing to gain with FlashAttention)");
  recompute[2].toolTip = tr("Keep only layer inputs, repeat the forward pass");
  recompute[3].toolTip = tr("PyTorch selective checkpointing: keep attention and every second GEMM output");
  recompute_->render(recompute, current);

  chooseWord(schedule_, word(schedule(scenario_.parallel)));
  schedule_->setEnabled(pipelined);
  chooseWord(precision_, word(scenario_.workload.precision));
  overlapDp_->setChecked(scenario_.overlap.dp);
  overlapPp_->setChecked(scenario_.overlap.pp);
  sp_->setChecked(sequenceParallel(scenario_.parallel));
  sp_->setEnabled(scenario_.parallel.tp > 1);
}

void ConfigPanel::renderEquation() {
  const auto& p = scenario_.parallel;
  const auto total = gpuCount(scenario_.cluster);
  const auto dp = knobValue(scenario_, Knob::dp);
  const bool holds = p.tp * p.pp * p.cp * dp == total;
  equation_->setText(QStringLiteral("%1 × %2 × %3 × %4 %5 %6 GPU")
                         .arg(count(p.tp), count(p.pp), dp > 0 ? count(dp) : notAvailable(), count(p.cp),
                              holds ? QStringLiteral("=") : QStringLiteral("≠"), count(total)));
  equation_->setToolTip(equation_->text() + QLatin1Char('\n') + tr("TP × PP × DP × CP = GPUs"));
  equation_->setForegroundRole(holds ? QPalette::WindowText : QPalette::BrightText);
  const bool dense = !isMoe(scenario_.model.shape);
  expertNote_->setText(dense ? tr("EP off: dense model") : QString());
}

void ConfigPanel::setCompact(bool compact) {
  for (auto* row : rows_)
    if (row) row->setCompact(compact);
  hint_->setVisible(!compact);
  memoryGrid_->setVerticalSpacing(compact ? 1 : 6);
  memoryGrid_->setContentsMargins(10, compact ? 2 : 6, 10, compact ? 2 : 6);
  equation_->setContentsMargins(10, compact ? 0 : 2, 10, compact ? 2 : 6);
  expertNote_->setContentsMargins(0, compact ? 0 : 2, 10, compact ? 2 : 6);
  for (auto* title : {parallelTitle_, batchTitle_, memoryTitle_})
    title->setContentsMargins(10, compact ? 1 : 4, 10, compact ? 1 : 4);
}

void ConfigPanel::focusKnob(Knob knob) {
  if (auto* target = row(knob)) target->focusSlider();
}

void ConfigPanel::toggleFocusedLock() {
  for (auto* row : rows_)
    if (row && row->isAncestorOf(QApplication::focusWidget())) return row->toggleLock();
}

void ConfigPanel::retranslate() {
  parallelTitle_->setText(tr("PARALLELISM"));
  parallelTitle_->setToolTip(tr("○ valid stop · ✕ not a valid stop · △ valid, but against a rule"));
  stopNote_->setText(tr("✕ = not a valid stop"));
  batchTitle_->setText(tr("BATCH & SEQUENCE"));
  memoryTitle_->setText(tr("MEMORY & SCHEDULE"));
  zeroLabel_->setText(tr("ZeRO"));
  recomputeLabel_->setText(tr("Recompute"));
  scheduleLabel_->setText(tr("Schedule"));
  precisionLabel_->setText(tr("Precision"));
  overlapLabel_->setText(tr("Overlap"));
  overlapDp_->setToolTip(tr("Hide data-parallel communication behind the backward pass"));
  overlapPp_->setToolTip(tr("Hide pipeline messages (interleaved schedules)"));
  sp_->setToolTip(tr("Sequence parallelism: split norms and residuals along the sequence (needs TP > 1)"));
  sp_->setAccessibleName(tr("sequence parallelism"));
  overlapDp_->setAccessibleName(settingName(Key::overlapDp));
  overlapPp_->setAccessibleName(settingName(Key::overlapPp));
  zero_->setAccessibleName(settingName(Key::zero));
  recompute_->setAccessibleName(settingName(Key::recompute));
  schedule_->setAccessibleName(settingName(Key::schedule));
  precision_->setAccessibleName(settingName(Key::precision));
  more_->setText(tr("More settings"));
  hint_->setText(tr("Arrow keys step between valid stops"));
  schedule_->clear();
  precision_->clear();
  fillWords<Schedule>(schedule_, Key::schedule);
  fillWords<Precision>(precision_, Key::precision);
}

void ConfigPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    renderMemoryGroup();  // the lists were filled anew
  }
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
