// SPDX-License-Identifier: Apache-2.0
#include "core/io/scenario_reader.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/catalogue/catalogue.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/fields.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

// The example of the contract.
constexpr auto kExample = R"(shardscope: 1                    # format version, required
name: Llama-3-70B on 64 H100     # optional
model:                           # exactly one of the three forms
  preset: llama-3-70b            #   catalogue id
  # hf_config: path/config.json  #   relative to this file
cluster:
  gpu: h100-sxm-80gb             # catalogue id, or a map with the device fields of §1.2
  gpus_per_node: 8
  nodes: 8                       # or `gpus: 64` instead; the last node may be partial
workload: {sequence_length: 8192, micro_batch: 1, global_batch: 128}     # sequences
parallel: {tp: 8, sp: true, pp: 4, dp: 2, zero: 1}
)";

constexpr auto kDevice =
    "{peak_flops: {bf16: 1e15}, memory_bytes: 80000000000, hbm_bytes_per_s: 3e12, sms: 100, "
    "link_bytes_per_s: 450000000000, nic_bytes_per_s: 5e10}";

// A legal scenario with these lines in place of its own.
std::string with(std::string_view model = "{preset: llama-2-7b}", std::string_view gpu = "h100-sxm-80gb",
                 std::string_view more = "") {
  return fmt::format("shardscope: 1\nmodel: {}\ncluster: {{gpu: {}, nodes: 1}}\nworkload: {{global_batch: 64}}\n{}",
                     model, gpu, more);
}

Scenario read(const std::string& text) {
  const auto loaded = parseScenario(text, "f", "", Language::en);
  if (!loaded) {
    for (const auto& error : loaded.error()) ADD_FAILURE() << message(error, Language::en);
    return {};
  }
  return loaded->scenario;
}

Errors errorsOf(const std::string& text) {
  auto loaded = parseScenario(text, "f", "", Language::en);
  EXPECT_FALSE(loaded) << text;
  return loaded ? Errors{} : loaded.error();
}

// "line key kind found | allowed" of each.
std::vector<std::string> brief(const Errors& errors) {
  std::vector<std::string> lines;
  for (const auto& e : errors)
    lines.push_back(fmt::format("{} {} {} {}", e.line, e.key, static_cast<int>(e.kind), e.found));
  return lines;
}
std::string line(int number, std::string_view key, ErrorKind kind, std::string_view found = "") {
  return fmt::format("{} {} {} {}", number, key, static_cast<int>(kind), found);
}

TEST(ParseScenario, contractExample) {
  const auto s = read(kExample);
  EXPECT_EQ(s.name, "Llama-3-70B on 64 H100");
  EXPECT_EQ(s.model.source, ModelSource::preset);
  EXPECT_EQ(s.model.reference, "llama-3-70b");
  EXPECT_EQ(s.model.shape, catalogue().model("llama-3-70b")->shape);
  EXPECT_EQ(s.cluster.gpuId, "h100-sxm-80gb");
  EXPECT_EQ(s.cluster.device, catalogue().device("h100-sxm-80gb")->device);
  EXPECT_EQ(s.cluster.nodes, 8);
  EXPECT_EQ(s.workload.sequenceLength, 8192);
  EXPECT_EQ(s.workload.globalBatch, 128);
  EXPECT_EQ(s.parallel, (Parallel{.tp = 8, .pp = 4, .sp = true, .dp = 2, .zero = 1}));
}

TEST(ParseScenario, defaultsAreTheContracts) {
  const auto s = read(with());
  Scenario plain;
  plain.model = s.model;
  plain.cluster = s.cluster;
  plain.workload.globalBatch = 64;
  EXPECT_EQ(s, plain);
  EXPECT_EQ(s.workload.sequenceLength, 4096);
  EXPECT_EQ(s.workload.precision, Precision::bf16);
  EXPECT_EQ(s.stack, Stack::megatron);
  EXPECT_EQ(s.parallel.zero, 1);
  EXPECT_TRUE(s.overlap.dp && s.overlap.pp && s.workload.flashAttention);
}

