// SPDX-License-Identifier: Apache-2.0
#include "core/explain/words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/cost/confidence.hpp"
#include "core/cost/flops.hpp"
#include "core/cost/memory_peak.hpp"
#include "core/explain/explain.hpp"
#include "core/explain/facts.hpp"
#include "core/explain/value_text.hpp"
#include "core/scenario/derived.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

using enum ExplainUnit;
using Args = std::vector<MessageArg>;

double real(Bytes value) { return static_cast<double>(value.count()); }
double real(std::int64_t value) { return static_cast<double>(value); }

// Two values in as many digits as tell them apart: 79.64 GiB > 79.60 GiB.
std::string compared(const ExplainSymbol& a, std::string_view sign, const ExplainSymbol& b) {
  int digits = 4;
  const auto shown = [&](const ExplainSymbol& value) { return valueText(value.value, value.unit, digits); };
  while (digits < 16 && a.value != b.value && shown(a) == shown(b)) ++digits;
  return fmt::format("{} {} {}: {} {} {}", a.symbol, sign, b.symbol, shown(a), sign, shown(b));
}

class WordDraft {
 public:
  WordDraft(std::string_view key, const Scenario& scenario, const Report& report, Language language)
      : s(scenario), r(report), language_(language) {
    out.key = key;
  }

  std::string sentence(std::string_view id, const Args& args = {}) const {
    return fillIn(textTemplate("explain-word-" + std::string(id), language_), args);
  }
  void describe(std::string_view id, std::string_view source, const Args& args = {}) {
    out.title = sentence(std::string(id) + "-title", args);
    out.definition = sentence(id, args);
    out.source = text("explain-source-" + std::string(source), language_);
  }
  ExplainSymbol number(std::string_view symbol, std::string_view meaning, double value, ExplainUnit unit,
                       std::string_view key = {}, std::string_view setting = {}) {
    out.symbols.push_back({std::string(symbol), sentence(meaning), value, unit, explainValueText(value, unit),
                           std::string(key), std::string(setting)});
    return out.symbols.back();
  }
  void line(std::string words) { out.lines.push_back(std::move(words)); }
  void line(std::string_view id, const Args& args) { line(sentence(id, args)); }
  Language language() const { return language_; }

  const Scenario& s;
  const Report& r;
  WordExplanation out;

 private:
  Language language_;
};

void verdict(WordDraft& d) {
  d.describe("verdict", "memory-total");
  d.out.word = word(d.r.verdict);
  const auto& m = d.r.memory;
  const auto peak = d.number("S_max", "peak", real(m.peak), bytes, "memory.peak_bytes");
  const auto limit = d.number("C_fit", "fit-limit", real(m.fitLimit), bytes, "memory.fit_limit_bytes");
  const auto capacity = d.number("C", "capacity", real(m.capacity), bytes, "memory.capacity_bytes");
  if (d.r.verdict == Verdict::fits) return d.line(compared(peak, "≤", limit));
  if (d.r.verdict == Verdict::doesNotFit) return d.line(compared(peak, ">", capacity));
  d.line(compared(peak, ">", limit));
  d.line(compared(peak, "≤", capacity));
}

void peakReasonWord(WordDraft& d) {
  const auto& m = d.r.memory;
  const ExplainFacts facts(d.s, d.r);
  const bool isAlone = m.stages.size() == 1;
  d.describe(isAlone ? "peak-part" : "peak-reason", "memory-total", {{"stage", std::to_string(m.peakStage)}});
  d.out.word = word(m.peakReason);
  auto terms = peakTerms(facts.memory, m.stages, m.peakStage);
  std::stable_sort(terms.begin(), terms.end(), [](const PeakTerm& a, const PeakTerm& b) { return a.bytes > b.bytes; });
  for (const auto& term : terms) {
    const auto name = word(term.reason);
    d.number("x_" + std::string(name), "term-" + std::string(name), term.bytes, bytes);
  }
  if (terms.front().bytes <= 0) return d.line("no-term", {});
  d.line(compared(d.out.symbols[0], "≥", d.out.symbols[1]));  // the largest and the next
}

void flopConvention(WordDraft& d) {
  d.describe("convention", "flops");
  const auto chosen = d.r.flops.convention;
  d.out.word = word(chosen);
  for (std::size_t i = 0; i < EnumWords<FlopConvention>::words.size(); ++i) {
    const auto convention = static_cast<FlopConvention>(i);
    const auto name = word(convention);
    const auto tokens = real(d.r.batch.globalTokens);
    const auto work = modelFlops(d.s.model.shape, tokens, d.s.workload.sequenceLength, convention);
    const bool isChosen = convention == chosen;
    d.number("F_" + std::string(name), "flops-" + std::string(name), work.count(), flops,
             isChosen ? "flops.model" : "");
    if (isChosen) d.line(fmt::format("conventions.flops = {}: F = {}", name, d.out.symbols.back().valueText));
  }
}

