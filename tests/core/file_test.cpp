// SPDX-License-Identifier: Apache-2.0
#include "core/io/file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/support/core_temporary_folder.hpp"

namespace shardscope {
namespace {

namespace fs = std::filesystem;
using test::contentOf;
using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::size_t kPlenty = 1 << 20;

ErrorKind readKind(const std::string& path, std::size_t maxBytes = kPlenty) {
  const auto text = readFile(path, maxBytes);
  EXPECT_FALSE(text) << path;
  if (text) return {};
  EXPECT_EQ(text.error().file, path);
  return text.error().kind;
}

ErrorKind writeKind(const std::string& path, std::string_view content) {
  const auto done = replaceFile(path, content);
  EXPECT_FALSE(done) << path;
  if (done) return {};
  EXPECT_EQ(done.error().file, path);
  return done.error().kind;
}

// Acts as an ordinary user while it lives: root may read and write everything.
class AsOrdinaryUser {
 public:
  AsOrdinaryUser() {
    if (::geteuid() != 0) return;
    const auto* nobody = ::getpwnam("nobody");
    wasRoot_ = nobody && ::seteuid(nobody->pw_uid) == 0;
  }
  ~AsOrdinaryUser() {
    if (wasRoot_ && ::seteuid(0) != 0) ADD_FAILURE() << "cannot become root again";
  }
  static bool isOrdinary() { return ::geteuid() != 0; }

 private:
  bool wasRoot_ = false;
};

// Lets files grow to `bytes` only, as a full disk does, while it lives.
class SmallDisk {
 public:
  explicit SmallDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = nullptr;
};

TEST(ReadFile, givesEveryByte) {
  const TemporaryFolder folder;
  const std::string content("a\0\xFF\r\n中文", 11);
  EXPECT_EQ(readFile(folder.write("f", content), kPlenty), content);
}

TEST(ReadFile, namesWithChineseAndSpacesAreOrdinary) {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("我的 配置"));
  EXPECT_EQ(readFile(folder.write("我的 配置/训练 方案.shard.yaml", "x"), kPlenty), "x");
}

TEST(ReadFile, refusesWhatIsNotThere) {
  const TemporaryFolder folder;
  const auto file = folder.write("f", "x");
  EXPECT_EQ(readKind(folder.file("none")), ErrorKind::notFound);
  EXPECT_EQ(readKind(file + "/below"), ErrorKind::notFound);
  EXPECT_EQ(readKind(""), ErrorKind::notFound);
  EXPECT_EQ(readKind(file + std::string("\0x", 2)), ErrorKind::notFound);
}

TEST(ReadFile, refusesFoldersAndEmptyFiles) {
  const TemporaryFolder folder;
  EXPECT_EQ(readKind(folder.path()), ErrorKind::isDirectory);
  EXPECT_EQ(readKind(folder.write("empty", "")), ErrorKind::empty);
}

TEST(ReadFile, refusesPipesAndDevicesWithoutWaiting) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(readKind(folder.file("pipe")), ErrorKind::readFailed);
  EXPECT_EQ(readKind("/dev/zero"), ErrorKind::readFailed);
  EXPECT_EQ(readFile("/dev/zero", kPlenty).error().detail, "not-regular");
}

TEST(ReadFile, refusesWhatMayNotBeRead) {
  const TemporaryFolder folder;
  const auto file = folder.write("secret", "x");
  fs::permissions(folder.path(), fs::perms::all);
  fs::permissions(file, fs::perms::none);
  const AsOrdinaryUser ordinary;
  ASSERT_TRUE(AsOrdinaryUser::isOrdinary());
  EXPECT_EQ(readKind(file), ErrorKind::notPermitted);
}

TEST(ReadFile, sizeLimitIsInclusiveAndNamed) {
  const TemporaryFolder folder;
  const auto file = folder.write("f", "12345");
  EXPECT_EQ(readFile(file, 5), "12345");
  const auto refused = readFile(file, 4);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), (Error{.kind = ErrorKind::tooLarge, .file = file, .found = "5", .allowed = "4"}));
}

