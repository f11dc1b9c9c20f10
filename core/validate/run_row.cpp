// SPDX-License-Identifier: Apache-2.0
#include "core/validate/run_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/catalogue/catalogue.hpp"
#include "core/io/utf8.hpp"
#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

using enum RunColumnKind;

constexpr CellType kSeconds{FieldKind::number, 1e-9, 1e9, {}};
constexpr CellType kMemoryBytes{FieldKind::number, 1, 1e15, {}};
constexpr CellType kFlag{FieldKind::boolean, 0, 0, {}};

class RowMapper {
 public:
  RowMapper(const CsvRow& row, const std::vector<const RunColumn*>& columns, const RunTableContext& context)
      : row_(row), columns_(columns), context_(context) {}

  tl::expected<MeasuredRun, LeftOutRow> mapped() {
    run_.line = row_.line;
    run_.id = std::string(cell("id"));
    if (run_.id.empty()) run_.id = fmt::format("line-{}", row_.line);
    if (row_.cells.size() != columns_.size()) {
      fail({.kind = ErrorKind::syntax,
            .found = fmt::format("{}", row_.cells.size()),
            .allowed = fmt::format("{}", columns_.size()),
            .detail = "csv-cells"});
      return tl::unexpected(leftOut());
    }
    readModel();
    readDevice();
    readSettings();
    readTexts();
    readMeasured();
    if (!error_) requireFigures();
    if (error_) return tl::unexpected(leftOut());
    listAssumed();
    return std::move(run_);
  }

 private:
  std::string_view cell(std::string_view name) const {
    for (std::size_t i = 0; i < columns_.size() && i < row_.cells.size(); ++i)
      if (columns_[i] && columns_[i]->name == name) return row_.cells[i];
    return {};
  }

  std::string familyIn() const { return cell("family").empty() ? "user" : std::string(cell("family")); }

  // The first thing that is wrong with a row is its reason.
  void fail(Error error) {
    if (error_) return;
    error.file = context_.file;
    error.line = row_.line;
    error_ = std::move(error);
  }
  void missing(std::string_view column, const char* detail = "") {
    fail({.kind = ErrorKind::missingKey, .key = std::string(column), .detail = detail});
  }

  LeftOutRow leftOut() const {
    auto reason = error_ ? message(*error_, context_.language) : std::string();
    return {run_.id, familyIn(), row_.line, std::move(reason)};
  }

  // The value of a cell that is not empty; nothing (and reported) if it makes no sense.
  std::optional<Value> value(std::string_view column, const CellType& type) {
    const auto text = cell(column);
    if (text.empty()) return std::nullopt;
    auto read = cellValue(column, text, type);
    if (!read) {
      fail(read.error());
      return std::nullopt;
    }
    return std::move(*read);
  }

  std::optional<double> number(std::string_view column, const CellType& type) {
    const auto found = value(column, type);
    if (!found) return std::nullopt;
    const auto* whole = std::get_if<std::int64_t>(&*found);
    return whole ? static_cast<double>(*whole) : std::get<double>(*found);
  }

  template <class Entry>
  const Entry* named(std::string_view id, const std::vector<Entry>& entries) const {
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    for (const auto& entry : entries)
      if (std::equal(id.begin(), id.end(), entry.id.begin(), entry.id.end(), same)) return &entry;
    return nullptr;
  }

  template <class Entry>
  void unknownId(std::string_view column, const std::vector<Entry>& entries) {
    std::vector<std::string> ids;
    for (const auto& entry : entries) ids.push_back(entry.id);
    const std::string found(cell(column));
    fail({.kind = ErrorKind::unknownId,
          .key = std::string(column),
          .found = shortened(found),
          .allowed = fmt::format("{}", fmt::join(Catalogue::nearest(found, ids), ", "))});
  }

  // Dimensions that stand in the row win over those of the model named.
  void readModel() {
    auto& model = run_.scenario.model;
    run_.model = std::string(cell("model"));
    const bool isComplete =
        !cell("layers").empty() && !cell("hidden").empty() && !cell("heads").empty() && !cell("vocab").empty();
    if (!isComplete) {
      const auto* entry = named(run_.model, context_.catalogue.models());
      if (!entry && run_.model.empty()) return missing("model", "csv-model");
      if (!entry) return unknownId("model", context_.catalogue.models());
      model = {.source = ModelSource::preset, .reference = entry->id, .shape = entry->shape};
    }
    const auto preset = model.shape;
    for (const auto* column : columns_)
      if (column && column->kind == dimension) {
        const auto& field = modelFields()[column->row];
        if (const auto given = value(column->name, cellType(field))) field.write(model.shape, *given);
      }
    if (model.source == ModelSource::preset && model.shape == preset) return;
    if (model.source == ModelSource::preset) model.shape.parametersExact = model.shape.parametersActiveExact = {};
    model.source = ModelSource::inlineDimensions;
    model.reference.clear();
    checkShape();
  }

