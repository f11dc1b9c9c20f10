// SPDX-License-Identifier: Apache-2.0
#pragma once
// Errors of the outside world: one clear message (what, where, value found, what is allowed, what to do).

#include <cstdint>
#include <string>
#include <vector>

#include "core/text/language.hpp"

namespace shardscope {

enum class ErrorKind : std::uint8_t {
  notFound,
  isDirectory,
  notPermitted,
  readFailed,
  empty,
  tooLarge,
  notUtf8,
  syntax,
  tooDeep,
  tooManyNodes,
  aliasBomb,
  repeatedKey,
  unknownKey,
  missingKey,
  wrongType,
  outOfRange,
  unknownWord,
  unknownId,
  unsupportedVersion,
  conflictingKeys,
  unsupportedModel,
  writeFailed,
  notPermittedToWrite
};

struct Error {
  ErrorKind kind{};
  std::string file;     // as the user named it; empty for standard input
  int line = 0;         // 1-based; 0 = no line
  std::string key;      // dotted
  std::string found;    // the value as written
  std::string allowed;  // what would be legal
  std::string detail;   // the system's or parser's own words, if they help
  bool operator==(const Error&) const = default;
};

// "config.json, line 12: `parallel.tp` is -1; allowed: 1 … 1000000. Correct the value and open the file again."
std::string message(const Error& error, Language language);

}  // namespace shardscope
