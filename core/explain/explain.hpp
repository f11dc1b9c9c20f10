// SPDX-License-Identifier: Apache-2.0
#pragma once
// Explains any number of the report by its dotted key: "memory.stages.0.activations", "bubble.ratio_actual",
// "communication.dp.bytes_per_step". Symbols of an explanation that are results in turn carry a key of their own;
// keys that begin with "cost." are intermediate results of the cost model that the report does not list. The inputs
// under "scenario." are explained as what they are. Figures of the decision steps are asked for as
// "advice.STEP.PART.NAME": STEP by the chapter's number or "checks", PART counted from 0, NAME that of a value which is
// an amount of bytes, seconds or a share ("advice.2.0.need_bytes").

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/explain/explanation.hpp"
#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"
#include "core/text/language.hpp"

namespace shardscope {

// Every key of a figure of the report in the order of its JSON, without its scenario and issues; empty for an invalid
// scenario.
std::vector<std::string> explainKeys(const Report& report);

// The number under a key of explainKeys(); nothing for other keys, also where the report has none (`train.days`
// without a token goal).
std::optional<double> figureOf(const Report& report, std::string_view key);

enum class NoFigure : std::uint8_t {
  unknownKey,
  invalidScenario,  // has issues instead of figures
  denseModel,       // keys of `moe`
  noDenseLayers,    // "cost.layer.dense…" of a model with experts in every layer
  oneRank,          // keys of `communication`: a group of one rank sends nothing
  noTokenGoal,      // keys of `train` without workload.train_tokens
  noPrice,          // train.cost without cluster.price_per_gpu_hour
  noSuchTest,       // keys of `advice`: the steps make no such test of this scenario
};

enum class Changes : bool { leftOut, evaluated };

// `report` belongs to `scenario`. With Changes::evaluated some fifty scenarios are evaluated (milliseconds).
tl::expected<Explanation, NoFigure> explain(std::string_view key, const Scenario& scenario, const Report& report,
                                            Language language, Changes changes = Changes::evaluated);

// Why there is no figure, as a sentence; of an unknown key with the nearest ones.
std::string noFigureText(NoFigure why, std::string_view key, const Report& report, Language language);

// The value again, from the values of the symbols.
double recompute(const Explanation& explanation);

// To copy: several lines, UTF-8; a fragment for a document that uses amsmath.
std::string asText(const Explanation& explanation, Language language);
std::string asLatex(const Explanation& explanation, Language language);

// "20.96 GiB", "268.2 ms", "1,048,576": as explanations write numbers, the same in both languages.
std::string explainValueText(double value, ExplainUnit unit);

}  // namespace shardscope
