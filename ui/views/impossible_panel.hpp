// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Shown while no split exists: the rule that fails, with its numbers, and the nearest legal settings as buttons.

#include <QFrame>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/locks.hpp"

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace shardscope::ui {

class ImpossiblePanel : public QFrame {
  Q_OBJECT

 public:
  static constexpr std::size_t kChoices = 2;

  explicit ImpossiblePanel(QWidget* parent = nullptr);
  void render(const Scenario& scenario, const Report& report, const Locks& locks);  // hides itself if it is possible
  const std::vector<QPushButton*>& buttons() const { return buttons_; }
  QString text() const;

 signals:
  void applyRequested(const shardscope::Edit& edit, const QString& what);

 protected:
  void changeEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void renderTexts();

  QLabel *icon_, *title_, *sentence_, *nearest_;
  std::vector<QPushButton*> buttons_;
  Scenario scenario_;
  std::vector<Issue> errors_;
  std::vector<Edit> choices_;
};

}  // namespace shardscope::ui
