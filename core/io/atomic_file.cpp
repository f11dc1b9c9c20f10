// SPDX-License-Identifier: Apache-2.0
#include "core/io/atomic_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "core/io/file_error.hpp"

namespace shardscope {
namespace {

// Some file systems cannot sync; that is no failure of ours.
bool sync(int fd) { return ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS; }

// The file a chain of symbolic links ends at; it need not exist. Gives up on a loop, which opening then reports.
std::string linkTarget(std::string path) {
  for (int hops = 0; hops < 40; ++hops) {
    std::error_code failed;
    const auto next = std::filesystem::read_symlink(path, failed);
    if (failed) return path;
    path = (std::filesystem::path(path).parent_path() / next).string();  // an absolute `next` replaces the left side
  }
  return path;
}

std::string folderOf(const std::string& path) {
  const auto folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

// A save by root must not take the file from its owner; without the right to give it away it stays ours. A group that
// could not be kept gets what everybody has, and nothing written here runs as somebody else.
void keepOwnerAndMode(int fd, const struct stat& old) {
  mode_t mode = old.st_mode & 0777U;
  if (::fchown(fd, old.st_uid, old.st_gid) != 0 && ::fchown(fd, static_cast<uid_t>(-1), old.st_gid) != 0)
    mode = (mode & 0707U) | ((mode & 07U) << 3U);
  ::fchmod(fd, mode);
}

bool isWrittenDirectly(const struct stat& old, Pipes pipes) {
  return S_ISCHR(old.st_mode) || (S_ISFIFO(old.st_mode) && pipes == Pipes::use);
}

// Only opening a device must not wait.
Descriptor openDirectly(const std::string& path, const struct stat& old) {
  const int wait = S_ISFIFO(old.st_mode) ? 0 : O_NONBLOCK;
  Descriptor device(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC | wait));
  if (device.isOpen()) ::fcntl(device.get(), F_SETFL, 0);
  return device;
}

// What forbids replacing what stands at the target, or nothing.
std::optional<Error> obstacle(const std::string& path, const std::string& target, const struct stat& old) {
  if (S_ISDIR(old.st_mode)) return writeError(EISDIR, path);
  if (!S_ISREG(old.st_mode)) return Error{.kind = ErrorKind::writeFailed, .file = path, .detail = "not-regular"};
  // Renaming over a read-only file would succeed: its owner said no.
  if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) return writeError(errno, path);
  return std::nullopt;
}

}  // namespace

tl::expected<AtomicFile, Error> AtomicFile::create(const std::string& path, Pipes pipes) {
  const auto failed = [&](int code) { return tl::unexpected(writeError(code, path)); };
  if (path.empty() || path.find('\0') != std::string::npos) return failed(ENOENT);
  struct stat old {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) return failed(errno);
  if (exists && isWrittenDirectly(old, pipes)) {
    auto device = openDirectly(path, old);
    if (!device.isOpen()) return failed(errno);
    return AtomicFile(path, std::move(device));
  }
  auto target = linkTarget(path);
  if (exists)
    if (auto error = obstacle(path, target, old)) return tl::unexpected(std::move(*error));
  TemporaryFile temporary(folderOf(target));
  if (!temporary.descriptor().isOpen()) return failed(errno);
  if (exists) keepOwnerAndMode(temporary.descriptor().get(), old);
  return AtomicFile(path, std::move(target), std::move(temporary));
}

tl::expected<void, Error> AtomicFile::commit() {
  const bool done = temporary_ ? sync(descriptor()) && temporary_->descriptor().close() && temporary_->renameTo(target_)
                               : device_.close();
  if (!done) return tl::unexpected(writeError(errno, path_));
  if (!temporary_) return {};
  // The rename itself survives a power cut only once the folder is on disk; a folder that cannot sync is no error.
  const Descriptor entry(::open(folderOf(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (entry.isOpen()) ::fsync(entry.get());
  return {};
}

}  // namespace shardscope
