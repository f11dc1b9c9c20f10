// SPDX-License-Identifier: Apache-2.0
// batch: a JSON scenario a line in, a JSON report a line out, in the same order. Blank lines are no scenarios and have
// no answer. Memory is bounded by the longest line.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/cli/atomic_file.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/context.hpp"
#include "app/cli/json_text.hpp"
#include "app/cli/line_reader.hpp"
#include "core/cost/evaluate.hpp"
#include "core/io/file.hpp"
#include "core/io/report_json.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/text/messages.hpp"

namespace shardscope::cli {
namespace {

// Closes what it opened; standard input stays open.
class Source {
 public:
  Source(int descriptor, bool owned) : descriptor_(descriptor), owned_(owned) {}
  Source(Source&& other) noexcept : descriptor_(other.descriptor_), owned_(std::exchange(other.owned_, false)) {}
  Source& operator=(Source&&) = delete;
  ~Source() {
    if (owned_) ::close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  bool owned_;
};

bool isStandardInput(const Options& options) { return options.operand.empty() || options.operand == "-"; }

Error readError(const std::string& file, int code) {
  Error error;
  error.kind = code == ENOENT || code == ENOTDIR ? ErrorKind::notFound
               : code == EISDIR                  ? ErrorKind::isDirectory
               : code == EACCES                  ? ErrorKind::notPermitted
                                                 : ErrorKind::readFailed;
  error.file = file;
  error.detail = std::strerror(code);
  return error;
}

tl::expected<Source, Error> openSource(const Options& options) {
  if (isStandardInput(options)) return Source(0, false);
  const int descriptor = ::open(options.operand.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(readError(options.operand, errno));
  Source source(descriptor, true);
  struct stat status {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode))
    return tl::unexpected(readError(options.operand, EISDIR));
  return source;
}

bool isBlank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

bool couldNotBeRead(const Error& error) {
  return error.kind == ErrorKind::syntax || error.kind == ErrorKind::notUtf8 || error.kind == ErrorKind::tooDeep ||
         error.kind == ErrorKind::tooManyNodes;
}

// Whether a refused line was JSON, whatever else is wrong with it.
bool wasJson(std::string_view line, const Errors& errors) {
  return std::none_of(errors.begin(), errors.end(), couldNotBeRead) || nlohmann::json::accept(line);
}

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
      if (status == LineReader::Status::tooLong)
        refuse({tooLong()}, false);
      else if (!isBlank(line))
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
    if (!loaded) return refuse(loaded.error(), wasJson(line, loaded.error()));
    if (context_.profile) applyProfile(*context_.profile, loaded->scenario);
    evaluateInto(loaded->scenario, report_);
    output_.write(jsonLine(reportJson(loaded->scenario, report_, context_.language())));
  }

  void refuse(Errors errors, bool isJson) {
    for (auto& error : errors) error.line = static_cast<int>(lineNumber_);
    if (!isJson && ++unreadable_ == 1) firstUnreadable_ = lineNumber_;
    auto json = invalidJson(errors, context_.language());
    json["line"] = lineNumber_;
    output_.write(jsonLine(json));
  }

  Error tooLong() const {
    Error error;
    error.kind = ErrorKind::tooLarge;
    error.file = file_;
    error.allowed = std::to_string(kMaxScenarioBytes);
    return error;
  }

  Context& context_;
  Output& output_;
  std::string file_, directory_;
  LineReader reader_;
  Report report_;  // its storage serves every line
  std::size_t lineNumber_ = 0, unreadable_ = 0, firstUnreadable_ = 0;
};

ExitCode outcome(Context& context, const Batch& batch) {
  if (batch.unreadable() == 0) return ExitCode::done;
  return context.fail(ExitCode::invalid, text("cli-batch-unreadable", context.language(),
                                              {{"count", std::to_string(batch.unreadable())},
                                               {"line", std::to_string(batch.firstUnreadable())}}));
}

ExitCode toStandardOutput(Context& context, const Source& source) {
  Batch batch(context, source.descriptor(), context.out);
  const bool complete = batch.run();
  if (const auto written = context.finishOutput(); written != ExitCode::done) return written;
  if (!complete) return context.fail(ExitCode::badInput, readError(context.options.operand, batch.readError()));
  return outcome(context, batch);
}

ExitCode toFile(Context& context, const Source& source) {
  auto file = AtomicFile::create(context.options.output);
  if (!file) return context.fail(ExitCode::cannotWrite, file.error());
  Batch batch(context, source.descriptor(), file->output());
  if (!batch.run() && !file->output().failed())
    return context.fail(ExitCode::badInput, readError(context.options.operand, batch.readError()));
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