// Each key of the table, in YAML and in JSON, reaches its own member.
class EveryKey : public testing::TestWithParam<std::size_t> {};

std::pair<std::string, Value> sample(const Field<Scenario>& f) {
  switch (f.kind) {
    case FieldKind::boolean: return {"true", true};
    case FieldKind::integer: return {"3", std::int64_t{3}};
    case FieldKind::number: {
      const double middle = f.min + (std::min(f.max, 4e9) - f.min) / 4;
      return {fmt::format("{}", middle), middle};
    }
    case FieldKind::word: return {fmt::format("\"{}\"", f.words.back()), std::string(f.words.back())};
    case FieldKind::text: return {"\"x y\"", std::string("x y")};
    case FieldKind::integerList: return {"[32]", std::vector<std::int64_t>{32}};
  }
  return {};
}

TEST_P(EveryKey, isReadInBothFormats) {
  const auto& f = scenarioFields()[GetParam()];
  const auto [written, value] = sample(f);
  // JSON, whose text is YAML too once it does not begin with a brace.
  std::map<std::string, std::string> groups = {{"cluster", "\"gpu\": \"h100-sxm-80gb\""}, {"workload", ""}};
  const auto dot = f.name.find('.');
  std::string top;
  if (dot == std::string_view::npos) {
    top = fmt::format(", \"{}\": {}", f.name, written);
  } else {
    auto& group = groups[std::string(f.name.substr(0, dot))];
    group += fmt::format("{}\"{}\": {}", group.empty() ? "" : ", ", f.name.substr(dot + 1), written);
  }
  if (f.name != "cluster.nodes" && f.name != "cluster.gpus") groups["cluster"] += ", \"nodes\": 1";
  if (f.name != "workload.global_batch")
    groups["workload"] += (groups["workload"].empty() ? "" : ", ") + std::string("\"global_batch\": 8");
  std::string text = "\"shardscope\": 1, \"model\": {\"preset\": \"llama-2-7b\"}" + top;
  for (const auto& [name, inside] : groups) text += fmt::format(", \"{}\": {{{}}}", name, inside);
  for (const auto& whole : {"{" + text + "}", "--- {" + text + "}\n"}) {
    const auto loaded = parseScenario(whole, "f", "", Language::en);
    ASSERT_TRUE(loaded) << whole << message(loaded.error()[0], Language::en);
    EXPECT_EQ(f.read(loaded->scenario), value) << whole;
  }
}

INSTANTIATE_TEST_SUITE_P(Table, EveryKey, testing::Range(std::size_t{0}, static_cast<std::size_t>(Key::count)),
                         [](const auto& row) {
                           std::string name(scenarioFields()[row.param].name);
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(ParseScenario, nullMeansThatTheDefaultFollows) {
  const auto s =
      read(with("{preset: llama-2-7b}", "h100-sxm-80gb, gpus: null", "parallel: {dp: null, sp: ~, schedule: }"));
  EXPECT_EQ(s.parallel.dp, std::nullopt);
  EXPECT_EQ(s.cluster.nodes, 1);
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-2-7b}", "h100-sxm-80gb", "parallel: {tp: null}"))),
              ElementsAre(line(5, "parallel.tp", ErrorKind::wrongType, "null")));
}

TEST(ParseScenario, allErrorsAreCollectedInTheOrderOfTheLinesThenWhatIsMissing) {
  const auto errors = errorsOf(
      "shardscope: 1\nname: 5\nmodel: {preset: llama-2-7b}\ncluster: {gpu: h100-sxm-80gb, nodes: 0}\n"
      "workload:\n  micro_batch: 8.9\n  precision: bf17\nparallel: {tp: -1, tq: 3}\nmoe: 7\n");
  EXPECT_THAT(
      brief(errors),
      ElementsAre(line(2, "name", ErrorKind::wrongType, "5"), line(4, "cluster.nodes", ErrorKind::outOfRange, "0"),
                  line(6, "workload.micro_batch", ErrorKind::wrongType, "8.9"),
                  line(7, "workload.precision", ErrorKind::unknownWord, "bf17"),
                  line(8, "parallel.tp", ErrorKind::outOfRange, "-1"),
                  line(8, "parallel.tq", ErrorKind::unknownKey, "3"), line(9, "moe", ErrorKind::wrongType, "7"),
                  line(5, "workload.global_batch", ErrorKind::missingKey)));
  for (const auto& error : errors) EXPECT_EQ(error.file, "f");
  EXPECT_EQ(errors[3].allowed, "bf16, fp16, fp32, fp8, nvfp4");
  EXPECT_EQ(errors[4].allowed, "1 … 1000000");
}

