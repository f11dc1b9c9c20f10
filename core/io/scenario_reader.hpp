// SPDX-License-Identifier: Apache-2.0
#pragma once
// Scenario files (YAML, or JSON with the same keys), contract §1. Strict: unknown, repeated, mistyped and out-of-range
// keys are errors with their line.

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/io/error.hpp"
#include "core/io/file.hpp"
#include "core/scenario/scenario.hpp"

namespace shardscope {

using Errors = std::vector<Error>;  // never empty when returned

enum class DocumentKind : std::uint8_t { scenario, modelConfig, preset };  // what was read

struct LoadedScenario {
  Scenario scenario;
  std::vector<std::string> notices;  // ids and texts already rendered: guessed defaults, overridden catalogue entries
  DocumentKind kind = DocumentKind::scenario;
};

// Text of a file; what begins with a brace is read as JSON, and as YAML if it is none. `directory` resolves
// model.hf_config; `file` is named in errors.
tl::expected<LoadedScenario, Errors> parseScenario(std::string_view text, const std::string& file,
                                                   const std::string& directory, Language language);

// A path (scenario or Hugging Face config.json), "preset:NAME" or "-". A config.json becomes a scenario of one node of
// the default device (h100-sxm-80gb).
tl::expected<LoadedScenario, Errors> loadScenario(const std::string& pathOrPreset, Language language,
                                                  Pipes pipes = Pipes::refuse);

// One line of `batch`: JSON only.
tl::expected<LoadedScenario, Errors> parseScenarioJson(std::string_view text, const std::string& file,
                                                       const std::string& directory, Language language);

}  // namespace shardscope
