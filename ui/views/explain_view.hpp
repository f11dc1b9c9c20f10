// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One explanation: title and value, then the page of explain_html.hpp. Its text can be selected.

#include <QString>
#include <QWidget>
#include <optional>

#include "core/explain/explain.hpp"
#include "ui/text/explain_html.hpp"

class QLabel;
class QTextBrowser;

namespace shardscope::ui {

class ExplainView : public QWidget {
  Q_OBJECT

 public:
  explicit ExplainView(ExplainDetail detail, QWidget* parent = nullptr);
  void setKey(const QString& key);
  QString key() const { return key_; }
  void render(const Scenario& scenario, const Report& report);
  const std::optional<Explanation>& explanation() const { return explanation_; }
  QTextBrowser* page() const { return page_; }
  int heightOfPage(int width) const;  // of all of its text

 signals:
  void keyRequested(const QString& key);
  void applyRequested(const shardscope::Edit& edit, const QString& what);

 protected:
  void changeEvent(QEvent*) override;

 private:
  void show();
  void follow(const QString& link);

  ExplainDetail detail_;
  QString key_;
  std::optional<Explanation> explanation_;
  QString placeholder_;  // why there is none
  QLabel *title_, *value_;
  QTextBrowser* page_;
};

}  // namespace shardscope::ui
