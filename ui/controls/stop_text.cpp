// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/stop_text.hpp"

#include <QRegularExpression>
#include <limits>

#include "ui/text/numbers.hpp"

namespace shardscope::ui {

QString stopText(std::int64_t value, bool asSequence) {
  if (value < 1) return notAvailable();  // a follower that no whole number gives
  return asSequence ? sequence(value) : count(value);
}

std::optional<std::int64_t> parsedStop(const QString& typed, bool asSequence) {
  static const QRegularExpression pattern(QStringLiteral("^(\\d{1,3}(?:,\\d{3})+|\\d+) ?([kKmM])?$"));
  const QRegularExpressionMatch match = pattern.match(typed.simplified());
  if (!match.hasMatch()) return std::nullopt;
  bool isInteger = false;
  const qlonglong number = match.captured(1).remove(u',').toLongLong(&isInteger);
  const QString unit = match.captured(2).toLower();
  if (!isInteger || number < 1 || (!unit.isEmpty() && !asSequence)) return std::nullopt;
  const std::int64_t factor = unit == QLatin1String("k") ? 1024 : unit == QLatin1String("m") ? 1024 * 1024 : 1;
  if (number > std::numeric_limits<std::int64_t>::max() / factor) return std::nullopt;
  return number * factor;
}

}  // namespace shardscope::ui