TEST(ParseScenario, manyErrorsAreCutOff) {
  std::string text = with();
  for (int i = 0; i < 5000; ++i) text += fmt::format("k{}: 1\n", i);
  EXPECT_THAT(errorsOf(text), SizeIs(100));
}

TEST(ParseScenario, whatIsRequired) {
  EXPECT_THAT(brief(errorsOf("shardscope: 1\nparallel: {tp: 1}\n")),
              ElementsAre(line(1, "model", ErrorKind::missingKey), line(1, "cluster.gpu", ErrorKind::missingKey),
                          line(1, "cluster.nodes", ErrorKind::missingKey),
                          line(1, "workload.global_batch", ErrorKind::missingKey)));
}

TEST(ParseScenario, theVersionComesFirst) {
  EXPECT_THAT(
      brief(errorsOf(
          "model: {preset: llama-2-7b}\ncluster: {gpu: h100-sxm-80gb, nodes: 1}\nworkload: {global_batch: 8}\n")),
      ElementsAre(line(1, "shardscope", ErrorKind::missingKey)));
  EXPECT_THAT(brief(errorsOf("shardscope: 2\nother: 1\n")),
              ElementsAre(line(1, "shardscope", ErrorKind::unsupportedVersion, "2")));
  EXPECT_THAT(brief(errorsOf("a: 1\nb: 2\n")), ElementsAre(line(1, "shardscope", ErrorKind::missingKey)));
  EXPECT_EQ(errorsOf("shardscope: '1'\nmodel: {}\n")[0].kind, ErrorKind::wrongType);
  EXPECT_EQ(errorsOf("shardscope: 1.0\nmodel: {}\n")[0].kind, ErrorKind::wrongType);
  EXPECT_EQ(errorsOf("- shardscope: 1\n")[0].detail, "not-a-map");
}

TEST(ParseScenario, aMisspeltKeyNamesItsNeighbours) {
  EXPECT_EQ(errorsOf(with() + "parallel: {tpp: 8}")[0].allowed.substr(0, 11), "parallel.tp");
  EXPECT_EQ(errorsOf(with() + "pp: 8")[0].allowed, "parallel.pp, overlap.pp");
  EXPECT_THAT(brief(errorsOf(with() + "parallel.tp: 8")),
              ElementsAre(line(5, "parallel.tp", ErrorKind::unknownKey, "8")));
  EXPECT_THAT(brief(errorsOf(with() + "parallel: {'': 8}")),
              ElementsAre(line(5, "parallel.", ErrorKind::unknownKey, "8")));
  EXPECT_THAT(brief(errorsOf(with() + "parallel: {tp: {x: 8}}")),
              ElementsAre(line(5, "parallel.tp", ErrorKind::wrongType, "{…}")));
}

TEST(ParseScenario, repeatedKeysAreErrorsAtEveryLevel) {
  EXPECT_THAT(brief(errorsOf(with() + "parallel:\n  tp: 8\n  tp: 8\n")),
              ElementsAre(line(7, "parallel.tp", ErrorKind::repeatedKey, "8")));
  EXPECT_THAT(brief(errorsOf(with() + "model: {preset: llama-2-7b}\n")),
              ElementsAre(line(5, "model", ErrorKind::repeatedKey, "{…}")));
  EXPECT_THAT(brief(errorsOf(with() + "shardscope: 1\n")),
              ElementsAre(line(5, "shardscope", ErrorKind::repeatedKey, "1")));
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-2-7b, preset: llama-2-7b}"))),
              ElementsAre(line(2, "model.preset", ErrorKind::repeatedKey, "llama-2-7b")));
  EXPECT_EQ(errorsOf(with() + "parallel:\n  tp: 8\n\n  tp: 8\n")[0].detail, "6");
}

