// SPDX-License-Identifier: Apache-2.0
#include "core/cost/flops_per_token.hpp"

#include "core/cost/flops.hpp"

namespace shardscope {

double causalKeys(std::int64_t window, std::int64_t tokens) {
  const auto w = static_cast<double>(window), T = static_cast<double>(tokens);
  return window <= 0 || window >= tokens ? (T + 1) / 2 : w - w * (w - 1) / (2 * T);
}

FlopsPerToken withTraining(double forwardCausal, double forwardFull) {
  return {forwardCausal, forwardFull, 3 * forwardCausal, 3 * forwardFull};
}

FlopsPerToken flopsPerToken(const ModelShape& model, std::int64_t tokens) {
  const double share = model.window > 0 ? model.windowShare : 0;
  const double keys = (1 - share) * causalKeys(0, tokens) + share * causalKeys(model.window, tokens);
  return withTraining(forwardFlopsPerToken(model, keys).total(),
                      forwardFlopsPerToken(model, static_cast<double>(tokens)).total());
}

}  // namespace shardscope
