// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/documents.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>

#include "core/io/file.hpp"
#include "core/io/hf_config.hpp"
#include "core/io/scenario_writer.hpp"
#include "ui/store/model_origin.hpp"
#include "ui/store/recent_configs.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope::ui {
namespace {

constexpr QLatin1String kTopic("document");

QString first(const Errors& errors) { return QString::fromStdString(message(errors.front(), currentLanguage())); }

QString all(const Errors& errors) {
  QStringList lines;
  for (const auto& error : errors) lines << QString::fromStdString(message(error, currentLanguage()));
  return lines.join(QLatin1Char('\n'));
}

// What the reader remarks on a file, in the language of the moment.
QString remarks(const QString& pathOrPreset) {
  const auto loaded = loadScenario(pathOrPreset.toStdString(), currentLanguage());
  QStringList lines;
  if (loaded)
    for (const auto& notice : loaded->notices) lines << QString::fromStdString(notice);
  return lines.join(QLatin1Char('\n'));
}

bool isModelConfig(const QString& path) {
  const auto text = readFile(path.toStdString(), kMaxConfigBytes);
  return text && looksLikeHfConfig(*text);
}

QString shown(const QString& path) { return QDir::toNativeSeparators(path); }

// Where a model was read from, its family and its exact size.
QString modelRead(const QString& path) {
  const auto origin = originOf({ModelSource::hfConfig, path.toStdString(), {}}, currentLanguage());
  if (!origin.read) return Documents::tr("Model read from %1.").arg(shown(path));
  return Documents::tr("Model read from %1: %2, %3 parameters.")
      .arg(shown(path), origin.family, count(origin.read->parameters.total));
}

bool hasComments(const std::string& yaml) {
  const auto lines = QString::fromStdString(yaml).split(QLatin1Char('\n'));
  return std::any_of(lines.begin(), lines.end(), [](const QString& line) {
    const QString text = line.trimmed();
    return (text.startsWith(QLatin1Char('#')) && !text.startsWith(QLatin1String("# Shardscope scenario"))) ||
           text.contains(QLatin1String(" #"));
  });
}

// Comments that a person wrote are not part of a scenario: the file that holds them is kept beside the new one. Its
// name; empty: there was nothing to keep.
tl::expected<QString, Error> keepComments(const QString& path) {
  const auto old = readFile(path.toStdString(), kMaxScenarioBytes);
  if (!old || isJsonPath(path.toStdString()) || !hasComments(*old)) return QString();
  QString kept = path + QStringLiteral(".bak");
  for (int number = 2; QFileInfo::exists(kept); ++number) kept = path + QStringLiteral(".bak%1").arg(number);
  const auto written = replaceFile(kept.toStdString(), *old);
  if (!written) return tl::unexpected(written.error());
  return kept;
}

QString askWithDialog(QWidget* window, const QString& suggestion) {
  return QFileDialog::getSaveFileName(
      window, Documents::tr("Save scenario as"), suggestion,
      Documents::tr("Shardscope scenarios (*.shard.yaml *.yaml *.yml);;JSON (*.json);;All files (*)"));
}

}  // namespace

QString scenarioFileName(const QString& name) {
  for (const char* suffix : {".yaml", ".yml", ".json"})
    if (name.endsWith(QLatin1String(suffix), Qt::CaseInsensitive)) return name;
  const bool isHalf = name.endsWith(QLatin1String(".shard"), Qt::CaseInsensitive);
  return name + (isHalf ? QStringLiteral(".yaml") : QStringLiteral(".shard.yaml"));
}

Documents::Documents(ScenarioStore& store, NoticeBar& notices, QWidget* window)
    : QObject(window), store_(store), window_{window, &notices}, askName_(askWithDialog) {
  connect(&store_, &ScenarioStore::changed, this, [this] {
    if (!noticedModel_ || store_.scenario().model.reference == *noticedModel_) return;
    noticedModel_.reset();
    window_.notices->dismiss(kTopic);
  });
}

void Documents::showErrors(const Errors& errors) {
  window_.notices->show(
      [errors] {
        const auto count = static_cast<int>(errors.size());
        const QString more = count > 1 ? tr(" (and %n more)", nullptr, count - 1) : QString();
        return Notice{Tone::bad, first(errors) + more, count > 1 ? all(errors) : QString()};
      },
      kTopic);
}

void Documents::showNotices(const QString& pathOrPreset, bool isModel) {
  window_.notices->show(
      [this, pathOrPreset, isModel] {
        QStringList parts;
        if (isModel) parts << modelRead(pathOrPreset);
        parts << remarks(pathOrPreset);
        parts.removeAll(QString());
        Notice notice{Tone::neutral, parts.join(QLatin1Char(' '))};
        if (isModel) notice.buttons = {{tr("Show dimensions"), [this] { emit dimensionsRequested(); }}};
        return notice;
      },
      kTopic);
}