TEST(ParseScenario, numbersOutsideEveryRange) {
  for (const auto* value :
       {".nan", "nan", "NaN", ".inf", "-.inf", "Infinity", "1e400", "-1e400", "99999999999999999999"}) {
    EXPECT_THAT(brief(errorsOf(with() + "parallel: {tp: " + value + "}")),
                ElementsAre(line(5, "parallel.tp", ErrorKind::outOfRange, value)));
    EXPECT_THAT(brief(errorsOf(with() + "overlap: {tp: " + value + "}")),
                ElementsAre(line(5, "overlap.tp", ErrorKind::outOfRange, value)));
  }
  EXPECT_THAT(brief(errorsOf(with() + "parallel: {stage_layers: [1, NaN]}")),
              ElementsAre(line(5, "parallel.stage_layers", ErrorKind::outOfRange, "[1, NaN]")));
  EXPECT_THAT(brief(errorsOf(with() + "name: .nan")), ElementsAre(line(5, "name", ErrorKind::wrongType, ".nan")));
}

TEST(ParseScenario, integersAreIntegersOnly) {
  for (const auto* value : {"8.0", "8.9", "1e4", "0x10", "010", "'8'", "yes", "true", "[8]"})
    EXPECT_EQ(errorsOf(with() + "parallel: {tp: " + value + "}")[0].kind, ErrorKind::wrongType) << value;
  for (const auto* value : {"yes", "no", "on", "1", "'true'"})
    EXPECT_EQ(errorsOf(with() + "overlap: {dp: " + value + "}")[0].kind, ErrorKind::wrongType) << value;
}

TEST(ParseScenario, nodesOrGpus) {
  const auto cluster = [](const char* keys) {
    return fmt::format(
        "shardscope: 1\nmodel: {{preset: llama-2-7b}}\nworkload: {{global_batch: 64}}\ncluster:\n  gpu: "
        "h100-sxm-80gb\n{}",
        keys);
  };
  EXPECT_EQ(read(cluster("  gpus: 20\n")).cluster.gpus, 20);
  EXPECT_THAT(brief(errorsOf(cluster("  gpus: 20\n  nodes: 3\n"))),
              ElementsAre(line(7, "cluster.nodes", ErrorKind::conflictingKeys, "3")));
  EXPECT_THAT(brief(errorsOf(cluster("  nodes: 3\n  gpus: 20\n"))),
              ElementsAre(line(7, "cluster.gpus", ErrorKind::conflictingKeys, "20")));
  EXPECT_THAT(brief(errorsOf(cluster("  nodes: ~\n"))), ElementsAre(line(4, "cluster.nodes", ErrorKind::missingKey)));
  EXPECT_THAT(brief(errorsOf(cluster("  nodes: 1000001\n"))),
              ElementsAre(line(6, "cluster.nodes", ErrorKind::outOfRange, "1000001")));
}

TEST(ParseScenario, interleavedIffVirtualStages) {
  const auto schedule = [](int vpp, std::string_view word) {
    return with() + fmt::format("parallel: {{pp: 2, vpp: {}, schedule: {}}}", vpp, word);
  };
  for (const auto word : EnumWords<Schedule>::words) {
    const bool interleaved = word == "interleaved";
    const auto legal = schedule(interleaved ? 2 : 1, word), illegal = schedule(interleaved ? 1 : 2, word);
    EXPECT_EQ(read(legal).parallel.schedule, fromWord<Schedule>(word));
    EXPECT_THAT(brief(errorsOf(illegal)), ElementsAre(line(5, "parallel.schedule", ErrorKind::conflictingKeys, word)));
  }
  EXPECT_EQ(errorsOf(schedule(2, "zb-v"))[0].allowed, "interleaved");
  EXPECT_EQ(errorsOf(schedule(1, "interleaved"))[0].allowed, "gpipe, 1f1b, zb-h1, zb-h2, zb-v, dualpipe");
  EXPECT_EQ(read(with() + "parallel: {pp: 2, vpp: 2}").parallel.schedule, std::nullopt);
}

