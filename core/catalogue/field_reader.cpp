// SPDX-License-Identifier: Apache-2.0
#include "core/catalogue/field_reader.hpp"

namespace shardscope {

Error jsonError(ErrorKind kind, const JsonPlace& place, const std::string& key, const JsonNode& node,
                std::string allowed) {
  Error error;
  error.kind = kind;
  error.file = place.file;
  error.line = node.line;
  error.key = place.path.empty() || key.empty() ? place.path + key : place.path + "." + key;
  if (kind != ErrorKind::missingKey) error.found = describe(node);
  error.allowed = std::move(allowed);
  return error;
}

}  // namespace shardscope
