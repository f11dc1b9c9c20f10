// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a Pareto plot shows: peak memory against MFU.

#include <QString>
#include <vector>

#include "core/cost/throughput.hpp"
#include "core/report/report.hpp"
#include "core/sweep/tally.hpp"

namespace shardscope::ui {

struct ParetoPoint {
  Bytes peak;
  double mfu = 0, step = 0;  // fraction; seconds
  QString name;              // "TP2 PP1 DP16 CP2 Z3"
  QString toolTip;           // the whole story
  bool operator==(const ParetoPoint&) const = default;
};

struct ParetoPoints {
  Bytes capacity;                    // of the device
  std::vector<ParetoPoint> front;    // by rising step time
  std::vector<ParetoPoint> current;  // the live configuration; none if it has no figures
  SweepCloud cloud;                  // all that run
  double lowMfu = kLowMfu;           // the line of rule H-mfu
  bool operator==(const ParetoPoints&) const = default;
};

}  // namespace shardscope::ui
