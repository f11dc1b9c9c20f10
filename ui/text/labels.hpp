// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What widgets call the knobs, settings and figures, in the language of the window.

#include <QString>
#include <vector>

#include "core/rules/issue.hpp"
#include "core/scenario/locks.hpp"
#include "core/sweep/metric.hpp"

namespace shardscope::ui {

QString symbol(Knob knob);                       // "TP"
QString shortName(Knob knob);                    // "tensor"
QString longName(Knob knob);                     // "tensor parallelism (TP)"
QString settingName(Key key);                    // "virtual stages (VPP)"; the dotted key where no better name exists
QString wordName(Key key, const QString& word);  // "1F1B", "Selective"; the word itself where it is a name

QString settingWords(Key key, const Value& value);  // "TP 4", "ZeRO-1", "dropout on", "pipeline schedule: 1F1B"
QString shortEdit(const Edit& edit);                // an edit in a few words: "TP 4 · PP 2"
QString stepWords(const Scenario& before, const Scenario& after);  // what an undo step did

QString metricName(Metric metric);
QString metricValue(Metric metric, double value);  // "48.5", with the unit in metricUnit
QString metricUnit(Metric metric);

QString sentence(const Issue& issue, const Scenario& scenario);  // core's message in the window's language
// A few characters for a cell of the heatmap: "> 64 GPU", "7 ∤ 64 heads".
QString shortReason(const Issue& issue);

}  // namespace shardscope::ui
