// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One line of the rules panel: severity, name, cause, and a button for the fix. Reused from one state to the next,
// because building widgets costs more than everything else a slider step does.

#include <QFrame>
#include <optional>
#include <vector>

#include "core/rules/issue.hpp"

class QLabel;
class QPushButton;

namespace shardscope::ui {

struct RuleCardState {
  Severity severity = Severity::hint;
  QString name, text;
  std::optional<Edit> fix;
  bool holds = false;          // good news: a check mark, whatever the severity
  QString evidence = {};       // where the rule comes from, and how far to trust it
  std::vector<Key> keys = {};  // the settings involved
  bool operator==(const RuleCardState&) const = default;
};

class RuleCard : public QFrame {
  Q_OBJECT

 public:
  explicit RuleCard(QWidget* parent = nullptr);
  void render(const RuleCardState& state);
  const RuleCardState& state() const { return state_; }
  QWidget* lastStop() const;  // of the Tab key

 signals:
  void selected();  // by a click or the keyboard
  void fixRequested(const shardscope::Edit& edit, const QString& what);

 protected:
  void changeEvent(QEvent*) override;
  void focusInEvent(QFocusEvent*) override;
  void focusOutEvent(QFocusEvent*) override;
  void paintEvent(QPaintEvent*) override;

 private:
  void renderIcon();
  void renderButton();

  RuleCardState state_;
  QLabel *picture_, *name_, *text_, *fix_;
  QPushButton* button_;
};

}  // namespace shardscope::ui
