// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many GPUs, how many a node, how wide the fast link, how fast the NIC.

#include <QDialog>

#include "core/scenario/cluster.hpp"

class QComboBox;
class QDialogButtonBox;
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
  void showNic(double bytesPerS);
  bool isWritable() const;  // a file holds so many nodes, or so many GPUs that are no whole nodes

  Cluster initial_;
  double shownNic_ = 0, nicBytes_ = 0;  // what the field was given, and what that stands for
  QComboBox* device_;
  QSpinBox *gpus_, *perNode_, *domain_;
  QDoubleSpinBox* nic_;
  QLabel* total_;
  QDialogButtonBox* buttons_;
};

}  // namespace shardscope::ui
