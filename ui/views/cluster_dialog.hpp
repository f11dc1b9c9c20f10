// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many GPUs, how many a node, how wide the fast link, how fast the NIC.

#include <QDialog>

#include "core/scenario/cluster.hpp"

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSpinBox;

namespace shardscope::ui {

class ClusterDialog : public QDialog {
  Q_OBJECT

 public:
  explicit ClusterDialog(const Cluster& cluster, QWidget* parent = nullptr);
  Cluster cluster() const;

 private:
  void deviceChanged();
  void showTotal();

  Cluster initial_;
  QComboBox* device_;
  QSpinBox *gpus_, *perNode_, *domain_;
  QDoubleSpinBox* nic_;
  QLabel* total_;
};

}  // namespace shardscope::ui
