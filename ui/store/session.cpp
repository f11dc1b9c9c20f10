// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/store/session.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <algorithm>
#include <chrono>
#include <utility>

#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "ui/text/language.hpp"

namespace shardscope::ui {
namespace {

QString yamlOf(const Scenario& scenario) { return QString::fromStdString(scenarioYaml(scenario)); }

constexpr int kVersion = 1;
constexpr qint64 kMaxBytes = 16 << 20;
constexpr int kMostKept = 99;

tl::expected<Scenario, Errors> scenarioOf(const QJsonValue& yaml) {
  auto loaded =
      parseScenario(yaml.toString().toStdString(), "session", QDir::currentPath().toStdString(), currentLanguage());
  if (loaded) return std::move(loaded->scenario);
  return tl::unexpected(std::move(loaded.error()));
}

QJsonArray pinsJson(const std::vector<Pin>& pins) {
  QJsonArray array;
  for (const auto& pin : pins)
    array.append(QJsonObject{{QStringLiteral("slot"), pin.slot},
                             {QStringLiteral("name"), pin.name},
                             {QStringLiteral("scenario"), yamlOf(pin.scenario)}});
  return array;
}

void readPins(const QJsonValue& list, RestoredSession& session) {
  if (!list.isArray()) session.isDamaged = true;
  const auto array = list.toArray();
  for (const auto& item : array) {
    const auto object = item.toObject();
    auto scenario = scenarioOf(object.value(QStringLiteral("scenario")));
    const int slot = object.value(QStringLiteral("slot")).toInt();
    const bool isFree =
        std::none_of(session.pins.begin(), session.pins.end(), [slot](const Pin& pin) { return pin.slot == slot; });
    if (scenario && slot > 0 && slot < PinBoard::kSlots && isFree)
      session.pins.push_back({slot, object.value(QStringLiteral("name")).toString(), std::move(*scenario), {}});
    else
      session.isDamaged = true;
  }
}

}  // namespace

QString sessionFolder() { return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation); }

namespace {

QString slotPath(const QString& folder, int slot) {
  return folder + (slot == 1 ? QStringLiteral("/session.json") : QStringLiteral("/session-%1.json").arg(slot));
}

// Held by a running program, which is not us if the lock is not ours.
std::unique_ptr<QLockFile> lockOf(const QString& path) {
  auto lock = std::make_unique<QLockFile>(path + QStringLiteral(".lock"));
  lock->setStaleLockTime(0);  // a lock is stale once its program is gone, however long that runs
  return lock->tryLock(0) ? std::move(lock) : nullptr;
}

}  // namespace

SessionSlot::SessionSlot(const QString& folder) : folder_(folder) {
  QDir().mkpath(folder);
  for (int slot = 1; slot <= kMost && !lock_; ++slot) {
    path_ = slotPath(folder, slot);
    lock_ = lockOf(path_);
    if (!lock_ && !QFileInfo(folder).isWritable()) break;  // nothing to hold; saving will say so
  }
}

SessionSlot::~SessionSlot() = default;

std::vector<QString> SessionSlot::leftBehind() const {
  std::vector<QString> paths;
  for (int slot = 1; slot <= kMost; ++slot)
    if (const QString path = slotPath(folder_, slot); path != path_ && QFile::exists(path) && lockOf(path))
      paths.push_back(path);
  return paths;
}

QString SessionSlot::setAside(const SessionState& state) const {
  for (int slot = kMost; slot > 1; --slot)
    if (const QString path = slotPath(folder_, slot); path != path_ && !QFile::exists(path) && lockOf(path))
      return saveSession(path, state);
  return QCoreApplication::translate("shardscope::ui::Session", "too many sessions are kept in %1").arg(folder_);
}

RestoredSession loadSession(const QString& path) {
  RestoredSession session;
  QFile file(path);
  if (!file.exists()) return session;
  const auto document =
      file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.read(kMaxBytes)) : QJsonDocument();
  const auto root = document.object();
  session.isDamaged = !document.isObject() || root.value(QStringLiteral("version")).toInt() != kVersion;
  if (!document.isObject()) return session;
  auto scenario = scenarioOf(root.value(QStringLiteral("scenario")));
  if (scenario)
    session.scenario = std::move(*scenario);
  else
    session.scenarioErrors = std::move(scenario.error()), session.isDamaged = true;
  readPins(root.value(QStringLiteral("pins")), session);
  session.filePath = root.value(QStringLiteral("file")).toString();
  if (const auto held = scenarioOf(root.value(QStringLiteral("fileHolds")))) session.fileHolds = *held;
  return session;
}

QString keepDamagedSession(const QString& path) {
  QFile damaged(path);
  const QByteArray content = damaged.open(QIODevice::ReadOnly) ? damaged.readAll() : QByteArray();
  damaged.close();
  for (int number = 1; number <= kMostKept; ++number) {
    const QString kept = path + (number == 1 ? QStringLiteral(".bad") : QStringLiteral(".bad%1").arg(number));
    QFile earlier(kept);
    if (!earlier.exists()) return damaged.copy(kept) || damaged.rename(kept) ? kept : QString();
    if (earlier.open(QIODevice::ReadOnly) && earlier.readAll() == content) return kept;  // of an earlier start
  }
  return {};
}

QString saveSession(const QString& path, const SessionState& state) {
  QDir().mkpath(QFileInfo(path).path());
  QSaveFile file(path);
  QJsonObject root{{QStringLiteral("version"), kVersion},
                   {QStringLiteral("file"), state.filePath},
                   {QStringLiteral("scenario"), yamlOf(state.scenario)},
                   {QStringLiteral("pins"), pinsJson(state.pins)}};
  if (state.fileHolds) root.insert(QStringLiteral("fileHolds"), yamlOf(*state.fileHolds));
  if (!file.open(QIODevice::WriteOnly)) return file.errorString();
  file.write(QJsonDocument(root).toJson());
  return file.commit() ? QString() : file.errorString();
}

Session::Session(ScenarioStore& store, PinBoard& pins, QString path, QObject* parent)
    : QObject(parent), store_(store), pins_(pins), path_(std::move(path)) {
  using namespace std::chrono_literals;
  timer_.setSingleShot(true);
  timer_.setInterval(300ms);
  connect(&timer_, &QTimer::timeout, this, &Session::saveNow);
  const auto soon = [this] { timer_.start(); };
  connect(&store_, &ScenarioStore::changed, this, soon);
  connect(&store_, &ScenarioStore::historyChanged, this, soon);
  connect(&pins_, &PinBoard::changed, this, soon);
}

QString Session::failure(const QString& path, const QString& reason) {
  return tr("Unsaved work cannot be kept in %1: %2. Only what you save yourself survives.")
      .arg(QDir::toNativeSeparators(QFileInfo(path).path()), reason);
}

void Session::saveNow() {
  timer_.stop();
  const auto* held = store_.fileHolds();
  const QString problem = saveSession(
      path_, {store_.scenario(), pins_.pins(), store_.filePath(), held ? std::optional(*held) : std::nullopt});
  if (!problem.isEmpty() && problem != lastProblem_) emit failed(problem);
  lastProblem_ = problem;
}

}  // namespace shardscope::ui
