// SPDX-License-Identifier: Apache-2.0
#include "tests/support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <thread>

namespace shardscope::test {
namespace {

using Clock = std::chrono::steady_clock;

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

struct Pipe {
  int readEnd = -1, writeEnd = -1;
  Pipe() {
    std::array<int, 2> ends{};
    require(::pipe2(ends.data(), O_CLOEXEC) == 0, "pipe2");
    readEnd = ends[0];
    writeEnd = ends[1];
  }
  ~Pipe() {
    closeRead();
    closeWrite();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  // Replaces the pipe by the two ends of a pseudo-terminal.
  void becomeTerminal() {
    closeRead();
    closeWrite();
    readEnd = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    require(readEnd >= 0 && ::grantpt(readEnd) == 0 && ::unlockpt(readEnd) == 0, "posix_openpt");
    writeEnd = ::open(::ptsname(readEnd), O_RDWR | O_NOCTTY | O_CLOEXEC);
    require(writeEnd >= 0, "open the terminal");
    const winsize size{40, 100, 0, 0};
    require(::ioctl(writeEnd, TIOCSWINSZ, &size) == 0, "TIOCSWINSZ");
  }
  void closeRead() { shut(readEnd); }
  void closeWrite() { shut(writeEnd); }
  static void shut(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
  }
};

// C strings of a list, null-terminated, as exec wants them.
struct StringList {
  std::vector<std::string> texts;
  std::vector<char*> pointers;
  explicit StringList(std::vector<std::string> list) : texts(std::move(list)) {
    for (auto& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
  }
};

StringList environmentOf(const Process& process) {
  std::map<std::string, std::string> variables = {{"LC_ALL", "C.UTF-8"}, {"HOME", "/nonexistent"}};
  for (const char* kept : {"PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LD_LIBRARY_PATH"})
    if (const char* value = std::getenv(kept)) variables[kept] = value;
  for (const auto& [name, value] : process.environment) variables[name] = value;
  std::vector<std::string> list;
  for (const auto& [name, value] : variables) list.push_back(name + "=" + value);
  return StringList(std::move(list));
}

pid_t spawn(const Process& process, Pipe& in, Pipe& out, Pipe& err) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!process.directory.empty()) posix_spawn_file_actions_addchdir_np(&actions, process.directory.c_str());
  if (process.closeInput)
    posix_spawn_file_actions_addclose(&actions, 0);
  else
    posix_spawn_file_actions_adddup2(&actions, in.readEnd, 0);
  if (process.closeOutput)
    posix_spawn_file_actions_addclose(&actions, 1);
  else if (!process.outputPath.empty())
    posix_spawn_file_actions_addopen(&actions, 1, process.outputPath.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  else
    posix_spawn_file_actions_adddup2(&actions, out.writeEnd, 1);
  if (process.closeError)
    posix_spawn_file_actions_addclose(&actions, 2);
  else
    posix_spawn_file_actions_adddup2(&actions, err.writeEnd, 2);
  StringList arguments(process.command), environment = environmentOf(process);
  // Signals as for a program in a terminal, also where the tests themselves run behind nohup or in the background.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  sigset_t defaults;
  sigemptyset(&defaults);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ}) sigaddset(&defaults, signal);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  pid_t child = -1;
  const int code = ::posix_spawnp(&child, process.command.at(0).c_str(), &actions, &attributes,
                                  arguments.pointers.data(), environment.pointers.data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  require(code == 0, "posix_spawn");
  return child;
}

// What we still exchange with the child.
struct Exchange {
  Pipe &in, &out, &err;
  std::string_view unsent;
  std::optional<std::size_t> readOnly;
  ProcessResult& result;

  bool open() const { return out.readEnd >= 0 || err.readEnd >= 0; }

  void send() {
    const auto sent = ::write(in.writeEnd, unsent.data(), std::min<std::size_t>(unsent.size(), 4096));
    if (sent > 0) unsent.remove_prefix(static_cast<std::size_t>(sent));
    if (unsent.empty() || (sent < 0 && errno != EAGAIN)) in.closeWrite();
  }

  static void receive(Pipe& pipe, std::string& text) {
    std::array<char, 65536> chunk;
    const auto got = ::read(pipe.readEnd, chunk.data(), chunk.size());
    if (got > 0)
      text.append(chunk.data(), static_cast<std::size_t>(got));
    else
      pipe.closeRead();
  }

  void step(int milliseconds) {
    std::array<pollfd, 3> waits = {
        {{in.writeEnd, POLLOUT, 0}, {out.readEnd, POLLIN, 0}, {err.readEnd, POLLIN, 0}}};  // −1 is ignored
    if (::poll(waits.data(), waits.size(), milliseconds) <= 0) return;
    if (waits[0].revents != 0) send();
    if (waits[1].revents != 0) receive(out, result.out);
    if (waits[2].revents != 0) receive(err, result.err);
    if (readOnly && result.out.size() >= *readOnly) out.closeRead();
  }
};

void waitFor(pid_t child, Clock::time_point deadline, ProcessResult& result) {
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (Clock::now() > deadline) {
      result.timedOut = true;
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      break;
    }
    std::this_thread::yield();
  }
  if (WIFEXITED(status))
    result.exitCode = WEXITSTATUS(status);
  else if (WIFSIGNALED(status))
    result.signal = WTERMSIG(status);
}

}  // namespace

ProcessResult run(const Process& process) {
  std::signal(SIGPIPE, SIG_IGN);
  ProcessResult result;
  Pipe in, out, err;
  if (process.terminal) out.becomeTerminal();
  if (process.nonBlocking)
    for (const int end : {in.readEnd, out.writeEnd, err.writeEnd}) ::fcntl(end, F_SETFL, O_NONBLOCK);
  const pid_t child = spawn(process, in, out, err);
  in.closeRead();
  out.closeWrite();
  err.closeWrite();
  ::fcntl(in.writeEnd, F_SETFL, O_NONBLOCK);
  if (!process.outputPath.empty() || process.closeOutput) out.closeRead();
  if (!process.input || process.input->empty()) in.closeWrite();
  const auto deadline = Clock::now() + process.timeout;
  Exchange exchange{
      in, out, err, process.input ? std::string_view(*process.input) : std::string_view(), process.readOnly, result};
  while (exchange.open() && Clock::now() < deadline) exchange.step(100);
  waitFor(child, deadline, result);
  return result;
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "shardscope-test-XXXXXX").string();
  require(::mkdtemp(name.data()) != nullptr, "mkdtemp");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, std::string_view content) const {
  std::ofstream(file(name), std::ios::binary) << content;
  return file(name);
}

std::vector<std::string> TemporaryFolder::names() const {
  std::vector<std::string> list;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) list.push_back(entry.path().filename().string());
  std::sort(list.begin(), list.end());
  return list;
}

std::string contentOf(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace shardscope::test
