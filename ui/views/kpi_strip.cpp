// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/kpi_strip.hpp"

#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <cmath>

#include "core/cost/throughput.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/confidence.hpp"
#include "ui/text/numbers.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::KpiStrip)
};

KpiState invalidState(const QString& title) {
  return {.title = title, .value = notAvailable(), .note = Texts::tr("no valid split"), .dimmed = true};
}

KpiState memoryTile(const Report& report) {
  KpiState tile{.title = Texts::tr("Memory · fullest stage")};
  const auto& memory = report.memory;
  if (report.verdict == Verdict::invalid) {
    tile.value = Texts::tr("Impossible");
    tile.valueTone = Tone::bad;
    tile.note = Texts::tr("see Rules");
    return tile;
  }
  tile.unit = QStringLiteral("%1 / %2 GiB").arg(gibAgainst(memory.peak, memory.capacity), gib(memory.capacity));
  const QString share = percent(ratio(memory.peak, memory.capacity), 0);
  if (report.verdict == Verdict::doesNotFit) {
    tile.value = Texts::tr("Does not fit");
    tile.valueTone = tile.noteTone = Tone::bad;
    tile.note = Texts::tr("stage %1 · %2").arg(memory.peakStage).arg(tile.unit);
    tile.unit = Texts::tr("%1 GiB over").arg(gibAgainst(memory.peak - memory.capacity, Bytes(0)));
  } else if (report.verdict == Verdict::tight) {
    tile.value = Texts::tr("Tight");
    tile.valueTone = tile.noteTone = Tone::warn;
    tile.note = Texts::tr("may run out: fit limit %1 GiB").arg(gib(memory.fitLimit));
  } else {
    tile.value = Texts::tr("Fits");
    tile.valueTone = Tone::ok;
    tile.note =
        Texts::tr("stage %1 · %2 · %3 free").arg(memory.peakStage).arg(share, gibUnit(memory.capacity - memory.peak));
  }
  tile.toolTip = bandText(report.confidence, Estimate::memory);
  return tile;
}

KpiState mfuTile(const Report& report) {
  KpiState tile{.title = Texts::tr("MFU"), .unit = QStringLiteral("%"), .dimmed = !runs(report.verdict)};
  if (report.verdict == Verdict::invalid) return invalidState(tile.title);
  const auto& t = report.throughput;
  tile.value = QString::number(t.mfu * 100, 'f', 1);
  const bool good = t.mfuOwnPrecision >= kLowMfu;
  if (t.mfuOwnPrecision != t.mfu) {  // the tile counts against the BF16 peak, the check against what the units can do
    const QString share = percent(t.mfuOwnPrecision);
    tile.note = good ? Texts::tr("%1 of the own peak ✓").arg(share) : Texts::tr("%1 of the own peak ✕").arg(share);
  } else {
    tile.note = (good ? Texts::tr("≥ 35 % ✓ · %1 TFLOP/s/GPU") : Texts::tr("< 35 % ✕ · %1 TFLOP/s/GPU"))
                    .arg(QString::number(t.tflopsPerGpu, 'f', 0));
  }
  if (runs(report.verdict)) tile.noteTone = good ? Tone::ok : Tone::warn;
  return tile;
}

KpiState stepTile(const Report& report, const Pin* pin) {
  if (report.verdict == Verdict::invalid) return invalidState(Texts::tr("Step time"));
  KpiState tile{.title = Texts::tr("Step time"), .dimmed = !runs(report.verdict)};
  const double step = report.time.step.count();
  const QString text = seconds(step);
  tile.value = text.section(QLatin1Char(' '), 0, 0);
  const QString band = Texts::tr("± %1 %").arg(std::lround(report.confidence.timeRel * 100));
  tile.unit = text.section(QLatin1Char(' '), 1);
  if (!runs(report.verdict)) {
    tile.note = Texts::tr("if it fitted");
  } else if (pin && pin->report.time.step.count() > 0) {
    const QString claim =
        runs(pin->report.verdict) ? Texts::tr("pin %1 %2 · %3") : Texts::tr("pin %1 %2 · %3, if it fitted");
    tile.note = claim.arg(PinBoard::letter(pin->slot), seconds(pin->report.time.step.count()),
                          delta(pin->report.time.step.count() / step - 1));
    tile.unit += QLatin1Char(' ') + band;
  } else {
    tile.note = band;
  }
  tile.toolTip = bandText(report.confidence, Estimate::time);
  return tile;
}

KpiState throughputTile(const Report& report) {
  if (report.verdict == Verdict::invalid) return invalidState(Texts::tr("Throughput"));
  const QString total = si(report.throughput.tokensPerS);
  return {.title = Texts::tr("Throughput"),
          .value = total.section(QLatin1Char(' '), 0, 0),
          .unit = Texts::tr("%1 tok/s").arg(total.section(QLatin1Char(' '), 1)).trimmed(),
          .note = Texts::tr("%1 tok/s per GPU").arg(count(std::llround(report.throughput.tokensPerSPerGpu))),
          .dimmed = !runs(report.verdict)};
}

