// SPDX-License-Identifier: Apache-2.0
#include "core/explain/advice_figures.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/advice/steps.hpp"
#include "core/cost/evaluate.hpp"
#include "core/cost/parameters.hpp"
#include "core/explain/finish.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "core/scenario/recipe.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;

double real(std::int64_t value) { return static_cast<double>(value); }

// A figure of a part, and what its formula may need.
struct Asked {
  const AdviceQuestion& question;
  const AdvicePart& part;
  std::string_view name;
  std::string siblings;  // "advice.2.0.", before the names of the part's other values

  const AdviceSizes& sizes() const { return question.sizes; }
  bool is(std::string_view id) const { return part.id == id; }
  double number(std::string_view value, double otherwise = 1) const {
    for (const auto& each : part.values)
      if (each.name == value) return std::get<double>(each.value);
    return otherwise;
  }
  std::int64_t degree(std::string_view value) const { return static_cast<std::int64_t>(number(value)); }
  Recompute recompute() const {
    for (const auto& each : part.values)
      if (each.name == "recompute") return *fromWord<Recompute>(std::get<std::string_view>(each.value));
    return Recompute::none;
  }
};

Formula whole(Draft& d, std::string_view name, std::string_view meaning, std::int64_t value) {
  return d.symbol(name, meaning, real(value), ExplainUnit::count);
}
Formula parameters(Draft& d, const Asked& a) {
  // An invalid scenario has advice, but no report that the key could lead to.
  const std::string_view key = firstError(a.question.asked) ? "" : "parameters.total";
  return d.symbol("Ψ", "advice-parameters", a.sizes().parameters(), ExplainUnit::count, key);
}
Formula gpus(Draft& d, const Asked& a) { return whole(d, "N", "gpus", a.sizes().gpus()); }
Formula layers(Draft& d, const Asked& a) { return whole(d, "L", "layers", a.sizes().layers()); }
Formula tensor(Draft& d, const Asked& a) { return whole(d, "t", "tensor-parallel", a.degree("tp")); }

// Bytes per parameter before anything is spread.
Formula held(const Asked& a) { return num(a.sizes().weightBytes() + a.sizes().trainedBytes()); }

// Two gathered layers and a gradient of one: 10·Ψ/L, over tp where there is one.
Formula gathered(Draft& d, const Asked& a, bool split) {
  auto bytes = num(a.sizes().gatheredBytes()) * parameters(d, a);
  auto by = layers(d, a);
  if (split) by = std::move(by) * tensor(d, a);
  return std::move(bytes) / std::move(by);
}

// 18 bytes for each parameter of the larger kind of layer, its experts over e ranks.
Formula layerStates(Draft& d, const Asked& a) {
  const double each = a.sizes().unshardedBytes();
  const auto meaning =
      isMoe(a.question.asked.model.shape) ? "advice-layer-parameters" : "advice-dense-layer-parameters";
  auto bytes = num(each) * d.symbol("φ", meaning, a.sizes().layerStates(a.degree("ep")) / each, ExplainUnit::count, {},
                                    {{"ep", std::to_string(a.degree("ep"))}});
  return std::move(bytes) / tensor(d, a);
}

Formula layerActivations(Draft& d, const Asked& a, bool moe, std::string_view name) {
  const auto& m = a.question.asked.model.shape;
  const bool both = moeLayers(m) > 0 && moeLayers(m) < m.layers;
  const auto kind = d.sentence(moe ? "explain-kind-moe" : "explain-kind-dense");
  return d.symbol(both ? std::string(name) + (moe ? "_moe" : "_dense") : std::string(name), "advice-layer-activations",
                  a.sizes().layerActivations(a.degree("tp"), a.degree("cp"), a.recompute(), moe), traffic, {},
                  {{"kind", kind},
                   {"tp", std::to_string(a.degree("tp"))},
                   {"cp", std::to_string(a.degree("cp"))},
                   {"recompute", d.sentence("advice-word-" + std::string(word(a.recompute())))}});
}

// Of the larger kind of layer.
Formula largestLayer(Draft& d, const Asked& a) {
  const auto& m = a.question.asked.model.shape;
  const auto moe = moeLayers(m);
  if (moe == 0) return layerActivations(d, a, false, "A_layer");
  if (moe == m.layers) return layerActivations(d, a, true, "A_layer");
  auto dense = layerActivations(d, a, false, "A");
  return greatest(std::move(dense), layerActivations(d, a, true, "A"));
}

// All layers and the logits of the loss.
Formula allLayers(Draft& d, const Asked& a) {
  const auto& m = a.question.asked.model.shape;
  const auto moe = moeLayers(m);
  auto sum = d.symbol("A_loss", "advice-logits", a.sizes().logits(a.degree("tp"), a.degree("cp")), traffic);
  const auto add = [&](std::int64_t number, bool isMoe, std::string_view name) {
    auto times = whole(d, name, isMoe ? "advice-moe-layers" : "advice-dense-layers", number);
    sum = std::move(sum) + std::move(times) * layerActivations(d, a, isMoe, "A");
  };
  if (moe < m.layers) add(m.layers - moe, false, moe > 0 ? "L_dense" : "L");
  if (moe > 0) add(moe, true, moe < m.layers ? "L_moe" : "L");
  return sum;
}

