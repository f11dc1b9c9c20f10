// SPDX-License-Identifier: Apache-2.0
#include "core/catalogue/catalogue.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/cost/parameters.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

const Catalogue& builtIn() { return Catalogue::builtIn(); }
const Device& device(const char* id) { return builtIn().device(id)->device; }
const ModelShape& shape(const char* id) { return builtIn().model(id)->shape; }

TEST(Catalogue, idsThatScriptsRelyOn) {
  EXPECT_THAT(builtIn().modelIds(),
              UnorderedElementsAre("gpt-3-175b", "llama-65b", "llama-2-7b", "llama-2-13b", "llama-2-70b", "llama-3-8b",
                                   "llama-3-70b", "llama-3.1-405b", "mixtral-8x7b", "mixtral-8x22b", "deepseek-v2-lite",
                                   "deepseek-v2", "deepseek-v3", "qwen3-30b-a3b", "qwen3-235b-a22b", "qwen3-32b",
                                   "gpt-22b", "gpt-530b", "gpt-1t"));
  EXPECT_THAT(builtIn().deviceIds(),
              UnorderedElementsAre("v100-sxm2-16gb", "v100-sxm2-32gb", "v100-sxm3-32gb", "a100-sxm-40gb",
                                   "a100-sxm-80gb", "a800-80gb", "h100-sxm-80gb", "h100-96gb", "h800-80gb",
                                   "h200-sxm-141gb", "h20-96gb", "b200-sxm-180gb", "b300-sxm-288gb", "gb200-nvl72",
                                   "gb300-nvl72", "mi300x-192gb", "l40s-48gb", "rtx-4090-24gb"));
  EXPECT_THAT(builtIn().scenarioIds(),
              ElementsAre("7b-finetune-8", "7b-pretrain-64", "70b-pretrain-512", "175b-pretrain-2048", "moe-8x7b-64",
                          "128k-context-64", "64-gpu-example"));
  EXPECT_NE(builtIn().device(kDefaultDevice), nullptr);
  EXPECT_EQ(builtIn().model("no-such"), nullptr);
}

