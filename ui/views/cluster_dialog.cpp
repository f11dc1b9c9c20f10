// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/cluster_dialog.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QSpinBox>

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {

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
  gpus_ = spin(1'000'000, gpuCount(cluster));
  perNode_ = spin(64, gpusPerNode(cluster));
  domain_ = spin(1024, nvlinkDomain(cluster));
  nic_ = new QDoubleSpinBox(this);
  nic_->setRange(0.001, 10'000);
  nic_->setDecimals(2);
  nic_->setSuffix(tr(" GB/s"));
  nic_->setValue(nicBytesPerS(cluster) / kGb);
  total_ = new QLabel(this);
  form->addRow(tr("&GPU"), device_);
  form->addRow(tr("GPUs in &all"), gpus_);
  form->addRow(tr("GPUs per &node"), perNode_);
  form->addRow(tr("GPUs on the &fast link"), domain_);
  form->addRow(tr("N&IC per GPU, one way"), nic_);
  form->addRow(total_);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  form->addRow(buttons);
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
  nic_->setValue(device.nic.count() / kGb);
  showTotal();
}

void ClusterDialog::showTotal() {
  const auto* entry = catalogue().device(device_->currentData().toString().toStdString());
  const Device& device = entry ? entry->device : initial_.device;
  const int nodes = (gpus_->value() + perNode_->value() - 1) / perNode_->value();
  total_->setText((nodes == 1 ? tr("1 node · %1 per GPU").arg(gibUnit(device.memory))
                              : tr("%1 nodes · %2 per GPU").arg(count(nodes), gibUnit(device.memory))));
}

// Values equal to the device's own stay unset, so that the file stays short and follows the device.
Cluster ClusterDialog::cluster() const {
  Cluster result = initial_;
  if (const auto* entry = catalogue().device(device_->currentData().toString().toStdString())) {
    result.gpuId = entry->id;
    result.device = entry->device;
  }
  const auto optional = [](std::int64_t value, std::int64_t usual) {
    return value == usual ? std::nullopt : std::optional(value);
  };
  result.gpusPerNode = optional(perNode_->value(), result.device.gpusPerNode);
  result.nvlinkDomain.reset();
  result.nvlinkDomain = optional(domain_->value(), nvlinkDomain(result));
  const double nic = nic_->value() * kGb;
  const bool usualNic = std::abs(nic - result.device.nic.count()) < 0.005 * kGb;
  result.nicBytesPerS = usualNic ? std::nullopt : std::optional(nic);
  const std::int64_t total = gpus_->value();
  const bool whole = total % perNode_->value() == 0;
  result.nodes = whole ? std::optional<std::int64_t>(total / perNode_->value()) : std::nullopt;
  result.gpus = whole ? std::nullopt : std::optional<std::int64_t>(total);
  return result;
}

}  // namespace shardscope::ui
