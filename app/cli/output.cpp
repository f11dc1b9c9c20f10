// SPDX-License-Identifier: Apache-2.0
#include "app/cli/output.hpp"

#include <fcntl.h>

#include <cerrno>

#include "core/io/descriptor.hpp"

namespace shardscope::cli {
namespace {

constexpr std::size_t kFlushAt = 64 * 1024;

}  // namespace

bool Output::write(std::string_view text) {
  if (failed()) return false;
  buffer_ += text;
  return buffer_.size() < kFlushAt || flush();
}

bool Output::flush() {
  if (!failed() && !writeAll(descriptor_, buffer_)) error_ = errno;
  buffer_.clear();
  return !failed();
}

void holdStandardDescriptors() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) != -1) continue;
    // The lowest free number is this one. Input opened for writing cannot be read, output opened for reading not
    // written.
    [[maybe_unused]] const int opened = ::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY);
  }
}

}  // namespace shardscope::cli