// Of what the bytes per parameter are made up.
void sayBytes(Draft& d, const Asked& a, bool isUnsharded) {
  const bool isFrozen = a.sizes().trainedBytes() == 0;
  d.convention(isFrozen ? "advice-frozen" : isUnsharded ? "advice-layer" : "advice-states");
}

void states(Draft& d, const Asked& a) {
  sayBytes(d, a, a.is("3a"));
  if (a.is("3a")) return d.give("S", traffic, layerStates(d, a));
  if (a.is("1b")) {
    auto each = num(a.sizes().weightBytes()) + num(a.sizes().trainedBytes()) / gpus(d, a);
    return d.give("S", traffic, std::move(each) * parameters(d, a));
  }
  auto all = held(a) * parameters(d, a);
  if (a.is("1a")) return d.give("S", traffic, std::move(all));
  const auto over = a.is("2") ? whole(d, "G", "advice-shard-group", a.degree("node")) : gpus(d, a);
  auto shard = std::move(all) / over;
  d.give("S", traffic, std::move(shard) + gathered(d, a, false));
}

void activations(Draft& d, const Asked& a) {
  if (a.is("3a")) return d.give("A", traffic, largestLayer(d, a));
  if (!a.is("4a")) return d.give("A", traffic, allLayers(d, a));
  auto number = layers(d, a);
  d.give("A", traffic, std::move(number) * largestLayer(d, a));
}

void overhead(Draft& d, const Asked&) { d.give("o", traffic, num(kAdviceOverhead)); }

void need(Draft& d, const Asked& a) {
  const auto of = [&](std::string_view symbol, std::string_view meaning, std::string_view name) {
    return d.symbol(symbol, meaning, a.number(name), traffic, a.siblings + std::string(name));
  };
  if (!a.is("6b")) {
    auto sum = of("S", "advice-states", "states_bytes") + of("A", "advice-activations", "activations_bytes");
    return d.give("W", traffic, std::move(sum) + of("o", "advice-overhead", "overhead_bytes"));
  }
  auto shard = held(a) * parameters(d, a);
  auto sum = std::move(shard) / gpus(d, a);
  sum = std::move(sum) + gathered(d, a, true);
  const double stored = a.sizes().modelActivations(a.degree("tp"), a.degree("cp"), a.recompute());
  sum = std::move(sum) + d.symbol("A", "advice-activations", stored, traffic);
  d.give("W", traffic, std::move(sum) + d.symbol("o", "advice-overhead", kAdviceOverhead, traffic));
}

void limit(Draft& d, const Asked& a) {
  const bool soft = a.number("limit_bytes") == a.sizes().soft();
  auto share = num(soft ? 0.60 : 0.90);
  d.give("C_lim", traffic, std::move(share) * d.symbol("C", "advice-capacity", a.sizes().nominal(), traffic));
  d.convention("advice-limit");
}

void layerBytes(Draft& d, const Asked& a) {
  sayBytes(d, a, true);
  d.give("S_layer", traffic, layerStates(d, a));
}

void headBytes(Draft& d, const Asked& a) {
  const auto& m = a.question.asked.model.shape;
  auto bytes =
      num(a.sizes().unshardedBytes()) * whole(d, "V_p", "advice-padded", paddedVocabulary(m.vocab, a.degree("tp")));
  bytes = std::move(bytes) * whole(d, "h", "hidden", m.hidden);
  sayBytes(d, a, true);
  d.give("S_head", traffic, std::move(bytes) / tensor(d, a));
}

void bubble(Draft& d, const Asked& a) {
  auto idle = whole(d, "p", "pipeline", a.degree("pp")) - num(1);
  d.give("β", share, std::move(idle) / whole(d, "M", "micro-batches", a.degree("m")));
}

void padding(Draft& d, const Asked& a) {
  auto empty = whole(d, "V_p", "advice-padded", a.degree("padded")) - whole(d, "V", "vocabulary", a.degree("vocab"));
  d.give("w", share, std::move(empty) / whole(d, "V", "vocabulary", a.degree("vocab")));
}

struct FigureRow {
  std::string_view name;    // of the value; texts "explain-advice-NAME-title" and "explain-advice-NAME"
  std::string_view source;  // "explain-source-…"
  void (*build)(Draft&, const Asked&);
};
// By the rules of thumb; the exact figures are those of a report.
constexpr std::array kByRule = {FigureRow{"states_bytes", "advice-states", states},
                                FigureRow{"activations_bytes", "activations", activations},
                                FigureRow{"overhead_bytes", "advice", overhead},
                                FigureRow{"need_bytes", "advice", need},
                                FigureRow{"limit_bytes", "advice", limit},
                                FigureRow{"layer_bytes", "advice-states", layerBytes},
                                FigureRow{"head_bytes", "advice-states", headBytes},
                                FigureRow{"bubble_share", "bubble", bubble},
                                FigureRow{"padding_share", "advice-padding", padding}};

