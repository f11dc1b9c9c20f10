// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/model_origin.hpp"

#include <QCoreApplication>

#include "core/catalogue/catalogue.hpp"
#include "core/io/file.hpp"

namespace shardscope::ui {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("shardscope::ui::ModelOrigin", text); }

ModelOrigin ofEntry(const ModelEntry& entry) {
  ModelOrigin origin{{ModelSource::preset, entry.id, entry.shape}, QString::fromStdString(entry.family), {}, {}};
  for (const auto& note : entry.sources)
    origin.notices << QStringLiteral("%1: %2").arg(QString::fromStdString(note.field),
                                                   QString::fromStdString(note.text));
  return origin;
}

ModelOrigin gone(const ModelChoice& model, const QString& why) { return {model, {}, {why}, {}, false}; }

ModelOrigin ofFile(const ModelChoice& model, Language language) {
  const auto said = [language](const Error& error) { return QString::fromStdString(message(error, language)); };
  const auto text = readFile(model.reference, kMaxConfigBytes);
  if (!text) return gone(model, said(text.error()));
  auto imported = importHfConfig(*text, model.reference, language);
  if (!imported) return gone(model, said(imported.error().front()));
  const bool changed = model.source == ModelSource::hfConfig && imported->shape != model.shape;
  ModelOrigin origin{{ModelSource::hfConfig, model.reference, imported->shape},
                     QString::fromStdString(imported->family),
                     {},
                     std::move(*imported)};
  if (changed)
    origin.notices << translated(QT_TRANSLATE_NOOP(
        "shardscope::ui::ModelOrigin", "The file has changed since it was read. Revert takes what it says now."));
  for (const auto& notice : origin.read->notices) origin.notices << QString::fromStdString(notice);
  return origin;
}

}  // namespace

ModelOrigin originOf(const ModelChoice& model, Language language) {
  if (model.reference.empty()) return {model, {}, {}, {}};
  if (model.source != ModelSource::hfConfig)
    if (const auto* entry = catalogue().model(model.reference)) return ofEntry(*entry);
  if (model.source != ModelSource::preset) return ofFile(model, language);
  return gone(model, {});
}

ModelShape withoutExactTotals(ModelShape shape) {
  shape.parametersExact.reset();
  shape.parametersActiveExact.reset();
  return shape;
}

bool sameDimensions(const ModelShape& a, const ModelShape& b) { return withoutExactTotals(a) == withoutExactTotals(b); }

ModelChoice editedModel(const ModelOrigin& origin, const ModelShape& shape) {
  if (sameDimensions(shape, origin.choice.shape)) return origin.choice;
  return {ModelSource::inlineDimensions, origin.choice.reference, withoutExactTotals(shape)};
}

Scenario withModel(Scenario scenario, const ModelChoice& model) {
  if (model.shape.layers != scenario.model.shape.layers) scenario.parallel.stageLayers.clear();
  if (!isMoe(model.shape)) {
    scenario.moe = {};
    scenario.parallel.ep = scenario.parallel.etp = 1;
  }
  const bool isAnother = model.reference != scenario.model.reference;
  if (isAnother) scenario.name.clear();
  scenario.model = model;
  return scenario;
}

}  // namespace shardscope::ui
