// SPDX-License-Identifier: Apache-2.0
#include "app/cli/issues_text.hpp"

#include <algorithm>

#include "app/cli/layout.hpp"
#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {

Tone toneOf(Severity severity) {
  switch (severity) {
    case Severity::error: return Tone::bad;
    case Severity::warning: return Tone::caution;
    case Severity::hint: return Tone::dim;
  }
  return Tone::plain;
}

std::string severityText(Severity severity, Language language) {
  return text("cli-severity-" + std::string(word(severity)), language);
}

std::string editText(const Edit& edit) {
  std::string result;
  for (const auto& assignment : edit)
    result += (result.empty() ? "" : ", ") + std::string(keyName(assignment.key)) + ": " + describe(assignment.value);
  return result;
}

std::string issueText(const ReportView& view, const Issue& issue, std::string_view first) {
  const int width = view.style.width;
  std::string result = paragraph(first, printable(message(issue, view.scenario, view.language)), width);
  if (const auto edit = fix(issue, view.scenario)) {
    const std::string indent(static_cast<std::size_t>(displayWidth(first)), ' ');
    result += paragraph(indent + text("cli-fix", view.language), printable(editText(*edit)), width);
  }
  return result;
}

std::string issuesText(const ReportView& view) {
  int nameWidth = 0, severityWidth = 0;
  for (const auto& issue : view.report.issues) {
    nameWidth = std::max(nameWidth, displayWidth(ruleName(issue.rule)));
    severityWidth = std::max(severityWidth, displayWidth(severityText(issue.severity, view.language)));
  }
  std::string result;
  for (const auto& issue : view.report.issues) {
    const auto severity = padRight(severityText(issue.severity, view.language), severityWidth);
    result += issueText(view, issue,
                        "  " + painted(severity, toneOf(issue.severity), view.style) + "  " +
                            padRight(ruleName(issue.rule), nameWidth) + "  ");
  }
  if (result.empty()) return {};
  return painted(text("cli-label-issues", view.language), Tone::heading, view.style) + "\n" + result;
}

}  // namespace shardscope::cli