bool Documents::openPath(const QString& pathOrPreset) {
  const auto loaded = loadScenario(pathOrPreset.toStdString(), currentLanguage());
  if (!loaded) {
    showErrors(loaded.error());
    return false;
  }
  window_.notices->dismiss(kTopic);
  noticedModel_.reset();
  if (loaded->kind == DocumentKind::modelConfig) {
    importModel(loaded->scenario, pathOrPreset);
    showNotices(pathOrPreset, true);
    noticedModel_ = store_.scenario().model.reference;
    return true;
  }
  const bool isPreset = loaded->kind == DocumentKind::preset;
  store_.open(loaded->scenario, isPreset ? QString() : QFileInfo(pathOrPreset).absoluteFilePath(),
              tr("open %1").arg(isPreset ? pathOrPreset.mid(7) : QFileInfo(pathOrPreset).fileName()));
  if (!loaded->notices.empty()) showNotices(pathOrPreset, false);
  return true;
}

// A config.json brings a model; cluster, workload and layout stay as they are where they still make sense.
void Documents::importModel(const Scenario& imported, const QString& path) {
  store_.replace(withModel(store_.scenario(), imported.model), tr("model from %1").arg(QFileInfo(path).fileName()));
  rememberConfig(QFileInfo(path).absoluteFilePath());
}

void Documents::askOpen() {
  const QString folder = store_.filePath().isEmpty() ? QString() : QFileInfo(store_.filePath()).path();
  const QString path = QFileDialog::getOpenFileName(window_.window, tr("Open scenario or config.json"), folder,
                                                    tr("Scenarios and models (*.yaml *.yml *.json);;All files (*)"));
  if (!path.isEmpty()) openPath(path);
}

void Documents::askOpenConfig() {
  const auto recent = recentConfigs();
  const QString folder = recent.isEmpty() ? QString() : QFileInfo(recent.front()).path();
  const QString path = QFileDialog::getOpenFileName(window_.window, tr("Open the config.json of a model"), folder,
                                                    tr("Models (*.json);;All files (*)"));
  if (!path.isEmpty()) openPath(path);
}

bool Documents::save() {
  const QString path = store_.filePath();
  if (path.isEmpty()) return saveAs();
  if (!isChangedOnDisk(path)) return writeTo(path);
  askToReplace(path, window_, true);
  return false;
}

// Whether the file holds something else than when it was last read or written, and than what is to be written.
bool Documents::isChangedOnDisk(const QString& path) const {
  const auto* held = store_.fileHolds();
  if (!held || !QFileInfo::exists(path)) return false;
  const auto now = loadScenario(path.toStdString(), currentLanguage());
  return !now || now->kind != DocumentKind::scenario || (now->scenario != *held && now->scenario != store_.scenario());
}

bool Documents::saveAs(const Place& place) {
  QString suggestion = store_.filePath();
  if (suggestion.isEmpty()) suggestion = QDir::home().filePath(QStringLiteral("scenario.shard.yaml"));
  const QString chosen = askName_(place.window, suggestion);
  if (chosen.isEmpty()) return false;
  const QString path = chosen == store_.filePath() ? chosen : scenarioFileName(chosen);
  // The dialog has asked about the name it was given, not about the one with the suffix.
  if (path == chosen || !QFileInfo::exists(path)) return writeTo(path, place);
  askToReplace(path, place, false);
  return false;
}

void Documents::askToReplace(const QString& path, const Place& place, bool isOurs) {
  place.notices->show(
      [this, path, place, isOurs] {
        Notice notice{Tone::warn,
                      isOurs ? tr("%1 was changed by another program since it was read. Saving would replace that.")
                             : tr("%1 exists already. Saving would replace it.")};
        notice.text = notice.text.arg(shown(path));
        notice.buttons = {{tr("Replace it"), [this, path, place] { writeTo(path, place); }},
                          {tr("Save as…"), [this, place] { saveAs(place); }}};
        if (isOurs) notice.buttons.push_back({tr("Open the changed file"), [this, path] { openPath(path); }});
        return notice;
      },
      kTopic);
}

void Documents::refuseConfig(const QString& path, const Place& place) {
  place.notices->show(
      [this, path, place] {
        return Notice{
            Tone::bad,
            tr("%1 is the config.json of a model; a scenario would replace it. Choose another name.").arg(shown(path)),
            QString(),
            {{tr("Save as…"), [this, place] { saveAs(place); }}}};
      },
      kTopic);
}

bool Documents::writeTo(const QString& path, const Place& place) {
  if (isModelConfig(path)) {
    refuseConfig(path, place);
    return false;
  }
  const auto kept = keepComments(path);
  const auto written = kept ? replaceFile(path.toStdString(), scenarioText(store_.scenario(), path.toStdString()))
                            : tl::expected<void, Error>(tl::unexpected(kept.error()));
  if (!written) {
    place.notices->show(
        [error = written.error()] {
          return Notice{Tone::bad, QString::fromStdString(message(error, currentLanguage()))};
        },
        kTopic);
    return false;
  }
  place.notices->dismiss(kTopic);
  window_.notices->dismiss(kTopic);
  store_.markSaved(QFileInfo(path).absoluteFilePath());
  if (!kept->isEmpty())
    window_.notices->show(
        [kept = *kept] {
          return Notice{
              Tone::neutral,
              tr("Saved. The comments of the old file are not part of a scenario; it is kept as %1.").arg(shown(kept))};
        },
        kTopic);
  emit saved();
  return true;
}

QString Documents::title() const {
  const QString name = store_.filePath().isEmpty() ? tr("unsaved scenario") : QFileInfo(store_.filePath()).fileName();
  return store_.isModified() ? name + QStringLiteral(" •") : name;
}

}  // namespace shardscope::ui
