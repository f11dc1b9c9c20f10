// SPDX-License-Identifier: Apache-2.0
#pragma once
// Bytes to a descriptor, buffered, with the outcome of every write known.

#include <string>
#include <string_view>

namespace shardscope::cli {

class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}

  // False once any write failed; later calls write nothing more.
  bool write(std::string_view text);
  bool flush();
  bool failed() const { return error_ != 0; }
  int error() const { return error_; }  // errno of the first failure

 private:
  int descriptor_;
  int error_ = 0;
  std::string buffer_;
};

// Makes descriptors 0, 1 and 2 exist. One that the caller closed becomes one on which the operation fails, so that a
// file opened later never takes its number and receives the report.
void holdStandardDescriptors();

}  // namespace shardscope::cli
