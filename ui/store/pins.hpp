// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Frozen copies of configurations, B–F; A is the live one and is not stored here.

#include <QObject>
#include <QString>
#include <array>
#include <optional>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope::ui {

struct Pin {
  int slot = 1;  // 1 = B … 5 = F
  QString name;  // what differs from the live configuration when pinned, or the user's own
  Scenario scenario;
  Report report;  // evaluate(scenario)
};

class PinBoard : public QObject {
  Q_OBJECT

 public:
  static constexpr int kSlots = 6;

  explicit PinBoard(QObject* parent = nullptr);
  const std::vector<Pin>& pins() const { return pins_; }  // by slot
  const Pin* at(int slot) const;
  // Into the first free slot; -1 if all are taken. `name` empty: a short recipe of the layout.
  int add(const Scenario& scenario, const QString& name = QString());
  void remove(int slot);
  void rename(int slot, const QString& name);
  void restore(std::vector<Pin> pins);  // reports are computed anew

  static QString letter(int slot);                  // 0 = "A"
  static QString recipe(const Scenario& scenario);  // "TP8 PP4 DP2 V5 Z3"

 signals:
  void changed();

 private:
  std::vector<Pin> pins_;
};

}  // namespace shardscope::ui
