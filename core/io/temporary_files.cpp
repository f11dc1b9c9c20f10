// SPDX-License-Identifier: Apache-2.0
#include "core/io/temporary_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>
#include <utility>

namespace shardscope {
namespace {

// Names of the temporaries in existence, for the signal handler, which may neither allocate nor lock.
struct Slot {
  std::atomic<bool> taken{false};
  std::atomic<bool> ready{false};  // `name` is complete
  std::array<char, 4096> name{};
};
std::array<Slot, 16> slots;
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void removeTemporaryFilesAndDie(int signal) {
  for (auto& slot : slots)
    if (slot.ready.load()) ::unlink(slot.name.data());
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

// The slot that now holds `name`; -1 if there is none or the name is longer than any path.
int remember(const std::string& name) {
  if (name.size() >= slots[0].name.size()) return -1;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].taken.exchange(true)) continue;
    std::memcpy(slots[i].name.data(), name.c_str(), name.size() + 1);
    slots[i].ready = true;
    return static_cast<int>(i);
  }
  return -1;
}

void forget(int index) {
  if (index < 0) return;
  auto& slot = slots[static_cast<std::size_t>(index)];
  slot.ready = false;
  slot.taken = false;
}

}  // namespace

// Not mkstemp: mode 0666 lets the kernel apply the user's umask without our asking for it.
TemporaryFile::TemporaryFile(const std::string& folder) {
  std::random_device random;
  for (int attempt = 0; attempt < 100; ++attempt) {
    name_ = fmt::format("{}/.shardscope-{:08x}{:08x}.tmp", folder, random(), random());
    slot_ = remember(name_);  // before the file exists: no signal finds one that is not on the list
    const int fd = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    const int code = errno;
    if (fd >= 0) {
      descriptor_ = Descriptor(fd);
      return;
    }
    forget(std::exchange(slot_, -1));
    name_.clear();
    errno = code;
    if (code != EEXIST) return;
  }
}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : name_(std::exchange(other.name_, {})),
      slot_(std::exchange(other.slot_, -1)),
      descriptor_(std::move(other.descriptor_)) {}

TemporaryFile::~TemporaryFile() {
  if (!name_.empty()) ::unlink(name_.c_str());
  forget(slot_);
}

bool TemporaryFile::renameTo(const std::string& target) {
  if (::rename(name_.c_str(), target.c_str()) != 0) return false;
  name_.clear();
  forget(std::exchange(slot_, -1));
  return true;
}

void removeTemporaryFilesOnSignals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    if (std::signal(signal, removeTemporaryFilesAndDie) == SIG_IGN) std::signal(signal, SIG_IGN);
}

}  // namespace shardscope
