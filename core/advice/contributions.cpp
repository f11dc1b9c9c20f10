// SPDX-License-Identifier: Apache-2.0
#include "core/advice/contributions.hpp"

#include <utility>

#include "core/cost/evaluate.hpp"

namespace shardscope {
namespace {

// Data parallelism alone over the GPUs of the scenario.
Parallel dataOnly(const Parallel& whole) {
  Parallel alone;
  alone.zero = whole.zero;
  alone.cpKind = whole.cpKind;
  alone.shardGroup = whole.shardGroup;
  return alone;
}

void addTensor(const Parallel& whole, Parallel& to) {
  to.tp = whole.tp;
  to.sp = whole.sp;
}

void addPipeline(const Parallel& whole, Parallel& to) {
  to.pp = whole.pp;
  to.vpp = whole.vpp;
  to.schedule = whole.schedule;
  to.stageLayers = whole.stageLayers;
}

void addExperts(const Parallel& whole, Parallel& to) {
  to.ep = whole.ep;
  to.etp = whole.etp;
}

}  // namespace

std::vector<Contribution> contributions(const Scenario& scenario) {
  const auto& whole = scenario.parallel;
  std::vector<Contribution> found;
  auto layout = dataOnly(whole);
  std::optional<Seconds> before;
  const auto add = [&](Key added) {
    Contribution one{added, scenario, {}, std::nullopt};
    one.scenario.parallel = layout;
    one.report = evaluate(one.scenario);
    if (one.report.verdict != Verdict::invalid) {
      if (before) one.delta = one.report.time.step - *before;
      before = one.report.time.step;
    }
    found.push_back(std::move(one));
  };
  add(Key::dp);
  if (whole.tp > 1) {
    addTensor(whole, layout);
    add(Key::tp);
  }
  if (whole.pp > 1) {
    addPipeline(whole, layout);
    add(Key::pp);
  }
  if (whole.cp > 1) {
    layout.cp = whole.cp;
    add(Key::cp);
  }
  if (whole.ep > 1 || whole.etp > 1) {
    addExperts(whole, layout);
    add(Key::ep);
  }
  return found;
}

}  // namespace shardscope
