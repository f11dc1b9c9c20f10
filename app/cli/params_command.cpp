// SPDX-License-Identifier: Apache-2.0
// params CONFIG.json: what a Hugging Face configuration amounts to.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/layout.hpp"
#include "app/cli/numbers.hpp"
#include "core/io/file.hpp"
#include "core/io/hf_config.hpp"
#include "core/io/report_json.hpp"
#include "core/scenario/fields.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

using Json = nlohmann::ordered_json;

// FLOPs per token depend on the length of the sequence: the default of a scenario, or the model's own if it is shorter.
std::int64_t sequenceLength(const ImportedModel& model) {
  const std::int64_t usual = Workload{}.sequenceLength;
  return model.contextLength > 0 ? std::min(usual, model.contextLength) : usual;
}

Json dimensionsJson(const ModelShape& shape) {
  Json json = Json::object();
  for (const auto& field : modelFields())
    if (const auto value = field.read(shape); !std::holds_alternative<std::monostate>(value))
      json[std::string(field.name)] = valueJson(value);
  return json;
}

std::string paramsJson(const ImportedModel& model) {
  const auto& p = model.parameters;
  const auto& kinds = p.perKind;
  const auto tokens = sequenceLength(model);
  const auto flops = flopsPerToken(model, tokens);
  const Json json = {{"family", model.family},
                     {"model", dimensionsJson(model.shape)},
                     {"notices", model.notices},
                     {"parameters",
                      {{"total", p.total},
                       {"active",
                        {{"with_both_tables", p.activeWithBothTables},
                         {"without_input_table", p.activeWithoutInputTable},
                         {"without_tables", p.activeWithoutTables}}},
                       {"embedding", p.embedding},
                       {"positions", p.positions},
                       {"head", p.head},
                       {"per_layer", p.perLayer},
                       {"per_kind",
                        {{"attention", kinds.attention},
                         {"mlp", kinds.mlp},
                         {"experts", kinds.experts},
                         {"shared_experts", kinds.sharedExperts},
                         {"router", kinds.router},
                         {"norms", kinds.norms}}},
                       {"rest", p.rest},
                       {"multi_token_prediction", p.multiTokenPrediction}}},
                     {"tied", {{"value", model.shape.tied}, {"because", model.tiedIsSaid ? "flag" : "class"}}},
                     {"flops_per_token",
                      {{"forward_causal", flops.forwardCausal},
                       {"forward_full", flops.forwardFull},
                       {"training_causal", flops.trainingCausal},
                       {"training_full", flops.trainingFull},
                       {"sequence_length", tokens}}},
                     {"context_length", model.contextLength > 0 ? Json(model.contextLength) : Json()}};
  return jsonText(json);
}

// "3 × 218,112,000": runs of equal layers, in order.
std::string layersText(const std::vector<std::int64_t>& perLayer) {
  std::string result;
  for (std::size_t first = 0; first < perLayer.size();) {
    std::size_t end = first;
    while (end < perLayer.size() && perLayer[end] == perLayer[first]) ++end;
    result += fmt::format("{}{} × {}", result.empty() ? "" : " + ", end - first, grouped(perLayer[first]));
    first = end;
  }
  return result;
}

std::string dimensionsText(const ModelShape& shape) {
  std::string result;
  const ModelShape plain;
  for (const auto& field : modelFields()) {
    const auto value = field.read(shape);
    if (value == field.read(plain)) continue;  // absent, or the usual
    result += fmt::format("{}{}\u00a0{}", result.empty() ? "" : "\u00a0· ", field.name, describe(value));
  }
  return result;
}

// Two columns: what, how many.
std::string countsText(const ImportedModel& model, Language language) {
  const auto& p = model.parameters;
  using enum Align;
  TextTable table({left, right});
  const auto row = [&](const char* id, std::int64_t value) { table.add({text(id, language), grouped(value)}); };
  row("cli-params-total", p.total);
  row("cli-params-active", p.activeWithBothTables);
  row("cli-params-active-no-input", p.activeWithoutInputTable);
  row("cli-params-active-no-tables", p.activeWithoutTables);
  row("cli-params-embedding", p.embedding);
  if (p.positions > 0) row("cli-params-positions", p.positions);
  const auto* tied = model.shape.tied ? (model.tiedIsSaid ? "cli-params-head-tied" : "cli-params-head-tied-class")
                                      : (model.tiedIsSaid ? "cli-params-head" : "cli-params-head-class");
  row(tied, p.head);
  const auto kind = [&](const char* id, std::int64_t value) {
    if (value > 0) row(id, value);
  };
  kind("cli-params-attention", p.perKind.attention);
  kind("cli-params-mlp", p.perKind.mlp);
  kind("cli-params-experts", p.perKind.experts);
  kind("cli-params-shared-experts", p.perKind.sharedExperts);
  kind("cli-params-router", p.perKind.router);
  kind("cli-params-norms", p.perKind.norms);
  row("cli-params-rest", p.rest);
  if (p.multiTokenPrediction > 0) row("cli-params-mtp", p.multiTokenPrediction);
  return table.render(2);
}

std::string flopsText(const ImportedModel& model, const Context& context) {
  const auto language = context.language();
  const auto work = flopsPerToken(model, sequenceLength(model));
  using enum Align;
  TextTable table({left, right, right});
  table.add({"", text("cli-params-causal", language), text("cli-params-full", language)});
  table.add({text("cli-params-forward", language), flops(work.forwardCausal), flops(work.forwardFull)});
  table.add({text("cli-params-training", language), flops(work.trainingCausal), flops(work.trainingFull)});
  const auto caption = text("cli-params-flops", language, {{"tokens", grouped(sequenceLength(model))}});
  return painted(caption, Tone::heading, context.style) + "\n" + table.render(2);
}

std::string paramsText(const ImportedModel& model, const Context& context) {
  const auto language = context.language();
  const auto& style = context.style;
  const auto heading = [&](const char* id) { return painted(text(id, language), Tone::heading, style) + "\n"; };
  return painted(model.family, Tone::heading, style) + "  " +
         text("cli-params-line", language, {{"total", count(static_cast<double>(model.parameters.total))}}) + "\n\n" +
         heading("cli-params-dimensions") + paragraph("  ", dimensionsText(model.shape), style.width) + "\n" +
         heading("cli-params-counts") + countsText(model, language) +
         paragraph("  " + text("cli-params-layers", language) + "  ", layersText(model.parameters.perLayer),
                   style.width) +
         "\n" + flopsText(model, context);
}

}  // namespace

ExitCode runParams(Context& context) {
  const auto& operand = context.options.operand;
  const auto content = readFile(operand, kMaxConfigBytes, Pipes::use);
  if (!content) return context.fail(ExitCode::badInput, content.error());
  const auto model = importHfConfig(*content, operand == "-" ? std::string() : operand, context.language());
  if (!model) return context.failOnErrors(ExitCode::badInput, model.error());
  if (context.options.json) return context.print(paramsJson(*model));
  for (const auto& notice : model->notices) context.note(notice);
  return context.print(paramsText(*model, context));
}

}  // namespace shardscope::cli
