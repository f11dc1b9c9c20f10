// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_table.hpp"

namespace shardscope::ui {
namespace {

QString quoted(const QString& field) {
  const bool needsQuotes = field.contains(u',') || field.contains(u'"') || field.contains(u'\n') ||
                           field.contains(u'\r') || field.startsWith(u' ') || field.endsWith(u' ');
  if (!needsQuotes) return field;
  QString copy = field;
  copy.replace(QLatin1String("\""), QLatin1String("\"\""));
  return u'"' + copy + u'"';
}

void appendLine(QString& csv, const QString& first, const QStringList& rest) {
  csv += quoted(first);
  for (const QString& field : rest) csv += u',' + quoted(field);
  csv += QLatin1String("\r\n");
}

}  // namespace

QString ChartTable::cell(int row, int column) const {
  if (row < 0 || row >= rowCount() || column < 0) return {};
  return rows[static_cast<std::size_t>(row)].value(column);
}

QString ChartTable::toCsv() const {
  QString csv;
  appendLine(csv, corner, columns);
  for (int row = 0; row < rowCount(); ++row)
    appendLine(csv, rowHeaders.value(row), rows[static_cast<std::size_t>(row)]);
  return csv;
}

}  // namespace shardscope::ui