KpiState bubbleTile(const Scenario& scenario, const Report& report) {
  if (report.verdict == Verdict::invalid) return invalidState(Texts::tr("Pipeline bubble"));
  const auto pp = scenario.parallel.pp;
  const auto m = report.batch.microBatches;
  KpiState tile{.title = Texts::tr("Pipeline bubble"),
                .value = QString::number(report.bubble.ratioActual * 100, 'f', 1),
                .unit = QStringLiteral("%")};
  if (pp == 1) {
    tile.note = Texts::tr("no pipeline");
    return tile;
  }
  const bool enough = m >= 4 * pp;
  tile.note = (enough ? Texts::tr("M %1 ≥ 4P = %2 ✓") : Texts::tr("M %1 < 4P = %2 ✕")).arg(m).arg(4 * pp);
  tile.noteTone = enough ? Tone::ok : Tone::warn;
  return tile;
}

KpiState batchTile(const Scenario& scenario, const Report& report) {
  const auto& w = scenario.workload;
  const double tokens = static_cast<double>(w.globalBatch) * static_cast<double>(w.sequenceLength);
  KpiState tile{.title = Texts::tr("Global batch"),
                .value = count(w.globalBatch),
                .unit = Texts::tr("seq · %1 tokens").arg(si(tokens))};
  if (report.verdict == Verdict::invalid)
    tile.note = Texts::tr("= b × M × DP");
  else
    tile.note =
        Texts::tr("= b %1 × M %2 × DP %3").arg(w.microBatch).arg(report.batch.microBatches).arg(dataParallel(scenario));
  return tile;
}

KpiState trainTile(const Scenario& scenario, const Report& report) {
  const double goal = scenario.workload.trainTokens.value_or(100e9);
  const QString title = Texts::tr("Time to train %1 tokens").arg(si(goal));
  if (report.verdict == Verdict::invalid || report.throughput.tokensPerS <= 0) return invalidState(title);
  const double hours = goal / report.throughput.tokensPerS / 3600;
  const double gpuHours = hours * static_cast<double>(report.batch.gpus);
  KpiState tile{.title = title, .dimmed = !runs(report.verdict)};
  const bool short_ = hours < 48;
  tile.value = QString::number(short_ ? hours : hours / 24, 'f', 1);
  tile.unit = short_ ? Texts::tr("hours") : Texts::tr("days");
  tile.note = Texts::tr("%1 GPU-hours").arg(si(gpuHours));
  if (scenario.cluster.pricePerGpuHour)
    tile.note += Texts::tr(" · cost %1").arg(si(gpuHours * *scenario.cluster.pricePerGpuHour));
  return tile;
}

}  // namespace

std::array<KpiState, static_cast<std::size_t>(Kpi::count)> kpiStates(const Scenario& scenario, const Report& report,
                                                                     const Pin* lastPin) {
  return {memoryTile(report),           mfuTile(report),
          stepTile(report, lastPin),    throughputTile(report),
          bubbleTile(scenario, report), batchTile(scenario, report),
          trainTile(scenario, report)};
}

KpiStrip::KpiStrip(QWidget* parent) : QWidget(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(1);
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    auto* tile = tiles_[i] = new KpiTile(this);
    row->addWidget(tile, i == 0 ? 6 : 5);
    tile->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tile, &QWidget::customContextMenuRequested, this,
            [this, tile](const QPoint& at) { showMenu(*tile, tile->mapToGlobal(at)); });
  }
}

void KpiStrip::showMenu(KpiTile& tile, const QPoint& globalPosition) {
  QMenu menu(&tile);
  menu.addAction(tr("Copy"), &tile, [&tile] { QApplication::clipboard()->setText(tile.spokenText()); });
  menu.addAction(tr("Pin the live configuration"), this, &KpiStrip::pinRequested);
  menu.exec(globalPosition);
}

void KpiStrip::announceVerdict() {
  tile(Kpi::memory)->announce();
  emit announced(tile(Kpi::memory)->spokenText());
}

void KpiStrip::render(const Scenario& scenario, const Report& report, const Pin* lastPin) {
  auto states = kpiStates(scenario, report, lastPin);
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    QStringList lines{spokenText(states[i]), states[i].toolTip, tr("A click says more")};
    lines.removeAll(QString());
    states[i].toolTip = lines.join(QLatin1Char('\n'));
    tiles_[i]->render(states[i]);
  }
}

void KpiStrip::setCompact(bool compact) {
  for (auto* tile : tiles_) tile->setCompact(compact);
}

void KpiStrip::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), currentTheme().color(Token::border));  // shows through the 1 px gaps
}

}  // namespace shardscope::ui
