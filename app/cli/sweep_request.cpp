// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sweep_request.hpp"

#include <algorithm>

#include "app/cli/whole_number.hpp"
#include "core/io/sweep_table.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

constexpr std::size_t kDefaultTop = 20, kMostTop = 100'000, kMostValues = 1000;
constexpr unsigned kMostThreads = 256;

std::vector<std::string> splitAt(char separator, const std::string& list) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (true) {
    const auto place = list.find(separator, start);
    parts.push_back(list.substr(start, place - start));
    if (place == std::string::npos) return parts;
    start = place + 1;
  }
}

std::string joined(std::span<const std::string_view> words) {
  std::string names;
  for (const auto name : words) names += (names.empty() ? "" : ", ") + std::string(name);
  return names;
}

std::string allAxes() { return "dp, " + joined(EnumWords<Dim>::words); }

std::span<const std::string_view> wordsOf(SweepAxis axis) {
  return axis.isDp() || axis.dim == Dim::gpus ? std::span<const std::string_view>{} : field(keyOf(axis.dim)).words;
}

// Least and greatest number that the setting can hold.
std::pair<std::int64_t, std::int64_t> bounds(SweepAxis axis) {
  const auto& row = field(axis.isDp() ? Key::dp : keyOf(axis.dim));
  return {static_cast<std::int64_t>(row.min), static_cast<std::int64_t>(row.max)};
}

std::string allowedFor(SweepAxis axis) {
  const auto name = std::string(axisName(axis));
  if (axis.isDp()) return name + ", " + name + "=N";
  if (const auto words = wordsOf(axis); !words.empty()) return name + "=" + joined(words) + " (A/B/…)";
  const auto [least, greatest] = bounds(axis);
  return name + "=LEAST:GREATEST, " + name + "=N/N/…, N = " + std::to_string(least) + " … " + std::to_string(greatest);
}

}  // namespace

SweepRequest SweepRequestReader::request() {
  SweepRequest request{space(), {}, 0};
  auto& wanted = request.options;
  request.listed = number("--top", options_.top, 1, kMostTop, kDefaultTop);
  wanted.top = std::max(request.listed, kCompared);
  wanted.threads = static_cast<unsigned>(number("--threads", options_.threads, 1, kMostThreads, 0));
  wanted.keepInfeasible = options_.keepInfeasible;
  if (!options_.metric.empty()) {
    const auto metric = fromWord<Metric>(options_.metric);
    if (!metric) refuse("--metric", options_.metric, joined(EnumWords<Metric>::words));
    wanted.metric = metric.value_or(Metric::mfu);
  }
  readAxes(request);
  return request;
}

SweepSpace SweepRequestReader::space() {
  if (options_.vary.empty()) return fullSpace(scenario_);
  for (const auto& item : splitAt(',', options_.vary))
    if (auto found = named(item)) {
      // Values of one dimension stand in one item: a second would silently replace the first.
      const auto repeats = [&](const Named& other) {
        return other.axis == found->axis && !(other.values.empty() && found->values.empty());
      };
      if (std::any_of(named_.begin(), named_.end(), repeats))
        refuse("--vary", options_.vary, item.substr(0, item.find('=')) + "=VALUE/VALUE/…");
      named_.push_back(std::move(*found));
    }
  // The default schedule goes on following vpp: a choice of schedules of one's own comes after it.
  std::stable_partition(named_.begin(), named_.end(), [](const Named& each) { return each.axis.dim != Dim::schedule; });
  auto space = fixedSpace(scenario_);
  for (const auto& each : named_) apply(space, each);
  return space;
}

// NAME, NAME=LEAST:GREATEST or NAME=VALUE/VALUE/…
std::optional<SweepRequestReader::Named> SweepRequestReader::named(const std::string& item) {
  const auto equals = item.find('=');
  const auto found = axis("--vary", item.substr(0, equals));
  if (!found) return std::nullopt;
  if (equals == std::string::npos) return Named{*found, {}};
  auto chosen = values(item, *found, item.substr(equals + 1));
  if (chosen.empty()) return std::nullopt;
  return Named{*found, std::move(chosen)};
}

