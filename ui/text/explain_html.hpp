// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// An explanation as a page of rich text: formula, numbers, symbols, what would change it. Links: "explain:KEY" leads to
// the explanation of a symbol, "apply:N" to the N-th change.

#include <QString>

#include "core/explain/explanation.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {

enum class ExplainDetail : std::uint8_t { brief, full };

QString explainHtml(const Explanation& explanation, ExplainDetail detail, const Theme& theme);
QString explainKeyOf(const QString& link);  // "explain:KEY" → KEY; empty for other links
// "X_max" with its subscript set; escaped.
QString withSubscripts(const QString& text);

}  // namespace shardscope::ui
