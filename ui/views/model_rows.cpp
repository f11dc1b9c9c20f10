// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model_rows.hpp"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/catalogue/catalogue.hpp"
#include "core/cost/parameters.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("shardscope::ui::ModelRows", text); }

// Letters and digits only, in lower case: "Llama-3.1 405B" → "llama31405b".
QString plain(const QString& text) {
  QString letters;
  for (const QChar c : text)
    if (c.isLetterOrNumber()) letters += c.toLower();
  return letters;
}

bool matches(const QString& search, const QString& text) {
  static const QRegularExpression kBlanks(QStringLiteral("\\s+"));
  const QString letters = plain(text);
  const auto words = search.split(kBlanks, Qt::SkipEmptyParts);
  return std::all_of(words.begin(), words.end(), [&](const QString& word) { return letters.contains(plain(word)); });
}

double total(const ModelEntry& entry) { return static_cast<double>(totalParameters(entry.shape)); }

QString searchText(const ModelEntry& entry) {
  QStringList parts;
  for (const auto& part : {entry.id, entry.name, entry.family}) parts << QString::fromStdString(part);
  parts << si(total(entry)) << QStringLiteral("%1B").arg(std::lround(total(entry) / 1e9))
        << (isMoe(entry.shape) ? QStringLiteral("moe") : QStringLiteral("dense"));
  return parts.join(QLatin1Char(' '));
}

void addFiles(const QString& search, const QStringList& files, std::vector<ModelRow>& rows) {
  for (const auto& path : files) {
    if (!matches(search, path)) continue;
    if (rows.empty())
      rows.push_back(
          {ModelRow::Kind::title, translated(QT_TRANSLATE_NOOP("shardscope::ui::ModelRows", "Recent files")), {}, {}});
    const bool isThere = QFileInfo(path).isFile();
    rows.push_back({ModelRow::Kind::file, path.section(QLatin1Char('/'), -2),
                    isThere ? QString() : translated(QT_TRANSLATE_NOOP("shardscope::ui::ModelRows", "missing")), path,
                    isThere});
  }
}

}  // namespace

std::vector<ModelRow> modelRows(const QString& search, const QStringList& recentFiles) {
  std::vector<ModelRow> rows;
  addFiles(search, recentFiles, rows);
  std::vector<std::string> families;
  for (const auto& entry : catalogue().models())
    if (std::find(families.begin(), families.end(), entry.family) == families.end()) families.push_back(entry.family);
  for (const auto& family : families) {
    bool isFirst = true;
    for (const auto& entry : catalogue().models()) {
      if (entry.family != family || !matches(search, searchText(entry))) continue;
      if (std::exchange(isFirst, false))
        rows.push_back({ModelRow::Kind::title, QString::fromStdString(family), {}, {}});
      rows.push_back({ModelRow::Kind::model, QString::fromStdString(entry.name), si(total(entry)),
                      QString::fromStdString(entry.id)});
    }
  }
  if (rows.empty())
    rows.push_back(
        {ModelRow::Kind::none,
         translated(QT_TRANSLATE_NOOP("shardscope::ui::ModelRows", "No model matches “%1”.")).arg(search.trimmed()),
         {},
         {},
         false});
  return rows;
}

}  // namespace shardscope::ui
