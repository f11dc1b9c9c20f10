// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/rules_panel.hpp"

#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/cost/parameters.hpp"
#include "core/rules/rules.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"
#include "ui/views/framework_rules.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

bool sameFigures(const MemoryReport& a, const MemoryReport& b) {
  return a.peak == b.peak && a.capacity == b.capacity && a.peakStage == b.peakStage;
}

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::RulesPanel)
};

// What can help here: a single GPU has nothing to split over, and states that fill the whole cluster need a larger one.
QString memoryAdvice(const Scenario& scenario) {
  const auto gpus = gpuCount(scenario.cluster);
  const auto recipe = stateRecipe(scenario.workload);
  const double perParameter =
      scenario.workload.adapter == Adapter::lora ? recipe.weight : recipe.weight + recipe.gradient + recipe.optimizer;
  const double states = perParameter * approximateParameters(scenario.model.shape);
  const double cluster = static_cast<double>(gpus) * static_cast<double>(scenario.cluster.device.memory.count());
  if (states > cluster)
    return Texts::tr("The states alone, %1, exceed the memory of all GPUs together, %2: more GPUs are needed.")
        .arg(gibUnit(Bytes(std::llround(states))), gibUnit(Bytes(std::llround(cluster))));
  const bool recomputes = scenario.workload.recompute == Recompute::full;
  if (gpus == 1)
    return recomputes ? Texts::tr("Try a smaller micro-batch, a shorter sequence, or more GPUs.")
                      : Texts::tr("Try full recompute, a smaller micro-batch, or more GPUs.");
  if (scenario.parallel.zero == 3)
    return recomputes ? Texts::tr("Try a larger TP or PP, or a smaller micro-batch.")
                      : Texts::tr("Try a larger TP or PP, or full recompute.");
  return recomputes ? Texts::tr("Try a larger TP or PP, ZeRO-3, or a smaller micro-batch.")
                    : Texts::tr("Try a larger TP or PP, ZeRO-3, or full recompute.");
}

QString nameOf(RuleId id) {
  const auto name = ruleName(id);
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

// What helps where memory runs out.
const std::vector<Key> kMemoryKeys{Key::tp, Key::pp, Key::microBatch, Key::zero, Key::recompute};

}  // namespace

RulesPanel::RulesPanel(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  summary_ = makeSection(this);
  column->addWidget(summary_);
  scroll_ = new QScrollArea(this);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusPolicy(Qt::NoFocus);  // it follows the focus of its cards
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  column->addWidget(scroll_, 1);
  auto* list = new QWidget;
  markAsPanel(list);
  auto* rows = new QVBoxLayout(list);
  rows->setContentsMargins(0, 0, 0, 0);
  rows->setSpacing(0);
  cardColumn_ = new QVBoxLayout;
  cardColumn_->setSpacing(0);
  rows->addLayout(cardColumn_);
  buildPasses(rows);
  framework_ = new FrameworkRules(list);
  connect(framework_, &FrameworkRules::fixRequested, this, &RulesPanel::fixRequested);
  connect(framework_, &FrameworkRules::choiceChanged, this, &RulesPanel::judge);
  rows->addWidget(framework_);
  rows->addStretch(1);
  scroll_->setWidget(list);
  showSummary();
}

void RulesPanel::buildPasses(QVBoxLayout* column) {
  passesHead_ = new QToolButton(this);
  passesHead_->setAutoRaise(true);
  passesHead_->setCheckable(true);
  passesHead_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  passesHead_->setArrowType(Qt::RightArrow);
  passes_ = new QWidget(this);
  auto* rows = new QVBoxLayout(passes_);
  rows->setContentsMargins(14, 0, 10, 8);
  rows->setSpacing(4);
  passes_->hide();
  connect(passesHead_, &QToolButton::toggled, this, &RulesPanel::renderPasses);
  column->addSpacing(4);
  column->addWidget(passesHead_, 0, Qt::AlignLeft);
  column->addWidget(passes_);
}

void RulesPanel::render(const Scenario& scenario, const Report& report) {
  if (scenario != scenario_) memoryMoves_.clear();  // they belonged to another
  const bool same = scenario == scenario_ && report.issues == reported_ && report.verdict == verdict_ &&
                    sameFigures(report.memory, memory_);
  scenario_ = scenario;
  framework_->render(scenario);
  if (same) return;
  reported_ = report.issues;
  simpler_ = fewestDimensions(scenario, report);  // up to three more evaluations
  verdict_ = report.verdict;
  memory_ = report.memory;
  judge();
}

void RulesPanel::setMemoryFixes(const std::vector<AdviceMove>& moves) {
  if (moves == memoryMoves_) return;
  memoryMoves_ = moves;
  if (verdict_ == Verdict::doesNotFit) renderCards();
}

// What fits before what is tight, as the moves are ranked.
std::optional<Edit> RulesPanel::memoryFix() const {
  for (const auto& move : memoryMoves_)
    if (runs(move.verdict) && isHarmless(move.edit, scenario_, framework_->chosen())) return move.edit;
  return std::nullopt;
}

