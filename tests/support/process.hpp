// SPDX-License-Identifier: Apache-2.0
#pragma once
// Runs a real program and catches everything it says.

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardscope::test {

struct ProcessResult {
  int exitCode = -1;  // -1: ended by a signal or by us
  int signal = 0;
  bool timedOut = false;
  std::string out, err;
};

struct Process {
  std::vector<std::string> command;                              // program and arguments
  std::optional<std::string> input;                              // standard input; none = empty
  std::vector<std::pair<std::string, std::string>> environment;  // on top of a clean one: PATH, HOME, LC_ALL=C.UTF-8
  std::string directory;                                         // of work; empty = ours
  std::string outputPath;                                        // standard output goes there instead of `out`
  bool terminal = false;                                         // standard output is a terminal of 100 columns
  bool closeInput = false, closeOutput = false, closeError = false;
  bool nonBlocking = false;             // its ends of the pipes are O_NONBLOCK
  std::optional<std::size_t> readOnly;  // stop reading `out` after so many bytes, then close it
  std::chrono::seconds timeout{60};
};

ProcessResult run(const Process& process);

// A folder of its own for one test, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  std::string write(const std::string& name, std::string_view content) const;  // returns the path
  std::vector<std::string> names() const;                                      // of everything in it, sorted

 private:
  std::string path_;
};

std::string contentOf(const std::string& path);

}  // namespace shardscope::test
