// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/choices.hpp"
#include "tests/fuzz/random_scenario.hpp"
#include "tests/fuzz/report_claims.hpp"

// The bytes choose a scenario.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace shardscope;
  fuzz::Choices choices({data, size});
  const auto scenario = fuzz::randomScenario(choices);
  fuzz::claimReport(scenario);
  if (choices.oneIn(64)) fuzz::claimIssues(scenario);  // messages and fixes cost a hundred evaluations
  return 0;
}
