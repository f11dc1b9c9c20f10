// SPDX-License-Identifier: Apache-2.0
#include "core/io/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "core/io/atomic_file.hpp"
#include "core/io/file_error.hpp"

namespace shardscope {
namespace {

tl::expected<std::string, Error> readAll(int fd, const std::string& path, std::size_t maxBytes) {
  std::string content;
  std::array<char, 65536> chunk{};
  for (;;) {
    const auto got = readSome(fd, chunk.data(), chunk.size());
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

}  // namespace

tl::expected<std::string, Error> readFile(const std::string& path, std::size_t maxBytes, Pipes pipes) {
  if (path == "-") return readAll(STDIN_FILENO, "", maxBytes);
  if (path.empty() || path.find('\0') != std::string::npos) return tl::unexpected(readError(ENOENT, path));
  const auto isReadable = [&](const struct stat& info) {
    return S_ISREG(info.st_mode) || (pipes == Pipes::use && S_ISFIFO(info.st_mode));
  };
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return tl::unexpected(readError(errno, path));
  if (S_ISDIR(info.st_mode)) return tl::unexpected(readError(EISDIR, path));
  const Error notRegular{.kind = ErrorKind::readFailed, .file = path, .detail = "not-regular"};
  if (!isReadable(info)) return tl::unexpected(notRegular);
  // The name may have changed hands since: O_NONBLOCK keeps a pipe from blocking, fstat tells what was opened.
  const int wait = S_ISFIFO(info.st_mode) ? 0 : O_NONBLOCK;
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC | wait));
  if (!file.isOpen() || ::fstat(file.get(), &info) != 0) return tl::unexpected(readError(errno, path));
  if (!isReadable(info)) return tl::unexpected(notRegular);
  if (info.st_size > 0 && static_cast<std::size_t>(info.st_size) > maxBytes)
    return tl::unexpected(Error{.kind = ErrorKind::tooLarge,
                                .file = path,
                                .found = fmt::format("{}", info.st_size),
                                .allowed = fmt::format("{}", maxBytes)});
  return readAll(file.get(), path, maxBytes);
}

tl::expected<void, Error> replaceFile(const std::string& path, std::string_view content, Pipes pipes) {
  auto file = AtomicFile::create(path, pipes);
  if (!file) return tl::unexpected(file.error());
  if (!writeAll(file->descriptor(), content)) return tl::unexpected(writeError(errno, path));
  return file->commit();
}

}  // namespace shardscope
