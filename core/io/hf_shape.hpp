// SPDX-License-Identifier: Apache-2.0
#pragma once
// A plan in the dimensions of the cost model.

#include "core/io/hf_config.hpp"
#include "core/io/hf_plan.hpp"
#include "core/io/hf_reader.hpp"

namespace shardscope {

// Lists become means and odd layouts their nearest regular one; each is said in a notice. The exact totals are set
// where the dimensions alone do not carry them.
ModelShape shapeOf(const HfPlan& plan, const ParameterBreakdown& parameters, HfReader& reader);

}  // namespace shardscope
