// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_map.hpp"

#include <QCoreApplication>
#include <algorithm>

#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/text/lines.hpp"
#include "ui/text/numbers.hpp"
#include "ui/text/sweep_texts.hpp"
#include "ui/text/way_out_texts.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::SweepMap)
};

// A cell with the sweep it comes from.
struct Source {
  const SweepOutcome* outcome = nullptr;
  const SweepCell* cell = nullptr;  // none: not known yet
  HeatAge age = HeatAge::now;
  const SweepSpace& space() const { return outcome->request->space; }
};

// What the outcome was asked, which may differ from what is asked now.
SweepSettings shownSettings(const SweepBoard& board) {
  auto settings = board.settings();
  if (!board.outcome()) return settings;
  const auto& asked = board.outcome()->request->options;
  settings.x = *asked.x;
  settings.y = *asked.y;
  settings.metric = asked.metric;
  return settings;
}

bool hasSameAxes(const SweepOutcome& a, const SweepOutcome& b) {
  return a.request->options.x == b.request->options.x && a.request->options.y == b.request->options.y &&
         a.request->options.metric == b.request->options.metric && a.result.xs == b.result.xs &&
         a.result.ys == b.result.ys;
}

Source sourceOf(const SweepBoard& board, std::size_t index) {
  const auto& shown = board.outcome();
  const auto& cell = shown->result.cells[index];
  if (shown->result.complete || cell.counts.tried > 0) return {shown.get(), &cell};
  if (const auto& before = board.previous(); before && hasSameAxes(*before, *shown))
    return {before.get(), &before->result.cells[index], HeatAge::old};
  return {shown.get(), nullptr, HeatAge::pending};
}

QString placeName(const SweepSettings& settings, const HeatCell& cell) {
  return axisSetting(settings.y, cell.y) + QStringLiteral(" · ") + axisSetting(settings.x, cell.x);
}

// Its value among the figures of a cell, with the unit.
QString figure(Metric metric, double value) {
  switch (metric) {
    case Metric::memory: return gibUnit(Bytes(static_cast<std::int64_t>(value)));
    case Metric::step: return seconds(value);
    case Metric::mfu:
    case Metric::bubble: return percent(value);
    default: return metricValue(metric, value) + QLatin1Char(' ') + metricUnit(metric);
  }
}

// Three digits: cells are small.
QString stepText(double step) { return metricValue(Metric::step, step) + QStringLiteral(" s"); }

class MapBuilder {
 public:
  MapBuilder(const SweepBoard& board, MapDetail detail)
      : board_(board), detail_(detail), settings_(shownSettings(board)), result_(board.outcome()->result) {}

  SweepMap run() {
    auto& grid = map_.grid;
    grid.metric = board_.outcome()->request->options.metric;
    grid.xs = result_.xs;
    grid.ys = result_.ys;
    const auto& base = board_.outcome()->request->space.base;
    grid.lowMfu = lowMfu(base.cluster.device, base.workload.precision);
    for (std::size_t i = 0; i < result_.cells.size(); ++i) addCell(i);
    findBest();
    addFrame();
    return std::move(map_);
  }

 private:
  void addCell(std::size_t index) {
    const auto source = sourceOf(board_, index);
    const auto columns = map_.grid.xs.size();
    HeatCell cell;
    cell.x = map_.grid.xs[index % columns];
    cell.y = map_.grid.ys[index / columns];
    cell.age = source.age;
    if (source.cell && source.cell->hasBest) {
      cell.verdict = source.cell->best.verdict;
      cell.value = source.cell->best.value;
      cell.mfu = source.cell->best.mfu;
    } else if (source.cell && source.cell->missing > 0) {
      cell.verdict = Verdict::doesNotFit;
    }
    const QString locked = offLockText(cell);
    cell.offLock = !locked.isEmpty();
    map_.grid.cells.push_back(cell);
    if (!source.cell) {
      map_.texts.cell.emplace_back();
      map_.texts.toolTip.push_back(placeName(settings_, cell) + u'\n' + Texts::tr("not searched yet"));
    } else if (source.cell->hasBest) {
      addBest(source, cell);
      if (cell.offLock) map_.texts.toolTip.back() += u'\n' + locked;
    } else {
      addReason(source, cell, index);
    }
  }

