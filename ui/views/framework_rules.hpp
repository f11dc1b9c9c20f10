// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the framework one trains with refuses, beyond our own rules: broken ones as cards, the rest folded away.

#include <QWidget>
#include <optional>
#include <vector>

#include "core/rules/framework/framework.hpp"
#include "ui/views/rule_card.hpp"

class QComboBox;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace shardscope::ui {

class FrameworkRules : public QWidget {
  Q_OBJECT

 public:
  explicit FrameworkRules(QWidget* parent = nullptr);  // remembers the choice of last time
  void render(const Scenario& scenario);
  QComboBox* chooser() const { return chooser_; }
  FrameworkSet chosen() const;  // that fixes must keep
  // Our own issues as they stand under the chosen framework.
  std::vector<Issue> beside(const std::vector<Issue>& issues) const { return issuesBeside(issues, findings_); }
  // Whose refusal gives one of our rules its severity; empty if it is our own.
  QString refusedBy(const Issue& issue) const;
  int shownFindings() const { return static_cast<int>(shown_.size()); }

 signals:
  void fixRequested(const shardscope::Edit& edit, const QString& what);
  void choiceChanged();

 protected:
  void changeEvent(QEvent*) override;

 private:
  void fillChooser();
  void judge();
  void renderCards();
  void renderRest();

  Scenario scenario_;
  std::vector<FrameworkFinding> findings_, shown_;
  QLabel* label_;
  QComboBox* chooser_;
  QVBoxLayout* cardColumn_;
  std::vector<RuleCard*> cards_;  // a pool; those not needed are hidden
  QToolButton* restHead_;
  QLabel* rest_;
};

}  // namespace shardscope::ui
