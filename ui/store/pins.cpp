// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/pins.hpp"

#include <algorithm>
#include <utility>

#include "core/cost/evaluate.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope::ui {

PinBoard::PinBoard(QObject* parent) : QObject(parent) {}

const Pin* PinBoard::at(int slot) const {
  const auto found = std::find_if(pins_.begin(), pins_.end(), [slot](const Pin& pin) { return pin.slot == slot; });
  return found == pins_.end() ? nullptr : &*found;
}

int PinBoard::add(const Scenario& scenario, const QString& name) {
  int slot = 1;
  while (slot < kSlots && at(slot)) ++slot;
  if (slot == kSlots) return -1;
  Pin pin{slot, name.isEmpty() ? recipe(scenario) : name, scenario, evaluate(scenario)};
  const auto place = std::find_if(pins_.begin(), pins_.end(), [slot](const Pin& other) { return other.slot > slot; });
  pins_.insert(place, std::move(pin));
  emit changed();
  return slot;
}

void PinBoard::remove(int slot) {
  if (std::erase_if(pins_, [slot](const Pin& pin) { return pin.slot == slot; }) > 0) emit changed();
}

void PinBoard::rename(int slot, const QString& name) {
  for (auto& pin : pins_) {
    if (pin.slot != slot || pin.name == name || name.trimmed().isEmpty()) continue;
    pin.name = name.trimmed();
    emit changed();
  }
}

void PinBoard::restore(std::vector<Pin> pins) {
  pins_ = std::move(pins);
  for (auto& pin : pins_) pin.report = evaluate(pin.scenario);
  emit changed();
}

QString PinBoard::letter(int slot) { return QString(QChar(u'A' + slot)); }

QString PinBoard::recipe(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  QString text = QStringLiteral("TP%1 PP%2 DP%3").arg(p.tp).arg(p.pp).arg(dataParallel(scenario));
  const auto append = [&text](const char* symbol, std::int64_t value, std::int64_t usual) {
    if (value != usual) text += QStringLiteral(" %1%2").arg(QLatin1String(symbol)).arg(value);
  };
  append("CP", p.cp, 1);
  append("EP", p.ep, 1);
  append("V", p.vpp, 1);
  append("Z", p.zero, 1);
  append("b", scenario.workload.microBatch, 1);
  if (scenario.workload.recompute != Recompute::none) text += QStringLiteral(" R");
  return text;
}

}  // namespace shardscope::ui