SweepRequestReader::Values SweepRequestReader::values(const std::string& item, SweepAxis axis,
                                                      const std::string& wanted) {
  Values chosen;
  if (const auto range = splitAt(':', wanted); range.size() == 2) {
    chosen = valuesOfRange(axis, range[0], range[1]);
  } else {
    for (const auto& text : splitAt('/', wanted)) {
      const auto one = value(axis, text);
      if (!one || chosen.size() == kMostValues) {
        chosen.clear();
        break;
      }
      chosen.push_back(*one);
    }
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  if (axis.isDp() && chosen.size() > 1) chosen.clear();
  if (chosen.empty()) refuse("--vary", item, allowedFor(axis));
  return chosen;
}

SweepRequestReader::Values SweepRequestReader::valuesOfRange(SweepAxis axis, const std::string& least,
                                                             const std::string& greatest) const {
  const auto from = value(axis, least), to = value(axis, greatest);
  if (axis.isDp() || !wordsOf(axis).empty() || !from || !to) return {};
  return valuesBetween(scenario_, axis.dim, *from, *to);
}

std::optional<std::int64_t> SweepRequestReader::value(SweepAxis axis, const std::string& text) const {
  if (const auto words = wordsOf(axis); !words.empty()) {
    const auto place = std::find(words.begin(), words.end(), text);
    return place == words.end() ? std::nullopt : std::optional(place - words.begin());
  }
  const auto [least, greatest] = bounds(axis);
  const auto number = wholeNumber(text, static_cast<std::size_t>(least), static_cast<std::size_t>(greatest));
  return number ? std::optional(static_cast<std::int64_t>(*number)) : std::nullopt;
}

void SweepRequestReader::apply(SweepSpace& space, const Named& named) {
  if (named.axis.isDp())
    space.dp = named.values.empty() ? std::nullopt : std::optional(named.values.front());
  else if (named.values.empty())
    freeDim(space, named.axis.dim);
  else
    setValues(space, named.axis.dim, named.values);
}

bool SweepRequestReader::isNamed(SweepAxis axis) const {
  const bool byDefault = options_.vary.empty() && axis.dim >= Dim::tp;
  return byDefault || std::any_of(named_.begin(), named_.end(), [&](const Named& each) { return each.axis == axis; });
}

// A dimension that is to be an axis is free.
void SweepRequestReader::readAxes(SweepRequest& request) {
  const auto names = splitAt(',', options_.axes.empty() ? "pp,tp" : options_.axes);
  if (names.size() != 2) return refuseAxes("cli-usage-axes-count", options_.axes);
  if (names[0] == names[1] && axisNamed(names[0])) return refuseAxes("cli-usage-axes-same", names[0]);
  const auto x = axis("--axes", names[0]), y = axis("--axes", names[1]);
  if (!x || !y) return;
  request.options.x = *x;
  request.options.y = *y;
  if (options_.axes.empty()) return;
  for (const auto& each : {*x, *y})
    if (!isNamed(each)) apply(request.space, {each, {}});
}

std::optional<SweepAxis> SweepRequestReader::axis(const char* option, const std::string& name) {
  const auto found = axisNamed(name);
  if (!found) refuse(option, name, allAxes());
  return found;
}

std::size_t SweepRequestReader::number(const char* option, const std::string& text, std::size_t least,
                                       std::size_t greatest, std::size_t otherwise) {
  if (text.empty()) return otherwise;
  const auto value = wholeNumber(text, least, greatest);
  if (!value && problem_.empty()) problem_ = notAWholeNumber(option, text, least, greatest, options_.language);
  return value.value_or(otherwise);
}

void SweepRequestReader::refuseAxes(const char* message, const std::string& found) {
  if (problem_.empty()) problem_ = text(message, options_.language, {{"found", found}, {"allowed", allAxes()}});
}

void SweepRequestReader::refuse(const char* option, const std::string& found, const std::string& allowed) {
  if (problem_.empty())
    problem_ = text("cli-usage-list", options_.language, {{"option", option}, {"found", found}, {"allowed", allowed}});
}

}  // namespace shardscope::cli
