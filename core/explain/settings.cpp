// SPDX-License-Identifier: Apache-2.0
#include "core/explain/settings.hpp"

#include <charconv>
#include <cmath>

#include "core/explain/symbols.hpp"
#include "core/scenario/derived.hpp"

namespace shardscope {
namespace {

std::optional<double> numberIn(const Value& value, std::string_view item) {
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    std::size_t place = 0;
    const auto [end, error] = std::from_chars(item.data(), item.data() + item.size(), place);
    if (error != std::errc{} || end != item.data() + item.size() || place >= list->size()) return std::nullopt;
    return static_cast<double>((*list)[place]);
  }
  if (!item.empty()) return std::nullopt;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return std::nullopt;
}

// The field `name`, or an item of it: "parallel.stage_layers.3".
template <class Root>
std::optional<SettingNumber> numberOf(std::span<const Field<Root>> fields, const Root& root, const Root& stated,
                                      std::string_view name) {
  for (const auto& field : fields) {
    if (!name.starts_with(field.name)) continue;
    auto item = name.substr(field.name.size());
    if (!item.empty() && item.front() != '.') continue;
    if (!item.empty()) item.remove_prefix(1);
    const auto number = numberIn(field.read(root), item);
    if (!number) return std::nullopt;
    return SettingNumber{*number, !std::holds_alternative<std::monostate>(field.read(stated))};
  }
  return std::nullopt;
}

}  // namespace

std::optional<SettingNumber> settingNumber(const Scenario& scenario, std::string_view name) {
  constexpr std::string_view kModel = "model.", kGpu = "cluster.gpu.";
  if (name == "shardscope") return SettingNumber{kFormatVersion};
  const auto& shape = scenario.model.shape;
  if (name.starts_with(kModel)) {
    if (scenario.model.source != ModelSource::inlineDimensions) return std::nullopt;
    return numberOf<ModelShape>(modelFields(), shape, shape, name.substr(kModel.size()));
  }
  const auto& device = scenario.cluster.device;
  if (name.starts_with(kGpu)) {
    if (!scenario.cluster.gpuId.empty()) return std::nullopt;
    return numberOf<Device>(deviceFields(), device, device, name.substr(kGpu.size()));
  }
  return numberOf<Scenario>(scenarioFields(), withDefaults(scenario), scenario, name);
}

void explainSetting(Draft& d, std::string_view name, const SettingNumber& number) {
  if (name == keyName(Key::dp) && !number.isStated) {
    auto ranks = sym::tensorParallel(d);
    ranks = std::move(ranks) * sym::pipeline(d) * sym::contextParallel(d);
    return d.give("d", ExplainUnit::count, sym::gpus(d) / std::move(ranks), number.value);
  }
  const auto unit = std::nearbyint(number.value) == number.value ? ExplainUnit::count : ExplainUnit::number;
  d.give("x", unit, d.symbol("x", number.isStated ? "stated" : "default", number.value, unit), number.value);
}

}  // namespace shardscope
