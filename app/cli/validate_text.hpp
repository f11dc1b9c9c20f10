// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `validate` prints for people.

#include <string>

#include "app/cli/style.hpp"
#include "core/text/language.hpp"
#include "core/validate/validation.hpp"

namespace shardscope::cli {

struct ValidationView {
  const Validation& validation;
  std::string title;  // of the table
  Style style;
  Language language;
};

std::string validationText(const ValidationView& view);

}  // namespace shardscope::cli
