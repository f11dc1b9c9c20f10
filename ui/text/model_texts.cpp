// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/model_texts.hpp"

#include <QCoreApplication>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/parameters.hpp"
#include "core/io/file_path.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("models", text); }

struct DimensionText {
  std::string_view dimension;
  const char* name;
};

constexpr DimensionText kDimensions[] = {
    {"layers", QT_TRANSLATE_NOOP("models", "layers")},
    {"hidden", QT_TRANSLATE_NOOP("models", "hidden size")},
    {"heads", QT_TRANSLATE_NOOP("models", "query heads")},
    {"kv_heads", QT_TRANSLATE_NOOP("models", "KV heads")},
    {"head_dim", QT_TRANSLATE_NOOP("models", "head size")},
    {"ffn", QT_TRANSLATE_NOOP("models", "MLP width")},
    {"vocab", QT_TRANSLATE_NOOP("models", "vocabulary")},
    {"gated", QT_TRANSLATE_NOOP("models", "gated MLP")},
    {"norm", QT_TRANSLATE_NOOP("models", "norm")},
    {"bias", QT_TRANSLATE_NOOP("models", "biases")},
    {"tied", QT_TRANSLATE_NOOP("models", "head tied to the table")},
    {"learned_positions", QT_TRANSLATE_NOOP("models", "learned positions")},
    {"dropout", QT_TRANSLATE_NOOP("models", "dropout by habit")},
    {"experts", QT_TRANSLATE_NOOP("models", "experts")},
    {"top_k", QT_TRANSLATE_NOOP("models", "experts per token")},
    {"expert_ffn", QT_TRANSLATE_NOOP("models", "expert width")},
    {"shared_ffn", QT_TRANSLATE_NOOP("models", "shared width")},
    {"dense_layers", QT_TRANSLATE_NOOP("models", "leading dense layers")},
    {"moe_every", QT_TRANSLATE_NOOP("models", "MoE every n layers")},
    {"router_bias", QT_TRANSLATE_NOOP("models", "router correction")},
    {"q_rank", QT_TRANSLATE_NOOP("models", "query rank")},
    {"kv_rank", QT_TRANSLATE_NOOP("models", "KV rank")},
    {"nope_dim", QT_TRANSLATE_NOOP("models", "head size, no position")},
    {"rope_dim", QT_TRANSLATE_NOOP("models", "head size, rotary")},
    {"v_dim", QT_TRANSLATE_NOOP("models", "head size, values")},
    {"window", QT_TRANSLATE_NOOP("models", "window, tokens")},
    {"window_share", QT_TRANSLATE_NOOP("models", "windowed share (0–1)")},
};

// "org/config.json": the file and its folder.
QString shortPath(const std::string& path) { return QString::fromStdString(path).section(QLatin1Char('/'), -2); }

QString referenceName(const ModelChoice& model) {
  const bool isFile = model.source == ModelSource::hfConfig || isConfigPath(model.reference);
  if (const auto* entry = catalogue().model(model.reference); entry && !isFile)
    return QString::fromStdString(entry->name);
  return isFile ? shortPath(model.reference) : QString::fromStdString(model.reference);
}

}  // namespace

QString modelName(const ModelChoice& model) {
  if (model.source == ModelSource::inlineDimensions)
    return model.reference.empty() ? translated(QT_TRANSLATE_NOOP("models", "Own model"))
                                   : translated(QT_TRANSLATE_NOOP("models", "%1 (edited)")).arg(referenceName(model));
  return referenceName(model);
}

QString modelSummary(const ModelShape& shape) {
  const double total =
      shape.parametersExact ? static_cast<double>(*shape.parametersExact) : approximateParameters(shape);
  return QStringLiteral("%1 · %2").arg(
      isMoe(shape) ? translated(QT_TRANSLATE_NOOP("models", "MoE")) : translated(QT_TRANSLATE_NOOP("models", "dense")),
      si(total));
}

QString modelOriginText(const ModelChoice& choice, const QString& family) {
  const QString reference = QString::fromStdString(choice.reference);
  QString origin = translated(QT_TRANSLATE_NOOP("models", "own dimensions"));
  if (choice.source == ModelSource::hfConfig || (!reference.isEmpty() && isConfigPath(choice.reference)))
    origin = reference;
  else if (!reference.isEmpty())
    origin = translated(QT_TRANSLATE_NOOP("models", "catalogue: %1")).arg(reference);
  return family.isEmpty() ? origin : translated(QT_TRANSLATE_NOOP("models", "Family %1 · %2")).arg(family, origin);
}

std::vector<DimensionGroup> dimensionGroups() {
  return {
      {translated(QT_TRANSLATE_NOOP("models", "Size")), {"layers", "hidden", "ffn", "vocab", "learned_positions"}},
      {translated(QT_TRANSLATE_NOOP("models", "Attention")),
       {"heads", "kv_heads", "head_dim", "window", "window_share"}},
      {translated(QT_TRANSLATE_NOOP("models", "Form")), {"norm", "gated", "bias", "tied", "dropout"}},
      {translated(QT_TRANSLATE_NOOP("models", "Experts")),
       {"experts", "top_k", "expert_ffn", "shared_ffn", "dense_layers", "moe_every", "router_bias"}},
      {translated(QT_TRANSLATE_NOOP("models", "Latent attention (MLA)")),
       {"kv_rank", "q_rank", "nope_dim", "rope_dim", "v_dim"}},
  };
}

QString dimensionName(std::string_view dimension) {
  for (const auto& entry : kDimensions)
    if (entry.dimension == dimension) return translated(entry.name);
  return QString::fromUtf8(dimension.data(), static_cast<qsizetype>(dimension.size()));
}

QString dimensionDefault(std::string_view dimension, const ModelShape& shape) {
  const bool isUnused = usesMla(shape) && (dimension == "kv_heads" || dimension == "head_dim");
  if (isUnused) return translated(QT_TRANSLATE_NOOP("models", "none"));
  if (dimension == "kv_heads") return shape.heads > 0 ? QStringLiteral("= %1").arg(shape.heads) : QString();
  if (dimension == "head_dim") return shape.heads > 0 ? QStringLiteral("= %1").arg(headDim(shape)) : QString();
  for (const auto name : {"layers", "hidden", "heads", "vocab", "moe_every"})
    if (dimension == name) return {};
  return translated(QT_TRANSLATE_NOOP("models", "none"));
}

}  // namespace shardscope::ui
