// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The chosen configuration as a file: preview, what was checked, copy, save as. What goes wrong is said inside; it
// closes when a file was written.

#include <QDialog>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

class QPlainTextEdit;

namespace shardscope::ui {

class NoticeBar;

class ExportDialog : public QDialog {
  Q_OBJECT

 public:
  ExportDialog(const Scenario& scenario, const Report& report, QWidget* parent = nullptr);
  QString preview() const;
  NoticeBar* notices() const { return notices_; }

 signals:
  void saveRequested();  // the owner asks for a name and writes

 private:
  void save();

  bool fits_;
  NoticeBar* notices_;
  QPlainTextEdit* text_;
};

}  // namespace shardscope::ui
