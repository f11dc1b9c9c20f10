// SPDX-License-Identifier: Apache-2.0
#pragma once
// File descriptors: owned, and read and written whatever their mode (interrupted calls, O_NONBLOCK set by somebody else
// on a shared terminal or pipe).

#include <sys/types.h>

#include <cstddef>
#include <string_view>
#include <utility>

namespace shardscope {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor();

  int get() const { return fd_; }
  bool isOpen() const { return fd_ >= 0; }
  // False with errno when closing reports an error (NFS and quotas tell it only here).
  bool close();

 private:
  int fd_ = -1;
};

// Bytes read, 0 at the end, -1 with errno. Waits until there is something to read.
ssize_t readSome(int fd, char* into, std::size_t size);

// False with errno. Waits until everything is written.
bool writeAll(int fd, std::string_view content);

}  // namespace shardscope
