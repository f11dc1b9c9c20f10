// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The language of the window; switches at run time (QEvent::LanguageChange reaches every widget).

#include "core/text/language.hpp"

namespace shardscope::ui {

Language currentLanguage();
void setLanguage(Language language);
Language systemLanguage();

}  // namespace shardscope::ui
