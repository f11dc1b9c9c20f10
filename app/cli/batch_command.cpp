// SPDX-License-Identifier: Apache-2.0
// batch: a JSON scenario a line in, a JSON report a line out, in the same order: line n answers line n. A blank line is
// no scenario and is refused like any other, except behind the last one that is. Memory is bounded by the longest line.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/line_reader.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/atomic_file.hpp"
#include "core/io/file_error.hpp"
#include "core/io/report_json.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/io/tree.hpp"
#include "core/rules/rules.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

bool isStandardInput(const Options& options) { return options.operand.empty() || options.operand == "-"; }

struct Source {
  int descriptor = STDIN_FILENO;
  Descriptor owned;
};

tl::expected<Source, Error> openSource(const Options& options) {
  if (isStandardInput(options)) return Source{};
  Descriptor file(::open(options.operand.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (!file.isOpen() || ::fstat(file.get(), &status) != 0) return tl::unexpected(readError(errno, options.operand));
  if (S_ISDIR(status.st_mode)) return tl::unexpected(readError(EISDIR, options.operand));
  return Source{file.get(), std::move(file)};
}

bool isBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

class Batch {
 public:
  Batch(Context& context, int source, Output& output)
      : context_(context),
        output_(output),
        file_(isStandardInput(context.options) ? std::string() : context.options.operand),
        directory_(std::filesystem::path(file_).parent_path().string()),
        reader_(source, kMaxScenarioBytes, [&output] { output.flush(); }) {}

  // False when reading or writing failed.
  bool run() {
    std::string_view line;
    while (!output_.failed()) {
      const auto status = reader_.next(line);
      if (status == LineReader::Status::end) return output_.flush();
      if (status == LineReader::Status::failed) return false;
      ++lineNumber_;
      if (status == LineReader::Status::line && isBlank(line)) continue;
      refuseBlankLines();
      ++answered_;
      if (status == LineReader::Status::tooLong)
        refuse({tooLong()}, false);
      else
        answer(line);
    }
    return false;
  }

  int readError() const { return reader_.error(); }
  std::size_t unreadable() const { return unreadable_; }
  std::size_t firstUnreadable() const { return firstUnreadable_; }

 private:
  void answer(std::string_view line) {
    auto loaded = parseScenarioJson(line, file_, directory_, context_.language());
    if (!loaded) return refuse(loaded.error(), isJson(line));
    for (const auto& notice : loaded->notices) tellOnce(notice);
    if (context_.profile) applyProfile(*context_.profile, loaded->scenario);
    evaluateInto(loaded->scenario, report_);
    checkFewestDimensions(loaded->scenario, report_);
    output_.write(jsonLine(reportJson(loaded->scenario, report_, context_.language())));
  }

  // Line answered_ + 1 is the next that has no answer yet.
  void refuseBlankLines() {
    for (; answered_ + 1 < lineNumber_; ++answered_)
      refuse({{.kind = ErrorKind::syntax, .file = file_, .detail = "blank-line"}}, false, answered_ + 1);
  }

  void refuse(Errors errors, bool isJson) { refuse(std::move(errors), isJson, lineNumber_); }
  void refuse(Errors errors, bool isJson, std::size_t number) {
    for (auto& error : errors)
      if (error.file == file_) error.line = static_cast<int>(number);  // not those of a config.json that the line names
    if (!isJson && ++unreadable_ == 1) firstUnreadable_ = number;
    output_.write(jsonLine(invalidJson(errors, number, context_.language())));
  }

  Error tooLong() const {
    return {.kind = ErrorKind::tooLarge,
            .file = file_,
            .found = std::to_string(reader_.length()),
            .allowed = std::to_string(kMaxScenarioBytes),
            .detail = "line-too-long"};
  }

  // What holds of many lines is said at the first of them.
  void tellOnce(const std::string& notice) {
    if (!told_.insert(std::hash<std::string>()(notice)).second) return;
    context_.note(
        text("cli-batch-notice", context_.language(), {{"line", std::to_string(lineNumber_)}, {"notice", notice}}));
  }

  Context& context_;
  Output& output_;
  std::string file_, directory_;
  LineReader reader_;
  Report report_;  // its storage serves every line
  std::size_t lineNumber_ = 0, answered_ = 0, unreadable_ = 0, firstUnreadable_ = 0;
  std::unordered_set<std::size_t> told_;  // hashes of notices
};

ExitCode outcome(Context& context, const Batch& batch) {
  if (batch.unreadable() == 0) return ExitCode::done;
  return context.fail(ExitCode::invalid, text("cli-batch-unreadable", context.language(),
                                              {{"count", std::to_string(batch.unreadable())},
                                               {"line", std::to_string(batch.firstUnreadable())}}));
}

ExitCode toStandardOutput(Context& context, const Source& source) {
  Batch batch(context, source.descriptor, context.out);
  const bool complete = batch.run();
  if (const auto written = context.finishOutput(); written != ExitCode::done) return written;
  if (!complete) return context.fail(ExitCode::badInput, readError(batch.readError(), context.options.operand));
  return outcome(context, batch);
}

ExitCode toFile(Context& context, const Source& source) {
  const auto& path = context.options.output;
  auto file = AtomicFile::create(path, Pipes::use);
  if (!file) return context.fail(ExitCode::cannotWrite, file.error());
  Output output(file->descriptor());
  Batch batch(context, source.descriptor, output);
  const bool complete = batch.run();
  if (output.failed()) return context.fail(ExitCode::cannotWrite, writeError(output.error(), path));
  if (!complete) return context.fail(ExitCode::badInput, readError(batch.readError(), context.options.operand));
  if (const auto committed = file->commit(); !committed) return context.fail(ExitCode::cannotWrite, committed.error());
  return outcome(context, batch);
}

}  // namespace

ExitCode runBatch(Context& context) {
  const auto source = openSource(context.options);
  if (!source) return context.fail(ExitCode::badInput, source.error());
  const auto& output = context.options.output;
  return output.empty() || output == "-" ? toStandardOutput(context, *source) : toFile(context, *source);
}

}  // namespace shardscope::cli
