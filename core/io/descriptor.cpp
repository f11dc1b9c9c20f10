// SPDX-License-Identifier: Apache-2.0
#include "core/io/descriptor.hpp"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace shardscope {
namespace {

// Whether a call that failed is worth repeating; waits first where the descriptor is not ready.
bool mayRepeat(int fd, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd waiting{fd, events, 0};
  return ::poll(&waiting, 1, -1) >= 0 || errno == EINTR;
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

bool Descriptor::close() { return ::close(std::exchange(fd_, -1)) == 0 || errno == EINTR; }

ssize_t readSome(int fd, char* into, std::size_t size) {
  for (;;) {
    const auto got = ::read(fd, into, size);
    if (got >= 0 || !mayRepeat(fd, POLLIN)) return got;
  }
}

bool writeAll(int fd, std::string_view content) {
  while (!content.empty()) {
    const auto done = ::write(fd, content.data(), content.size());
    if (done >= 0)
      content.remove_prefix(static_cast<std::size_t>(done));
    else if (!mayRepeat(fd, POLLOUT))
      return false;
  }
  return true;
}

}  // namespace shardscope