// The same name means one layer in step 3, all micro-batches in flight in step 4.
std::string textOf(const FigureRow& row, const Asked& a) {
  std::string id = "explain-advice-" + std::string(row.name);
  if (a.is("3a") && row.name != "limit_bytes") id += "-layer";
  if (a.is("4a") && row.name == "activations_bytes") id += "-stage";
  return id;
}

struct ExactRow {
  std::string_view name, key;
};
constexpr std::array kExact = {ExactRow{"peak_bytes", "memory.peak_bytes"},
                               ExactRow{"capacity_bytes", "memory.capacity_bytes"}, ExactRow{"step_s", "time.step_s"},
                               ExactRow{"now_s", "time.step_s"}, ExactRow{"mfu_share", "throughput.mfu_own_precision"}};

template <class Rows>
const typename Rows::value_type* rowNamed(const Rows& rows, std::string_view name) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const auto& row) { return row.name == name; });
  return found == rows.end() ? nullptr : &*found;
}

// Another plan's figure: its symbols are results of that plan, which no key of this scenario leads to.
tl::expected<Explanation, NoFigure> exactFigure(std::string_view key, std::string_view reportKey, const Scenario& plan,
                                                const Asked& asked, Language language) {
  const auto report = evaluate(plan);
  auto out = explain(reportKey, plan, report, language, Changes::leftOut);
  if (!out) return out;
  if (!isSamePlan(plan, asked.question.asked))
    for (auto& symbol : out->symbols) symbol.key.clear();
  out->key = key;
  out->title = text("explain-advice-exact-title", language, {{"title", out->title}, {"plan", recipe(plan)}});
  if (out->unit == bytes)
    out->check = text("explain-advice-decimal", language, {{"value", explainValueText(out->value, traffic)}});
  return out;
}

// "4.2.peak_bytes" → part and name.
struct Place {
  const AdvicePart* part = nullptr;
  std::string_view step, name;
  std::string before;  // "advice.4.2."
};
Place placeOf(std::string_view path, const Advice& advice) {
  Place place;
  const auto first = path.find('.'), second = first == path.npos ? first : path.find('.', first + 1);
  if (second == path.npos) return place;
  place.step = path.substr(0, first);
  const auto index = path.substr(first + 1, second - first - 1);
  const bool isStep = place.step.size() == 1 && place.step[0] >= '1' && place.step[0] <= '6';
  if (!isStep && place.step != "checks") return place;
  const auto& parts = isStep ? advice.steps[static_cast<std::size_t>(place.step[0] - '1')].parts : advice.checks;
  std::size_t at = parts.size();
  const auto [end, error] = std::from_chars(index.data(), index.data() + index.size(), at);
  if (error != std::errc{} || end != index.data() + index.size() || at >= parts.size()) return place;
  place.part = &parts[at];
  place.name = path.substr(second + 1);
  place.before = std::string(kAdvicePrefix) + std::string(path.substr(0, second + 1));
  return place;
}

}  // namespace

tl::expected<Explanation, NoFigure> explainAdvice(std::string_view key, const Scenario& scenario, Language language) {
  if (adviceObstacle(scenario)) return tl::unexpected(NoFigure::invalidScenario);
  const auto advice = advise(scenario);
  const auto place = placeOf(key.substr(kAdvicePrefix.size()), advice);
  if (!place.part) return tl::unexpected(NoFigure::noSuchTest);
  const auto value = std::find_if(place.part->values.begin(), place.part->values.end(),
                                  [&](const AdviceValue& each) { return each.name == place.name; });
  if (value == place.part->values.end()) return tl::unexpected(NoFigure::noSuchTest);
  const AdviceQuestion question(scenario);
  const Asked asked{question, *place.part, place.name, place.before};
  if (const auto* exact = rowNamed(kExact, place.name)) {
    const bool isRecommended = !place.part->plan || place.name == "now_s";
    return exactFigure(key, exact->key, isRecommended ? advice.recommended : *place.part->plan, asked, language);
  }
  const auto* row = rowNamed(kByRule, place.name);
  if (!row) return tl::unexpected(NoFigure::noSuchTest);
  const auto report = evaluate(advice.recommended);
  if (report.verdict == Verdict::invalid) return tl::unexpected(NoFigure::invalidScenario);  // beyond every size
  const ExplainFacts facts(advice.recommended, report);
  Draft draft(facts, language, 0, {});
  row->build(draft, asked);
  return finished(std::move(draft), key, textOf(*row, asked), row->source, {{"step", std::string(place.step)}});
}

}  // namespace shardscope
