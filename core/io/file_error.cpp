// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_error.hpp"

#include <cerrno>
#include <system_error>

namespace shardscope {
namespace {

std::string systemText(int code) { return std::generic_category().message(code); }

}  // namespace

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
    case EISDIR: return {.kind = ErrorKind::writeFailed, .file = path, .detail = "is-folder"};
    case ENOENT:
    case ENOTDIR: return {.kind = ErrorKind::writeFailed, .file = path, .detail = "no-folder"};
    default: return {.kind = ErrorKind::writeFailed, .file = path, .detail = systemText(code)};
  }
}

}  // namespace shardscope
