// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/scenario_claims.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  using namespace shardscope;
  fuzz::claimScenarioReader({reinterpret_cast<const char*>(data), size}, parseScenarioJson);
  return 0;
}
