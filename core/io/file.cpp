// SPDX-License-Identifier: Apache-2.0
#include "core/io/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <random>
#include <system_error>

namespace shardscope {
namespace {

// Owns a file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  bool isOpen() const { return fd_ >= 0; }
  // False when closing reports an error (NFS and quotas tell it only here).
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0 || errno == EINTR;
  }

 private:
  int fd_;
};

std::string systemText(int code) { return std::generic_category().message(code); }

Error readError(int code, const std::string& path) {
  switch (code) {
    case ENOENT:
    case ENOTDIR: return {.kind = ErrorKind::notFound, .file = path};
    case EISDIR: return {.kind = ErrorKind::isDirectory, .file = path};
    case EACCES:
    case EPERM: return {.kind = ErrorKind::notPermitted, .file = path};
    default: return {.kind = ErrorKind::readFailed, .file = path, .detail = systemText(code)};
  }
}

Error writeError(int code, const std::string& path) {
  switch (code) {
    case EACCES:
    case EPERM:
    case EROFS: return {.kind = ErrorKind::notPermittedToWrite, .file = path, .detail = systemText(code)};
    case ENOENT:
    case ENOTDIR: return {.kind = ErrorKind::writeFailed, .file = path, .detail = "no-folder"};
    default: return {.kind = ErrorKind::writeFailed, .file = path, .detail = systemText(code)};
  }
}

tl::expected<std::string, Error> readAll(int fd, const std::string& path, std::size_t maxBytes) {
  std::string content;
  std::array<char, 65536> chunk{};
  for (;;) {
    const auto got = ::read(fd, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return tl::unexpected(readError(errno, path));
    if (got == 0) break;
    content.append(chunk.data(), static_cast<std::size_t>(got));
    if (content.size() > maxBytes)
      return tl::unexpected(Error{.kind = ErrorKind::tooLarge,
                                  .file = path,
                                  .found = fmt::format("> {}", maxBytes),
                                  .allowed = fmt::format("{}", maxBytes)});
  }
  if (content.empty()) return tl::unexpected(Error{.kind = ErrorKind::empty, .file = path});
  return content;
}

bool writeAll(int fd, std::string_view content) {
  while (!content.empty()) {
    const auto done = ::write(fd, content.data(), content.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(done));
  }
  return true;
}

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

// A file that is removed unless it was renamed into place.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& folder) : fd_(create(folder)) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (!name_.empty()) ::unlink(name_.c_str());
  }

  Descriptor& descriptor() { return fd_; }
  bool renameTo(const std::string& target) {
    if (::rename(name_.c_str(), target.c_str()) != 0) return false;
    name_.clear();
    return true;
  }

 private:
  // Not mkstemp: mode 0666 lets the kernel apply the user's umask without our asking for it.
  int create(const std::string& folder) {
    std::random_device random;
    for (int attempt = 0; attempt < 100; ++attempt) {
      auto name = fmt::format("{}/.shardscope-{:08x}.tmp", folder, random());
      const int fd = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
      if (fd < 0 && errno == EEXIST) continue;
      if (fd >= 0) name_ = std::move(name);
      return fd;
    }
    return -1;
  }

  std::string name_;
  Descriptor fd_;
};

// Devices such as /dev/null cannot be replaced by rename; they hold nothing that could be lost.
tl::expected<void, Error> writeDevice(const std::string& path, std::string_view content) {
  const Descriptor device(::open(path.c_str(), O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  if (!device.isOpen()) return tl::unexpected(writeError(errno, path));
  ::fcntl(device.get(), F_SETFL, 0);  // only opening must not wait
  if (!writeAll(device.get(), content)) return tl::unexpected(writeError(errno, path));
  return {};
}

void keepOwnerAndMode(int fd, const struct stat& old) {
  // A save by root must not take the file from its owner; without the right to give it away it stays ours.
  [[maybe_unused]] const int owner = ::fchown(fd, old.st_uid, old.st_gid);
  ::fchmod(fd, old.st_mode & 07777U);
}

// What stands at the target forbids replacing it, or nothing.
std::optional<Error> obstacle(const std::string& path, const std::string& target, const struct stat& old) {
  if (S_ISDIR(old.st_mode)) return Error{.kind = ErrorKind::writeFailed, .file = path, .detail = "is-folder"};
  if (!S_ISREG(old.st_mode)) return Error{.kind = ErrorKind::writeFailed, .file = path, .detail = "not-regular"};
  // Renaming over a read-only file would succeed: its owner said no.
  if (::faccessat(AT_FDCWD, target.c_str(), W_OK, AT_EACCESS) != 0) return writeError(errno, path);
  return std::nullopt;
}

}  // namespace

tl::expected<std::string, Error> readFile(const std::string& path, std::size_t maxBytes) {
  if (path == "-") return readAll(STDIN_FILENO, "", maxBytes);
  if (path.empty() || path.find('\0') != std::string::npos) return tl::unexpected(readError(ENOENT, path));
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return tl::unexpected(readError(errno, path));
  if (S_ISDIR(info.st_mode)) return tl::unexpected(readError(EISDIR, path));
  const Error notRegular{.kind = ErrorKind::readFailed, .file = path, .detail = "not-regular"};
  if (!S_ISREG(info.st_mode)) return tl::unexpected(notRegular);
  // The name may have changed hands since: O_NONBLOCK keeps a FIFO from blocking, fstat tells what was opened.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.isOpen() || ::fstat(file.get(), &info) != 0) return tl::unexpected(readError(errno, path));
  if (!S_ISREG(info.st_mode)) return tl::unexpected(notRegular);
  if (info.st_size > 0 && static_cast<std::size_t>(info.st_size) > maxBytes)
    return tl::unexpected(Error{.kind = ErrorKind::tooLarge,
                                .file = path,
                                .found = fmt::format("{}", info.st_size),
                                .allowed = fmt::format("{}", maxBytes)});
  return readAll(file.get(), path, maxBytes);
}

tl::expected<void, Error> replaceFile(const std::string& path, std::string_view content) {
  if (path.empty() || path.find('\0') != std::string::npos) return tl::unexpected(writeError(ENOENT, path));
  struct stat old {};
  const bool exists = ::stat(path.c_str(), &old) == 0;
  if (!exists && errno != ENOENT) return tl::unexpected(writeError(errno, path));
  if (exists && S_ISCHR(old.st_mode)) return writeDevice(path, content);
  const auto target = linkTarget(path);
  if (exists)
    if (auto error = obstacle(path, target, old)) return tl::unexpected(std::move(*error));

  const auto folder = folderOf(target);
  TemporaryFile temporary(folder);
  if (!temporary.descriptor().isOpen()) return tl::unexpected(writeError(errno, path));
  if (exists) keepOwnerAndMode(temporary.descriptor().get(), old);
  const bool written = writeAll(temporary.descriptor().get(), content) && sync(temporary.descriptor().get()) &&
                       temporary.descriptor().close() && temporary.renameTo(target);
  if (!written) return tl::unexpected(writeError(errno, path));
  // The rename itself survives a power cut only once the folder is on disk; a folder that cannot sync is no error.
  const Descriptor entry(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (entry.isOpen()) ::fsync(entry.get());
  return {};
}

}  // namespace shardscope
