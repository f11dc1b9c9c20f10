// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Every other setting of the scenario, grouped, with a search field. Built from the table of fields: a new key of the
// file shows up here by naming it in one group.

#include <QWidget>
#include <optional>
#include <vector>

#include "core/scenario/fields.hpp"

class QLabel;
class QLineEdit;
class QToolButton;

namespace shardscope::ui {

class MoreSettings : public QWidget {
  Q_OBJECT

 public:
  explicit MoreSettings(QWidget* parent = nullptr);
  void render(const Scenario& scenario);
  void renderLater(const Scenario& scenario) { pending_ = scenario; }  // when shown
  QWidget* editor(Key key) const;
  QToolButton* resetButton(Key key) const;  // shown where the setting differs from its default

 signals:
  void edited(shardscope::Key key, const shardscope::Value& value, const QString& what);
  void refused(const QString& reason);  // what was typed; the old value is back

 protected:
  void showEvent(QShowEvent*) override;
  void changeEvent(QEvent*) override;

 private:
  struct Row {
    Key key;
    QLabel* label;
    QWidget* editor;
    QToolButton* reset;
    int group;
  };
  QWidget* makeEditor(Key key);
  QToolButton* makeReset(Key key);
  const Row* rowOf(Key key) const;
  void readText(Key key, QLineEdit* edit);
  void refuse(Key key, QLineEdit* edit, const QString& reason);
  void renderEditor(const Row& row, const Scenario& scenario);
  void filter(const QString& text);
  void retranslate();

  std::optional<Scenario> pending_;
  Scenario scenario_;
  bool rendered_ = false;
  QLineEdit* search_;
  std::vector<QLabel*> groupTitles_;
  std::vector<Row> rows_;
};

}  // namespace shardscope::ui
