// SPDX-License-Identifier: Apache-2.0
#include "core/io/atomic_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <thread>

#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

using test::contentOf;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::SizeIs;

mode_t modeOf(const std::string& path) {
  struct stat info {};
  EXPECT_EQ(::stat(path.c_str(), &info), 0);
  return info.st_mode & 07777U;
}

TEST(AtomicFile, NothingHappensBeforeCommit) {
  const TemporaryFolder folder;
  const auto path = folder.write("f", "old");
  {
    auto file = AtomicFile::create(path, Pipes::refuse);
    ASSERT_TRUE(file);
    EXPECT_TRUE(writeAll(file->descriptor(), "new"));
    EXPECT_EQ(contentOf(path), "old");
    EXPECT_THAT(folder.entries(), SizeIs(2));
  }
  EXPECT_EQ(contentOf(path), "old");
  EXPECT_THAT(folder.entries(), ElementsAre("f"));
  auto file = AtomicFile::create(path, Pipes::refuse);
  auto moved = std::move(*file);
  EXPECT_TRUE(writeAll(moved.descriptor(), "new"));
  EXPECT_TRUE(moved.commit());
  EXPECT_EQ(contentOf(path), "new");
  EXPECT_THAT(folder.entries(), ElementsAre("f"));
}

TEST(AtomicFile, ManyAtATimeFromManyThreads) {
  const TemporaryFolder folder;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] {
        std::vector<AtomicFile> files;  // more than the signal handler can remember
        for (int i = 0; i < 20; ++i) {
          auto file = AtomicFile::create(folder.file(std::to_string(100 * (t + 1) + i)), Pipes::refuse);
          ASSERT_TRUE(file);
          files.push_back(std::move(*file));
        }
        for (auto& file : files) EXPECT_TRUE(file.commit());
      });
  }
  EXPECT_THAT(folder.entries(), SizeIs(80));
}

// Written by somebody else, a program is no program that runs as its old owner.
TEST(AtomicFile, KeepsPermissionsButNoSetIdBits) {
  const TemporaryFolder folder;
  const auto path = folder.write("f", "old");
  for (const mode_t mode : {0640U, 0600U, 0755U, 06755U, 01644U}) {
    ASSERT_EQ(::chmod(path.c_str(), mode), 0);
    ASSERT_TRUE(replaceFile(path, "new"));
    EXPECT_EQ(modeOf(path), mode & 0777U);
  }
}

TEST(AtomicFile, PipesOnlyWhereTheyMayBeUsed) {
  const TemporaryFolder folder;
  const auto path = folder.file("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_FALSE(AtomicFile::create(path, Pipes::refuse));
  std::string seen;
  std::jthread reader([&] { seen = readFile(path, 100, Pipes::use).value_or("nothing"); });
  EXPECT_TRUE(replaceFile(path, "through", Pipes::use));
  reader.join();
  EXPECT_EQ(seen, "through");
}

TEST(Descriptors, NonBlockingOnesAreWaitedFor) {
  int pipe[2];
  ASSERT_EQ(::pipe2(pipe, O_NONBLOCK | O_CLOEXEC), 0);
  const std::string sent(1 << 20, 'x');  // more than a pipe holds
  std::size_t got = 0;
  std::jthread reader([&] {
    char chunk[4096];
    for (ssize_t some = 1; some > 0; got += static_cast<std::size_t>(some))
      some = readSome(pipe[0], chunk, sizeof chunk);
  });
  EXPECT_TRUE(writeAll(pipe[1], sent));
  ::close(pipe[1]);
  reader.join();
  ::close(pipe[0]);
  EXPECT_EQ(got, sent.size());
}

TEST(Descriptors, ErrorsAreErrors) {
  char byte = 0;
  EXPECT_EQ(readSome(-1, &byte, 1), -1);
  EXPECT_EQ(errno, EBADF);
  EXPECT_FALSE(writeAll(-1, "x"));
  EXPECT_EQ(errno, EBADF);
}

}  // namespace
}  // namespace shardscope
