// SPDX-License-Identifier: Apache-2.0
#include "core/io/file_path.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace shardscope {
namespace {

namespace fs = std::filesystem;

bool leavesAFolder(const fs::path& path) { return std::find(path.begin(), path.end(), "..") != path.end(); }

// Empty if the system does not say.
fs::path absolute(const fs::path& path) {
  std::error_code failed;
  auto result = fs::absolute(path, failed);
  return failed ? fs::path() : result;
}

fs::path withoutLinks(const fs::path& path) {
  std::error_code failed;
  auto result = fs::weakly_canonical(path, failed);
  return failed ? path.lexically_normal() : result;
}

}  // namespace

std::string absolutePath(const std::string& path) {
  auto whole = absolute(path);
  if (whole.empty()) whole = path;  // an unreachable working directory
  fs::path through, rest;           // up to the last `..`, and behind it
  for (const auto& part : whole) {
    rest /= part;
    if (part == "..") through /= std::exchange(rest, {});
  }
  if (!through.empty()) whole = withoutLinks(through) / rest;
  return whole.lexically_normal().string();
}

std::string pathInside(const std::string& directory, const std::string& path) {
  const auto folder = absolute(directory);
  if (directory.empty() || folder.empty()) return path;
  auto relative = fs::path(path).lexically_relative(folder.lexically_normal());
  if (relative.empty() || leavesAFolder(relative) || leavesAFolder(folder))
    relative = fs::path(path).lexically_relative(withoutLinks(folder));
  return relative.empty() ? path : relative.string();
}

}  // namespace shardscope
