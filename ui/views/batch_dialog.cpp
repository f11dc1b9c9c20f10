// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/batch_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <climits>

#include "core/scenario/derived.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/numbers.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

constexpr int kGpusMost = 1'000'000;
enum Column { kDp, kMicroBatch, kMicroBatches, kGpus, kFourP, kMemory, kBubble, kDpShare, kStep, kTokens, kColumns };

QString memoryText(const BatchPlan& plan) {
  const QString peak = gibUnit(plan.peak);
  switch (plan.verdict) {
    case Verdict::fits: return QStringLiteral("✓ ") + peak;
    case Verdict::tight: return QStringLiteral("△ ") + peak;
    default: return QStringLiteral("✕ ") + peak;
  }
}

// A way that does not fit is a way to split the batch, not to run it.
QString waysText(const std::vector<BatchPlan>& plans) {
  const auto all = static_cast<std::int64_t>(plans.size());
  const auto running = std::count_if(plans.begin(), plans.end(), [](const BatchPlan& p) { return runs(p.verdict); });
  if (running == all)
    return all == 1 ? BatchDialog::tr("One way to run it") : BatchDialog::tr("%1 ways to run it").arg(count(all));
  if (running > 0) return BatchDialog::tr("%1 ways to split it, %2 fit").arg(count(all), count(running));
  if (all == 1) return BatchDialog::tr("One way to split it, and it does not fit: see Advice for what would");
  return BatchDialog::tr("%1 ways to split it, none of them fits: see Advice for what would").arg(count(all));
}

}  // namespace

