// SPDX-License-Identifier: Apache-2.0
#pragma once
// Issues and edits as people read them.

#include <string>

#include "app/cli/report_text.hpp"

namespace shardscope::cli {

Tone toneOf(Severity severity);
std::string severityText(Severity severity, Language language);  // "error", "warning", "hint"
std::string editText(const Edit& edit);                          // "parallel.tp: 8, parallel.dp: 2"
// The message of an issue behind `first`, then its fix on lines of their own.
std::string issueText(const ReportView& view, const Issue& issue, std::string_view first);

}  // namespace shardscope::cli
