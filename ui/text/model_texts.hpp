// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the window calls models and their dimensions.

#include <QString>
#include <string_view>
#include <vector>

#include "core/scenario/model.hpp"

namespace shardscope::ui {

QString modelName(
    const ModelChoice& model);  // "Llama 3 70B", "folder/config.json", "Llama 3 70B (edited)", "Own model"
QString modelSummary(const ModelShape& shape);                              // "dense · 70.6 B"
QString modelOriginText(const ModelChoice& choice, const QString& family);  // "llama · catalogue: llama-3-70b"

struct DimensionGroup {
  QString title;
  std::vector<std::string_view> dimensions;  // names of modelFields()
};
std::vector<DimensionGroup> dimensionGroups();
QString dimensionName(std::string_view dimension);  // "query heads"
// What stands for a dimension that is left empty: "= 64" (heads), "none"; empty: it must be given.
QString dimensionDefault(std::string_view dimension, const ModelShape& shape);

}  // namespace shardscope::ui
