// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The advice on the live scenario: the decision procedure at once, the plans of the sweep and the ranked moves from a
// thread beside the window after a pause. While no view of it is on the screen nothing is worked out.

#include <QObject>
#include <QTimer>
#include <optional>
#include <vector>

#include "core/advice/comparison.hpp"
#include "core/advice/moves.hpp"
#include "core/advice/procedure.hpp"
#include "ui/store/newest_worker.hpp"
#include "ui/store/scenario_store.hpp"

namespace shardscope::ui {

struct PlanRequest {
  Scenario scenario;
  Report report;
  Locks locks;
  Plan recommended;
  double threshold = kWorthThreshold;
  std::optional<Comparison> known;  // it does not depend on what has changed since the last request
};

struct PlanOutcome {
  using Request = PlanRequest;
  std::shared_ptr<const PlanRequest> request;
  Comparison comparison;
  std::vector<AdviceMove> moves;  // none of an invalid scenario
  bool isComplete = false;        // false: stopped
  bool isLast = true;
};

class AdviceBoard : public QObject {
  Q_OBJECT

 public:
  explicit AdviceBoard(ScenarioStore& store, QObject* parent = nullptr);

  const ScenarioStore& store() const { return store_; }
  void setActive(bool active);  // a view of it is on the screen
  // From this share of the step time on a faster plan is worth more dimensions.
  double threshold() const { return threshold_; }
  void setThreshold(double threshold);

  // None while inactive, or if the scenario can't be asked about: `obstacle` says why.
  const std::optional<Advice>& advice() const { return advice_; }
  const std::optional<Issue>& obstacle() const { return obstacle_; }
  const Plan& recommended() const { return recommended_; }  // precondition: advice()
  bool isFollowed() const;                                  // the scenario is the recommended one
  // Null before the first. While `plansAreStale` they are those of an earlier scenario: to be shown, not to be used.
  const std::shared_ptr<const PlanOutcome>& plans() const { return plans_; }
  bool plansAreStale() const { return stale_; }

  void waitUntilDone();  // for pictures and tests

 signals:
  void changed();

 private:
  void refresh();
  void askForPlans();
  std::optional<Comparison> knownComparison() const;
  Q_INVOKABLE void deliver();

  ScenarioStore& store_;
  std::optional<Scenario> asked_;  // what advice_ is about
  std::optional<Advice> advice_;
  std::optional<Issue> obstacle_;
  Plan recommended_;
  std::shared_ptr<const PlanOutcome> plans_;
  double threshold_ = kWorthThreshold;
  bool active_ = false, stale_ = true;
  QTimer pause_;
  NewestWorker<PlanOutcome> worker_;
};

}  // namespace shardscope::ui
