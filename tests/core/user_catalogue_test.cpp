// SPDX-License-Identifier: Apache-2.0
// The user's folder on top of the built-in catalogue.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/catalogue/catalogue.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

constexpr auto kDevice = R"({"devices": [{"id": "my-gpu", "name": "Mine", "generation": "hopper",
  "peak_flops": {"bf16": 1e15}, "memory_bytes": 85899345920, "hbm_bytes_per_s": 3e12, "sms": 100,
  "link_bytes_per_s": 4e11, "nic_bytes_per_s": 5e10, "gpus_per_node": 4, "efficiency": {"gemm": 0.5},
  "sources": {"efficiency.gemm": {"evidence": "measured", "text": "our cluster"}}}]})";
constexpr auto kModel = R"({"models": [{"id": "my-model", "name": "My model", "layers": 4, "hidden": 64, "heads": 4,
  "ffn": 256, "vocab": 1000}]})";
constexpr auto kScenario = R"({"scenarios": [{"id": "my-run", "name_en": "My run", "name_zh": "我的任务",
  "model": {"preset": "my-model"}, "cluster": {"gpu": "my-gpu", "nodes": 2},
  "workload": {"global_batch": 64}, "parallel": {"tp": 2}}]})";

class UserCatalogue : public testing::Test {
 protected:
  void SetUp() override {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("目录 " + std::string(info->name()) + std::to_string(getpid()));
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  Catalogue read(Language language = Language::en) {
    notices_.clear();
    errors_.clear();
    return Catalogue::withUserFolder(folder_.string(), notices_, errors_, language);
  }
  // The text of an entry with one member replaced: {"models": [{…}]} with "heads": 4 → …
  static std::string with(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  }
  Error onlyError(const std::string& text) {
    write("broken.json", text);
    const auto catalogue = read();
    EXPECT_EQ(catalogue.models().size(), Catalogue::builtIn().models().size());
    EXPECT_EQ(errors_.size(), 1u) << text;
    if (errors_.empty()) return {};
    EXPECT_THAT(errors_.front().file, HasSubstr("broken.json"));
    return errors_.front();
  }

  fs::path folder_;
  std::vector<std::string> notices_;
  std::vector<Error> errors_;
};

TEST_F(UserCatalogue, addsEntriesOfAllKinds) {
  write("a-scenario.json", kScenario);  // read before the model and the device it names
  write("b-device.json", kDevice);
  write("c-model.json", kModel);
  write("notes.txt", "not read");
  const auto catalogue = read();
  EXPECT_THAT(errors_, IsEmpty());
  EXPECT_THAT(notices_, IsEmpty());
  ASSERT_NE(catalogue.scenario("my-run"), nullptr);
  const auto& s = catalogue.scenario("my-run")->scenario;
  EXPECT_EQ(s.model.shape.hidden, 64);
  EXPECT_EQ(gpuCount(s.cluster), 8);
  EXPECT_EQ(catalogue.scenario("my-run")->nameZh, "我的任务");
  const auto* device = catalogue.device("my-gpu");
  ASSERT_NE(device, nullptr);
  EXPECT_TRUE(device->userDefined);
  EXPECT_EQ(device->device.nominalGb, 80);  // 80 GiB as the driver counts
  EXPECT_EQ(device->device.linkDomain, 4);  // the node
  EXPECT_EQ(device->device.efficiency.gemm, 0.5);
  ASSERT_EQ(device->sources.size(), 1u);
  EXPECT_EQ(device->sources[0].evidence, Evidence::measured);
  EXPECT_EQ(catalogue.devices().size(), Catalogue::builtIn().devices().size() + 1);
}

TEST_F(UserCatalogue, overridesByIdWithANotice) {
  write("mine.json", with(kModel, "my-model", "llama-2-7b"));
  auto catalogue = read();
  EXPECT_EQ(catalogue.model("llama-2-7b")->shape.hidden, 64);
  EXPECT_EQ(catalogue.models().size(), Catalogue::builtIn().models().size());
  ASSERT_EQ(notices_.size(), 1u);
  EXPECT_THAT(notices_[0], HasSubstr("`llama-2-7b` from"));
  // Built-in scenarios of that model use the user's.
  EXPECT_EQ(catalogue.scenario("7b-pretrain-64")->scenario.model.shape.hidden, 64);
  read(Language::zhCn);
  EXPECT_THAT(notices_.at(0), HasSubstr("取代了同名的内置条目"));
}

TEST_F(UserCatalogue, aBrokenFileLeavesTheRest) {
  write("a.json", "{\"models\": [");
  write("b.json", kModel);
  fs::create_directory(folder_ / "c.json");
  const auto catalogue = read();
  EXPECT_NE(catalogue.model("my-model"), nullptr);
  ASSERT_EQ(errors_.size(), 2u);
  EXPECT_EQ(errors_[0].kind, ErrorKind::syntax);
  EXPECT_THAT(errors_[0].file, HasSubstr("a.json"));
  EXPECT_EQ(errors_[1].kind, ErrorKind::isDirectory);
}

TEST_F(UserCatalogue, aBrokenEntryLeavesTheOthersOfItsFile) {
  write("a.json", with(kModel, "[{", R"([{"id": "bad", "name": "Bad", "layers": -1}, {)"));
  const auto catalogue = read();
  EXPECT_NE(catalogue.model("my-model"), nullptr);
  EXPECT_EQ(catalogue.model("bad"), nullptr);
  ASSERT_EQ(errors_.size(), 1u);
  EXPECT_EQ(errors_[0].key, "models.bad.layers");
  EXPECT_EQ(errors_[0].found, "-1");
}

TEST_F(UserCatalogue, errorsNameKeyValueAndLine) {
  auto error = onlyError(with(kModel, "\"heads\": 4", "\n\"heads\": 4.5"));
  EXPECT_EQ(error.kind, ErrorKind::wrongType);
  EXPECT_EQ(error.key, "models.my-model.heads");
  EXPECT_EQ(error.found, "4.5");
  EXPECT_EQ(error.allowed, "1 … 1048576");
  EXPECT_EQ(error.line, 2);
  error = onlyError(with(kModel, "\"ffn\": 256", "\"ffn\": 256, \"wings\": 2"));
  EXPECT_EQ(error.kind, ErrorKind::unknownKey);
  EXPECT_EQ(error.key, "models.my-model.wings");
  error = onlyError(with(kModel, "\"ffn\": 256", "\"ffn\": 256, \"ffn\": 257"));
  EXPECT_EQ(error.kind, ErrorKind::repeatedKey);
  EXPECT_EQ(error.found, "257");
  error = onlyError(with(kModel, "\"layers\": 4, ", ""));
  EXPECT_EQ(error.kind, ErrorKind::missingKey);
  EXPECT_EQ(error.key, "models.my-model.layers");
  error = onlyError(with(kModel, "\"heads\": 4", "\"heads\": 4, \"kv_heads\": 3"));
  EXPECT_EQ(error.key, "models.my-model.kv_heads");
  EXPECT_THAT(message(error, Language::en), HasSubstr("does not divide the 4 heads"));
  error = onlyError(with(kModel, "\"ffn\": 256", "\"ffn\": 256, \"experts\": 8, \"top_k\": 2"));
  EXPECT_EQ(error.kind, ErrorKind::missingKey);
  EXPECT_EQ(error.key, "models.my-model.expert_ffn");
}

TEST_F(UserCatalogue, errorsOfDevices) {
  EXPECT_EQ(onlyError(with(kDevice, "hopper", "rubin")).kind, ErrorKind::unknownWord);
  EXPECT_EQ(onlyError(with(kDevice, "\"bf16\": 1e15", "\"bf16\": 1e15, \"fp2\": 1")).key,
            "devices.my-gpu.peak_flops.fp2");
  EXPECT_EQ(onlyError(with(kDevice, "{\"bf16\": 1e15}", "1e15")).kind, ErrorKind::wrongType);
  EXPECT_EQ(onlyError(with(kDevice, "{\"gemm\": 0.5}", "{\"gemm\": 1.5}")).kind, ErrorKind::outOfRange);
  EXPECT_EQ(onlyError(with(kDevice, "\"sms\": 100,", "")).key, "devices.my-gpu.sms");
  EXPECT_EQ(onlyError(with(kDevice, "\"measured\"", "\"hearsay\"")).kind, ErrorKind::unknownWord);
  EXPECT_EQ(onlyError(with(kDevice, "\"peak_flops\": {\"bf16\": 1e15}", "\"peak_flops.bf16\": 1e15")).kind,
            ErrorKind::unknownKey);
}

TEST_F(UserCatalogue, errorsOfScenarios) {
  write("device.json", kDevice);
  write("model.json", kModel);
  const auto error = [&](const std::string& from, const std::string& to) {
    write("scenario.json", with(kScenario, from, to));
    read();
    EXPECT_EQ(errors_.size(), 1u) << to;
    return errors_.empty() ? Error{} : errors_.front();
  };
  const auto unknown = error("\"my-model\"", "\"my-modle\"");
  EXPECT_EQ(unknown.kind, ErrorKind::unknownId);
  EXPECT_THAT(unknown.allowed, HasSubstr("my-model"));
  EXPECT_EQ(error("\"my-gpu\"", "\"your-gpu\"").kind, ErrorKind::unknownId);
  EXPECT_EQ(error("\"nodes\": 2", "\"nodes\": 2, \"gpus\": 8").kind, ErrorKind::conflictingKeys);
  EXPECT_EQ(error(", \"nodes\": 2", "").kind, ErrorKind::missingKey);
  EXPECT_EQ(error("\"tp\": 2", "\"tp\": 0").key, "scenarios.my-run.parallel.tp");
  EXPECT_EQ(error("\"tp\": 2", "\"tp\": 2, \"schedule\": \"interleaved\"").kind, ErrorKind::conflictingKeys);
  EXPECT_EQ(error("\"global_batch\": 64", "").key, "scenarios.my-run.workload.global_batch");
  EXPECT_EQ(error("{\"preset\": \"my-model\"}", "{\"preset\": \"my-model\", \"layers\": 3}").kind,
            ErrorKind::conflictingKeys);
}

TEST_F(UserCatalogue, everyErrorReadsInBothLanguages) {
  for (const auto* text :
       {"", "[]", "{\"models\": 1}", "{\"things\": []}", "{\"models\": [1]}", "{\"a\": 1, \"a\": 2}"}) {
    write("broken.json", text);
    read();
    EXPECT_FALSE(errors_.empty()) << text;
    for (const auto& error : errors_)
      for (const auto language : {Language::en, Language::zhCn})
        EXPECT_THAT(message(error, language), HasSubstr("broken.json"));
  }
}

TEST_F(UserCatalogue, aFolderThatIsNotThereHasNothingToSay) {
  std::vector<std::string> notices;
  std::vector<Error> errors;
  const auto catalogue = Catalogue::withUserFolder((folder_ / "none").string(), notices, errors, Language::en);
  EXPECT_EQ(catalogue.models().size(), Catalogue::builtIn().models().size());
  EXPECT_THAT(notices, IsEmpty());
  EXPECT_THAT(errors, IsEmpty());
}

TEST_F(UserCatalogue, theFolderComesFromTheEnvironment) {
  const char* home = std::getenv("HOME");
  const std::string before = home ? home : "";
  setenv("HOME", "/h", 1);
  unsetenv("SHARDSCOPE_DATA");
  unsetenv("XDG_DATA_HOME");
  EXPECT_EQ(Catalogue::userFolder(), "/h/.local/share/shardscope/catalogue");
  setenv("XDG_DATA_HOME", "/x", 1);
  EXPECT_EQ(Catalogue::userFolder(), "/x/shardscope/catalogue");
  setenv("SHARDSCOPE_DATA", "/s", 1);
  EXPECT_EQ(Catalogue::userFolder(), "/s/catalogue");
  unsetenv("SHARDSCOPE_DATA");
  unsetenv("XDG_DATA_HOME");
  setenv("HOME", before.c_str(), 1);
}

}  // namespace
}  // namespace shardscope
