// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/step_time_chart.hpp"

namespace shardscope::ui {

StepTimeBar stepTimeBar(int pin, const Report& report) {
  StepTimeBar bar;
  bar.pin = pin;
  if (report.verdict == Verdict::invalid) {
    bar.cannotRun = true;
    return bar;
  }
  const auto put = [&](TimePart part, TimeTerm term) {
    bar.parts[static_cast<std::size_t>(part)] += report.time.term(term).count();
  };
  for (TimeTerm term : kComputeTerms) put(TimePart::compute, term);
  put(TimePart::attention, TimeTerm::attention);
  put(TimePart::tp, TimeTerm::tp);
  put(TimePart::cp, TimeTerm::cp);
  put(TimePart::ep, TimeTerm::ep);
  put(TimePart::pp, TimeTerm::pp);
  put(TimePart::dpExposed, TimeTerm::dpExposed);
  put(TimePart::bubble, TimeTerm::bubble);
  put(TimePart::optimizer, TimeTerm::optimizer);
  bar.step = report.time.step.count();
  bar.cannotRun = report.verdict == Verdict::doesNotFit;
  return bar;
}

StepTimeDetail stepTimeDetail(const Report& report) {
  StepTimeDetail detail;
  if (report.verdict == Verdict::invalid) return detail;
  for (std::size_t i = 0; i < detail.terms.size(); ++i) detail.terms[i] = report.time.breakdown[i].count();
  detail.hiddenTp = report.time.hiddenTp.count();
  detail.hiddenEp = report.time.hiddenEp.count();
  detail.hiddenDp = report.time.hiddenDp.count();
  return detail;
}

}  // namespace shardscope::ui
