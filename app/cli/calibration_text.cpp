// SPDX-License-Identifier: Apache-2.0
#include "app/cli/calibration_text.hpp"

#include <fmt/format.h>

#include <array>

#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

struct Named {
  const char* name;  // as in the file
  std::optional<double> EfficiencyEdit::*fitted;
  double DeviceEfficiency::*published;
};
using E = EfficiencyEdit;
using D = DeviceEfficiency;
constexpr std::array kNamed = {Named{"gemm", &E::gemm, &D::gemm},
                               Named{"fp8", &E::fp8, &D::fp8},
                               Named{"fp4", &E::fp4, &D::fp4},
                               Named{"hbm", &E::hbm, &D::hbm},
                               Named{"attention_forward", &E::attentionForward, &D::attentionForward},
                               Named{"attention_backward", &E::attentionBackward, &D::attentionBackward},
                               Named{"link", &E::link, &D::link},
                               Named{"nic", &E::nic, &D::nic}};

// "gemm 0.69 → 0.72, link 0.81 → 0.75"
std::string changes(const DeviceCalibration& device) {
  const auto* entry = catalogue().device(device.gpu);
  std::vector<std::string> parts;
  for (const auto& each : kNamed) {
    const auto& fitted = device.efficiency.*each.fitted;
    if (!fitted) continue;
    parts.push_back(entry ? fmt::format("{}\u00a0{:.3g}\u00a0→\u00a0{:.3g}", each.name,
                                        entry->device.efficiency.*each.published, *fitted)
                          : fmt::format("{}\u00a0{:.3g}", each.name, *fitted));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string calibrationText(const CalibrationView& view) {
  const auto language = view.language;
  using enum Align;
  TextTable table({left, right, right, right, right, right});
  table.add({"GPU", text("cli-configurations", language), text("cli-calibrate-before", language),
             text("cli-calibrate-after", language), text("cli-calibrate-left-out", language), "± 90\u00a0%"});
  std::string details;
  for (const auto& device : view.profile.devices) {
    table.add({device.gpu, grouped(device.runs), percent(device.mapeBefore), percent(device.mapeAfter),
               percent(device.mapeLeftOut), percent(device.bandLeftOut)});
    const auto changed = changes(device);
    details += paragraph("  " + device.gpu + "  ", changed.empty() ? text("cli-calibrate-kept", language) : changed,
                         view.style.width);
  }
  return painted(text("cli-calibrate-title", language), Tone::heading, view.style) + "\n" + table.render(2) + details +
         paragraph("  ", text("cli-calibrate-written", language, {{"file", printable(view.file)}}), view.style.width);
}

}  // namespace shardscope::cli
