// SPDX-License-Identifier: Apache-2.0
#include "core/validate/run_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/io/utf8.hpp"

namespace shardscope {
namespace {

using enum RunColumnKind;

constexpr std::array kOwnColumns = {RunColumn{"id", id},
                                    RunColumn{"family", family},
                                    RunColumn{"source", remark},
                                    RunColumn{"framework", framework},
                                    RunColumn{"variant", variant},
                                    RunColumn{"model", model},
                                    RunColumn{"gpu", gpu},
                                    RunColumn{"gpu_named", gpuNamed},
                                    RunColumn{"precision_detail", precisionDetail},
                                    RunColumn{"assumed", assumed},
                                    RunColumn{"step_s", stepS},
                                    RunColumn{"peak_memory_bytes", peakMemoryBytes},
                                    RunColumn{"memory_kind", memoryKind},
                                    RunColumn{"notes", remark}};

// "overlap.tp" → "overlap_tp": without their group these would be the degrees.
std::string_view columnName(Key key) {
  switch (key) {
    case Key::overlapDp: return "overlap_dp";
    case Key::overlapPp: return "overlap_pp";
    case Key::overlapTp: return "overlap_tp";
    case Key::overlapEp: return "overlap_ep";
    default: break;
  }
  const auto dotted = keyName(key);
  return dotted.substr(dotted.find('.') + 1);
}

// What changes no figure that a run can be compared with.
bool isBeside(Key key) {
  constexpr std::array kBeside = {
      Key::name,           Key::pricePerGpuHour,      Key::trainTokens,         Key::fineTune,
      Key::flopConvention, Key::globalBatchTokensMin, Key::globalBatchTokensMax};
  return std::find(kBeside.begin(), kBeside.end(), key) != kBeside.end();
}

std::vector<RunColumn> makeColumns() {
  std::vector<RunColumn> columns(kOwnColumns.begin(), kOwnColumns.end());
  for (std::size_t i = 0; i < modelFields().size(); ++i) columns.push_back({modelFields()[i].name, dimension, i});
  for (std::size_t i = 0; i < scenarioFields().size(); ++i) {
    const auto key = static_cast<Key>(i);
    // `dropout` is a dimension too: the model's habit, which the workload follows.
    if (!isBeside(key) && key != Key::dropout) columns.push_back({columnName(key), setting, i});
  }
  return columns;
}

std::string lowered(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

std::optional<double> numberIn(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

constexpr double kExact = 9007199254740992.0;  // 2^53

std::optional<std::int64_t> integerIn(std::string_view text) {
  const auto value = numberIn(text);
  if (!value || std::nearbyint(*value) != *value || std::fabs(*value) > kExact) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

std::optional<bool> booleanIn(std::string_view cell) {
  const auto lower = lowered(cell);
  if (lower == "1" || lower == "true" || lower == "1.0") return true;
  if (lower == "0" || lower == "false" || lower == "0.0") return false;
  return std::nullopt;
}

std::optional<std::vector<std::int64_t>> listIn(std::string_view cell) {
  std::vector<std::int64_t> items;
  while (!cell.empty()) {
    const auto end = std::min(cell.find_first_of(" ,"), cell.size());
    if (end > 0) {
      const auto item = integerIn(cell.substr(0, end));
      if (!item) return std::nullopt;
      items.push_back(*item);
    }
    cell.remove_prefix(std::min(end + 1, cell.size()));
  }
  return items;
}

template <class T>
Value orNull(const std::optional<T>& value) {
  return value ? Value(*value) : Value{};
}

// The cell read as this kind of value; null if it cannot be.
Value converted(std::string_view cell, FieldKind kind) {
  switch (kind) {
    case FieldKind::boolean: return orNull(booleanIn(cell));
    case FieldKind::integer: return orNull(integerIn(cell));
    case FieldKind::number: return orNull(numberIn(cell));
    case FieldKind::integerList: return orNull(listIn(cell));
    case FieldKind::word: return Value(lowered(cell));
    case FieldKind::text: return Value(std::string(cell));
  }
  return {};
}

ErrorKind kindOf(FieldError error) {
  if (error == FieldError::outOfRange) return ErrorKind::outOfRange;
  return error == FieldError::unknownWord ? ErrorKind::unknownWord : ErrorKind::wrongType;
}

}  // namespace

const std::vector<RunColumn>& runColumns() {
  static const std::vector<RunColumn> columns = makeColumns();
  return columns;
}

const RunColumn* runColumn(std::string_view name) {
  const auto& columns = runColumns();
  const auto lower = lowered(name);
  const auto found = std::find_if(columns.begin(), columns.end(), [&](const RunColumn& c) { return c.name == lower; });
  return found == columns.end() ? nullptr : &*found;
}

tl::expected<Value, Error> cellValue(std::string_view column, std::string_view cell, const CellType& type) {
  auto value = converted(cell, type.kind);
  const auto error = fits(type.kind, false, type.min, type.max, type.words, value);
  if (error == FieldError::none) return value;
  const bool isNumber = type.kind == FieldKind::number || type.kind == FieldKind::integer;
  return tl::unexpected(Error{.kind = kindOf(error),
                              .key = std::string(column),
                              .found = shortened(cell),
                              .allowed = type.kind == FieldKind::boolean
                                             ? "0, 1"
                                             : describeAllowed(type.kind, false, type.min, type.max, type.words),
                              .detail = error == FieldError::wrongType && isNumber ? "csv-number" : ""});
}

bool leavesOpen(std::string_view name, const Scenario& s) {
  struct Asked {
    std::string_view name;
    bool (*applies)(const Scenario&);
  };
  static constexpr auto kAlways = [](const Scenario&) { return true; };
  static constexpr auto kTp = [](const Scenario& x) { return x.parallel.tp > 1; };
  static constexpr auto kPp = [](const Scenario& x) { return x.parallel.pp > 1; };
  static constexpr auto kMoe = [](const Scenario& x) { return isMoe(x.model.shape); };
  static constexpr auto kInline = [](const Scenario& x) { return x.model.source == ModelSource::inlineDimensions; };
  static constexpr std::array kAsked = {
      // clang-format off
      Asked{"gpus_per_node", kAlways}, Asked{"nic_bytes_per_s", kAlways}, Asked{"stack", kAlways},
      Asked{"kv_heads", kInline}, Asked{"gated", kInline}, Asked{"norm", kInline}, Asked{"tied", kInline},
      Asked{"experts", kInline}, Asked{"kv_rank", kInline},
      Asked{"micro_batch", kAlways}, Asked{"precision", kAlways}, Asked{"adapter", kAlways},
      Asked{"recompute", kAlways}, Asked{"flash_attention", kAlways}, Asked{"cross_entropy", kAlways},
      Asked{"recompute_layers", [](const Scenario& x) { return x.workload.recompute == Recompute::full; }},
      Asked{"weight_bytes", kAlways}, Asked{"gradient_bytes", kAlways}, Asked{"optimizer_bytes", kAlways},
      Asked{"sp", kTp}, Asked{"overlap_tp", kTp}, Asked{"vpp", kPp}, Asked{"schedule", kPp},
      Asked{"cp", kAlways}, Asked{"ep", kMoe}, Asked{"etp", kMoe}, Asked{"overlap_ep", kMoe},
      Asked{"ep_deduplicate", kMoe}, Asked{"capacity_factor", kMoe},
      Asked{"zero", kAlways}, Asked{"shard_group", kAlways}, Asked{"overlap_dp", kAlways},
      // clang-format on
  };
  const auto found = std::find_if(kAsked.begin(), kAsked.end(), [&](const Asked& a) { return a.name == name; });
  return found != kAsked.end() && found->applies(s);
}

}  // namespace shardscope
