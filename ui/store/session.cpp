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
#include <chrono>
#include <utility>

#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "ui/text/language.hpp"

namespace shardscope::ui {
namespace {

QString yamlOf(const Scenario& scenario) { return QString::fromStdString(scenarioYaml(scenario)); }

std::optional<Scenario> scenarioOf(const QString& yaml, QString& problem) {
  const auto loaded =
      parseScenario(yaml.toStdString(), "session", QDir::currentPath().toStdString(), currentLanguage());
  if (loaded) return loaded->scenario;
  problem = QString::fromStdString(message(loaded.error().front(), currentLanguage()));
  return std::nullopt;
}

QJsonArray pinsJson(const std::vector<Pin>& pins) {
  QJsonArray array;
  for (const auto& pin : pins)
    array.append(QJsonObject{{QStringLiteral("slot"), pin.slot},
                             {QStringLiteral("name"), pin.name},
                             {QStringLiteral("scenario"), yamlOf(pin.scenario)}});
  return array;
}

std::vector<Pin> pinsOf(const QJsonArray& array) {
  std::vector<Pin> pins;
  for (const auto& item : array) {
    const auto object = item.toObject();
    QString ignored;
    auto scenario = scenarioOf(object.value(QStringLiteral("scenario")).toString(), ignored);
    const int slot = object.value(QStringLiteral("slot")).toInt();
    if (scenario && slot > 0 && slot < PinBoard::kSlots)
      pins.push_back({slot, object.value(QStringLiteral("name")).toString(), std::move(*scenario), {}});
  }
  return pins;
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

std::optional<SessionState> loadSession(const QString& path, QString& problem) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  const auto root = QJsonDocument::fromJson(file.read(16 << 20)).object();
  auto scenario = scenarioOf(root.value(QStringLiteral("scenario")).toString(), problem);
  if (!scenario) return std::nullopt;
  return SessionState{std::move(*scenario), pinsOf(root.value(QStringLiteral("pins")).toArray()),
                      root.value(QStringLiteral("file")).toString()};
}

QString saveSession(const QString& path, const SessionState& state) {
  QDir().mkpath(QFileInfo(path).path());
  QSaveFile file(path);
  const QJsonObject root{{QStringLiteral("version"), 1},
                         {QStringLiteral("file"), state.filePath},
                         {QStringLiteral("scenario"), yamlOf(state.scenario)},
                         {QStringLiteral("pins"), pinsJson(state.pins)}};
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

void Session::saveNow() {
  timer_.stop();
  const QString problem = saveSession(path_, {store_.scenario(), pins_.pins(), store_.filePath()});
  if (!problem.isEmpty() && problem != lastProblem_)
    emit failed(tr("Unsaved work cannot be kept in %1: %2. Only what you save yourself survives.")
                    .arg(QDir::toNativeSeparators(QFileInfo(path_).path()), problem));
  lastProblem_ = problem;
}

}  // namespace shardscope::ui