  // "TP is locked at 8" where the cell lies off it.
  QString offLockText(const HeatCell& cell) const {
    const auto& request = *board_.outcome()->request;
    return lockedText(axisLocksLeft(request.locks, request.now, {{{settings_.x, cell.x}, {settings_.y, cell.y}}}),
                      request.now);
  }

  void addBest(const Source& source, const HeatCell& cell) {
    const auto& best = source.cell->best;
    const auto line = lineOf(source.space(), best);
    const Bytes peak(best.peak), capacity = source.space().base.cluster.device.memory;
    QString text = metricValue(map_.grid.metric, best.value);
    if (detail_ == MapDetail::full) {
      const QString memory = gibUnit(peak), time = stepText(best.step), mfu = percent(best.mfu);
      const bool byMemory = map_.grid.metric == Metric::memory, byStep = map_.grid.metric == Metric::step;
      text += u'\n' + (byMemory ? mfu : memory) + QStringLiteral(" · ") + (byStep ? mfu : time);
      text += u'\n' + recipe(line, settings_);
    }
    map_.texts.cell.push_back(text);
    QString story = placeName(settings_, cell) + QStringLiteral(" · ") + recipe(line, settings_);
    const auto metric = map_.grid.metric;
    story += u'\n' + Texts::tr("Best %1 %2").arg(metricName(metric), figure(metric, best.value));
    if (metric != Metric::mfu) story += QStringLiteral(" · MFU ") + percent(best.mfu);
    if (metric != Metric::bubble) story += QStringLiteral(" · ") + Texts::tr("bubble %1").arg(percent(best.bubble));
    story += u'\n' + Texts::tr("Peak %1 of %2 · step %3")
                         .arg(gibAgainst(peak, capacity), gibAgainst(capacity, peak) + QStringLiteral(" GiB"),
                              stepText(best.step));
    if (best.verdict == Verdict::tight) story += QStringLiteral(" · ") + Texts::tr("tight: may run out");
    story += u'\n' + countsText(source.cell->counts);
    map_.texts.toolTip.push_back(story);
  }

  static QString countsText(const SweepCounts& counts) {
    const auto runs = counts.fitted + counts.tight;
    QString text = Texts::tr("%1 tried, %2 can run")
                       .arg(count(static_cast<std::int64_t>(counts.tried)), count(static_cast<std::int64_t>(runs)));
    if (counts.doesNotFit > 0)
      text +=
          QStringLiteral(", ") + Texts::tr("%1 do not fit").arg(count(static_cast<std::int64_t>(counts.doesNotFit)));
    return text;
  }

  void addReason(const Source& source, const HeatCell& cell, std::size_t index) {
    const auto& space = source.space();
    QString text, why;
    if (source.cell->missing > 0) {
      const Bytes least(space.base.cluster.device.memory.count() + source.cell->missing);
      text = detail_ == MapDetail::full ? Texts::tr("OOM ≥ %1 GiB").arg(gib(least, 0)) : Texts::tr("OOM");
      const Bytes capacity = space.base.cluster.device.memory;
      why =
          Texts::tr("Does not fit: at least %1 of %2 GiB").arg(gibAgainst(least, capacity), limitText(capacity, least));
    } else if (source.cell->counts.tried == 0) {
      return addNotTried(source, cell, index);
    } else if (const auto issue = issueAt(space, cell); issue && !asksForOtherDp(issue->first)) {
      text = shortReason(issue->first);
      why = sentence(issue->first, issue->second);
    } else if (const auto rule = decidingRefusal(source.cell->counts)) {
      text = QString::fromStdString(std::string(ruleName(*rule)));
      why = QString::fromStdString(ruleText(*rule, currentLanguage()));
    }
    map_.texts.cell.push_back(text);
    QString story = Texts::tr("%1: cannot run").arg(placeName(settings_, cell)) + u'\n' + wrappedText(why);
    story += nearestText(source, index) + u'\n' + countsText(source.cell->counts);
    map_.texts.toolTip.push_back(story);
  }

