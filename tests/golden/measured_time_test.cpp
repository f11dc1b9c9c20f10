// SPDX-License-Identifier: Apache-2.0
// Step time and its parts of every published run, against an independent implementation of the same formulas.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string_view>

#include "core/cost/evaluate.hpp"
#include "tests/support/core_run_table.hpp"

namespace shardscope {
namespace {

// The figures of the table carry seven digits.
constexpr double kDigits = 2e-6;

struct Part {
  std::string_view column;
  double seconds;
};

auto partsOf(const TimeReport& time) {
  const auto s = [&](TimeTerm term) { return time.term(term).count(); };
  return std::array{Part{"gemm", s(TimeTerm::gemm)},
                    Part{"attention", s(TimeTerm::attention)},
                    Part{"pointwise", s(TimeTerm::pointwise)},
                    Part{"recompute", s(TimeTerm::recompute)},
                    Part{"tp", s(TimeTerm::tp)},
                    Part{"cp", s(TimeTerm::cp)},
                    Part{"ep", s(TimeTerm::ep)},
                    Part{"pp", s(TimeTerm::pp)},
                    Part{"bubble", s(TimeTerm::bubble)},
                    Part{"dp_exposed", s(TimeTerm::dpExposed)},
                    Part{"optimizer", s(TimeTerm::optimizer)},
                    Part{"head", s(TimeTerm::head)},
                    Part{"scale", s(TimeTerm::scale)}};
}

TEST(MeasuredTime, EveryPartOfEveryRunIsTheIndependentOne) {
  const test::NumberTable expected("measured-expected.csv");
  const auto& runs = test::shippedRunTable().runs;
  ASSERT_EQ(runs.size(), 749U);
  Report report;
  for (const auto& run : runs) {
    SCOPED_TRACE(run.id);
    ASSERT_TRUE(expected.contains(run.id));
    fillFigures(run.scenario, report);
    const double step = expected.at(run.id, "step_s");
    EXPECT_NEAR(report.time.step.count(), step, kDigits * step);
    for (const auto& part : partsOf(report.time))
      EXPECT_NEAR(part.seconds, expected.at(run.id, part.column), kDigits * step) << part.column;
    const auto& dp = report.communication[static_cast<std::size_t>(Group::dp)];
    EXPECT_NEAR(dp.time.count(), expected.at(run.id, "dp_total"), kDigits * step) << "DP before overlap";
  }
}

TEST(MeasuredTime, PartsAddUpToTheStepToTheLastBit) {
  Report report;
  for (const auto& run : test::shippedRunTable().runs) {
    SCOPED_TRACE(run.id);
    fillFigures(run.scenario, report);
    double sum = 0;
    for (const auto part : report.time.breakdown) sum += part.count();
    EXPECT_EQ(sum, report.time.step.count());
  }
}

}  // namespace
}  // namespace shardscope
