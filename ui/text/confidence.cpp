// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/confidence.hpp"

#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {

QString bandText(const ConfidenceReport& confidence, Estimate quantity) {
  const auto language = currentLanguage();
  const bool isTime = quantity == Estimate::time;
  const double band = isTime ? confidence.timeRel : confidence.memoryRel;
  QString line =
      QStringLiteral("± %1: %2").arg(percent(band), QString::fromStdString(basisText(confidence, quantity, language)));
  if (isTime && confidence.extrapolated())
    line += QLatin1Char('\n') + QString::fromStdString(unseenText(confidence, language));
  return line;
}

}  // namespace shardscope::ui
