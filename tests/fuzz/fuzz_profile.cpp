// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/run_table_claims.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  shardscope::fuzz::claimProfile({reinterpret_cast<const char*>(data), size});
  return 0;
}