  void checkShape() {
    const auto& shape = run_.scenario.model.shape;
    const auto need = [&](std::string_view column, std::int64_t found, const char* detail = "") {
      if (found < 1) missing(column, detail);
    };
    const bool everyLayerHasExperts = isMoe(shape) && shape.denseLayers == 0 && shape.moeEvery == 1;
    if (!everyLayerHasExperts) need("ffn", shape.ffn);
    if (isMoe(shape)) {
      need("top_k", shape.topK, "moe");
      need("expert_ffn", shape.expertFfn, "moe");
    }
    if (usesMla(shape)) {
      need("nope_dim", shape.nopeDim, "mla");
      need("rope_dim", shape.ropeDim, "mla");
      need("v_dim", shape.vDim, "mla");
    }
  }

  void readDevice() {
    auto& cluster = run_.scenario.cluster;
    run_.gpu = std::string(cell("gpu"));
    if (run_.gpu.empty()) return missing("gpu");
    const auto* entry = named(run_.gpu, context_.catalogue.devices());
    if (!entry) return unknownId("gpu", context_.catalogue.devices());
    cluster.gpuId = entry->id;
    cluster.device = entry->device;
  }

  void readSettings() {
    for (const char* name : {"sequence_length", "global_batch", "tp", "pp"})
      if (cell(name).empty()) missing(name);
    if (cell("gpus").empty() && cell("nodes").empty()) missing("gpus");
    auto& scenario = run_.scenario;
    for (const auto* column : columns_)
      if (column && column->kind == setting) {
        const auto& field = scenarioFields()[column->row];
        if (const auto given = value(column->name, cellType(field))) field.write(scenario, *given);
      }
    if (scenario.cluster.gpus) scenario.cluster.nodes.reset();
    scenario.name = run_.id;
  }

  void readTexts() {
    run_.family = familyIn();
    run_.framework = std::string(cell("framework"));
    run_.variant = std::string(cell("variant"));
    run_.precisionDetail = std::string(cell("precision_detail"));
    auto rest = cell("assumed");
    while (!rest.empty()) {
      const auto end = std::min(rest.find(' '), rest.size());
      if (end > 0) run_.assumed.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }

  void readMeasured() {
    if (const auto named = value("gpu_named", kFlag)) run_.gpuNamed = std::get<bool>(*named);
    run_.stepS = number("step_s", kSeconds);
    run_.peakMemoryBytes = number("peak_memory_bytes", kMemoryBytes);
    if (!run_.stepS && !run_.peakMemoryBytes) missing("step_s", "csv-measured");
    const CellType kinds{FieldKind::word, 0, 0, EnumWords<MemoryKind>::words};
    if (const auto kind = value("memory_kind", kinds))
      run_.memoryKind = *fromWord<MemoryKind>(std::get<std::string>(*kind));
  }

  // Stages given layer by layer may hold fractions of a chunk, whatever L-1 says of whole ones.
  bool isHarmless(const Issue& issue) const {
    const auto& scenario = run_.scenario;
    return issue.severity != Severity::error || (issue.rule == RuleId::L1 && !scenario.parallel.stageLayers.empty() &&
                                                 scenario.model.shape.layers >= scenario.parallel.pp);
  }

  void requireFigures() {
    std::vector<Issue> issues;
    check(run_.scenario, issues);
    for (const auto& issue : issues)
      if (!isHarmless(issue))
        fail({.kind = ErrorKind::outOfRange,
              .key = std::string(ruleName(issue.rule)),
              .found = message(issue, run_.scenario, context_.language),
              .detail = "csv-rule"});
  }

  void listAssumed() {
    const auto add = [&](std::string_view name) {
      if (std::find(run_.assumed.begin(), run_.assumed.end(), name) == run_.assumed.end())
        run_.assumed.emplace_back(name);
    };
    for (const auto& column : runColumns())
      if (cell(column.name).empty() && leavesOpen(column.name, run_.scenario)) add(column.name);
    if (run_.peakMemoryBytes && cell("memory_kind").empty()) add("memory_kind");
  }

  const CsvRow& row_;
  const std::vector<const RunColumn*>& columns_;
  const RunTableContext& context_;
  MeasuredRun run_;
  std::optional<Error> error_;
};

}  // namespace

tl::expected<MeasuredRun, LeftOutRow> mapRunRow(const CsvRow& row, const std::vector<const RunColumn*>& columns,
                                                const RunTableContext& context) {
  return RowMapper(row, columns, context).mapped();
}

}  // namespace shardscope
