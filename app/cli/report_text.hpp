// SPDX-License-Identifier: Apache-2.0
#pragma once
// A report for people, in one terminal page. The verdict stands first.

#include <string>

#include "app/cli/style.hpp"
#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"
#include "core/text/language.hpp"

namespace shardscope::cli {

struct ReportView {
  const Scenario& scenario;
  const Report& report;
  const Style& style;
  Language language;
};

std::string reportText(const ReportView& view);

// Its parts, each a block that ends in a line break; empty where the report says nothing.
std::string verdictText(const ReportView& view);
std::string layoutText(const ReportView& view);
std::string memoryText(const ReportView& view);   // memory_text.cpp
std::string timeText(const ReportView& view);     // time_text.cpp
std::string trafficText(const ReportView& view);  // time_text.cpp
std::string issuesText(const ReportView& view);   // issues_text.cpp

// "Label       text", wrapped behind the label.
std::string labelled(const ReportView& view, std::string_view labelId, std::string_view text);

}  // namespace shardscope::cli
