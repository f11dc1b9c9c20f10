// SPDX-License-Identifier: Apache-2.0
// The real program: its exit codes, what it writes, what it keeps.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace shardscope::ui {
namespace {

struct ProgramTest : testing::Test {
  ProgramTest() {
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"}) {
      const QString path = folder.filePath(QString::fromLatin1(name).toLower());
      QDir().mkpath(path);
      QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
      environment.insert(QString::fromLatin1(name), path);
    }
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    process.setProcessEnvironment(environment);
  }
  ~ProgramTest() override {
    process.kill();
    process.waitForFinished();
  }
  void start(const QStringList& arguments) {
    process.start(QStringLiteral(SHARDSCOPE_GUI), arguments);
    EXPECT_TRUE(process.waitForStarted());
  }
  int run(const QStringList& arguments) {
    start(arguments);
    EXPECT_TRUE(process.waitForFinished(60'000));
    EXPECT_EQ(process.exitStatus(), QProcess::NormalExit);
    said = process.readAllStandardError();
    return process.exitCode();
  }
  QString file(const char* name) const { return folder.filePath(QString::fromUtf8(name)); }
  QString session() const { return file("xdg_data_home/shardscope/shardscope/session.json"); }
  void write(const QString& path, const QByteArray& content) const {
    QDir().mkpath(QFileInfo(path).path());
    QFile out(path);
    ASSERT_TRUE(out.open(QIODevice::WriteOnly));
    out.write(content);
  }
  static QByteArray contentOf(const QString& path) {
    QFile in(path);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray("no such file");
  }

  QTemporaryDir folder;
  QProcess process;
  QByteArray said;
};

TEST_F(ProgramTest, DrawsAPictureInEveryDress) {
  for (const char* theme : {"light", "dark"})
    for (const char* language : {"en", "zh_CN"}) {
      const QString picture = file("x.png");
      ASSERT_EQ(run({QStringLiteral("preset:64-gpu-example"), QStringLiteral("--safe"), QStringLiteral("--screenshot"),
                     picture, QStringLiteral("--theme"), QLatin1String(theme), QStringLiteral("--lang"),
                     QLatin1String(language), QStringLiteral("--size"), QStringLiteral("1280x720")}),
                0)
          << said.toStdString();
      const QImage image(picture);
      EXPECT_EQ(image.size(), QSize(1280, 720));
      EXPECT_EQ(image.pixelColor(640, 700).lightness() > 128, QLatin1String(theme) == QLatin1String("light"));
      QFile::remove(picture);
    }
}

TEST_F(ProgramTest, SaysWhatIsWrongWithAFileAndDrawsNothing) {
  write(file("bad.yaml"), "shardscope: 1\nparalel: {tp: 8}\n");
  for (const QString& path :
       {file("bad.yaml"), file("missing.yaml"), folder.path(), QStringLiteral("preset:nothing")}) {
    EXPECT_EQ(run({path, QStringLiteral("--safe"), QStringLiteral("--screenshot"), file("x.png")}), 2)
        << path.toStdString();
    EXPECT_FALSE(said.isEmpty());
    EXPECT_FALSE(QFile::exists(file("x.png")));
  }
}

TEST_F(ProgramTest, RefusesWrongOptionsAndUnwritablePictures) {
  EXPECT_EQ(run({QStringLiteral("--theme"), QStringLiteral("pink")}), 3);
  EXPECT_EQ(run({QStringLiteral("--size"), QStringLiteral("9x9")}), 3);
  EXPECT_EQ(run({QStringLiteral("--no-such-option")}), 3);
  EXPECT_EQ(run({QStringLiteral("--safe"), QStringLiteral("--screenshot"), QStringLiteral("/proc/no/x.png")}), 4);
  EXPECT_FALSE(said.isEmpty());
}

TEST_F(ProgramTest, ABadFileIsOpenedByNobodyButTheWindowStands) {
  write(file("bad.yaml"), "shardscope: 1\nparalel: {tp: 8}\n");
  EXPECT_EQ(run({file("bad.yaml"), QStringLiteral("--exit-after-startup")}), 0);
  EXPECT_FALSE(QFile::exists(session())) << "a start that ends at once keeps nothing";
}

TEST_F(ProgramTest, ADamagedSessionIsKeptBesideTheNewOne) {
  const QByteArray damaged = R"({"version": 1, "scenario": "shardscope: 1\nmodel: {preset: gone}\n", "pins": []})";
  write(session(), damaged);
  start({});
  EXPECT_TRUE(QTest::qWaitFor([this] { return QFile::exists(session() + QStringLiteral(".bad")); }, 30'000));
  EXPECT_EQ(contentOf(session() + QStringLiteral(".bad")), damaged);
  process.kill();
  process.waitForFinished();
}

}  // namespace
}  // namespace shardscope::ui
