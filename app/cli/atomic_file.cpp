// SPDX-License-Identifier: Apache-2.0
#include "app/cli/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

namespace shardscope::cli {
namespace {

namespace fs = std::filesystem;

// Name of the one temporary in existence, for the signal handler, which may not allocate.
std::array<char, 4096> pendingTemporary{};

extern "C" void removeTemporaryAndDie(int signal) {
  if (pendingTemporary[0] != '\0') ::unlink(pendingTemporary.data());
  ::signal(signal, SIG_DFL);
  ::raise(signal);
}

void rememberTemporary(const std::string& name) {
  if (name.size() >= pendingTemporary.size()) return;
  std::memcpy(pendingTemporary.data(), name.c_str(), name.size() + 1);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (::signal(signal, removeTemporaryAndDie) == SIG_IGN) ::signal(signal, SIG_IGN);  // nohup stays nohup
}

void forgetTemporary() { pendingTemporary[0] = '\0'; }

Error errorFor(const std::string& path, int code) {
  Error error;
  error.kind = code == EACCES || code == EPERM || code == EROFS ? ErrorKind::notPermittedToWrite
               : code == EISDIR                                 ? ErrorKind::isDirectory
                                                                : ErrorKind::writeFailed;
  error.file = path;
  error.detail = std::strerror(code);
  return error;
}

// Permissions of the file to be replaced, or those that a new file gets.
mode_t permissionsFor(const std::string& target) {
  struct stat status {};
  if (::stat(target.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// The file behind a symbolic link, so that the link stays a link.
std::string targetOf(const std::string& path) {
  std::error_code ignored;
  if (!fs::is_symlink(path, ignored)) return path;
  const auto resolved = fs::weakly_canonical(path, ignored);
  return ignored ? path : resolved.string();
}

}  // namespace

tl::expected<AtomicFile, Error> AtomicFile::create(const std::string& path) {
  const auto target = targetOf(path);
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return tl::unexpected(errorFor(path, EISDIR));
  if (exists && !S_ISREG(status.st_mode)) {
    const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) return tl::unexpected(errorFor(path, errno));
    return AtomicFile(descriptor, path, target, {});
  }
  if (exists && ::access(target.c_str(), W_OK) != 0) return tl::unexpected(errorFor(path, errno));
  std::string temporary = target + ".XXXXXX";
  const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(errorFor(path, errno));
  rememberTemporary(temporary);
  ::fchmod(descriptor, permissionsFor(target));
  return AtomicFile(descriptor, path, target, temporary);
}

AtomicFile::AtomicFile(int descriptor, std::string path, std::string target, std::string temporary)
    : descriptor_(descriptor),
      path_(std::move(path)),
      target_(std::move(target)),
      temporary_(std::move(temporary)),
      output_(descriptor) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      output_(other.output_) {}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forgetTemporary();
}

tl::expected<void, Error> AtomicFile::commit() {
  if (!output_.flush()) return tl::unexpected(errorFor(path_, output_.error()));
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) return tl::unexpected(errorFor(path_, errno));
  if (::close(std::exchange(descriptor_, -1)) != 0) return tl::unexpected(errorFor(path_, errno));
  if (temporary_.empty()) return {};
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return tl::unexpected(errorFor(path_, errno));
  temporary_.clear();
  forgetTemporary();
  return {};
}

}  // namespace shardscope::cli