TEST(ParseScenario, stageLayersAreOnePerStageAndAddUp) {
  EXPECT_EQ(read(with() + "parallel: {pp: 2, stage_layers: [15, 17]}").parallel.stageLayers,
            (std::vector<std::int64_t>{15, 17}));
  EXPECT_THAT(read(with() + "parallel: {pp: 2, stage_layers: []}").parallel.stageLayers, IsEmpty());
  const auto count = errorsOf(with() + "parallel: {pp: 4, stage_layers: [15, 17]}");
  EXPECT_THAT(brief(count), ElementsAre(line(5, "parallel.stage_layers", ErrorKind::conflictingKeys, "2")));
  EXPECT_EQ(message(count[0], Language::en),
            "f, line 5: `parallel.stage_layers` has 2 entries, and `parallel.pp` asks for 4. Change or remove one of "
            "the two.");
  const auto sum = errorsOf(with() + "parallel: {pp: 2, stage_layers: [15, 16]}");
  EXPECT_THAT(brief(sum), ElementsAre(line(5, "parallel.stage_layers", ErrorKind::conflictingKeys, "31")));
  EXPECT_EQ(sum[0].allowed, "32");
  EXPECT_THAT(brief(errorsOf(with() + "parallel: {pp: 2, stage_layers: [1, x]}")),
              ElementsAre(line(5, "parallel.stage_layers", ErrorKind::wrongType, "[1, x]")));
}

TEST(ParseModel, exactlyOneForm) {
  EXPECT_THAT(brief(errorsOf(with("llama-2-7b"))), ElementsAre(line(2, "model", ErrorKind::wrongType, "llama-2-7b")));
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-2-7b, layers: 8}"))),
              ElementsAre(line(2, "model.layers", ErrorKind::conflictingKeys, "8")));
  EXPECT_THAT(brief(errorsOf(with("{hf_config: none.json, preset: llama-2-7b}"))),
              ElementsAre(line(2, "model.hf_config", ErrorKind::conflictingKeys, "none.json")));
  EXPECT_THAT(brief(errorsOf(with("{preset: 7}"))), ElementsAre(line(2, "model.preset", ErrorKind::wrongType, "7")));
  const auto unknown = errorsOf(with("{preset: lama-2-7b}"));
  EXPECT_THAT(brief(unknown), ElementsAre(line(2, "model.preset", ErrorKind::unknownId, "lama-2-7b")));
  EXPECT_EQ(unknown[0].allowed.substr(0, 10), "llama-2-7b");
}

TEST(ParseModel, editedDimensionsNameWhereTheyCameFrom) {
  const auto named = [](const std::string& more) {
    return with("{" + more + ", layers: 2, hidden: 64, heads: 4, ffn: 128, vocab: 1000}");
  };
  EXPECT_EQ(read(named("edited_from: llama-3-70b")).model.reference, "llama-3-70b");
  EXPECT_EQ(read(named("edited_from: a model that is gone")).model.reference, "a model that is gone");
  EXPECT_THAT(brief(errorsOf(named("edited_from: 7"))),
              ElementsAre(line(2, "model.edited_from", ErrorKind::wrongType, "7")));
  EXPECT_THAT(brief(errorsOf(named("edited_from: a, edited_from: b"))),
              ElementsAre(line(2, "model.edited_from", ErrorKind::repeatedKey, "b")));
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-3-8b, edited_from: a}"))),
              ElementsAre(line(2, "model.edited_from", ErrorKind::conflictingKeys, "a")));
}

TEST(ParseModel, inlineDimensionsWithTheirDefaults) {
  const auto model = read(with("{layers: 2, hidden: 64, heads: 4, ffn: 128, vocab: 1000}")).model;
  ModelShape expected;
  expected.layers = 2, expected.hidden = 64, expected.heads = 4, expected.ffn = 128, expected.vocab = 1000;
  EXPECT_EQ(model, (ModelChoice{.source = ModelSource::inlineDimensions, .reference = "", .shape = expected}));
  EXPECT_TRUE(model.shape.gated);
  EXPECT_EQ(kvHeads(model.shape), 4);
  EXPECT_EQ(headDim(model.shape), 16);
}