void basis(WordDraft& d, Estimate quantity) {
  const auto& c = d.r.confidence;
  const bool isTime = quantity == Estimate::time;
  d.describe(isTime ? "basis" : "memory-basis", "bands");
  auto said = basisText(c, quantity, d.language());
  if (isTime && c.extrapolated()) said = unseenText(c, d.language()) + "; " + said;
  d.out.word = said;
  const auto slice = isTime ? c.timeSlice : c.memorySlice;
  const auto& slices = publishedBands().slices();
  if (slice >= 0)
    d.number("n_run", "runs", real(slices[static_cast<std::size_t>(slice)].runs), count,
             isTime ? "confidence.time_runs" : "confidence.memory_runs");
  if (isTime && c.calibratedRuns > 0) d.number("n_site", "site-runs", real(c.calibratedRuns), count);
  d.number("x_90", "coverage", publishedBands().coverage, share, "confidence.coverage");
  const auto band = d.number(isTime ? "e_time" : "e_mem", "band", isTime ? c.timeRel : c.memoryRel, share,
                             isTime ? "confidence.time_rel" : "confidence.memory_rel");
  d.line("band-line", {{"coverage", explainValueText(publishedBands().coverage, share)}, {"band", band.valueText}});
}

void extrapolated(WordDraft& d) {
  const auto& c = d.r.confidence;
  d.describe("extrapolated", "bands");
  d.out.word = d.sentence(c.extrapolated() ? "yes" : "no");
  const auto largest = publishedBands().largestGpus;
  const auto mine = d.number("N", "gpus", real(d.r.batch.gpus), count, "batch.gpus");
  const auto most = d.number("N_run", "largest-run", real(largest), count);
  std::int64_t features = 0;
  for (std::size_t i = 0; i < EnumWords<Unseen>::words.size(); ++i)
    features += (c.unseen & bit(static_cast<Unseen>(i))) != 0 ? 1 : 0;
  d.number("k", "unseen", real(features), count);
  d.line(compared(mine, d.r.batch.gpus > largest ? ">" : "≤", most));
  d.line(c.extrapolated() ? unseenText(c, d.language()) : d.sentence("all-seen"));
}

// The ranks that share a domain are explained by a formula; the word compares them with all.
void link(WordDraft& d, std::size_t group) {
  const auto& traffic = d.r.communication[group];
  const std::string name(EnumWords<Group>::words[group]);
  std::string letters = name;
  for (auto& c : letters) c = static_cast<char>(c - 'a' + 'A');
  d.describe("link", "placement", {{"group", letters}});
  d.out.word = word(traffic.link);
  const auto key = "communication." + name + ".ranks_in_domain";
  const auto inside = explain(key, d.s, d.r, d.language(), Changes::leftOut);
  if (!inside) return;
  d.out.symbols = inside->symbols;
  d.number("m", "ranks-in-domain", real(traffic.ranksInDomain), count, key);
  d.line(traffic.link == GroupLink::nic ? "over-nic" : "in-domain",
         {{"m", wholeText(real(traffic.ranksInDomain))},
          {"domain", wholeText(real(nvlinkDomain(d.s.cluster)))},
          {"link", d.out.word}});
}

void build(WordDraft& d) {
  const std::string_view key = d.out.key;
  if (key == "verdict") return verdict(d);
  if (key == "memory.peak_reason") return peakReasonWord(d);
  if (key == "flops.convention") return flopConvention(d);
  if (key == "confidence.basis") return basis(d, Estimate::time);
  if (key == "confidence.memory_basis") return basis(d, Estimate::memory);
  if (key == "confidence.extrapolated") return extrapolated(d);
  for (std::size_t i = 0; i < EnumWords<Group>::words.size(); ++i)
    if (key == fmt::format("communication.{}.link", EnumWords<Group>::words[i])) return link(d, i);
}

}  // namespace

std::optional<WordExplanation> explainWord(std::string_view key, const Scenario& scenario, const Report& report,
                                           Language language) {
  const auto keys = explainWordKeys(report);
  if (std::find(keys.begin(), keys.end(), key) == keys.end()) return std::nullopt;
  WordDraft draft(key, scenario, report, language);
  build(draft);
  return std::move(draft.out);
}

}  // namespace shardscope
