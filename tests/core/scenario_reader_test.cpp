// SPDX-License-Identifier: Apache-2.0
#include "core/io/scenario_reader.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "core/catalogue/catalogue.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/fields.hpp"
#include "tests/support/core_scenario_text.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

using namespace test;
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