  // Nothing of the space lies in the cell: the same configurations stand elsewhere, or no split leads to it.
  void addNotTried(const Source& source, const HeatCell& cell, std::size_t index) {
    const auto plain = plainAt(source.space(), cell);
    QString text, why;
    if (const auto same = zeroUnderPipeline(plain)) {
      text = QStringLiteral("= ZeRO 1");
      why = sentence(*same, plain);
    } else if (const auto issue = firstError(plain); issue && tooManyGpus(*issue)) {
      text = shortReason(*issue);
      why = sentence(*issue, plain);
    } else {
      text = Texts::tr("no split");
      why = Texts::tr("No split of the GPUs searched leads to it.");
    }
    map_.texts.cell.push_back(text);
    map_.texts.toolTip.push_back(Texts::tr("%1: not tried").arg(placeName(settings_, cell)) + u'\n' + wrappedText(why) +
                                 nearestText(source, index));
  }

  static std::optional<Issue> zeroUnderPipeline(const Scenario& scenario) {
    std::vector<Issue> issues;
    check(scenario, issues);
    const auto found =
        std::find_if(issues.begin(), issues.end(), [](const Issue& issue) { return issue.rule == RuleId::Z2; });
    return found == issues.end() ? std::nullopt : std::optional(*found);
  }

  // The plainest layout misses the degree of data parallelism that others of the cell have.
  static bool asksForOtherDp(const Issue& issue) { return issue.rule == RuleId::W1 && issue.args[4] > 0; }

  static bool tooManyGpus(const Issue& issue) {
    const auto& a = issue.args;
    return issue.rule == RuleId::W1 && a[1] * a[2] * a[3] * std::max(1.0, a[4]) > a[0];
  }

  QString nearestText(const Source& source, std::size_t index) const {
    const auto& outcome = *source.outcome;
    const auto nearest = nearestRunningCell(source.space(), outcome.request->options, outcome.result, index);
    if (nearest < 0) return {};
    const auto columns = map_.grid.xs.size();
    const auto at = static_cast<std::size_t>(nearest);
    HeatCell neighbour;
    neighbour.x = map_.grid.xs[at % columns];
    neighbour.y = map_.grid.ys[at / columns];
    return u'\n' +
           Texts::tr("Nearest that runs: %1 (%2)")
               .arg(placeName(settings_, neighbour), figure(map_.grid.metric, outcome.result.cells[at].best.value));
  }

  // Every configuration of the cell breaks a rule; the plainest one tells which.
  std::optional<std::pair<Issue, Scenario>> issueAt(const SweepSpace& space, const HeatCell& cell) const {
    auto plain = plainAt(space, cell);
    if (const auto issue = firstError(plain)) return std::pair(*issue, std::move(plain));
    return std::nullopt;
  }

  Scenario plainAt(const SweepSpace& space, const HeatCell& cell) const {
    Scenario plain = space.base;
    plain.parallel.dp = space.dp;
    for (const auto& [axis, value] : {std::pair(settings_.x, cell.x), std::pair(settings_.y, cell.y)}) {
      if (axis.isDp())
        plain.parallel.dp = value;
      else
        setDim(plain, axis.dim, value);
    }
    if (plain.parallel.vpp > 1) setDim(plain, Dim::schedule, static_cast<std::int64_t>(Schedule::interleaved));
    return plain;
  }

  // What fits before what is tight.
  void findBest() {
    auto& grid = map_.grid;
    for (std::size_t i = 0; i < grid.cells.size(); ++i) {
      const auto& cell = grid.cells[i];
      if (!isFeasible(cell) || cell.age != HeatAge::now) continue;
      if (grid.best < 0 || isBetter(cell, grid.cells[static_cast<std::size_t>(grid.best)]))
        grid.best = static_cast<int>(i);
    }
  }

  bool isBetter(const HeatCell& a, const HeatCell& b) const {
    if (a.verdict != b.verdict) return a.verdict < b.verdict;
    return smallerIsBetter(map_.grid.metric) ? a.value < b.value : a.value > b.value;
  }

