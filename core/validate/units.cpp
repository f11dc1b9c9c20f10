// SPDX-License-Identifier: Apache-2.0
#include "core/validate/units.hpp"

#include <array>
#include <cmath>

#include "core/text/messages.hpp"

namespace shardscope {
namespace {

// What a figure that is `factor` times the expected one is probably given in.
struct Unit {
  bool isTime;
  double factor;
  std::string_view name;
};
constexpr std::array kUnits = {Unit{true, 1e3, "ms"},   Unit{true, 1e6, "µs"},   Unit{true, 1e9, "ns"},
                               Unit{false, 1e-3, "kB"}, Unit{false, 1e-6, "MB"}, Unit{false, 1e-9, "GB"}};

bool isOffBy(const Unit& unit, const Residual& residual) {
  const double logarithm = std::log2(residual.measured / residual.predicted / unit.factor);
  return std::fabs(logarithm) < 1;
}

}  // namespace

std::vector<std::string> unitNotices(const std::vector<Vote>& votes, Language language) {
  std::vector<std::string> notices;
  for (const auto& unit : kUnits) {
    std::size_t count = 0;
    const Residual* first = nullptr;
    for (const auto& vote : votes) {
      const auto& residual = unit.isTime ? vote.ranking : vote.memory;
      if (!residual || !isOffBy(unit, *residual)) continue;
      if (count == 0) first = &*residual;
      ++count;
    }
    if (count == 0) continue;
    notices.push_back(text(unit.isTime ? "validate-unit-time" : "validate-unit-memory", language,
                           {{"count", std::to_string(count)}, {"id", first->id}, {"unit", std::string(unit.name)}}));
  }
  return notices;
}

}  // namespace shardscope
