// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/sweep_preferences.hpp"

#include <QSettings>
#include <QStringList>
#include <algorithm>

#include "core/io/sweep_table.hpp"

namespace shardscope::ui {
namespace {

QString nameOf(SweepAxis axis) {
  const auto name = axisName(axis);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

// Only what may be an axis.
void restoreAxis(SweepAxis& axis, const QString& name) {
  const auto kept = axisNamed(name.toStdString());
  const auto choices = axisChoices();
  if (kept && std::find(choices.begin(), choices.end(), *kept) != choices.end()) axis = *kept;
}

}  // namespace

void saveSweepSettings(const SweepSettings& sweep, QSettings& settings) {
  QStringList free, steps;
  for (std::size_t i = 0; i <= kDims; ++i)
    if (const SweepAxis axis{static_cast<Dim>(i)}; sweep.isFree(axis)) free << nameOf(axis);
  for (const auto step : sweep.steps) steps << QString::number(step);
  settings.setValue(QStringLiteral("sweep/x"), nameOf(sweep.x));
  settings.setValue(QStringLiteral("sweep/y"), nameOf(sweep.y));
  settings.setValue(QStringLiteral("sweep/metric"), QString::fromUtf8(word(sweep.metric).data()));
  settings.setValue(QStringLiteral("sweep/bestOver"), free);
  settings.setValue(QStringLiteral("sweep/steps"), steps);
}

SweepSettings restoredSweepSettings(const QSettings& settings) {
  auto sweep = usualSweep();
  if (!settings.contains(QStringLiteral("sweep/bestOver"))) return sweep;
  auto kept = sweep;
  restoreAxis(kept.x, settings.value(QStringLiteral("sweep/x")).toString());
  restoreAxis(kept.y, settings.value(QStringLiteral("sweep/y")).toString());
  if (!(kept.x == kept.y)) {
    sweep.x = kept.x;
    sweep.y = kept.y;
  }
  const auto metric = settings.value(QStringLiteral("sweep/metric")).toString().toStdString();
  sweep.metric = fromWord<Metric>(metric).value_or(sweep.metric);
  sweep.free.reset();
  for (const auto& name : settings.value(QStringLiteral("sweep/bestOver")).toStringList())
    if (const auto axis = axisNamed(name.toStdString())) sweep.setFree(*axis, true);
  for (const auto& step : settings.value(QStringLiteral("sweep/steps")).toStringList())
    if (const auto value = step.toLongLong(); value > 0) sweep.steps.push_back(value);
  std::sort(sweep.steps.begin(), sweep.steps.end());
  return sweep;
}

}  // namespace shardscope::ui
