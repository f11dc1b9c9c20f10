// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the list of models shows for a search: recent files, then the catalogue by family.

#include <QString>
#include <QStringList>
#include <vector>

namespace shardscope::ui {

struct ModelRow {
  enum class Kind : std::uint8_t { title, model, file, none };
  Kind kind = Kind::title;
  QString name;    // "Llama 3 70B", a family, "folder/config.json"
  QString detail;  // "70.6 B", "missing"
  QString key;     // catalogue id, path
  bool isEnabled = true;
};
// Every word of `search` must stand in the id, name, family or size of a model ("70b", "qwen moe"), or in the path of a
// file, whatever the case, blanks, dots and dashes.
std::vector<ModelRow> modelRows(const QString& search, const QStringList& recentFiles);

}  // namespace shardscope::ui