TEST(ParseModel, aWindowWithoutItsShareIsSaid) {
  const auto notices = [](const std::string& more) {
    const auto loaded = parseScenario(with("{layers: 4, hidden: 256, heads: 4, ffn: 512, vocab: 1000" + more + "}"),
                                      "f", "", Language::en);
    EXPECT_TRUE(loaded);
    return loaded ? loaded->notices : std::vector<std::string>{};
  };
  EXPECT_THAT(notices(", window: 512"), ElementsAre(testing::HasSubstr("belong together")));
  EXPECT_THAT(notices(", window_share: 0.5"), SizeIs(1));
  EXPECT_THAT(notices(", window: 512, window_share: 0.5"), IsEmpty());
  EXPECT_THAT(notices(", window: 512, window_share: 0"), IsEmpty());  // said on purpose
  EXPECT_THAT(notices(", window: 0"), IsEmpty());
  EXPECT_THAT(notices(""), IsEmpty());
}

TEST(ParseModel, dimensionsThatMayNotBeMissing) {
  EXPECT_THAT(brief(errorsOf(with("{}"))),
              ElementsAre(line(2, "model.layers", ErrorKind::missingKey),
                          line(2, "model.hidden", ErrorKind::missingKey), line(2, "model.heads", ErrorKind::missingKey),
                          line(2, "model.vocab", ErrorKind::missingKey), line(2, "model.ffn", ErrorKind::missingKey)));
  const std::string moe = "layers: 2, hidden: 64, heads: 4, vocab: 1000, experts: 8";
  EXPECT_EQ(read(with("{" + moe + ", top_k: 2, expert_ffn: 64}")).model.shape.ffn, 0);
  EXPECT_THAT(brief(errorsOf(with("{" + moe + "}"))), ElementsAre(line(2, "model.top_k", ErrorKind::missingKey),
                                                                  line(2, "model.expert_ffn", ErrorKind::missingKey)));
  EXPECT_THAT(brief(errorsOf(with("{" + moe + ", top_k: 2, expert_ffn: 64, dense_layers: 1}"))),
              ElementsAre(line(2, "model.ffn", ErrorKind::missingKey)));
  EXPECT_THAT(
      brief(errorsOf(with("{layers: 2, hidden: 64, heads: 4, ffn: 128, vocab: 1000, kv_rank: 16}"))),
      ElementsAre(line(2, "model.nope_dim", ErrorKind::missingKey), line(2, "model.rope_dim", ErrorKind::missingKey),
                  line(2, "model.v_dim", ErrorKind::missingKey)));
}

TEST(ParseModel, sizesThatMakeNoSense) {
  const std::string base = "layers: 2, hidden: 64, heads: 4, vocab: 1000";
  EXPECT_THAT(brief(errorsOf(with("{" + base + ", ffn: 0}"))),
              ElementsAre(line(2, "model.ffn", ErrorKind::outOfRange, "0")));
  EXPECT_THAT(brief(errorsOf(with("{" + base + ", ffn: 8, kv_heads: 3}"))),
              ElementsAre(line(2, "model.kv_heads", ErrorKind::outOfRange, "3")));
  EXPECT_THAT(brief(errorsOf(with("{" + base + ", ffn: 8, experts: 4, top_k: 5, expert_ffn: 0}"))),
              ElementsAre(line(2, "model.top_k", ErrorKind::outOfRange, "5"),
                          line(2, "model.expert_ffn", ErrorKind::outOfRange, "0")));
  EXPECT_THAT(brief(errorsOf(with("{" + base + ", ffn: 8, dense_layers: 3}"))),
              ElementsAre(line(2, "model.dense_layers", ErrorKind::outOfRange, "3")));
  EXPECT_THAT(brief(errorsOf(with("{layers: 8.9, hidden: 64, heads: 4, vocab: 1000, ffn: 8}"))),
              ElementsAre(line(2, "model.layers", ErrorKind::wrongType, "8.9")));
}

