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

// An amount between these stands for a link; they are in no text.
constexpr QChar kLink(0xE000), kShown(0xE001), kEnd(0xE002), kStrong(0xE003), kWeak(0xE004);

// What a test compares with its limit.
bool isCompared(const AdviceValue& value) { return value.name == "need_bytes" || value.name == "peak_bytes"; }

// `place`: "advice.2.0.", before the names of the values.
QString pageOf(const AdvicePart& part, const QString& place) {
  const auto mark = [&place](const AdviceValue& value, std::string shown) {
    if (!isAmount(value)) return shown;
    const auto name = QString::fromUtf8(value.name.data(), static_cast<qsizetype>(value.name.size()));
    const QString link = kLink + place + name + kShown + QString::fromStdString(shown) + kEnd;
    return (isCompared(value) ? kStrong + link + kWeak : link).toStdString();
  };
  return QString::fromStdString(adviceTest(part, currentLanguage(), mark))
      .toHtmlEscaped()
      .replace(kStrong, QLatin1String("<b>"))
      .replace(kWeak, QLatin1String("</b>"))
      .replace(kLink, QLatin1String("<a href=\"explain:"))
      .replace(kShown, QLatin1String("\">"))
      .replace(kEnd, QLatin1String("</a>"));
}

// The need or peak that was compared, else the first amount that is no limit.
QString figureOf(const AdvicePart& part, const QString& place) {
  const AdviceValue* found = nullptr;
  for (const auto& value : part.values)
    if (isAmount(value) && !found && value.name != "limit_bytes") found = &value;
  for (const auto& value : part.values)
    if (isCompared(value)) found = &value;
  if (!found) return {};
  return place + QString::fromUtf8(found->name.data(), static_cast<qsizetype>(found->name.size()));
}

QString partPlace(const QString& step, std::size_t part) { return QStringLiteral("advice.%1.%2.").arg(step).arg(part); }

// What sets the alternative of a step apart: TP and PP of steps 3 and 4, the GPUs that step 2 shards over.
QString alternativeName(const AdviceStep& step) {
  for (const auto& part : step.parts) {
    if (!part.plan || part.verdict != AdviceVerdict::skip) continue;
    const auto& p = part.plan->parallel;
    if (step.step == 3) return degree(QLatin1String("TP"), p.tp);
    if (step.step == 4) return degree(QLatin1String("PP"), p.pp);
    return Texts::tr("%1 GPUs").arg(gpuCount(part.plan->cluster));
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
                {},
                0,
                {},
                step.applies,
                step.alternative,
                step.alternative ? alternativeName(step) : QString()};
  for (std::size_t i = 0; i < step.parts.size(); ++i) {
    const QString place = partPlace(QString::number(number), i);
    made.pages << pageOf(step.parts[i], place);
    made.questions << QString::fromStdString(adviceQuestion(step.parts[i], language));
    made.tests << QString::fromStdString(adviceTest(step.parts[i], language));
    const bool settles =
        step.parts[i].verdict != AdviceVerdict::skip && step.parts[i].id != "4c" && step.parts[i].id != "2-all";
    if (!settles) continue;
    made.decisive = static_cast<int>(i);
    if (const QString figure = figureOf(step.parts[i], place); !figure.isEmpty()) made.figure = figure;
  }
  return made;
}

QString checkPage(const Advice& advice, std::size_t check) {
  return QString::fromStdString(adviceQuestion(advice.checks[check], currentLanguage())).toHtmlEscaped() +
         QLatin1String(": ") + pageOf(advice.checks[check], partPlace(QStringLiteral("checks"), check));
}

QString planRecipe(const Scenario& scenario, const Scenario& now) {
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
  if (p.ep > 1) add("ETP", p.etp);
  parts << degree(QLatin1String("DP"), dataParallel(scenario));
  const auto named = [](Key key, std::string_view word) {
    return wordName(key, QString::fromUtf8(word.data(), static_cast<qsizetype>(word.size())));
  };
  if (p.cp > 1 && p.cpKind != CpKind::ring) parts << named(Key::cpKind, word(p.cpKind));
  if (p.schedule && *p.schedule != Schedule::interleaved && *p.schedule != Schedule::oneFOneB)
    parts << named(Key::schedule, word(*p.schedule));
  parts << (p.shardGroup > 0 ? Texts::tr("ZeRO %1 in groups of %2").arg(p.zero).arg(p.shardGroup)
                             : QStringLiteral("ZeRO %1").arg(p.zero));
  if (scenario.workload.recompute != Recompute::none)
    parts << Texts::tr("recompute: %1")
                 .arg(wordName(Key::recompute, QString::fromStdString(std::string(word(scenario.workload.recompute)))));
  parts << QStringLiteral("b %1").arg(scenario.workload.microBatch);
  if (scenario.workload.globalBatch != now.workload.globalBatch)
    parts << QStringLiteral("B %1").arg(scenario.workload.globalBatch);
  if (const auto gpus = gpuCount(scenario.cluster); gpus != gpuCount(now.cluster))
    parts << (gpus == 1 ? Texts::tr("1 GPU") : Texts::tr("%1 GPUs").arg(gpus));
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
