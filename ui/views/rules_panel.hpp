// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is wrong, what runs badly, what could be better; each with its cause and, where there is one, a fix. Below,
// folded away, the rules that hold.

#include <QWidget>
#include <optional>
#include <vector>

#include "core/advice/moves.hpp"
#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"
#include "ui/views/rule_card.hpp"

class QLabel;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace shardscope::ui {

class FrameworkRules;

class RulesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit RulesPanel(QWidget* parent = nullptr);
  void render(const Scenario& scenario, const Report& report);
  // Moves of the advice for this scenario, best first; the card of the memory offers the first that makes it fit and is
  // no error of ours or of the chosen framework. None: not known (yet).
  void setMemoryFixes(const std::vector<AdviceMove>& moves);
  FrameworkRules* framework() const { return framework_; }
  int shownIssues() const { return static_cast<int>(issues_.size()); }

 signals:
  void fixRequested(const shardscope::Edit& edit, const QString& what);
  void selected(const std::vector<shardscope::Key>& keys);  // the settings a rule speaks of; empty: no rule any more

 protected:
  void changeEvent(QEvent*) override;

 private:
  void judge();
  std::vector<RuleCardState> cardStates() const;
  std::optional<Edit> memoryFix() const;
  RuleCardState cardOf(const Issue& issue) const;
  void renderCards();
  void renderPasses();
  void showSummary();
  void select(const RuleCard* card);
  void buildPasses(QVBoxLayout* column);

  Scenario scenario_;
  Verdict verdict_ = Verdict::fits;
  MemoryReport memory_;
  std::optional<Issue> simpler_;  // H-dims
  std::vector<AdviceMove> memoryMoves_;
  std::vector<Issue> reported_, issues_;  // as the report has them, as they stand under the chosen framework
  QLabel* summary_;
  QScrollArea* scroll_;
  QVBoxLayout* cardColumn_;
  std::vector<RuleCard*> cards_;  // a pool; those not needed are hidden
  FrameworkRules* framework_;
  const RuleCard* selected_ = nullptr;
  std::vector<Key> selectedKeys_;
  QToolButton* passesHead_;
  QWidget* passes_;
  std::vector<QLabel*> passTexts_;  // by RuleId, created when first unfolded
};

}  // namespace shardscope::ui