  void addFrame() {
    auto& texts = map_.texts;
    const auto& grid = map_.grid;
    const auto gpus = dimValue(board_.store().scenario(), Dim::gpus);
    const QString name = metricName(grid.metric), unit = metricUnit(grid.metric);
    if (settings_.isAxis({Dim::gpus}) || settings_.isFree({Dim::gpus}))
      texts.title = Texts::tr("Best %1 (%2)").arg(name, unit);
    else if (gpus == 1)
      texts.title = Texts::tr("Best %1 (%2) at 1 GPU").arg(name, unit);
    else
      texts.title = Texts::tr("Best %1 (%2) at %3 GPUs").arg(name, unit, count(gpus));
    if (detail_ == MapDetail::brief)
      texts.title = Texts::tr("Sweep: best %1, %2").arg(metricName(grid.metric), metricUnit(grid.metric));
    texts.xLabel = axisTitle(settings_.x);
    texts.yLabel = axisTitle(settings_.y);
    const auto domain = nvlinkDomain(board_.store().scenario().cluster);
    for (const auto x : grid.xs) {
      texts.xTicks.push_back(axisValue(settings_.x, x));
      texts.xWarn.push_back(settings_.x.dim == Dim::tp && x > domain);
    }
    for (const auto y : grid.ys) {
      texts.yTicks.push_back(axisValue(settings_.y, y));
      texts.yWarn.push_back(settings_.y.dim == Dim::tp && y > domain);
    }
    texts.xLocked = lockedIndex(settings_.x, grid.xs);
    texts.yLocked = lockedIndex(settings_.y, grid.ys);
    if (const auto scale = heatScale(grid); scale.low < scale.high) {
      texts.scaleLow = metricValue(grid.metric, scale.low);
      texts.scaleHigh = metricValue(grid.metric, scale.high);
    }
  }

  int lockedIndex(SweepAxis axis, const std::vector<std::int64_t>& values) const {
    const auto& request = *board_.outcome()->request;
    if (!isPinned(request.locks, axis)) return -1;
    const auto place = std::find(values.begin(), values.end(), knobValue(request.now, knobOf(axis)));
    return place == values.end() ? -1 : static_cast<int>(place - values.begin());
  }

  const SweepBoard& board_;
  MapDetail detail_;
  const SweepSettings settings_;
  const SweepResult& result_;
  SweepMap map_;
};

}  // namespace

SweepMap sweepMap(const SweepBoard& board, MapDetail detail) {
  return board.outcome() ? MapBuilder(board, detail).run() : SweepMap{};
}

int currentCell(const SweepBoard& board, const HeatGrid& grid) {
  const auto settings = shownSettings(board);
  const auto& scenario = board.store().scenario();
  const auto valueOn = [&scenario](SweepAxis axis) {
    return axis.isDp() ? dataParallel(scenario) : dimValue(scenario, axis.dim);
  };
  const auto x = std::find(grid.xs.begin(), grid.xs.end(), valueOn(settings.x));
  const auto y = std::find(grid.ys.begin(), grid.ys.end(), valueOn(settings.y));
  if (x == grid.xs.end() || y == grid.ys.end()) return -1;
  return static_cast<int>((y - grid.ys.begin()) * static_cast<std::ptrdiff_t>(grid.xs.size()) + (x - grid.xs.begin()));
}

QString currentLegend(const SweepBoard& board) {
  const auto& report = board.store().report();
  if (report.verdict == Verdict::invalid) return Texts::tr("current cell");
  const auto metric = shownSettings(board).metric;
  return Texts::tr("current cell (A: %1)")
      .arg(metricValue(metric, metricValue(board.store().scenario(), report, metric)));
}

std::optional<CellChoice> choiceAt(const SweepBoard& board, int cell) {
  const auto index = static_cast<std::size_t>(cell);
  if (cell < 0 || !board.outcome() || index >= board.outcome()->result.cells.size()) return std::nullopt;
  const auto source = sourceOf(board, index);
  if (!source.cell || !source.cell->hasBest) return std::nullopt;
  const auto& best = source.cell->best;
  return CellChoice{scenarioAt(board.store().scenario(), source.space(), best),
                    wholeRecipe(lineOf(source.space(), best), shownSettings(board))};
}

QString mapPlaceholder(const SweepBoard& board) {
  if (!board.space()) return Texts::tr("A number is out of its range: nothing to sweep. See Rules.");
  const auto& outcome = board.outcome();
  if (!outcome || !outcome->result.complete) return Texts::tr("The sweep is running.");
  return Texts::tr("No configuration can run.");
}

}  // namespace shardscope::ui
