// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is wrong, what runs badly, what could be better; each with its cause and, where there is one, a fix.

#include <QScrollArea>
#include <optional>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/scenario.hpp"

class QLabel;
class QVBoxLayout;

namespace shardscope::ui {

class RulesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit RulesPanel(QWidget* parent = nullptr);
  void render(const Scenario& scenario, const Report& report);
  int shownIssues() const { return static_cast<int>(issues_.size()); }

 signals:
  void fixRequested(const shardscope::Edit& edit, const QString& what);

 protected:
  void changeEvent(QEvent*) override;

 private:
  QWidget* makeCard(Severity severity, const QString& html, const std::optional<Edit>& edit);
  QWidget* makeIssueCard(const Issue& issue);
  QWidget* makeVerdictCard();   // none if it fits
  QWidget* makePasses();
  void rebuild();

  Scenario scenario_;
  Verdict verdict_ = Verdict::fits;
  MemoryReport memory_;
  std::vector<Issue> issues_;
  bool passesOpen_ = false;
  QLabel* summary_;
  QWidget* list_ = nullptr;
  QVBoxLayout* cards_ = nullptr;
  QScrollArea* scroll_;
};

}  // namespace shardscope::ui
