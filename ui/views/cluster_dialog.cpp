// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/cluster_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <cmath>

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/fields.hpp"
#include "ui/text/numbers.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

constexpr int kNicDecimals = 3;  // of GB/s
constexpr double kNicStep = kGb / 1000;

}  // namespace

ClusterDialog::ClusterDialog(const Cluster& cluster, QWidget* parent) : QDialog(parent), initial_(cluster) {
  setWindowTitle(tr("Cluster"));
  auto* form = new QFormLayout(this);
  device_ = new QComboBox(this);
  if (cluster.gpuId.empty())
    device_->addItem(
        QString::fromStdString(cluster.device.name.empty() ? tr("from the file").toStdString() : cluster.device.name));
  for (const auto& entry : catalogue().devices())
    device_->addItem(QString::fromStdString(entry.device.name), QString::fromStdString(entry.id));
  if (!cluster.gpuId.empty()) device_->setCurrentIndex(device_->findData(QString::fromStdString(cluster.gpuId)));
  const auto spin = [this](int max, std::int64_t value) {
    auto* box = new QSpinBox(this);
    box->setRange(1, max);
    box->setGroupSeparatorShown(true);
    box->setValue(static_cast<int>(value));
    return box;
  };
  gpus_ = spin(64'000'000, gpuCount(cluster));
  perNode_ = spin(64, gpusPerNode(cluster));
  domain_ = spin(1024, nvlinkDomain(cluster));
  nic_ = new QDoubleSpinBox(this);
  nic_->setRange(0.001, 10'000);
  nic_->setDecimals(kNicDecimals);
  nic_->setSuffix(tr(" GB/s"));
  showNic(nicBytesPerS(cluster));
  total_ = new QLabel(this);
  form->addRow(tr("&GPU"), device_);
  form->addRow(tr("GPUs in &all"), gpus_);
  form->addRow(tr("GPUs per &node"), perNode_);
  form->addRow(tr("GPUs on the &fast link"), domain_);
  form->addRow(tr("N&IC per GPU, one way"), nic_);
  form->addRow(total_);
  buttons_ = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons_, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::reject);
  nameButtons(*buttons_);
  form->addRow(buttons_);
  connect(device_, &QComboBox::activated, this, &ClusterDialog::deviceChanged);
  connect(gpus_, &QSpinBox::valueChanged, this, &ClusterDialog::showTotal);
  connect(perNode_, &QSpinBox::valueChanged, this, &ClusterDialog::showTotal);
  showTotal();
}

void ClusterDialog::deviceChanged() {
  const auto* entry = catalogue().device(device_->currentData().toString().toStdString());
  const Device& device = entry ? entry->device : initial_.device;
  perNode_->setValue(static_cast<int>(device.gpusPerNode));
  domain_->setValue(static_cast<int>(device.linkDomain));
  showNic(device.nic.count());
  showTotal();
}

// The field rounds; what it was given is kept until somebody types another value.
void ClusterDialog::showNic(double bytesPerS) {
  nicBytes_ = bytesPerS;
  nic_->setValue(bytesPerS / kGb);
  shownNic_ = nic_->value();
}

bool ClusterDialog::isWritable() const {
  const std::int64_t total = gpus_->value();
  const bool whole = total % perNode_->value() == 0;
  return whole ? static_cast<double>(total / perNode_->value()) <= field(Key::nodes).max
               : static_cast<double>(total) <= field(Key::gpus).max;
}

void ClusterDialog::showTotal() {
  const auto* entry = catalogue().device(device_->currentData().toString().toStdString());
  const Device& device = entry ? entry->device : initial_.device;
  const int nodes = (gpus_->value() + perNode_->value() - 1) / perNode_->value();
  if (!isWritable())
    total_->setText(tr("Not possible: at most %1 nodes, or %2 GPUs that are no whole nodes")
                        .arg(count(std::llround(field(Key::nodes).max)), count(std::llround(field(Key::gpus).max))));
  else
    total_->setText(nodes == 1 ? tr("1 node · %1 per GPU").arg(gibUnit(device.memory))
                               : tr("%1 nodes · %2 per GPU").arg(count(nodes), gibUnit(device.memory)));
  buttons_->button(QDialogButtonBox::Ok)->setEnabled(isWritable());
}

// Values equal to the device's own stay unset, so that the file stays short and follows the device. What nobody touched
// stays as it was.
Cluster ClusterDialog::cluster() const {
  Cluster result = initial_;
  const auto* entry = catalogue().device(device_->currentData().toString().toStdString());
  const bool isNewDevice = entry && entry->id != initial_.gpuId;
  if (isNewDevice) {
    result.gpuId = entry->id;
    result.device = entry->device;
  }
  const auto optional = [](std::int64_t value, std::int64_t usual) {
    return value == usual ? std::nullopt : std::optional(value);
  };
  const bool isNewNode = perNode_->value() != gpusPerNode(initial_);
  if (isNewDevice || isNewNode) result.gpusPerNode = optional(perNode_->value(), result.device.gpusPerNode);
  if (isNewDevice || isNewNode || domain_->value() != nvlinkDomain(initial_)) {
    result.nvlinkDomain.reset();
    result.nvlinkDomain = optional(domain_->value(), nvlinkDomain(result));
  }
  const double nic = nic_->value() == shownNic_ ? nicBytes_ : nic_->value() * kGb;
  if (isNewDevice || nic != nicBytesPerS(initial_)) {
    const bool isUsual = std::abs(nic - result.device.nic.count()) < kNicStep / 2;
    result.nicBytesPerS = isUsual ? std::nullopt : std::optional(nic);
  }
  const std::int64_t total = gpus_->value();
  if (isNewNode || total != gpuCount(initial_)) {
    const bool whole = total % perNode_->value() == 0;
    result.nodes = whole ? std::optional<std::int64_t>(total / perNode_->value()) : std::nullopt;
    result.gpus = whole ? std::nullopt : std::optional<std::int64_t>(total);
  }
  return result;
}

}  // namespace shardscope::ui
