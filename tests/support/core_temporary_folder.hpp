// SPDX-License-Identifier: Apache-2.0
#pragma once
// A folder of its own for one test, removed afterwards.

#include <string>
#include <vector>

namespace shardscope::test {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, const std::string& content) const;  // returns the path
  std::vector<std::string> entries() const;                                      // names, sorted

 private:
  std::string path_;
};

// What a file holds, byte for byte.
std::string contentOf(const std::string& path);

}  // namespace shardscope::test
