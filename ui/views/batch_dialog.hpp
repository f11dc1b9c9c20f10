// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The batch solver: from a wished global batch to every (DP, M, micro-batch) that runs it, evaluated and ranked.

#include <QDialog>

#include "core/batch/batch_plans.hpp"
#include "core/scenario/scenario.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;
class QTableWidget;
class QVBoxLayout;

namespace shardscope::ui {

class BatchDialog : public QDialog {
  Q_OBJECT

 public:
  explicit BatchDialog(const Scenario& scenario, QWidget* parent = nullptr);
  const BatchPlans& plans() const { return plans_; }
  QSpinBox* wish() const { return wish_; }
  QComboBox* unit() const { return unit_; }
  QCheckBox* freeGpus() const { return freeGpus_; }
  QSpinBox* gpusMax() const { return gpusMax_; }
  QLabel* remark() const { return remark_; }
  QTableWidget* table() const { return table_; }
  QPushButton* applyButton() const { return apply_; }

 signals:
  void applyRequested(const shardscope::Edit& edit, const QString& what);

 private:
  std::int64_t wishedSequences() const;  // of tokens: the multiple of the sequence length below
  void buildForm(QVBoxLayout* column);
  void buildTable(QVBoxLayout* column);
  void solve();
  void changeUnit();
  void fillTable();
  void fillRow(int row, const BatchPlan& plan);
  void renderRemarks();
  QString noPlanText() const;
  void applyRow(int row);

  Scenario scenario_;
  BatchPlans plans_;
  QSpinBox *wish_, *gpusMax_;
  QComboBox* unit_;
  QCheckBox* freeGpus_;
  QLabel *exact_, *remark_;
  QPushButton *below_, *above_, *apply_;
  QTableWidget* table_;
};

}  // namespace shardscope::ui