TEST(LoadScenario, saysWhatKindOfDocumentItWas) {
  const test::TemporaryFolder folder;
  const auto config = test::contentOf(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/models/llama-3-8b.json");
  const auto model = folder.write("config", config);  // whatever its name
  const auto scenario = folder.write("s.json", with("{preset: llama-3-8b}"));
  const auto kind = [](const std::string& path) { return loadScenario(path, Language::en)->kind; };
  EXPECT_EQ(kind(model), DocumentKind::modelConfig);
  EXPECT_EQ(kind(scenario), DocumentKind::scenario);
  EXPECT_EQ(kind("preset:64-gpu-example"), DocumentKind::preset);
  const auto around = folder.write("around.yaml", with("{hf_config: config}"));
  EXPECT_EQ(kind(around), DocumentKind::scenario) << "a scenario of an imported model is a scenario";
}

TEST(ParseModel, configIsFoundBesideTheScenario) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("模型 一"));
  const auto config = test::contentOf(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/data/models/llama-3-8b.json");
  ASSERT_FALSE(config.empty());
  folder.write("模型 一/config.json", config);
  const auto path = folder.write("s.shard.yaml", with("{hf_config: ./模型 一/../模型 一/config.json}"));
  const auto loaded = loadScenario(path, Language::en);
  ASSERT_TRUE(loaded) << message(loaded.error()[0], Language::en);
  EXPECT_EQ(loaded->scenario.model.source, ModelSource::hfConfig);
  EXPECT_EQ(loaded->scenario.model.reference, folder.file("模型 一/config.json"));
  EXPECT_EQ(loaded->scenario.model.shape.layers, 32);
  EXPECT_EQ(loaded->scenario.model.shape.kvHeads, 8);

  folder.write("模型 一/config.json", R"({"model_type": "llama", "hidden_size": -4})");
  const auto broken = loadScenario(path, Language::en);
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error()[0].file, folder.file("模型 一/config.json"));
  std::filesystem::remove(folder.file("模型 一/config.json"));
  EXPECT_EQ(loadScenario(path, Language::en).error()[0].kind, ErrorKind::notFound);
}

TEST(ParseGpu, deviceMap) {
  const auto device = read(with("{preset: llama-2-7b}", kDevice)).cluster.device;
  EXPECT_EQ(device.peak.bf16, 1e15);
  EXPECT_EQ(device.memory, Bytes(80'000'000'000));
  EXPECT_EQ(device.linkRate.count(), 450e9);
  EXPECT_EQ(device.efficiency, DeviceEfficiency{});
  EXPECT_EQ(device.nominalGb, 75);  // 74.5 GiB
  EXPECT_EQ(device.linkDomain, 8);
  EXPECT_EQ(read(with("{preset: llama-2-7b}", kDevice)).cluster.gpuId, "");
}

TEST(ParseGpu, deviceGroupsAndSources) {
  auto text = std::string(kDevice);
  text.insert(text.size() - 1,
              ", name: Mine, gpus_per_node: 16, efficiency: {gemm: 0.5, k0: 10}, latency: {nic_s: 1e-5}, sources: "
              "{sms: data sheet}");
  const auto device = read(with("{preset: llama-2-7b}", text)).cluster.device;
  EXPECT_EQ(device.name, "Mine");
  EXPECT_EQ(device.efficiency.gemm, 0.5);
  EXPECT_EQ(device.efficiency.hbm, 0.80);
  EXPECT_EQ(device.latency.nic, 1e-5);
  EXPECT_EQ(device.linkDomain, 16) << "the fast domain is the node unless the device says otherwise";
}

TEST(ParseGpu, errors) {
  const auto unknown = errorsOf(with("{preset: llama-2-7b}", "h100-sxm-80g"));
  EXPECT_THAT(brief(unknown), ElementsAre(line(3, "cluster.gpu", ErrorKind::unknownId, "h100-sxm-80g")));
  EXPECT_EQ(unknown[0].allowed.substr(0, 13), "h100-sxm-80gb");
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-2-7b}", "[1]"))),
              ElementsAre(line(3, "cluster.gpu", ErrorKind::wrongType, "[1]")));
  EXPECT_THAT(brief(errorsOf(with("{preset: llama-2-7b}", "{peak_flops: 1e15, generation: pascal, base: x}"))),
              testing::UnorderedElementsAre(line(3, "cluster.gpu.peak_flops", ErrorKind::wrongType, "1e15"),
                                            line(3, "cluster.gpu.generation", ErrorKind::unknownWord, "pascal"),
                                            line(3, "cluster.gpu.base", ErrorKind::unknownKey, "x"),
                                            line(3, "cluster.gpu.peak_flops.bf16", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.memory_bytes", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.hbm_bytes_per_s", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.sms", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.link_bytes_per_s", ErrorKind::missingKey),
                                            line(3, "cluster.gpu.nic_bytes_per_s", ErrorKind::missingKey)));
}

