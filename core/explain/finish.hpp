// SPDX-License-Identifier: Apache-2.0
#pragma once
// The last step of an explanation. Internal to the explanations.

#include "core/explain/draft.hpp"
#include "core/explain/explain.hpp"

namespace shardscope {

// Words, result and lines around what a draft holds. `id`: of the texts "ID-title" and "ID"; `source`: of
// "explain-source-…".
Explanation finished(Draft&& draft, std::string_view key, const std::string& id, std::string_view source,
                     const Draft::Args& args);

}  // namespace shardscope
