// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/explain_panel.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/cost/evaluate.hpp"
#include "ui/views/explain_popover.hpp"
#include "ui/views/explain_view.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

constexpr int kPauseMs = 80;          // design §4
constexpr double kUsualGoal = 100e9;  // tokens: what the tile of the time to train counts with where nothing is said

struct Subject {
  Scenario scenario;
  Report report;
};

// The tile shows a time to train also without a goal in the scenario.
Subject subjectOf(const ScenarioStore& store, const QString& key) {
  if (!key.startsWith(QLatin1String("train.")) || store.scenario().workload.trainTokens)
    return {store.scenario(), store.report()};
  Scenario scenario = store.scenario();
  scenario.workload.trainTokens = kUsualGoal;
  return {scenario, evaluate(scenario)};
}

}  // namespace

ExplainPanel::ExplainPanel(ScenarioStore& store, ExplainPopover& popover, QWidget* parent)
    : QWidget(parent), store_(store), popover_(popover) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 8);
  view_ = new ExplainView(ExplainDetail::brief, this);
  details_ = new QPushButton(this);
  details_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  column->addWidget(view_, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 0, 12, 0);
  row->addStretch(1);
  row->addWidget(details_);
  column->addLayout(row);
  markAsPanel(this);
  pause_.setSingleShot(true);
  pause_.setInterval(kPauseMs);
  connect(&pause_, &QTimer::timeout, this, &ExplainPanel::render);
  connect(&store_, &ScenarioStore::changed, this, [this] { pause_.start(); });
  connect(details_, &QPushButton::clicked, this, [this] { openPopover(view_->key(), anchor_); });
  view_->setKey(QStringLiteral("memory.stages.0.activations"));  // something to see before the first click
  retranslate();
  render();
}

QString ExplainPanel::key() const { return view_->key(); }

void ExplainPanel::explain(const QString& key, const QRect& anchor) {
  if (key == view_->key()) return openPopover(key, anchor);
  anchor_ = anchor;
  view_->setKey(key);
  popover_.hide();
  render();
}

void ExplainPanel::openPopover(const QString& key, const QRect& anchor) {
  anchor_ = anchor;
  view_->setKey(key);
  render();
  const auto subject = subjectOf(store_, key);
  popover_.open(key, inWindow(anchor), subject.scenario, subject.report);
}

QRect ExplainPanel::inWindow(const QRect& onScreen) const {
  return {popover_.parentWidget()->mapFromGlobal(onScreen.topLeft()), onScreen.size()};
}

void ExplainPanel::render() {
  const auto subject = subjectOf(store_, view_->key());
  if (isVisible()) view_->render(subject.scenario, subject.report);
  if (popover_.isVisible()) popover_.render(subject.scenario, subject.report);
  details_->setEnabled(!view_->key().isEmpty());
}

void ExplainPanel::retranslate() {
  details_->setText(tr("Details"));
  details_->setToolTip(tr("Symbols, check, and what would change it (Shift+F1)"));
}

void ExplainPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    render();
  }
  QWidget::changeEvent(event);
}

void ExplainPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  render();
}

}  // namespace shardscope::ui