BatchDialog::BatchDialog(const Scenario& scenario, QWidget* parent) : QDialog(parent), scenario_(scenario) {
  setWindowTitle(tr("Batch solver"));
  auto* column = new QVBoxLayout(this);
  buildForm(column);
  buildTable(column);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  apply_ = buttons->addButton(tr("Apply"), QDialogButtonBox::ApplyRole);
  apply_->setToolTip(tr("Use the selected row; one undo step"));
  connect(apply_, &QPushButton::clicked, this, [this] { applyRow(table_->currentRow()); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
  resize(scaledInt(860), scaledInt(520));
  solve();
}

void BatchDialog::buildForm(QVBoxLayout* column) {
  auto* row = new QHBoxLayout;
  auto* label = new QLabel(tr("&Global batch"), this);
  wish_ = new QSpinBox(this);
  wish_->setRange(1, INT_MAX);
  wish_->setGroupSeparatorShown(true);
  wish_->setKeyboardTracking(false);
  wish_->setMinimumWidth(scaledInt(130));
  wish_->setValue(static_cast<int>(std::clamp<std::int64_t>(scenario_.workload.globalBatch, 1, INT_MAX)));
  label->setBuddy(wish_);
  unit_ = new QComboBox(this);
  unit_->addItems({tr("sequences"), tr("tokens")});
  unit_->setAccessibleName(tr("Unit of the global batch"));
  exact_ = new QLabel(this);
  exact_->setForegroundRole(QPalette::PlaceholderText);
  freeGpus_ = new QCheckBox(tr("&Free GPU total, at most"), this);
  freeGpus_->setToolTip(tr("Off: the GPU total stays and DP follows from TP, PP and CP"));
  gpusMax_ = new QSpinBox(this);
  gpusMax_->setRange(1, kGpusMost);
  gpusMax_->setGroupSeparatorShown(true);
  gpusMax_->setKeyboardTracking(false);
  gpusMax_->setValue(static_cast<int>(std::clamp<std::int64_t>(2 * gpuCount(scenario_.cluster), 1, kGpusMost)));
  gpusMax_->setAccessibleName(tr("Most GPUs"));
  gpusMax_->setEnabled(false);
  for (QWidget* part : std::initializer_list<QWidget*>{label, wish_, unit_, exact_}) row->addWidget(part);
  row->addStretch(1);
  row->addWidget(freeGpus_);
  row->addWidget(gpusMax_);
  column->addLayout(row);
  connect(wish_, &QSpinBox::valueChanged, this, &BatchDialog::solve);
  connect(gpusMax_, &QSpinBox::valueChanged, this, &BatchDialog::solve);
  connect(unit_, &QComboBox::currentIndexChanged, this, &BatchDialog::changeUnit);
  connect(freeGpus_, &QCheckBox::toggled, this, [this](bool on) {
    gpusMax_->setEnabled(on);
    solve();
  });
}

void BatchDialog::buildTable(QVBoxLayout* column) {
  auto* row = new QHBoxLayout;
  remark_ = new QLabel(this);
  remark_->setWordWrap(true);
  row->addWidget(remark_, 1);
  for (auto* button : {&below_, &above_}) {
    *button = new QPushButton(this);
    row->addWidget(*button);
    connect(*button, &QPushButton::clicked, this, [this, which = button] {
      const auto sequences = which == &below_ ? plans_.below : plans_.above;
      if (!sequences) return;
      unit_->setCurrentIndex(0);
      wish_->setValue(static_cast<int>(*sequences));
    });
  }
  column->addLayout(row);
  table_ = new QTableWidget(0, kColumns, this);
  table_->setHorizontalHeaderLabels({tr("DP"), tr("micro-batch"), tr("M"), tr("GPUs"), tr("M ≥ 4P"), tr("Memory"),
                                     tr("Bubble"), tr("DP share"), tr("Step"), tr("tokens/s")});
  table_->setAccessibleName(tr("Ways to run this batch"));
  table_->verticalHeader()->hide();
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setTabKeyNavigation(false);
  table_->horizontalHeader()->setStretchLastSection(true);
  connect(table_, &QTableWidget::cellActivated, this, &BatchDialog::applyRow);
  column->addWidget(table_, 1);
}

std::int64_t BatchDialog::wishedSequences() const {
  const std::int64_t wish = wish_->value();
  if (unit_->currentIndex() == 0) return wish;
  return std::max<std::int64_t>(1, wish / std::max<std::int64_t>(1, scenario_.workload.sequenceLength));
}

// The same batch in the other unit.
void BatchDialog::changeUnit() {
  const auto length = std::max<std::int64_t>(1, scenario_.workload.sequenceLength);
  const std::int64_t now = wish_->value();
  const auto value = unit_->currentIndex() == 1 ? now * length : std::max<std::int64_t>(1, now / length);
  wish_->setValue(static_cast<int>(std::min<std::int64_t>(value, INT_MAX)));
  solve();
}

void BatchDialog::solve() {
  BatchWish wish;
  wish.sequences = wishedSequences();
  if (freeGpus_->isChecked()) wish.gpusMax = gpusMax_->value();
  plans_ = batchPlans(scenario_, wish);
  fillTable();
  renderRemarks();
}

void BatchDialog::fillTable() {
  table_->setRowCount(static_cast<int>(plans_.plans.size()));
  for (int row = 0; row < table_->rowCount(); ++row) fillRow(row, plans_.plans[static_cast<std::size_t>(row)]);
  table_->resizeColumnsToContents();
  if (table_->rowCount() > 0) table_->setCurrentCell(0, 0);
  apply_->setEnabled(table_->rowCount() > 0);
}

void BatchDialog::fillRow(int row, const BatchPlan& plan) {
  const auto set = [this, row](Column column, const QString& text) {
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setItem(row, column, item);
  };
  set(kDp, count(plan.dp));
  set(kMicroBatch, count(plan.microBatch));
  set(kMicroBatches, count(plan.microBatches));
  set(kGpus, count(plan.gpus));
  // Without a pipeline there is nothing to fill.
  const bool hasPipeline = scenario_.parallel.pp > 1;
  set(kFourP, !hasPipeline ? QStringLiteral("–") : plan.keeps4P ? QStringLiteral("✓") : QStringLiteral("✕"));
  set(kMemory, memoryText(plan));
  set(kBubble, percent(plan.bubble));
  set(kDpShare, percent(plan.dpShare));
  set(kStep, seconds(plan.stepS));
  set(kTokens, si(plan.tokensPerS));
}

QString BatchDialog::noPlanText() const {
  if (plans_.below || plans_.above) return tr("No DP, M and micro-batch give this batch. Nearest:");
  if (plans_.gpusNeeded > 0) return tr("This layout needs %1 GPUs at the least.").arg(count(plans_.gpusNeeded));
  if (plans_.obstacle) return sentence(*plans_.obstacle, scenario_);
  return tr("This layout runs no batch at all: see Rules.");
}

void BatchDialog::renderRemarks() {
  exact_->setText(
      unit_->currentIndex() == 0
          ? tr("= %1 tokens").arg(si(static_cast<double>(wishedSequences() * scenario_.workload.sequenceLength)))
      : wishedSequences() == 1 ? tr("= 1 sequence")
                               : tr("= %1 sequences").arg(count(wishedSequences())));
  QStringList remarks;
  if (plans_.belowBound) remarks << tr("Smaller than your lower bound.");
  if (plans_.aboveBound) remarks << tr("Larger than your upper bound.");
  if (plans_.truncated)
    remarks << tr("The best %1 are listed.").arg(count(static_cast<std::int64_t>(plans_.plans.size())));
  // The nearest batches stand behind the text.
  remarks << (plans_.plans.empty() ? noPlanText() : waysText(plans_.plans));
  remark_->setText(remarks.join(QLatin1Char(' ')));
  const auto offer = [](QPushButton* button, const std::optional<std::int64_t>& sequences) {
    button->setVisible(sequences.has_value() && *sequences <= INT_MAX);
    if (!sequences) return;
    button->setText(count(*sequences));
    button->setAccessibleName(tr("Global batch of %1 sequences").arg(count(*sequences)));
  };
  offer(below_, plans_.below);
  offer(above_, plans_.above);
}

void BatchDialog::applyRow(int row) {
  if (row < 0 || row >= static_cast<int>(plans_.plans.size())) return;
  const auto& plan = plans_.plans[static_cast<std::size_t>(row)];
  emit applyRequested(editFor(scenario_, plan), tr("batch %1 = %2 × %3 × %4")
                                                    .arg(count(wishedSequences()), count(plan.microBatch),
                                                         count(plan.microBatches), count(plan.dp)));
  accept();
}

}  // namespace shardscope::ui
