// SPDX-License-Identifier: Apache-2.0
#include "core/text/language.hpp"

#include <gtest/gtest.h>

namespace shardscope {
namespace {

TEST(Language, namesOfBothLanguages) {
  for (const auto* name : {"en", "EN", "en_US", "en-GB", "en_US.UTF-8"})
    EXPECT_EQ(languageNamed(name), Language::en) << name;
  for (const auto* name : {"zh", "zh_CN", "zh-CN", "zh_CN.UTF-8", "zh-Hans", "ZH_cn"})
    EXPECT_EQ(languageNamed(name), Language::zhCn) << name;
}

TEST(Language, nothingForOthers) {
  for (const auto* name : {"", "C", "POSIX", "de", "fr_FR", "english", "z", "_en"})
    EXPECT_EQ(languageNamed(name), std::nullopt) << name;
}

}  // namespace
}  // namespace shardscope
