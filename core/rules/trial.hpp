// SPDX-License-Identifier: Apache-2.0
#pragma once
// Whether a change makes anything worse. Internal to core/rules.

#include <utility>
#include <vector>

#include "core/rules/framework/framework.hpp"
#include "core/rules/rules.hpp"

namespace shardscope {

// Knows what was wrong before. `before` must outlive it.
class Trial {
 public:
  Trial(const Scenario& before, FrameworkSet frameworks);
  // Neither an error of ours nor one of the frameworks is new, and what fitted still fits. `after()` are its figures.
  bool isHarmless(const Scenario& after);
  // Harmless, and of the issue nothing is left.
  bool mends(const Issue& issue, const Scenario& after);
  const Report& before() const { return before_; }
  const Report& after() const { return after_; }

 private:
  using Refusal = std::pair<Framework, std::uint8_t>;
  std::vector<Refusal> refusals(const Scenario& scenario) const;

  FrameworkSet frameworks_;
  Report before_, after_;
  std::vector<Refusal> refused_;
};

}  // namespace shardscope
