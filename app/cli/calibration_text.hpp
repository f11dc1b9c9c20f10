// SPDX-License-Identifier: Apache-2.0
#pragma once
// What `validate --calibrate` prints for people.

#include <string>

#include "app/cli/style.hpp"
#include "core/text/language.hpp"
#include "core/validate/profile.hpp"

namespace shardscope::cli {

struct CalibrationView {
  const Profile& profile;
  std::string file;  // it was written to
  Style style;
  Language language;
};

std::string calibrationText(const CalibrationView& view);

}  // namespace shardscope::cli