TEST(ParseScenarioJson, readsJsonOnly) {
  const std::string json =
      R"({"shardscope": 1, "model": {"preset": "llama-2-7b"}, "cluster": {"gpu": "h100-sxm-80gb", "nodes": 1}, "workload": {"global_batch": 64}})";
  EXPECT_EQ(parseScenarioJson(json, "f", "", Language::en)->scenario, read(json));
  EXPECT_EQ(parseScenarioJson(with(), "f", "", Language::en).error()[0].kind, ErrorKind::syntax);
  EXPECT_EQ(parseScenarioJson("", "f", "", Language::en).error()[0].kind, ErrorKind::empty);
  EXPECT_EQ(read("\xEF\xBB\xBF\r\n " + json), read(json));
}

TEST(ParseScenario, sizeLimit) {
  const auto padded = [](std::size_t size) {
    auto text = with() + "# ";
    return text + std::string(size - text.size(), 'x');
  };
  EXPECT_TRUE(parseScenario(padded(1 << 20), "f", "", Language::en));
  EXPECT_EQ(errorsOf(padded((1 << 20) + 1))[0].kind, ErrorKind::tooLarge);
}

TEST(LoadScenario, presets) {
  const auto loaded = loadScenario("preset:64-gpu-example", Language::en);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->scenario, catalogue().scenario("64-gpu-example")->scenario);
  const auto unknown = loadScenario("preset:64-gpu-exampl", Language::en);
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error()[0].kind, ErrorKind::unknownId);
  EXPECT_EQ(unknown.error()[0].allowed.substr(0, 14), "64-gpu-example");
}

TEST(LoadScenario, aConfigBecomesAValidScenarioOfOneNode) {
  for (const auto* name : {"llama-3-8b", "gpt2-xl", "mixtral-8x22b", "deepseek-v3"}) {
    const auto path = fmt::format("{}/tests/data/models/{}.json", SHARDSCOPE_SOURCE_DIR, name);
    const auto loaded = loadScenario(path, Language::en);
    ASSERT_TRUE(loaded) << name;
    const auto& s = loaded->scenario;
    EXPECT_EQ(s.model.source, ModelSource::hfConfig);
    EXPECT_EQ(std::filesystem::path(s.model.reference), std::filesystem::path(path).lexically_normal());
    EXPECT_EQ(s.cluster.gpuId, kDefaultDevice);
    EXPECT_EQ(s.cluster.nodes, 1);
    EXPECT_EQ(firstError(s), std::nullopt) << name;
    const auto positions = s.model.shape.learnedPositions;
    EXPECT_EQ(s.workload.sequenceLength, positions > 0 ? std::min<std::int64_t>(4096, positions) : 4096) << name;
  }
}

TEST(LoadScenario, relativeNamesAreRelativeToTheWorkingFolder) {
  const test::TemporaryFolder folder;
  folder.write("s.shard.yaml", with());
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const auto loaded = loadScenario("s.shard.yaml", Language::en);
  std::filesystem::current_path(before);
  EXPECT_TRUE(loaded);
}

}  // namespace
}  // namespace shardscope
