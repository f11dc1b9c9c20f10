// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

#include "core/scenario/derived.hpp"
#include "core/sweep/walker.hpp"

namespace shardscope {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kFlushEvery = std::chrono::milliseconds(10);
constexpr auto kProgressEvery = std::chrono::milliseconds(30);
constexpr unsigned kMostThreads = 256;

unsigned threadCount(unsigned asked, std::uint64_t blocks) {
  const auto wanted = asked > 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::clamp<std::uint64_t>(blocks, 1, std::min(wanted, kMostThreads)));
}

// Blocks are handed out by number; each thread keeps its own tally and empties it into the common one now and then.
class Sweep {
 public:
  Sweep(const SweepSpace& space, const SweepOptions& options, std::stop_token stop,
        const std::function<void(const SweepResult&)>& progress)
      : space_(space),
        options_(options),
        map_(mapOf(space, options)),
        stop_(std::move(stop)),
        progress_(progress),
        common_(emptyTally()) {}

  SweepResult run() {
    total_ = candidateCount(space_);
    const auto blocks = BlockWalker(space_, options_, map_, stop_).blockCount();
    {
      std::vector<std::jthread> helpers;
      const auto threads = threadCount(options_.threads, blocks);
      for (unsigned i = 1; i < threads; ++i) helpers.emplace_back([this, blocks] { work(blocks, false); });
      work(blocks, true);
    }
    return resultNow();
  }

 private:
  static SweepMap mapOf(const SweepSpace& space, const SweepOptions& options) {
    SweepMap map{&options, {}, {}};
    if (options.x && options.y) {
      map.xs = axisValues(space, *options.x);
      map.ys = axisValues(space, *options.y);
    }
    return map;
  }

  Tally emptyTally() const {
    return Tally(space_, {options_.metric, options_.top, map_.xs.size() * map_.ys.size(), options_.keepInfeasible,
                          options_.reference});
  }

  void work(std::uint64_t blocks, bool reports) {
    BlockWalker walker(space_, options_, map_, stop_);
    Tally own = emptyTally();
    auto flushed = start_, reported = start_;
    for (auto block = next_++; block < blocks && !stop_.stop_requested(); block = next_++) {
      walker.walk(block, own);
      const auto now = Clock::now();
      if (now - flushed >= kFlushEvery) {
        flush(own);
        flushed = now;
      }
      if (reports && progress_ && now - reported >= kProgressEvery) {
        flush(own);
        progress_(resultNow());
        reported = Clock::now();
      }
    }
    flush(own);
  }

  void flush(Tally& own) {
    const std::scoped_lock lock(mutex_);
    common_.merge(own);
    own.restart(common_);
  }

  SweepResult resultNow() {
    const std::scoped_lock lock(mutex_);
    SweepResult result{common_.counts(), total_, common_.top(), common_.front(), map_.xs, map_.ys, common_.cells(), {}};
    result.cloud = common_.cloud();
    result.nearestMiss = common_.nearestMiss();
    if (options_.reference) result.betterThanReference = betterThan(*options_.reference, result.top);
    result.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    result.complete = result.counts.tried == total_;
    return result;
  }

  // A result that is listed has the rank of the recipe that stands there.
  std::uint64_t betterThan(const SweepRow& reference, const std::vector<SweepRow>& top) const {
    const auto place =
        std::find_if(top.begin(), top.end(), [&](const SweepRow& row) { return RankOrder::isEqual(row, reference); });
    return place != top.end() ? static_cast<std::uint64_t>(place - top.begin()) : common_.betterThanReference();
  }

  const SweepSpace& space_;
  const SweepOptions& options_;
  const SweepMap map_;
  std::stop_token stop_;
  const std::function<void(const SweepResult&)>& progress_;
  const Clock::time_point start_ = Clock::now();
  std::uint64_t total_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::mutex mutex_;
  Tally common_;
};

}  // namespace

std::vector<std::int64_t> axisValues(const SweepSpace& space, SweepAxis axis) {
  if (!axis.isDp()) return space.of(axis.dim);
  std::vector<std::int64_t> values;
  for (const auto gpus : space.of(Dim::gpus))
    for (const auto tp : space.of(Dim::tp))
      for (const auto pp : space.of(Dim::pp))
        for (const auto cp : space.of(Dim::cp))
          if (tp <= gpus && pp <= gpus / tp && cp <= gpus / tp / pp && gpus % (tp * pp * cp) == 0)
            values.push_back(gpus / (tp * pp * cp));
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

SweepResult runSweep(const SweepSpace& space, const SweepOptions& options, std::stop_token stop,
                     const std::function<void(const SweepResult&)>& progress) {
  return Sweep(space, options, std::move(stop), progress).run();
}

}  // namespace shardscope
