// SPDX-License-Identifier: Apache-2.0
// What the program does when one of its parts throws. A promise broken on purpose stands for one broken by mistake. The
// source of the program is compiled into this test.
#include "app/cli/last_resort.cpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace shardscope::cli {
namespace {

using testing::HasSubstr;

struct Outcome {
  ExitCode code{};
  std::string said;
};

Outcome outcomeOf(Language language, const std::function<ExitCode()>& work) {
  testing::internal::CaptureStderr();
  const auto code = guarded(language, work);
  return {code, testing::internal::GetCapturedStderr()};
}

TEST(LastResort, PassesTheCodeOn) {
  const auto outcome = outcomeOf(Language::en, [] { return ExitCode::cannotWrite; });
  EXPECT_EQ(outcome.code, ExitCode::cannotWrite);
  EXPECT_EQ(outcome.said, "");
}

TEST(LastResort, AnExceptionBecomesAMessageAndACode) {
  const auto outcome = outcomeOf(Language::en, []() -> ExitCode { throw std::out_of_range("stod"); });
  EXPECT_EQ(outcome.code, ExitCode::badInput);
  EXPECT_THAT(outcome.said, testing::AllOf(testing::StartsWith("shardscope-cli: error: "), HasSubstr("stod")));
  EXPECT_THAT(outcomeOf(Language::zhCn, []() -> ExitCode { throw std::out_of_range("stod"); }).said,
              HasSubstr("程序缺陷"));
  EXPECT_EQ(outcomeOf(Language::en, []() -> ExitCode { throw 1; }).code, ExitCode::badInput);
}

TEST(LastResort, SoDoesALackOfMemory) {
  const auto outcome = outcomeOf(Language::en, []() -> ExitCode { throw std::bad_alloc(); });
  EXPECT_EQ(outcome.code, ExitCode::badInput);
  EXPECT_EQ(outcome.said, "shardscope-cli: error: out of memory\n");
}

}  // namespace
}  // namespace shardscope::cli
