// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The text alternative of a chart: the same numbers as rows and columns of text, for screen readers, "View as table"
// and the clipboard.

#include <QString>
#include <QStringList>
#include <vector>

namespace shardscope::ui {

struct ChartTable {
  QString corner;       // header of the row headers: "Stage"
  QStringList columns;  // column headers
  QStringList rowHeaders;
  std::vector<QStringList> rows;  // as long as `columns`

  int rowCount() const { return static_cast<int>(rows.size()); }
  int columnCount() const { return static_cast<int>(columns.size()); }
  QString cell(int row, int column) const;  // empty outside
  QString toCsv() const;                    // RFC 4180, header row first, lines end in \r\n
  bool operator==(const ChartTable&) const = default;
};

}  // namespace shardscope::ui
