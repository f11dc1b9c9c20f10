// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the model of a scenario comes from, edits of its dimensions, and putting another one in its place.

#include <QString>
#include <QStringList>
#include <optional>

#include "core/io/hf_config.hpp"
#include "core/scenario/scenario.hpp"
#include "core/text/language.hpp"

namespace shardscope::ui {

struct ModelOrigin {
  ModelChoice choice;  // as it was before any edit
  QString family;      // "llama"; empty if nothing says
  QStringList notices;
  std::optional<ImportedModel> read;  // of a config.json
  bool isThere = true;                // false: the catalogue or the folder no longer has it
};
// Reads a config.json anew; notices are in `language`.
ModelOrigin originOf(const ModelChoice& model, Language language);

// Apart from the totals that an import sets.
bool sameDimensions(const ModelShape& a, const ModelShape& b);
// The dimensions without those totals: they held for what was read, not for what was made of it.
ModelShape withoutExactTotals(ModelShape shape);
// The origin itself if nothing was changed, else dimensions that remember it.
ModelChoice editedModel(const ModelOrigin& origin, const ModelShape& shape);

// Another model in a scenario: what only the old one could have goes.
Scenario withModel(Scenario scenario, const ModelChoice& model);

}  // namespace shardscope::ui
