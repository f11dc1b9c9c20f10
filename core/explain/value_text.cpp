// SPDX-License-Identifier: Apache-2.0
#include "core/explain/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/explain/explain.hpp"

namespace shardscope {
namespace {

constexpr double kExact = 9007199254740992.0;  // 2^53: whole doubles are exact below

struct Prefix {
  double factor;
  std::string_view unit;
};

// "1234567.8" → "1,234,567.8"
std::string withThousands(std::string_view digits) {
  const auto point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > first && i < point && (point - i) % 3 == 0) out.push_back(',');
    out.push_back(digits[i]);
  }
  return out;
}

// "12.500" → "12.5", "2.000" → "2"
std::string withoutZeros(std::string digits) {
  while (digits.ends_with('0')) digits.pop_back();
  if (digits.ends_with('.')) digits.pop_back();
  return digits;
}

// "0.04321", "18.78", "1,203"; beyond that in scientific notation.
std::string significant(double value, int digits) {
  if (value == 0) return "0";
  if (!std::isfinite(value)) return fmt::format("{}", value);
  const double size = std::fabs(value);
  int exponent = static_cast<int>(std::floor(std::log10(size)));
  if (size >= (1 - 0.5 * std::pow(10, -digits)) * std::pow(10, exponent + 1)) ++exponent;  // rounds up to 10^…
  if (exponent < -5 || exponent > 14) return fmt::format("{:.{}e}", value, digits - 1);
  const int decimals = digits - 1 - exponent;
  if (decimals > 0) return withThousands(withoutZeros(fmt::format("{:.{}f}", value, decimals)));
  const double step = std::pow(10, -decimals);
  return withThousands(fmt::format("{:.0f}", std::round(value / step) * step));
}

std::string scaled(double value, std::span<const Prefix> prefixes, int digits) {
  const auto fits = [&](const Prefix& prefix) { return std::fabs(value) >= prefix.factor * 0.99995; };
  auto prefix = std::find_if(prefixes.begin(), prefixes.end(), fits);
  if (prefix == prefixes.end()) prefix = prefixes.end() - 1;
  return fmt::format("{}{}{}", significant(value / prefix->factor, digits), kHardSpace, prefix->unit);
}

std::string withUnit(double value, std::string_view unit, int digits) {
  return fmt::format("{}{}{}", significant(value, digits), kHardSpace, unit);
}

bool isWhole(double value) { return std::nearbyint(value) == value && std::fabs(value) <= kExact; }

constexpr Prefix kBytes[] = {{1048576, "MiB"}, {1024, "KiB"}, {1, "B"}};
constexpr Prefix kTraffic[] = {{1e15, "PB"}, {1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "B"}};
constexpr Prefix kRate[] = {{1e12, "TB/s"}, {1e9, "GB/s"}, {1e6, "MB/s"}, {1, "B/s"}};
constexpr Prefix kSeconds[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
constexpr Prefix kFlops[] = {{1e24, "YFLOP"}, {1e21, "ZFLOP"}, {1e18, "EFLOP"}, {1e15, "PFLOP"},
                             {1e12, "TFLOP"}, {1e9, "GFLOP"},  {1e6, "MFLOP"},  {1, "FLOP"}};
constexpr Prefix kFlopRate[] = {{1e15, "PFLOP/s"}, {1e12, "TFLOP/s"}, {1e9, "GFLOP/s"}, {1, "FLOP/s"}};

// Device memory in GiB from a tenth of one on, so that parts of a stage are read in one unit.
std::string memoryText(double value, int digits) {
  if (std::fabs(value) >= kGib / 10) return withUnit(value / kGib, "GiB", digits);
  return scaled(value, kBytes, digits);
}

std::string secondsText(double value, int digits) {
  return value == 0 ? withUnit(0, "s", digits) : scaled(value, kSeconds, digits);
}

}  // namespace

std::string wholeText(double value) { return withThousands(fmt::format("{:.0f}", value)); }

std::string valueText(double value, ExplainUnit unit, int digits) {
  switch (unit) {
    case ExplainUnit::count:
    case ExplainUnit::tokens:
    case ExplainUnit::number:
      return isWhole(value) && std::fabs(value) < 1e15 ? wholeText(value) : significant(value, digits);
    case ExplainUnit::share: return withUnit(value * 100, "%", digits - 1);
    case ExplainUnit::bytes: return memoryText(value, digits);
    case ExplainUnit::traffic: return scaled(value, kTraffic, digits);
    case ExplainUnit::perParameter: return withUnit(value, "B", digits);
    case ExplainUnit::seconds: return secondsText(value, digits);
    case ExplainUnit::days: return withUnit(value, "d", digits);
    case ExplainUnit::hours: return withUnit(value, "h", digits);
    case ExplainUnit::flops: return scaled(value, kFlops, digits);
    case ExplainUnit::flopsPerSecond: return scaled(value, kFlopRate, digits);
    case ExplainUnit::teraflops: return withUnit(value, "TFLOP/s", digits);
    case ExplainUnit::bytesPerSecond: return scaled(value, kRate, digits);
    case ExplainUnit::tokensPerSecond: return withUnit(value, "tok/s", digits);
    case ExplainUnit::money: return significant(value, digits);
  }
  return {};
}

std::string explainValueText(double value, ExplainUnit unit) { return valueText(value, unit, 4); }

}  // namespace shardscope
