// SPDX-License-Identifier: Apache-2.0
#pragma once
// Fits the named efficiencies of devices to measured step times.

#include <string>
#include <vector>

#include "core/validate/profile.hpp"
#include "core/validate/votes.hpp"

namespace shardscope {

inline constexpr std::size_t kFewestVotes = 3;

// Per device with at least kFewestVotes votes of step time: the efficiencies (GEMM per precision, memory, attention,
// link, NIC) that make the measured times most likely, given how far they may lie from the catalogue's (maximum a
// posteriori; Gauss–Newton on the logarithms). What the runs say nothing about stays as it is, and everything where the
// fit does not help to predict a run that it has not seen. Devices with fewer votes are not in the profile.
Profile calibrated(const std::vector<Vote>& votes);

}  // namespace shardscope
