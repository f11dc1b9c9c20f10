// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/advice_texts.hpp"

#include <QCoreApplication>

#include "core/scenario/derived.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::AdviceTexts)
};

const QString kDot = QStringLiteral(" · ");

QString degree(QLatin1String name, std::int64_t value) { return QStringLiteral("%1 %2").arg(name).arg(value); }

QString chipText(const Advice& advice, const AdviceStep& step) {
  const auto& p = advice.recommended.parallel;
  if (step.verdict == AdviceVerdict::yes || step.verdict == AdviceVerdict::warn) switch (step.step) {
      case 3: return degree(QLatin1String("TP"), p.tp);
      case 4: return degree(QLatin1String("PP"), p.pp);
      case 5: return degree(QLatin1String("EP"), p.ep);
      case 6: return degree(QLatin1String("CP"), p.cp);
      default: break;
    }
  switch (step.verdict) {
    case AdviceVerdict::yes: return Texts::tr("Yes");
    case AdviceVerdict::no: return Texts::tr("No");
    case AdviceVerdict::warn: return Texts::tr("Careful");
    case AdviceVerdict::skip: break;
  }
  return Texts::tr("Skip");
}

QString verdictWords(Verdict verdict) {
  switch (verdict) {
    case Verdict::tight: return Texts::tr("tight");
    case Verdict::doesNotFit: return Texts::tr("does not fit");
    case Verdict::invalid: return Texts::tr("not possible");
    case Verdict::fits: break;
  }
  return {};
}

}  // namespace

StepText stepText(const Advice& advice, int number) {
  const auto& step = advice.steps[static_cast<std::size_t>(number - 1)];
  const auto language = currentLanguage();
  StepText made{number,
                step.verdict,
                advice.answeredBy == number,
                QString::fromStdString(adviceTitle(number, language)),
                chipText(advice, step),
                {},
                {},
                0,
                step.applies};
  for (std::size_t i = 0; i < step.parts.size(); ++i) {
    made.questions << QString::fromStdString(adviceQuestion(step.parts[i], language));
    made.tests << QString::fromStdString(adviceTest(step.parts[i], language));
    const bool settles = step.parts[i].verdict != AdviceVerdict::skip && step.parts[i].id != "4c";
    if (settles) made.decisive = static_cast<int>(i);
  }
  return made;
}

QString planRecipe(const Scenario& scenario) {
  const auto& p = scenario.parallel;
  QStringList parts;
  const auto add = [&parts](const char* name, std::int64_t value) {
    if (value > 1) parts << degree(QLatin1String(name), value);
  };
  add("TP", p.tp);
  add("PP", p.pp);
  add("VPP", p.vpp);
  add("CP", p.cp);
  add("EP", p.ep);
  parts << degree(QLatin1String("DP"), dataParallel(scenario));
  parts << (p.shardGroup > 0 ? Texts::tr("ZeRO %1 in groups of %2").arg(p.zero).arg(p.shardGroup)
                             : QStringLiteral("ZeRO %1").arg(p.zero));
  if (scenario.workload.recompute != Recompute::none)
    parts << Texts::tr("recompute: %1")
                 .arg(wordName(Key::recompute, QString::fromStdString(std::string(word(scenario.workload.recompute)))));
  parts << QStringLiteral("b %1").arg(scenario.workload.microBatch);
  return parts.join(kDot);
}

QString planFigures(const Report& report) {
  QStringList parts;
  if (const auto words = verdictWords(report.verdict); !words.isEmpty()) parts << words;
  if (report.verdict != Verdict::invalid)
    parts << gibUnit(report.memory.peak) << seconds(report.time.step.count())
          << QStringLiteral("MFU %1").arg(percent(report.throughput.mfu));
  return parts.join(kDot);
}

QString moveFigures(const AdviceMove& move) {
  QStringList parts;
  if (const auto words = verdictWords(move.verdict); !words.isEmpty()) parts << words;
  parts << signedGib(move.deltaPeak) << delta(move.stepShare);
  const int more = move.moreDimensions;
  if (more == 1) parts << Texts::tr("one more dimension");
  if (more > 1) parts << Texts::tr("%1 more dimensions").arg(more);
  if (more == -1) parts << Texts::tr("one dimension less");
  if (more < -1) parts << Texts::tr("%1 dimensions less").arg(-more);
  return parts.join(kDot);
}

}  // namespace shardscope::ui
