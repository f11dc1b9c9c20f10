// SPDX-License-Identifier: Apache-2.0
#pragma once
// Temporary files of this process: gone when it ends, also by a signal.

#include <string>

#include "core/io/descriptor.hpp"

namespace shardscope {

// A new file in a folder, removed unless it was renamed into place.
class TemporaryFile {
 public:
  // With the permissions of any new file. isOpen() of the descriptor is false, with errno, if the folder refuses.
  explicit TemporaryFile(const std::string& folder);
  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  ~TemporaryFile();

  Descriptor& descriptor() { return descriptor_; }
  const Descriptor& descriptor() const { return descriptor_; }
  bool renameTo(const std::string& target);  // false with errno

 private:
  std::string name_;  // empty: nothing to remove
  int slot_ = -1;     // in the list that the signal handler sees
  Descriptor descriptor_;
};

// From now on SIGINT, SIGTERM and SIGHUP remove the temporary files of this process before they end it as they would
// have done. A signal that is ignored (nohup) stays ignored. For programs to call once, at their start.
void removeTemporaryFilesOnSignals();

}  // namespace shardscope