TEST(ReadFile, readsFilesThatDoNotTellTheirSize) {
  // The kernel says 0 bytes for these.
  const auto text = readFile("/proc/self/status", kPlenty);
  ASSERT_TRUE(text);
  EXPECT_THAT(*text, HasSubstr("Name:"));
}

TEST(ReadFile, dashIsStandardInput) {
  int pipe[2];
  ASSERT_EQ(::pipe(pipe), 0);
  ASSERT_EQ(::write(pipe[1], "hello", 5), 5);
  ::close(pipe[1]);
  const int before = ::dup(STDIN_FILENO);
  ::dup2(pipe[0], STDIN_FILENO);
  const auto text = readFile("-", kPlenty);
  const auto atEnd = readFile("-", kPlenty);
  ::dup2(before, STDIN_FILENO);
  ::close(before);
  ::close(pipe[0]);
  EXPECT_EQ(text, "hello");
  ASSERT_FALSE(atEnd);
  EXPECT_EQ(atEnd.error(), (Error{.kind = ErrorKind::empty}));
}

TEST(ReplaceFile, createsAndReplaces) {
  const TemporaryFolder folder;
  const auto file = folder.file("方案 1.shard.yaml");
  ASSERT_TRUE(replaceFile(file, "one"));
  EXPECT_EQ(contentOf(file), "one");
  ASSERT_TRUE(replaceFile(file, ""));
  EXPECT_EQ(contentOf(file), "");
  const std::string large(3'000'000, 'x');
  ASSERT_TRUE(replaceFile(file, large));
  EXPECT_EQ(contentOf(file), large);
  EXPECT_THAT(folder.entries(), ElementsAre("方案 1.shard.yaml"));
}

TEST(ReplaceFile, longestNameOfTheSystemWorks) {
  const TemporaryFolder folder;
  const auto file = folder.file(std::string(255, 'n'));
  ASSERT_TRUE(replaceFile(file, "x"));
  EXPECT_EQ(contentOf(file), "x");
}

TEST(ReplaceFile, worksWithoutAFolderInTheName) {
  const TemporaryFolder folder;
  const auto before = fs::current_path();
  fs::current_path(folder.path());
  const auto done = replaceFile("plain", "x");
  fs::current_path(before);
  EXPECT_TRUE(done);
  EXPECT_EQ(contentOf(folder.file("plain")), "x");
}