void RulesPanel::judge() {
  auto issues = reported_;
  if (simpler_) issues.push_back(*simpler_);
  issues_ = framework_->beside(issues);
  renderCards();
  renderPasses();
  showSummary();
}

RuleCardState RulesPanel::cardOf(const Issue& issue) const {
  const QString name = nameOf(issue.rule), refusedBy = framework_->refusedBy(issue);
  RuleCardState state{issue.severity, refusedBy.isEmpty() ? name : QStringLiteral("%1 · %2").arg(refusedBy, name),
                      sentence(issue, scenario_), fix(issue, scenario_, framework_->chosen())};
  state.keys.push_back(issue.field);
  if (state.fix)
    for (const auto& assignment : *state.fix)
      if (assignment.key != issue.field) state.keys.push_back(assignment.key);
  return state;
}

// The memory verdict first, then errors, warnings and hints.
std::vector<RuleCardState> RulesPanel::cardStates() const {
  std::vector<RuleCardState> states;
  if (verdict_ == Verdict::doesNotFit)
    states.push_back({Severity::error,
                      tr("Memory"),
                      tr("Stage %1 needs %2, the GPU has %3.")
                              .arg(memory_.peakStage)
                              .arg(gibUnit(memory_.peak), gibUnit(memory_.capacity)) +
                          QLatin1Char(' ') + memoryAdvice(scenario_),
                      memoryFix(),
                      false,
                      {},
                      kMemoryKeys});
  if (verdict_ == Verdict::tight)
    states.push_back({Severity::warning,
                      tr("Memory"),
                      tr("Stage %1 needs %2: below the GPU's %3, but over the fit limit of %4. It may run out.")
                          .arg(memory_.peakStage)
                          .arg(gibUnit(memory_.peak), gibUnit(memory_.capacity), gibUnit(memory_.fitLimit)),
                      std::nullopt,
                      false,
                      {},
                      kMemoryKeys});
  for (const auto severity : {Severity::error, Severity::warning, Severity::hint})
    for (const auto& issue : issues_)
      if (issue.severity == severity) states.push_back(cardOf(issue));
  if (states.empty()) states.push_back({Severity::hint, tr("Every rule holds."), QString(), std::nullopt, true});
  return states;
}

void RulesPanel::renderCards() {
  const auto states = cardStates();
  while (cards_.size() < states.size()) {
    auto* card = new RuleCard(this);
    connect(card, &RuleCard::fixRequested, this, &RulesPanel::fixRequested);
    connect(card, &RuleCard::selected, this, [this, card] { select(card); });
    cardColumn_->addWidget(card);
    setTabOrder(card->lastStop(), passesHead_);
    cards_.push_back(card);
  }
  for (std::size_t i = 0; i < cards_.size(); ++i) {
    if (i < states.size()) cards_[i]->render(states[i]);
    cards_[i]->setVisible(i < states.size());
  }
  if (!cards_.empty()) setFocusProxy(cards_.front());  // F6 comes here
  if (selected_ && (selected_->isHidden() || selected_->state().keys != selectedKeys_)) select(nullptr);
}

void RulesPanel::select(const RuleCard* card) {
  selected_ = card;
  selectedKeys_ = card ? card->state().keys : std::vector<Key>{};
  emit selected(selectedKeys_);
}

void RulesPanel::renderPasses() {
  const bool open = passesHead_->isChecked();
  passesHead_->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
  passes_->setVisible(open);
  if (!open) return;
  const auto table = ruleTable();
  while (passTexts_.size() < table.size()) {
    auto* text = new QLabel(passes_);
    text->setWordWrap(true);
    text->setForegroundRole(QPalette::PlaceholderText);
    passes_->layout()->addWidget(text);
    passTexts_.push_back(text);
    const auto id = table[passTexts_.size() - 1].id;
    text->setText(QStringLiteral("✓ ") + QString::fromStdString(ruleText(id, currentLanguage())));
    text->setToolTip(nameOf(id));
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    const bool fails =
        std::any_of(issues_.begin(), issues_.end(), [&](const Issue& issue) { return issue.rule == table[i].id; });
    passTexts_[i]->setVisible(!fails);
  }
}

void RulesPanel::showSummary() {
  const auto count = [this](Severity severity) {
    return static_cast<int>(std::count_if(issues_.begin(), issues_.end(),
                                          [severity](const Issue& issue) { return issue.severity == severity; }));
  };
  const int errors = count(Severity::error);
  const int warnings = count(Severity::warning);
  const int hints = count(Severity::hint);
  QStringList parts;
  if (errors) parts << tr("Errors %1").arg(errors);
  if (warnings) parts << tr("Warnings %1").arg(warnings);
  if (hints) parts << tr("Hints %1").arg(hints);
  parts << tr("Passed %1").arg(static_cast<int>(ruleTable().size()) - errors - warnings - hints);
  summary_->setText(parts.join(QStringLiteral(" · ")));
  passesHead_->setText(tr("Rules that hold"));
}

void RulesPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    qDeleteAll(passTexts_);
    passTexts_.clear();
    renderCards();
    renderPasses();
    showSummary();
  }
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
