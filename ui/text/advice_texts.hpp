// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The steps of the advice, plans and moves in the words of the window.

#include <QStringList>
#include <optional>

#include "core/advice/comparison.hpp"
#include "core/advice/moves.hpp"
#include "core/advice/procedure.hpp"

namespace shardscope::ui {

struct StepText {
  int step = 0;
  AdviceVerdict verdict = AdviceVerdict::skip;
  bool answers = false;   // it gave the recommended layout
  QString title, chip;    // "FSDP inside a node fits?", "No", "TP 8"
  QStringList questions;  // of its parts, one each
  QStringList tests;      // with this scenario's numbers, one each
  QStringList pages;      // the same as rich text: each amount is a link "explain:KEY"
  int decisive = 0;       // the part that settled it
  QString figure;         // KEY of the amount that it turned on; may be empty
  std::optional<Edit> applies, alternative;
  QString alternativeName;  // "TP 8", "64 GPUs"
  bool operator==(const StepText&) const = default;
};
StepText stepText(const Advice& advice, int step);
// A check of the recommended plan, as a test of a step is written.
QString checkPage(const Advice& advice, std::size_t check);

// "TP 8 · PP 4 · DP 2 · ZeRO 1 · b 1", and global batch and GPUs where they are not those of `now`.
QString planRecipe(const Scenario& plan, const Scenario& now);
QString planFigures(const Report& report);    // "48.5 GiB · 18.78 s · MFU 39.6 %"; the verdict first unless it fits
QString moveFigures(const AdviceMove& move);  // "+3.1 GiB · −5.2 % · 1 dimension more"

}  // namespace shardscope::ui
