// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/way_out_texts.hpp"

#include <QCoreApplication>
#include <QStringList>

#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"
#include "ui/text/sweep_texts.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::WayOut)
};

std::int64_t valueNow(SweepAxis axis, const Scenario& now) {
  return axis.isDp() ? dataParallel(now) : dimValue(now, axis.dim);
}

QString changeText(const WayOut& way, const Scenario& now) {
  if (!way.axis) return Texts::tr("Smallest change that gives one: another layout.");
  const auto axis = *way.axis;
  const auto from = valueNow(axis, now), to = axis.isDp() ? way.best.dp : valueOf(way.space, way.best, axis.dim);
  if (from == to) return Texts::tr("The current %1 is not among what is searched.").arg(axisSetting(axis, to));
  const QString values = axisValue(axis, from) + QStringLiteral(" → ") + axisValue(axis, to);
  return Texts::tr("Smallest change that gives one: %1 %2.").arg(axisTitle(axis), values);
}

QString bestText(const WayOut& way, const SweepSettings& settings) {
  const auto& best = way.best;
  const QString recipe = wholeRecipe(lineOf(way.space, best), settings);
  const QString verdict = best.verdict == Verdict::fits ? Texts::tr("fits") : Texts::tr("tight: may run out");
  const Bytes peak(best.peak), capacity = way.space.base.cluster.device.memory;
  return Texts::tr("Best with it: %1 (%2, %3 of %4 GiB, MFU %5).")
      .arg(recipe, verdict, gibAgainst(peak, capacity), gibAgainst(capacity, peak), percent(best.mfu));
}

}  // namespace

QString emptyReason(const SweepOutcome& outcome) {
  const auto& result = outcome.result;
  if (result.nearestMiss) {
    const Bytes capacity = outcome.request->space.base.cluster.device.memory, needed(result.nearestMiss->peak);
    return Texts::tr("The smallest needs %1 of %2 GiB.").arg(gibAgainst(needed, capacity), limitText(capacity, needed));
  }
  const auto rule = decidingRefusal(result.counts);
  return rule ? QString::fromStdString(ruleText(*rule, currentLanguage())) : Texts::tr("Every one breaks a rule.");
}

QString wayOutText(const WayOut& way, const Scenario& now, const Locks& locks, const SweepSettings& settings) {
  QStringList sentences;
  if (way.verdict == Verdict::doesNotFit)
    sentences << Texts::tr("No change of one setting gives one. This at least breaks no rule: %1.")
                     .arg(wholeRecipe(lineOf(way.space, way.best), settings));
  else
    sentences << changeText(way, now) << bestText(way, settings);
  const auto left = pinsLeft(locks, now, scenarioAt(now, way.space, way.best));
  if (!left.empty()) sentences << lockedText(left, now) + Texts::tr(".");
  return sentences.join(u' ');
}

std::vector<Knob> axisLocksLeft(const Locks& locks, const Scenario& now,
                                const std::array<std::pair<SweepAxis, std::int64_t>, 2>& place) {
  std::vector<Knob> left;
  for (const auto& [axis, value] : place)
    if (isPinned(locks, axis) && value != knobValue(now, knobOf(axis))) left.push_back(knobOf(axis));
  return left;
}

QString lockedText(const std::vector<Knob>& knobs, const Scenario& now) {
  QStringList parts;
  for (const auto knob : knobs) {
    const auto value = knobValue(now, knob);
    const QString text = knob == Knob::sequenceLength ? sequence(value) : count(value);
    parts << Texts::tr("%1 is locked at %2").arg(symbol(knob), text);
  }
  return parts.join(Texts::tr(", "));
}

}  // namespace shardscope::ui
