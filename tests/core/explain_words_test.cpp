// SPDX-License-Identifier: Apache-2.0
// Every key of the report is a number with a formula or a word with the comparison that decides it, as the report says.
#include "core/explain/words.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/evaluate.hpp"
#include "core/explain/explain.hpp"
#include "core/io/report_json.hpp"
#include "core/text/messages.hpp"
#include "tests/support/core_time_cases.hpp"

namespace shardscope {
namespace {

using Json = nlohmann::ordered_json;
using testing::HasSubstr;

std::vector<Scenario> jobs() {
  std::vector<Scenario> all;
  for (const auto& entry : catalogue().scenarios()) all.push_back(entry.scenario);
  auto alone = test::scenarioOn("h100-sxm-80gb", test::llama2_7b(), 1, 4096);
  alone.workload.globalBatch = 1;
  all.push_back(alone);
  auto priced = all.front();
  priced.workload.trainTokens = 1e12;
  priced.cluster.pricePerGpuHour = 2;
  all.push_back(priced);
  return all;
}

// Leaves of the report by dotted key, without what is no figure.
void collect(const Json& value, const std::string& key, std::map<std::string, Json>& leaves) {
  if (!value.is_structured()) {
    leaves[key] = value;
    return;
  }
  for (const auto& [name, child] : value.items()) {
    const auto path = key.empty() ? name : key + "." + name;
    if (path != "scenario" && path != "issues" && path != "model_version") collect(child, path, leaves);
  }
}

TEST(ExplainWords, everyKeyIsANumberOrAWordAsTheReportSays) {
  std::set<std::string> words;
  for (const auto& s : jobs()) {
    const auto report = evaluate(s);
    ASSERT_NE(report.verdict, Verdict::invalid);
    std::map<std::string, Json> leaves;
    collect(reportJson(s, report, Language::en), "", leaves);
    std::map<std::string, bool> isNumber;
    for (const auto& key : explainKeys(report)) EXPECT_TRUE(isNumber.emplace(key, true).second) << key;
    for (const auto& key : explainWordKeys(report)) EXPECT_TRUE(isNumber.emplace(key, false).second) << key;
    for (const auto& [key, value] : leaves) {
      if (value.is_null()) continue;
      ASSERT_TRUE(isNumber.contains(key)) << key;
      EXPECT_EQ(isNumber[key], value.is_number()) << key;
      if (!value.is_number()) words.insert(key);
    }
    for (const auto& [key, number] : isNumber) EXPECT_TRUE(leaves.contains(key)) << key;
  }
  EXPECT_GE(words.size(), 10U);  // links of four groups among them
}

TEST(ExplainWords, areToldWithTheNumbersCompared) {
  for (const auto& s : jobs()) {
    const auto report = evaluate(s);
    for (const auto language : {Language::en, Language::zhCn}) {
      std::map<std::string, Json> leaves;
      collect(reportJson(s, report, language), "", leaves);
      for (const auto& key : explainWordKeys(report)) {
        const auto e = explainWord(key, s, report, language);
        ASSERT_TRUE(e) << key;
        const auto& value = leaves.at(key);
        if (value.is_string()) {
          EXPECT_EQ(e->word, value.get<std::string>()) << key;
        }
        EXPECT_EQ(e->key, key);
        EXPECT_FALSE(e->symbols.empty()) << key;
        ASSERT_FALSE(e->lines.empty()) << key;
        for (const auto* said : {&e->title, &e->definition, &e->source, &e->lines.front()}) {
          EXPECT_FALSE(said->empty()) << key;
          EXPECT_THAT(placeholders(*said), testing::IsEmpty()) << key;
        }
        for (const auto& symbol : e->symbols) {
          EXPECT_FALSE(symbol.meaning.empty()) << key;
          if (const auto figure = figureOf(report, symbol.key)) {
            EXPECT_DOUBLE_EQ(symbol.value, *figure) << key << ' ' << symbol.key;
          }
        }
      }
    }
  }
}

TEST(ExplainWords, numbersAndUnknownKeysAreNone) {
  const auto s = jobs().front();
  const auto report = evaluate(s);
  for (const auto* key : {"memory.peak_bytes", "memory", "", "verdicts", "communication.xx.link", "scenario.model"})
    EXPECT_FALSE(explainWord(key, s, report, Language::en)) << key;
}

std::string linesOfWord(const char* key, const Scenario& s, const Report& report) {
  const auto e = explainWord(key, s, report, Language::en);
  std::string all;
  for (const auto& line : e ? e->lines : std::vector<std::string>()) all += line + "\n";
  return all;
}

TEST(ExplainWords, aVerdictComparesPeakLimitAndCapacity) {
  const auto s = jobs().front();
  auto report = evaluate(s);
  const auto lines = [&](std::int64_t peak, Verdict verdict) {
    report.memory.peak = Bytes(peak);
    report.verdict = verdict;
    return linesOfWord("verdict", s, report);
  };
  report.memory.fitLimit = Bytes(74LL << 30);
  report.memory.capacity = Bytes(80LL << 30);
  EXPECT_EQ(lines(50LL << 30, Verdict::fits), "S_max ≤ C_fit: 50\u00a0GiB ≤ 74\u00a0GiB\n");
  EXPECT_EQ(lines(75LL << 30, Verdict::tight),
            "S_max > C_fit: 75\u00a0GiB > 74\u00a0GiB\nS_max ≤ C: 75\u00a0GiB ≤ 80\u00a0GiB\n");
  EXPECT_EQ(lines(90LL << 30, Verdict::doesNotFit), "S_max > C: 90\u00a0GiB > 80\u00a0GiB\n");
  EXPECT_EQ(lines((80LL << 30) + 1, Verdict::doesNotFit), "S_max > C: 80.000000001\u00a0GiB > 80\u00a0GiB\n");
}

// The reason is the largest of the terms that are shown.
TEST(ExplainWords, theReasonOfThePeakIsItsLargestTerm) {
  for (const auto& s : jobs()) {
    const auto report = evaluate(s);
    const auto e = explainWord("memory.peak_reason", s, report, Language::en);
    ASSERT_TRUE(e);
    const auto& first = e->symbols.front();
    for (const auto& symbol : e->symbols) EXPECT_GE(first.value, symbol.value);
    if (first.value > 0) {
      EXPECT_EQ(first.symbol, "x_" + e->word);
      EXPECT_THAT(e->lines.front(), HasSubstr(first.symbol + " ≥ "));
    } else {
      EXPECT_EQ(e->word, "states");
    }
  }
}

// The NIC exactly where fewer ranks share a domain than the group has.
TEST(ExplainWords, aLinkComparesTheRanksInADomain) {
  int nics = 0, links = 0;
  for (const auto& s : jobs()) {
    const auto report = evaluate(s);
    for (const auto& key : explainWordKeys(report)) {
      if (!key.ends_with(".link")) continue;
      const auto e = explainWord(key, s, report, Language::en);
      ASSERT_TRUE(e);
      const auto value = [&](std::string_view name) {
        for (const auto& symbol : e->symbols)
          if (symbol.symbol == name) return symbol.value;
        return -1.0;
      };
      EXPECT_EQ(value("m"), *figureOf(report, key.substr(0, key.rfind('.')) + ".ranks_in_domain")) << key;
      const double ranks = e->symbols.front().value;
      EXPECT_EQ(e->word == "nic", value("m") < ranks) << key << ' ' << value("m") << " of " << ranks;
      (e->word == "nic" ? nics : links) += 1;
    }
  }
  EXPECT_GT(nics, 3);
  EXPECT_GT(links, 3);
}

TEST(ExplainWords, theConventionIsThatOfTheFlops) {
  auto s = jobs().front();
  for (const auto convention :
       {FlopConvention::causal, FlopConvention::full, FlopConvention::paper2021, FlopConvention::sixN}) {
    s.conventions.flops = convention;
    const auto report = evaluate(s);
    const auto e = explainWord("flops.convention", s, report, Language::en);
    ASSERT_TRUE(e);
    EXPECT_EQ(e->symbols.size(), 4U);
    const auto chosen = std::count_if(e->symbols.begin(), e->symbols.end(), [&](const ExplainSymbol& symbol) {
      return symbol.key == "flops.model" && symbol.value == report.flops.model.count();
    });
    EXPECT_EQ(chosen, 1) << e->word;
  }
}

}  // namespace
}  // namespace shardscope
