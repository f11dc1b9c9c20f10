// SPDX-License-Identifier: Apache-2.0
// What the writers write reads back as it was: every field of the tables, every kind of text.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/catalogue/catalogue.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/rules/range_rule.hpp"
#include "core/scenario/fields.hpp"

namespace shardscope {
namespace {

bool coin() { return *rc::gen::arbitrary<bool>(); }

// Pieces that mean something to YAML, JSON, a shell or a terminal, and those that look like other values.
std::string anyText() {
  const auto piece = rc::gen::element<std::string>(
      "a", "0", " ", "  ", "null", "~", "true", "yes", "No", "1e3", "0x1F", "010", "1_000", ".nan", "-.inf",
      "2001-01-01", ":", ": ", " #", "#", "- ", "? ", "---", "...", "<<", "\"", "'", "\\", "\\n", "{", "}", "[", "]",
      ",", "&a", "*a", "!t", "!!str", "|", ">", "%", "@", "`", "\n", "\r\n", "\t", std::string(1, '\0'), "\x07",
      "\x1B[31m", "\x7F", "\xC2\x85", "\xC2\x9B", "\xC2\xA0", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xEF\xBB\xBF",
      "\xEF\xBF\xBE", "é", "中文", "：", "😀", "\xF4\x8F\xBF\xBF", "$HOME", "64 GPUs",
      "a longer piece, so that lines are broken now and then; ");
  std::string text;
  for (const auto& part : *rc::gen::resize(8, rc::gen::container<std::vector<std::string>>(piece))) text += part;
  return text;
}

std::int64_t anyInteger(double min, double max) {
  const auto least = static_cast<std::int64_t>(min), most = static_cast<std::int64_t>(max);
  if (*rc::gen::inRange(0, 4) == 0) return coin() ? least : most;
  if (coin()) return std::min(most, least + *rc::gen::inRange<std::int64_t>(0, 100));
  return *rc::gen::inRange(least, most);
}

// Short and long decimals, whole numbers, and both ends: 0.1 + 0.2, 5e-324, 1e18.
double anyNumber(double min, double max) {
  switch (*rc::gen::inRange(0, 5)) {
    case 0: return coin() ? min : max;
    case 1: return static_cast<double>(anyInteger(std::ceil(min), std::floor(max)));
    case 2: return std::clamp(*rc::gen::inRange(0, 100'000) / 1000.0, min, max);
    case 3:
      return std::clamp(std::ldexp(1 + *rc::gen::inRange(0, 1 << 30) / 1073741824.0, *rc::gen::inRange(-1074, 80)), min,
                        max);
    default: return min + (max - min) * (*rc::gen::inRange(0, 1 << 30) / 1073741824.0);
  }
}

template <class Root>
Value anyValue(const Field<Root>& field) {
  if (field.nullable && coin()) return {};
  switch (field.kind) {
    case FieldKind::boolean: return coin();
    case FieldKind::integer: return anyInteger(field.min, field.max);
    case FieldKind::number: return anyNumber(field.min, field.max);
    case FieldKind::word: return std::string(field.words[*rc::gen::inRange<std::size_t>(0, field.words.size())]);
    case FieldKind::text: return anyText();
    case FieldKind::integerList: break;
  }
  std::vector<std::int64_t> list(*rc::gen::inRange<std::size_t>(0, 40));
  for (auto& item : list) item = anyInteger(field.min, field.max);
  return list;
}

// Every row set to something, or only a few: a key that is left out is a case of its own.
template <class Root>
void setAny(std::span<const Field<Root>> fields, Root& root) {
  const bool all = coin();
  for (const auto& field : fields)
    if (all || *rc::gen::inRange(0, 6) == 0) field.write(root, anyValue(field));
}

template <class Entry>
const Entry& anyOf(const std::vector<Entry>& entries) {
  return entries[*rc::gen::inRange<std::size_t>(0, entries.size())];
}

ModelChoice anyModel() {
  if (coin()) {
    const auto& entry = anyOf(catalogue().models());
    return {ModelSource::preset, entry.id, entry.shape};
  }
  ModelShape m;
  m.layers = m.hidden = m.vocab = 1;
  m.heads = *rc::gen::element<std::int64_t>(1, 8, 96);
  m.ffn = 1;
  setAny(modelFields(), m);
  // What the reader asks of a shape as a whole.
  if (m.heads % kvHeads(m) != 0) m.kvHeads = *rc::gen::element<std::int64_t>(0, 1, m.heads);
  m.ffn = std::max<std::int64_t>(m.ffn, 1);
  m.denseLayers = std::min(m.denseLayers, m.layers);
  if (isMoe(m)) {
    m.topK = std::clamp<std::int64_t>(m.topK, 1, m.experts);
    m.expertFfn = std::max<std::int64_t>(m.expertFfn, 1);
  }
  return {ModelSource::inlineDimensions, *rc::gen::element<std::string>("", "llama-3-70b", "/a/config.json"), m};
}

void setCluster(Cluster& cluster) {
  if (coin()) {
    const auto& entry = anyOf(catalogue().devices());
    cluster.gpuId = entry.id;
    cluster.device = entry.device;
  } else {
    cluster.device = anyOf(catalogue().devices()).device;
    setAny(deviceFields(), cluster.device);
  }
  // One of the two says how many GPUs there are.
  (coin() ? cluster.gpus : cluster.nodes).reset();
  if (!cluster.gpus && !cluster.nodes) cluster.nodes = 1;
}

// What a file says about schedule and stages must not contradict itself.
void agree(Scenario& s) {
  auto& p = s.parallel;
  if (p.schedule && (*p.schedule == Schedule::interleaved) != (p.vpp > 1)) p.schedule.reset();
  if (p.stageLayers.empty()) return;
  p.pp = static_cast<std::int64_t>(p.stageLayers.size());
  std::int64_t left = s.model.shape.layers;
  for (auto& layers : p.stageLayers) left -= layers = std::min(layers, left);
  p.stageLayers.back() += left;
}

Scenario anyScenario() {
  Scenario s;
  setAny(scenarioFields(), s);
  s.model = anyModel();
  setCluster(s.cluster);
  agree(s);
  return s;
}

Scenario readBack(const std::string& text) {
  const auto loaded = parseScenario(text, "written", "", Language::en);
  if (!loaded) RC_FAIL(message(loaded.error()[0], Language::en) + "\n" + text);
  return loaded->scenario;
}

RC_GTEST_PROP(RoundTrip, yamlReadsBackEqualAndIsWrittenTheSameAgain, ()) {
  const auto s = anyScenario();
  const auto text = scenarioYaml(s);
  RC_LOG() << text;
  const auto again = readBack(text);
  RC_ASSERT(again == s);
  RC_ASSERT(scenarioYaml(again) == text);
}

RC_GTEST_PROP(RoundTrip, jsonReadsBackEqualAndIsWrittenTheSameAgain, ()) {
  const auto s = anyScenario();
  const auto text = scenarioJson(s).dump();
  RC_LOG() << text;
  const auto again = readBack(text);
  RC_ASSERT(again == s);
  RC_ASSERT(scenarioJson(again).dump() == text);
}

// A value that the field does not allow, where it has any.
void overstep(Scenario& s) {
  const auto& f = scenarioFields()[*rc::gen::inRange<std::size_t>(0, scenarioFields().size())];
  if (f.kind == FieldKind::integer) f.write(s, static_cast<std::int64_t>(coin() ? f.min - 1 : f.max + 1));
  if (f.kind == FieldKind::number) f.write(s, coin() ? f.min - 1 : f.max * 2 + 1);
  if (f.kind == FieldKind::integerList) f.write(s, std::vector<std::int64_t>{static_cast<std::int64_t>(f.max) + 1});
}

RC_GTEST_PROP(RoundTrip, whatDoesNotReadBackEqualIsNamedBeforeItIsWritten, ()) {
  auto s = anyScenario();
  if (coin()) overstep(s);
  if (coin()) s.parallel.vpp = *rc::gen::inRange(1, 3);
  if (coin()) s.parallel.pp = *rc::gen::inRange(1, 9);
  const auto text = scenarioYaml(s);
  RC_LOG() << text;
  const auto again = parseScenario(text, "written", "", Language::en);
  RC_ASSERT((again && again->scenario == s) == !firstUnwritable(s));
}

// One format read, the other written.
RC_GTEST_PROP(RoundTrip, bothFormatsSayTheSame, ()) {
  const auto s = anyScenario();
  RC_ASSERT(scenarioYaml(readBack(scenarioJson(s).dump(2))) == scenarioYaml(s));
  RC_ASSERT(scenarioJson(readBack(scenarioYaml(s))) == scenarioJson(s));
}

}  // namespace
}  // namespace shardscope
