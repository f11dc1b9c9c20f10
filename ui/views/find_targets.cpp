// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/find_targets.hpp"

#include <QToolButton>

#include "ui/charts/chart_widget.hpp"
#include "ui/controls/param_row.hpp"
#include "ui/text/labels.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/kpi_strip.hpp"
#include "ui/views/main_window.hpp"
#include "ui/views/more_settings.hpp"

namespace shardscope::ui {
namespace {

QString fileName(Key key) {
  const auto name = keyName(key);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

// Beside the sliders and outside "More settings": found by the name a screen reader says.
QWidget* controlNamed(const ConfigPanel& config, const QString& name) {
  for (auto* control : config.findChildren<QWidget*>())
    if (control->accessibleName() == name) return control;
  return nullptr;
}

void addSetting(ConfigPanel& config, Key key, std::vector<FindTarget>& targets) {
  auto* more = config.findChild<MoreSettings*>();
  if (auto* editor = more->editor(key)) {
    targets.push_back({settingName(key), fileName(key), [&config, editor] {
                         config.findChild<QToolButton*>(QStringLiteral("more"))->setChecked(true);
                         editor->setFocus(Qt::ShortcutFocusReason);
                       }});
  } else if (auto* control = controlNamed(config, settingName(key))) {
    auto* stop = control->focusPolicy() == Qt::NoFocus ? control->findChild<QAbstractButton*>() : control;
    if (stop) targets.push_back({settingName(key), fileName(key), [stop] { stop->setFocus(Qt::ShortcutFocusReason); }});
  }
}

}  // namespace

std::vector<FindTarget> findTargets(MainWindow& window) {
  std::vector<FindTarget> targets;
  for (int i = 0; i < static_cast<int>(Kpi::count); ++i) {
    auto* tile = window.kpis()->tile(static_cast<Kpi>(i));
    targets.push_back({tile->state().title, {}, [tile] { tile->setFocus(Qt::ShortcutFocusReason); }});
  }
  for (auto* chart : window.findChildren<ChartWidget*>())
    if (chart->isVisible())
      targets.push_back({chart->title(), {}, [chart] { chart->setFocus(Qt::ShortcutFocusReason); }});
  auto& config = *window.config();
  for (int i = 0; i < static_cast<int>(Knob::count); ++i) {
    const auto knob = static_cast<Knob>(i);
    if (config.row(knob))
      targets.push_back({longName(knob), fileName(knobKey(knob)), [&config, knob] { config.focusKnob(knob); }});
  }
  for (int i = 0; i < static_cast<int>(Key::count); ++i) addSetting(config, static_cast<Key>(i), targets);
  return targets;
}

}  // namespace shardscope::ui
