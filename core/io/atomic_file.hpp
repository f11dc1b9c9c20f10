// SPDX-License-Identifier: Apache-2.0
#pragma once
// A file that appears under its name whole or not at all. Written to a temporary name beside it, synced, renamed.

#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/io/descriptor.hpp"
#include "core/io/error.hpp"
#include "core/io/file.hpp"
#include "core/io/temporary_files.hpp"

namespace shardscope {

class AtomicFile {
 public:
  // A symbolic link keeps pointing at its (replaced) target; owner and permissions of an existing file are kept. What
  // cannot be replaced (a device such as /dev/null, a pipe if allowed) is written directly.
  static tl::expected<AtomicFile, Error> create(const std::string& path, Pipes pipes);

  int descriptor() const { return device_.isOpen() ? device_.get() : temporary_->descriptor().get(); }
  // Puts the file in place. Until then nothing has happened to the old one; without it everything is as before.
  tl::expected<void, Error> commit();

 private:
  AtomicFile(std::string path, Descriptor device) : path_(std::move(path)), device_(std::move(device)) {}
  AtomicFile(std::string path, std::string target, TemporaryFile temporary)
      : path_(std::move(path)), target_(std::move(target)), temporary_(std::move(temporary)) {}

  std::string path_;    // as the user named it
  std::string target_;  // behind every link
  Descriptor device_;
  std::optional<TemporaryFile> temporary_;
};

}  // namespace shardscope
