// SPDX-License-Identifier: Apache-2.0
#pragma once
// Puts a catalogue together from JSON texts: {"models": [...], "devices": [...], "scenarios": [...]}, each part
// optional. Keys and ranges are those of the tables in core/scenario/fields.hpp. Strict: an entry with an unknown,
// repeated, mistyped, missing or out-of-range key is left out and named; the others are kept.

#include <string>
#include <string_view>
#include <vector>

#include "core/catalogue/catalogue.hpp"
#include "core/io/json_tree.hpp"

namespace shardscope {

class CatalogueBuilder {
 public:
  struct Overridden {
    std::string id, file;
  };

  void addBuiltIn();
  void add(std::string_view text, const std::string& file, bool userDefined);
  void fail(Error error) { errors_.push_back(std::move(error)); }
  // Scenarios name models and devices of any file, so they are read last.
  Catalogue finish();

  const std::vector<Overridden>& overridden() const { return overridden_; }
  const std::vector<Error>& errors() const { return errors_; }

 private:
  struct Part {
    JsonNode list;
    std::string file;
    bool userDefined;
  };
  template <class Entry>
  void put(std::vector<Entry>& entries, Entry entry, const std::string& file, bool userDefined);
  void addModels(const Part& part);
  void addDevices(const Part& part);
  void addScenarios(const Part& part);

  Catalogue catalogue_;
  std::vector<Part> scenarioParts_;
  std::vector<Overridden> overridden_;
  std::vector<Error> errors_;
};

}  // namespace shardscope
