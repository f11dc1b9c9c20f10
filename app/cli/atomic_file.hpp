// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file written in pieces that appears under its name whole or not at all. For `batch`, whose output may be larger
// than memory; single texts go through core's replaceFile.

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "app/cli/output.hpp"
#include "core/io/error.hpp"

namespace shardscope::cli {

class AtomicFile {
 public:
  // A regular or missing file gets a temporary beside it; a device or pipe is written directly.
  static tl::expected<AtomicFile, Error> create(const std::string& path);

  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();  // removes the temporary unless committed

  Output& output() { return output_; }
  tl::expected<void, Error> commit();

 private:
  AtomicFile(int descriptor, std::string path, std::string target, std::string temporary);

  int descriptor_;
  std::string path_, target_, temporary_;  // temporary_ empty: written directly
  Output output_;
};

}  // namespace shardscope::cli
