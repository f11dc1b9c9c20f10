// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/documents.hpp"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <algorithm>

#include "core/io/file.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "ui/store/model_origin.hpp"
#include "ui/store/recent_configs.hpp"
#include "ui/text/language.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope::ui {
namespace {

QString first(const Errors& errors) { return QString::fromStdString(message(errors.front(), currentLanguage())); }

QString all(const Errors& errors) {
  QStringList lines;
  for (const auto& error : errors) lines << QString::fromStdString(message(error, currentLanguage()));
  return lines.join(QLatin1Char('\n'));
}

QString joined(const std::vector<std::string>& notices) {
  QStringList lines;
  for (const auto& notice : notices) lines << QString::fromStdString(notice);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace

Documents::Documents(ScenarioStore& store, NoticeBar& notices, QWidget* window)
    : QObject(window), store_(store), notices_(notices), window_(window) {}

bool Documents::openPath(const QString& pathOrPreset) {
  const auto loaded = loadScenario(pathOrPreset.toStdString(), currentLanguage());
  if (!loaded) {
    notices_.show([errors = loaded.error()] {
      const auto count = static_cast<int>(errors.size());
      const QString more = count > 1 ? tr(" (and %n more)", nullptr, count - 1) : QString();
      return Notice{Tone::bad, first(errors) + more, count > 1 ? all(errors) : QString()};
    });
    return false;
  }
  const bool isPreset = pathOrPreset.startsWith(QStringLiteral("preset:"));
  const bool isConfig = !isPreset && loaded->scenario.model.source == ModelSource::hfConfig &&
                        pathOrPreset.endsWith(QStringLiteral(".json"), Qt::CaseInsensitive) &&
                        QFileInfo(pathOrPreset) == QFileInfo(QString::fromStdString(loaded->scenario.model.reference));
  if (isConfig) {
    importModel(loaded->scenario, pathOrPreset, loaded->notices);
    return true;
  }
  store_.open(loaded->scenario, isPreset ? QString() : QFileInfo(pathOrPreset).absoluteFilePath(),
              tr("open %1").arg(isPreset ? pathOrPreset.mid(7) : QFileInfo(pathOrPreset).fileName()));
  if (loaded->notices.empty())
    notices_.hide();
  else
    notices_.show([text = joined(loaded->notices)] { return Notice{Tone::neutral, text}; });
  return true;
}

// A config.json brings a model; cluster, workload and layout stay as they are where they still make sense.
void Documents::importModel(const Scenario& imported, const QString& path, const std::vector<std::string>& notices) {
  const QString name = QFileInfo(path).fileName();
  store_.replace(withModel(store_.scenario(), imported.model), tr("model from %1").arg(name));
  rememberConfig(QFileInfo(path).absoluteFilePath());
  notices_.show([this, path = QDir::toNativeSeparators(path), more = joined(notices)] {
    const QString text = tr("Model read from %1.").arg(path);
    return Notice{Tone::neutral,
                  more.isEmpty() ? text : text + QLatin1Char(' ') + more,
                  QString(),
                  {{tr("Show dimensions"), [this] { emit dimensionsRequested(); }}}};
  });
}

void Documents::askOpen() {
  const QString folder = store_.filePath().isEmpty() ? QString() : QFileInfo(store_.filePath()).path();
  const QString path = QFileDialog::getOpenFileName(window_, tr("Open scenario or config.json"), folder,
                                                    tr("Scenarios and models (*.yaml *.yml *.json);;All files (*)"));
  if (!path.isEmpty()) openPath(path);
}

void Documents::askOpenConfig() {
  const auto recent = recentConfigs();
  const QString folder = recent.isEmpty() ? QString() : QFileInfo(recent.front()).path();
  const QString path = QFileDialog::getOpenFileName(window_, tr("Open the config.json of a model"), folder,
                                                    tr("Models (*.json);;All files (*)"));
  if (!path.isEmpty()) openPath(path);
}

bool Documents::save() { return store_.filePath().isEmpty() ? saveAs() : writeTo(store_.filePath()); }

bool Documents::saveAs() {
  QString suggestion = store_.filePath();
  if (suggestion.isEmpty()) suggestion = QDir::home().filePath(QStringLiteral("scenario.shard.yaml"));
  const QString path = QFileDialog::getSaveFileName(window_, tr("Save scenario as"), suggestion,
                                                    tr("Shardscope scenarios (*.shard.yaml);;All files (*)"));
  return !path.isEmpty() && writeTo(path);
}

// Comments that a person wrote are not part of a scenario: the file that holds them is kept beside the new one.
QString Documents::keepComments(const QString& path) {
  const auto old = readFile(path.toStdString(), kMaxScenarioBytes);
  if (!old) return {};
  const auto lines = QString::fromStdString(*old).split(QLatin1Char('\n'));
  const bool hasComment = std::any_of(lines.begin(), lines.end(), [](const QString& line) {
    const QString text = line.trimmed();
    return (text.startsWith(QLatin1Char('#')) && !text.startsWith(QLatin1String("# Shardscope scenario"))) ||
           text.contains(QLatin1String(" #"));
  });
  const QString kept = path + QStringLiteral(".bak");
  return hasComment && replaceFile(kept.toStdString(), *old) ? kept : QString();
}

bool Documents::writeTo(const QString& path) {
  const QString commented = keepComments(path);
  const auto folder = QFileInfo(path).absolutePath().toStdString();
  const auto written = replaceFile(path.toStdString(), scenarioYaml(store_.scenario(), folder));
  if (!written) {
    notices_.show([error = written.error()] {
      return Notice{Tone::bad, QString::fromStdString(message(error, currentLanguage()))};
    });
    return false;
  }
  store_.markSaved(QFileInfo(path).absoluteFilePath());
  notices_.hide();
  if (!commented.isEmpty())
    notices_.show([commented] {
      return Notice{Tone::neutral,
                    tr("Saved. The comments of the old file are not part of a scenario; it is kept as %1.")
                        .arg(QDir::toNativeSeparators(commented))};
    });
  return true;
}

QString Documents::title() const {
  const QString name = store_.filePath().isEmpty() ? tr("unsaved scenario") : QFileInfo(store_.filePath()).fileName();
  return store_.isModified() ? name + QStringLiteral(" •") : name;
}

}  // namespace shardscope::ui
