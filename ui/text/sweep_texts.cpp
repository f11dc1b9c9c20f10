// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/sweep_texts.hpp"

#include <QCoreApplication>
#include <QStringList>

#include "ui/text/labels.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::SweepTexts)
};

QString word(Dim dim, std::int64_t value) {
  const auto text = [&]<class E>(E) {
    const auto found = shardscope::word(static_cast<E>(value));
    return QString::fromUtf8(found.data(), static_cast<qsizetype>(found.size()));
  };
  switch (dim) {
    case Dim::recompute: return wordName(Key::recompute, text(Recompute{}));
    case Dim::schedule: return wordName(Key::schedule, text(Schedule{}));
    case Dim::cpKind: return wordName(Key::cpKind, text(CpKind{}));
    default: return {};
  }
}

// Written only where the value is not the usual one.
struct Ingredient {
  Dim dim;
  const char* letters;
  std::int64_t usual;
};
constexpr Ingredient kIngredients[] = {{Dim::cp, "CP", 1},       {Dim::ep, "EP", 1},  {Dim::etp, "ETP", 1},
                                       {Dim::vpp, "V", 1},       {Dim::zero, "Z", 1}, {Dim::shardGroup, "SG", 0},
                                       {Dim::microBatch, "b", 1}};

QString recomputeLetters(std::int64_t value) {
  switch (static_cast<Recompute>(value)) {
    case Recompute::none: return {};
    case Recompute::selective: return QStringLiteral("Rs");
    case Recompute::ops: return QStringLiteral("Ro");
    case Recompute::full: return QStringLiteral("R");
  }
  return {};
}

// What is written only where the sweep may choose it.
QStringList extras(const SweepLine& line, const SweepSettings& settings, bool whole) {
  QStringList parts;
  const auto isShown = [&](Dim dim) { return settings.isFree({dim}) && (whole || !settings.isAxis({dim})); };
  if (isShown(Dim::gpus)) parts << QStringLiteral("N%1").arg(line.at({Dim::gpus}));
  if (isShown(Dim::globalBatch)) parts << QStringLiteral("B%1").arg(line.at({Dim::globalBatch}));
  if (isShown(Dim::sequenceLength)) parts << QLatin1Char('s') + sequence(line.at({Dim::sequenceLength})).remove(u' ');
  if (isShown(Dim::schedule) && line.at({Dim::pp}) > 1 && line.at({Dim::vpp}) == 1)
    parts << word(Dim::schedule, line.at({Dim::schedule}));
  if (isShown(Dim::cpKind) && line.at({Dim::cp}) > 1) parts << word(Dim::cpKind, line.at({Dim::cpKind}));
  return parts;
}

QString recipeOf(const SweepLine& line, const SweepSettings& settings, bool whole) {
  QStringList parts;
  const auto add = [&](SweepAxis axis, const char* letters, bool matters) {
    if (matters && (whole || !settings.isAxis(axis))) parts << QLatin1String(letters) + QString::number(line.at(axis));
  };
  add({Dim::tp}, "TP", true);
  add({Dim::pp}, "PP", true);
  add({}, "DP", true);
  for (const auto& [dim, letters, usual] : kIngredients) add({dim}, letters, line.at({dim}) != usual);
  if (whole || !settings.isAxis({Dim::recompute}))
    if (const QString letters = recomputeLetters(line.at({Dim::recompute})); !letters.isEmpty()) parts << letters;
  return (parts + extras(line, settings, whole)).join(QLatin1Char(' '));
}

}  // namespace

SweepLine lineOf(const SweepSpace& space, const SweepRow& row) {
  SweepLine line{row, {}};
  for (std::size_t i = 0; i < kDims; ++i) line.values[i] = valueOf(space, row, static_cast<Dim>(i));
  return line;
}

SweepLine lineOf(const Scenario& scenario, const Report& report, Metric metric) {
  SweepLine line;
  fillRow(line.row, scenario, report, metric);
  for (std::size_t i = 0; i < kDims; ++i) line.values[i] = dimValue(scenario, static_cast<Dim>(i));
  return line;
}

QString axisSymbol(SweepAxis axis) {
  switch (axis.dim) {
    case Dim::recompute: return Texts::tr("Recompute");
    case Dim::schedule: return Texts::tr("Schedule");
    case Dim::cpKind: return Texts::tr("CP kind");
    case Dim::shardGroup: return Texts::tr("Shard group");
    case Dim::zero: return QStringLiteral("ZeRO");
    case Dim::etp: return QStringLiteral("ETP");
    case Dim::gpus: return QStringLiteral("GPU");
    default: return symbol(knobOf(axis));
  }
}

QString axisTitle(SweepAxis axis) {
  switch (axis.dim) {
    case Dim::pp: return Texts::tr("PP (pipeline stages)");
    case Dim::zero: return Texts::tr("ZeRO stage");
    case Dim::recompute: return Texts::tr("activation recompute");
    case Dim::tp:
    case Dim::count:
    case Dim::vpp:
    case Dim::cp:
    case Dim::ep: return symbol(knobOf(axis));
    default: break;
  }
  const auto knob = knobOf(axis);
  return knob == Knob::count ? axisSymbol(axis) : longName(knob);
}

QString axisValue(SweepAxis axis, std::int64_t value) {
  if (const QString name = word(axis.dim, value); !name.isEmpty()) return name;
  return axis.dim == Dim::sequenceLength ? sequence(value) : count(value);
}

QString axisSetting(SweepAxis axis, std::int64_t value) {
  return axisSymbol(axis) + QChar(u'\u00a0') + axisValue(axis, value);
}

QString recipe(const SweepLine& line, const SweepSettings& settings) { return recipeOf(line, settings, false); }
QString wholeRecipe(const SweepLine& line, const SweepSettings& settings) { return recipeOf(line, settings, true); }

}  // namespace shardscope::ui