TEST(ReplaceFile, keepsPermissionsAndFollowsTheUmaskForNewFiles) {
  const TemporaryFolder folder;
  const auto old = folder.write("old", "x");
  ASSERT_EQ(::chmod(old.c_str(), 0640), 0);
  ASSERT_TRUE(replaceFile(old, "y"));
  const auto before = ::umask(027);
  const auto done = replaceFile(folder.file("new"), "y");
  ::umask(before);
  ASSERT_TRUE(done);
  struct stat info {};
  ASSERT_EQ(::stat(old.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777U, 0640U);
  ASSERT_EQ(::stat(folder.file("new").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777U, 0640U);
}

TEST(ReplaceFile, linksKeepPointingAtTheirTarget) {
  const TemporaryFolder folder;
  fs::create_directory(folder.file("d"));
  folder.write("d/target", "old");
  fs::create_symlink("d/target", folder.file("link"));
  fs::create_symlink("link", folder.file("chain"));
  fs::create_symlink("d/none", folder.file("dangling"));
  ASSERT_TRUE(replaceFile(folder.file("chain"), "new"));
  ASSERT_TRUE(replaceFile(folder.file("dangling"), "made"));
  EXPECT_TRUE(fs::is_symlink(folder.file("chain")));
  EXPECT_TRUE(fs::is_symlink(folder.file("link")));
  EXPECT_EQ(contentOf(folder.file("d/target")), "new");
  EXPECT_EQ(contentOf(folder.file("d/none")), "made");
}

TEST(ReplaceFile, aLoopOfLinksIsAnError) {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder.file("a"));
  fs::create_symlink("a", folder.file("b"));
  EXPECT_EQ(writeKind(folder.file("a"), "x"), ErrorKind::writeFailed);
  EXPECT_THAT(folder.entries(), ElementsAre("a", "b"));
}

TEST(ReplaceFile, fullDiskLeavesTheOldFileAndNothingElse) {
  const TemporaryFolder folder;
  const auto file = folder.write("f", "old");
  {
    const SmallDisk disk(100'000);
    EXPECT_EQ(writeKind(file, std::string(200'000, 'x')), ErrorKind::writeFailed);
    EXPECT_EQ(writeKind(folder.file("new"), std::string(200'000, 'x')), ErrorKind::writeFailed);
  }
  EXPECT_EQ(contentOf(file), "old");
  EXPECT_THAT(folder.entries(), ElementsAre("f"));
}

TEST(ReplaceFile, fullDeviceIsReportedInTheSystemsWords) {
  const TemporaryFolder folder;
  fs::create_symlink("/dev/full", folder.file("full"));
  const auto done = replaceFile(folder.file("full"), "x");
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().kind, ErrorKind::writeFailed);
  EXPECT_THAT(done.error().detail, HasSubstr("No space left"));
  EXPECT_TRUE(replaceFile("/dev/null", "x"));
}

TEST(ReplaceFile, refusesFoldersPipesAndMissingFolders) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
  EXPECT_EQ(writeKind(folder.path(), "x"), ErrorKind::writeFailed);
  EXPECT_EQ(writeKind(folder.file("pipe"), "x"), ErrorKind::writeFailed);
  EXPECT_EQ(writeKind(folder.file("none/f"), "x"), ErrorKind::writeFailed);
  EXPECT_EQ(replaceFile(folder.file("none/f"), "x").error().detail, "no-folder");
  EXPECT_EQ(writeKind("", "x"), ErrorKind::writeFailed);
  EXPECT_THAT(folder.entries(), ElementsAre("pipe"));
}

TEST(ReplaceFile, refusesReadOnlyFilesAndFolders) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::all);
  const auto file = folder.write("f", "old");
  ASSERT_EQ(::chmod(file.c_str(), 0444), 0);
  {
    const AsOrdinaryUser ordinary;
    ASSERT_TRUE(AsOrdinaryUser::isOrdinary());
    EXPECT_EQ(writeKind(file, "new"), ErrorKind::notPermittedToWrite);
  }
  ASSERT_EQ(::chmod(file.c_str(), 0666), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0555), 0);
  {
    const AsOrdinaryUser ordinary;
    EXPECT_EQ(writeKind(file, "new"), ErrorKind::notPermittedToWrite);
    EXPECT_EQ(writeKind(folder.file("new"), "new"), ErrorKind::notPermittedToWrite);
  }
  EXPECT_EQ(contentOf(file), "old");
  EXPECT_THAT(folder.entries(), ElementsAre("f"));
}

TEST(ReplaceFile, aReaderSeesTheOldFileOrTheNewOne) {
  const TemporaryFolder folder;
  const std::string a(300'000, 'a'), b(500'000, 'b');
  const auto file = folder.write("f", a);
  std::jthread writer([&](const std::stop_token& stop) {
    for (bool odd = true; !stop.stop_requested(); odd = !odd) EXPECT_TRUE(replaceFile(file, odd ? b : a));
  });
  for (int i = 0; i < 200; ++i) {
    const auto seen = readFile(file, kPlenty);
    ASSERT_TRUE(seen);
    EXPECT_TRUE(*seen == a || *seen == b) << seen->size();
  }
}

}  // namespace
}  // namespace shardscope