struct Published {
  const char* id;
  std::int64_t total, active;
};
std::string nameOf(const testing::TestParamInfo<Published>& published) {
  std::string name = published.param.id;
  for (auto& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}
class CatalogueTotals : public testing::TestWithParam<Published> {};

TEST_P(CatalogueTotals, toTheLastDigit) {
  const auto& [id, total, active] = GetParam();
  EXPECT_EQ(totalParameters(shape(id)), total);
  EXPECT_EQ(activeParameters(shape(id)), active);
}
// Published counts: cost-model §1.4, model cards and loaded models; the GPT figures by 2104.04473 eq. 2 and the final
// norm.
INSTANTIATE_TEST_SUITE_P(
    Published, CatalogueTotals,
    testing::Values(
        Published{"llama-2-7b", 6738415616, 6738415616}, Published{"llama-2-13b", 13015864320, 13015864320},
        Published{"llama-2-70b", 68976648192, 68976648192}, Published{"llama-65b", 65285660672, 65285660672},
        Published{"llama-3-8b", 8030261248, 8030261248}, Published{"llama-3-70b", 70553706496, 70553706496},
        Published{"llama-3.1-405b", 405853388800, 405853388800}, Published{"mixtral-8x7b", 46702792704, 12879925248},
        Published{"mixtral-8x22b", 140620634112, 39152031744}, Published{"deepseek-v2-lite", 15706484224, 2661150208},
        Published{"deepseek-v2", 235741434880, 21375800320}, Published{"deepseek-v3", 671026419200, 37552297472},
        Published{"qwen3-30b-a3b", 30532122624, 3353032704}, Published{"qwen3-235b-a22b", 235093634560, 22190763520},
        Published{"qwen3-32b", 32762123264, 32762123264}, Published{"gpt-3-175b", 174615846912, 174615846912},
        Published{"gpt-22b", 22074273792, 22074273792}, Published{"gpt-530b", 529600819200, 529600819200},
        Published{"gpt-1t", 1008038758400, 1008038758400}),
    nameOf);

TEST(Catalogue, exactTotalsAreCloseToTheDimensions) {
  for (const auto& entry : builtIn().models()) {
    auto plain = entry.shape;
    plain.parametersExact.reset();
    const auto exact = static_cast<double>(totalParameters(entry.shape));
    EXPECT_NEAR(static_cast<double>(totalParameters(plain)) / exact, 1.0, 1e-3) << entry.id;
  }
}

// A line of cost-model §5.5: TF, GB and GB/s as printed there.
struct Line {
  const char* id;
  Generation generation;
  double bf16, fp8, fp4, nominalGb, hbm;
  std::int64_t sms;
  double gemm, k0, hbmShare, forward, backward, link, linkShare;
  std::int64_t domain, node;
  double nic, nicShare, half, headDim64;
};
class CatalogueDevices : public testing::TestWithParam<Line> {};

TEST_P(CatalogueDevices, asTheDeviceTable) {
  const auto& line = GetParam();
  const auto& d = device(line.id);
  EXPECT_EQ(d.generation, line.generation);
  EXPECT_DOUBLE_EQ(d.peak.bf16, line.bf16 * 1e12);
  EXPECT_DOUBLE_EQ(d.peak.fp8, line.fp8 * 1e12);
  EXPECT_DOUBLE_EQ(d.peak.fp4, line.fp4 * 1e12);
  EXPECT_DOUBLE_EQ(d.nominalGb, line.nominalGb);
  EXPECT_DOUBLE_EQ(d.hbm.count(), line.hbm * 1e9);
  EXPECT_EQ(d.sms, line.sms);
  EXPECT_DOUBLE_EQ(d.efficiency.gemm, line.gemm);
  EXPECT_DOUBLE_EQ(d.efficiency.k0, line.k0);
  EXPECT_DOUBLE_EQ(d.efficiency.hbm, line.hbmShare);
  EXPECT_DOUBLE_EQ(d.efficiency.attentionForward, line.forward);
  EXPECT_DOUBLE_EQ(d.efficiency.attentionBackward, line.backward);
  EXPECT_DOUBLE_EQ(d.linkRate.count(), line.link * 1e9);
  EXPECT_DOUBLE_EQ(d.efficiency.link, line.linkShare);
  EXPECT_EQ(d.linkDomain, line.domain);
  EXPECT_EQ(d.gpusPerNode, line.node);
  EXPECT_DOUBLE_EQ(d.nic.count(), line.nic * 1e9);
  EXPECT_DOUBLE_EQ(d.efficiency.nic, line.nicShare);
  EXPECT_DOUBLE_EQ(d.efficiency.halfSaturationBytes, line.half * 1e6);
  EXPECT_DOUBLE_EQ(d.efficiency.headDim64, line.headDim64);
  EXPECT_EQ(d.latency, (DeviceLatency{8e-6, 20e-6, 60e-6, 3e-6}));
}
constexpr auto kVolta = Generation::volta;
constexpr auto kAmpere = Generation::ampere;
constexpr auto kHopper = Generation::hopper;
constexpr auto kBlackwell = Generation::blackwell;
// clang-format off
INSTANTIATE_TEST_SUITE_P(Table, CatalogueDevices, testing::Values(
    Line{"v100-sxm2-16gb", kVolta, 125, 0, 0, 16, 900, 80, .77, 256, .80, .30, .25, 150, .80, 8, 8, 12.5, .85, 20, .90},
    Line{"v100-sxm2-32gb", kVolta, 125, 0, 0, 32, 900, 80, .77, 256, .80, .30, .25, 150, .80, 8, 8, 12.5, .85, 20, .90},
    Line{"v100-sxm3-32gb", kVolta, 125, 0, 0, 32, 900, 80, .85, 256, .80, .30, .25, 150, .80, 16, 16, 12.5, .85, 20, .90},
    Line{"a100-sxm-40gb", kAmpere, 312, 0, 0, 40, 1555, 108, .825, 220, .82, .62, .55, 300, .78, 8, 8, 25, .88, 12, .90},
    Line{"a100-sxm-80gb", kAmpere, 312, 0, 0, 80, 2039, 108, .825, 220, .82, .62, .55, 300, .78, 8, 8, 25, .88, 12, .90},
    Line{"a800-80gb", kAmpere, 312, 0, 0, 80, 2039, 108, .825, 220, .82, .62, .55, 200, .78, 8, 8, 25, .88, 12, .90},
    Line{"h100-sxm-80gb", kHopper, 989, 1979, 0, 80, 3350, 132, .69, 200, .80, .55, .45, 450, .81, 8, 8, 50, .85, 12, .60},
    Line{"h100-96gb", kHopper, 989, 1979, 0, 96, 2400, 132, .565, 200, .80, .55, .45, 450, .81, 8, 8, 50, .85, 12, .60},
    Line{"h800-80gb", kHopper, 989, 1979, 0, 80, 3350, 132, .69, 200, .80, .55, .45, 200, .81, 8, 8, 50, .85, 12, .60},
    Line{"h200-sxm-141gb", kHopper, 989, 1979, 0, 141, 4800, 132, .71, 200, .80, .55, .45, 450, .81, 8, 8, 50, .85, 12, .60},
    Line{"h20-96gb", kHopper, 148, 296, 0, 96, 4000, 78, .69, 200, .80, .55, .45, 450, .81, 8, 8, 50, .85, 12, .60},
    Line{"b200-sxm-180gb", kBlackwell, 2250, 4500, 9000, 180, 8000, 148, .46, 150, .66, .42, .375, 900, .75, 8, 8, 50, .85, 20, .60},
    Line{"b300-sxm-288gb", kBlackwell, 2250, 4500, 13500, 288, 8000, 148, .46, 150, .66, .42, .375, 900, .75, 8, 8, 100, .85, 20, .60},
    Line{"gb200-nvl72", kBlackwell, 2450, 4900, 9800, 186, 8000, 148, .545, 150, .66, .42, .375, 900, .75, 72, 4, 50, .85, 20, .60},
    Line{"gb300-nvl72", kBlackwell, 2450, 4900, 14700, 288, 8000, 148, .545, 150, .66, .42, .375, 900, .75, 72, 4, 100, .85, 20, .60},
    Line{"mi300x-192gb", Generation::cdna3, 1307, 2614, 0, 192, 5300, 304, .50, 400, .75, .35, .28, 448, .75, 8, 8, 50, .85, 12, .60},
    Line{"l40s-48gb", Generation::ada, 362, 733, 0, 48, 864, 142, .825, 220, .82, .62, .55, 32, .78, 8, 8, 25, .88, 12, .90},
    Line{"rtx-4090-24gb", Generation::ada, 165.2, 330.3, 0, 24, 1008, 128, .825, 220, .82, .62, .55, 32, .78, 8, 8, 12.5, .88, 12, .90}));
// clang-format on

TEST(Catalogue, efficienciesOfLowPrecision) {
  EXPECT_DOUBLE_EQ(device("h100-sxm-80gb").efficiency.fp8, .57);
  EXPECT_DOUBLE_EQ(device("h100-96gb").efficiency.fp8, .535);
  EXPECT_DOUBLE_EQ(device("h200-sxm-141gb").efficiency.fp8, .585);
  EXPECT_DOUBLE_EQ(device("b200-sxm-180gb").efficiency.fp8, .605);
  EXPECT_DOUBLE_EQ(device("b300-sxm-288gb").efficiency.fp8, .605);
  EXPECT_DOUBLE_EQ(device("gb200-nvl72").efficiency.fp8, .53);
  EXPECT_DOUBLE_EQ(device("gb300-nvl72").efficiency.fp8, .735);
  EXPECT_DOUBLE_EQ(device("mi300x-192gb").efficiency.fp8, .40);
  for (const auto* id : {"b200-sxm-180gb", "b300-sxm-288gb", "gb200-nvl72", "gb300-nvl72"})
    EXPECT_DOUBLE_EQ(device(id).efficiency.fp4, .38) << id;
}

TEST(Catalogue, memoryIsWhatTheDriverReports) {
  constexpr std::int64_t kMib = 1 << 20;
  EXPECT_EQ(device("h100-sxm-80gb").memory, Bytes(81559 * kMib));
  EXPECT_EQ(device("a100-sxm-80gb").memory, Bytes(81920 * kMib));
  EXPECT_EQ(device("a100-sxm-40gb").memory, Bytes(40960 * kMib));
  EXPECT_EQ(device("h200-sxm-141gb").memory, Bytes(143771 * kMib));
  const std::set<std::string> measured = {"h100-sxm-80gb", "a100-sxm-80gb", "a100-sxm-40gb", "h200-sxm-141gb"};
  for (const auto& entry : builtIn().devices()) {
    const bool isMeasured = measured.contains(entry.id);
    for (const auto& note : entry.sources) {
      if (note.field != "memory_bytes") continue;
      EXPECT_EQ(note.evidence, isMeasured ? Evidence::measured : Evidence::guess) << entry.id;
    }
    if (isMeasured) continue;  // else the nominal GiB less 0.5 %, rounded down to a byte
    EXPECT_EQ(entry.device.memory.count(), static_cast<std::int64_t>(entry.device.nominalGb * kGib * 0.995))
        << entry.id;
  }
}

TEST(Catalogue, links) {
  for (const auto& entry : builtIn().devices()) {
    const bool pcie = entry.id == "l40s-48gb" || entry.id == "rtx-4090-24gb";
    const auto expected = pcie ? Link::pcie : entry.id == "mi300x-192gb" ? Link::xgmi : Link::nvlink;
    EXPECT_EQ(entry.device.link, expected) << entry.id;
  }
}

TEST(Catalogue, everyValueHasASource) {
  const char* groups[] = {"peak_flops",
                          "memory_bytes",
                          "nominal_gb",
                          "hbm_bytes_per_s",
                          "sms",
                          "link_bytes_per_s",
                          "nic_bytes_per_s",
                          "efficiency.gemm",
                          "efficiency.hbm",
                          "efficiency.attention_forward",
                          "efficiency.link",
                          "efficiency.nic",
                          "efficiency.half_saturation_bytes",
                          "efficiency.head_dim_64",
                          "latency"};
  for (const auto& entry : builtIn().devices()) {
    std::set<std::string> fields;
    for (const auto& note : entry.sources) {
      fields.insert(note.field);
      EXPECT_FALSE(note.text.empty());
    }
    for (const auto* group : groups) EXPECT_TRUE(fields.contains(group)) << entry.id << ' ' << group;
    EXPECT_EQ(fields.contains("efficiency.fp8"), entry.device.peak.fp8 > 0) << entry.id;
    EXPECT_EQ(fields.contains("efficiency.fp4"), entry.device.peak.fp4 > 0) << entry.id;
    EXPECT_FALSE(entry.shortName.empty());
    EXPECT_FALSE(entry.userDefined);
  }
  for (const auto& entry : builtIn().models()) {
    ASSERT_FALSE(entry.sources.empty()) << entry.id;
    EXPECT_FALSE(entry.family.empty()) << entry.id;
  }
}

TEST(Catalogue, devicesThatTheTableDoesNotListAreGuesses) {
  for (const auto* id : {"h20-96gb", "l40s-48gb", "rtx-4090-24gb"}) {
    for (const auto& note : builtIn().device(id)->sources) {
      const bool isGuess = note.evidence == Evidence::guess;
      EXPECT_TRUE(isGuess || !note.field.starts_with("efficiency.")) << id << ' ' << note.field;
    }
  }
}

TEST(Catalogue, scenariosAsTheContractListsThem) {
  const auto& s = builtIn().scenario("175b-pretrain-2048")->scenario;
  EXPECT_EQ(s.model.source, ModelSource::preset);
  EXPECT_EQ(s.model.reference, "gpt-3-175b");
  EXPECT_EQ(s.model.shape, shape("gpt-3-175b"));
  EXPECT_EQ(s.cluster.gpuId, "h100-sxm-80gb");
  EXPECT_EQ(gpuCount(s.cluster), 2048);
  EXPECT_EQ(s.workload.sequenceLength, 2048);
  EXPECT_EQ(s.workload.globalBatch, 1536);
  EXPECT_EQ(s.workload.recompute, Recompute::selective);
  EXPECT_FALSE(s.workload.flashAttention);
  EXPECT_EQ(s.parallel.vpp, 2);
  EXPECT_EQ(schedule(s.parallel), Schedule::interleaved);
  EXPECT_EQ(microBatches(s), 96);
  EXPECT_TRUE(builtIn().scenario("7b-finetune-8")->scenario.workload.fineTune);
  EXPECT_EQ(builtIn().scenario("7b-finetune-8")->scenario.parallel.zero, 3);
  EXPECT_EQ(builtIn().scenario("moe-8x7b-64")->scenario.parallel.ep, 8);
  EXPECT_EQ(builtIn().scenario("128k-context-64")->scenario.workload.sequenceLength, 131072);
}

TEST(Catalogue, scenariosAreWholeAndNamedInBothLanguages) {
  for (const auto& entry : builtIn().scenarios()) {
    const auto& s = entry.scenario;
    const auto& p = s.parallel;
    EXPECT_EQ(p.tp * p.pp * p.cp * dataParallel(s), gpuCount(s.cluster)) << entry.id;
    EXPECT_GT(microBatches(s), 0) << entry.id;
    EXPECT_EQ(gpusPerNode(s.cluster), 8) << entry.id;
    EXPECT_NE(entry.nameEn, entry.nameZh) << entry.id;
    EXPECT_EQ(s.name, entry.nameEn);
  }
}

TEST(Catalogue, nearestBySpelling) {
  const auto ids = builtIn().modelIds();
  EXPECT_EQ(Catalogue::nearest("lama-3-70b", ids).front(), "llama-3-70b");
  EXPECT_EQ(Catalogue::nearest("mixtral", ids).front(), "mixtral-8x7b");
  EXPECT_EQ(Catalogue::nearest("x", ids, 2).size(), 2u);
  EXPECT_TRUE(Catalogue::nearest("x", {}).empty());
  EXPECT_EQ(Catalogue::nearest("", {"abc", "a"}).front(), "a");
}

}  // namespace
}  // namespace shardscope
