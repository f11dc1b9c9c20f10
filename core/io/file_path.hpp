// SPDX-License-Identifier: Apache-2.0
#pragma once
// Names of files as the system resolves them: `..` behind a symbolic link to a folder leaves the folder it points at.

#include <string>

namespace shardscope {

// Absolute and without `.` and `..`. Links stay where no `..` follows them: their names say what is meant.
std::string absolutePath(const std::string& path);

// `path` (absolute, without `..`) as a file inside the folder `directory` may name it, so that
// absolutePath(directory / result) is `path` again. `path` itself if there is no such name.
std::string pathInside(const std::string& directory, const std::string& path);

// Whether what a model came from is a file rather than an id of the catalogue.
inline bool isConfigPath(const std::string& origin) { return origin.ends_with(".json"); }

}  // namespace shardscope
