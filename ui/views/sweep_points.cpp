// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_points.hpp"

#include "ui/views/sweep_rank_rows.hpp"

namespace shardscope::ui {
namespace {

ParetoPoint pointOf(const SweepLine& line, const SweepBoard& board) {
  RankRow row;
  row.line = line;
  row.locked = offLockText(board, line);
  ParetoPoint point;
  point.peak = Bytes(line.row.peak);
  point.mfu = line.row.mfu;
  point.step = line.row.step;
  point.name = wholeRecipe(line, board.settings());
  point.toolTip = rowStory(row, board.store().scenario(), board.settings());
  return point;
}

}  // namespace

ParetoPoints frontPoints(const SweepBoard& board) {
  ParetoPoints points;
  if (!board.outcome()) return points;
  const auto& outcome = *board.outcome();
  const auto& base = outcome.request->space.base;
  points.capacity = base.cluster.device.memory;
  points.lowMfu = lowMfu(base.cluster.device, base.workload.precision);
  for (const auto& row : outcome.result.front)
    points.front.push_back(pointOf(lineOf(outcome.request->space, row), board));
  points.cloud = outcome.result.cloud;
  return points;
}

std::vector<ParetoPoint> currentPoints(const SweepBoard& board) {
  const auto& store = board.store();
  if (!board.outcome() || store.report().verdict == Verdict::invalid) return {};
  return {pointOf(lineOf(store.scenario(), store.report(), board.settings().metric), board)};
}

}  // namespace shardscope::ui
