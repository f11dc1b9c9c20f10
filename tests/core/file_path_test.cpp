// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_path.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

namespace fs = std::filesystem;

// real/deep/home, a link to it, and a model on either side.
class FilePath : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_.file("real/deep/home"));
    fs::create_directories(folder_.file("models"));
    fs::create_directories(folder_.file("real/models"));
    fs::create_directory_symlink("real/deep/home", folder_.file("link"));
    fs::create_directory_symlink("../models", folder_.file("real/named"));
  }
  std::string at(const std::string& name) const { return folder_.file(name); }

  test::TemporaryFolder folder_;
};

TEST_F(FilePath, DotsResolveAsTheSystemDoes) {
  EXPECT_EQ(absolutePath(at("models/./a//b.json")), at("models/a/b.json"));
  EXPECT_EQ(absolutePath(at("models/x/../b.json")), at("models/b.json"));
  EXPECT_EQ(absolutePath(at("link/../../models/b.json")), at("real/models/b.json"));
  EXPECT_EQ(absolutePath(at("link/b.json")), at("link/b.json"));
  EXPECT_EQ(absolutePath(at("link/../../named/b.json")), at("real/named/b.json"));
  EXPECT_EQ(absolutePath("b.json"), (fs::current_path() / "b.json").string());
}

TEST_F(FilePath, EveryNameLeadsBack) {
  for (const auto* directory :
       {"link", "link/", "models", "real/deep/home", "real/deep", "link/../home", "none/yet", ""})
    for (const auto* file : {"models/b.json", "link/b.json", "real/models/b.json", "real/named/b.json", "b.json"}) {
      const auto inside = *directory ? at(directory) : std::string();
      const auto name = pathInside(inside, at(file));
      EXPECT_EQ(absolutePath((fs::path(inside) / name).string()), at(file)) << directory << ": " << name;
      EXPECT_EQ(fs::path(name).is_absolute(), inside.empty()) << name;
    }
  EXPECT_EQ(pathInside(at("link"), at("link/b.json")), "b.json");
}

TEST_F(FilePath, AScenarioInALinkedFolderFindsItsModel) {
  folder_.write("models/config.json",
                R"({"model_type": "llama", "hidden_size": 1024, "num_hidden_layers": 8, "num_attention_heads": 16,
                    "intermediate_size": 4096, "vocab_size": 32000})");
  auto loaded = loadScenario(at("models/config.json"), Language::en);
  ASSERT_TRUE(loaded);
  folder_.write("real/deep/home/s.shard.yaml", scenarioYaml(loaded->scenario, at("link")));
  for (const auto* name : {"link/s.shard.yaml", "real/deep/home/s.shard.yaml"}) {
    const auto back = loadScenario(at(name), Language::en);
    ASSERT_TRUE(back) << message(back.error().front(), Language::en);
    EXPECT_EQ(back->scenario, loaded->scenario);
  }
}

}  // namespace
}  // namespace shardscope
