// SPDX-License-Identifier: Apache-2.0
#pragma once
// The error bands that estimates are shown with, made from measured runs. `shardscope-cli validate --json` prints them
// as `bands`; for the shipped table that is the content of resources/validation/bands.json.

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "core/cost/confidence.hpp"
#include "core/validate/votes.hpp"

namespace shardscope {

inline constexpr double kBandCoverage = 0.9;

// Families whose memory figures do not speak of this model's, and why (message id).
struct NotComparable {
  std::string_view family, reason;
};
std::span<const NotComparable> notComparableMemory();

// A slice needs votesNeeded(kBandCoverage) = 9 votes, one of memory also two families; the widest of each quantity is
// kept with fewer.
PublishedBands bandsOf(const std::vector<Vote>& votes);

// How many votes lie within the band that the votes of the other families give them: what a band is worth for runs of a
// source that it has not seen.
struct Coverage {
  std::size_t votes = 0, inside = 0;
  double share() const { return votes == 0 ? 0 : static_cast<double>(inside) / static_cast<double>(votes); }
};
Coverage leaveOneFamilyOut(const std::vector<Vote>& votes, Estimate quantity);

// The file's content; `votes` are those that the bands were made of.
nlohmann::ordered_json bandsJson(const PublishedBands& bands, const std::vector<Vote>& votes);

}  // namespace shardscope
