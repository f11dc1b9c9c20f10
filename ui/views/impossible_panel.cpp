// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/impossible_panel.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/scenario/nearest.hpp"
#include "ui/text/labels.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {

ImpossiblePanel::ImpossiblePanel(QWidget* parent) : QFrame(parent) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 8, 12, 8);
  row->setSpacing(10);
  icon_ = new QLabel(this);
  title_ = makeTitle(this);
  sentence_ = new QLabel(this);
  sentence_->setTextFormat(Qt::PlainText);
  sentence_->setWordWrap(true);
  sentence_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  nearest_ = new QLabel(this);
  nearest_->setForegroundRole(QPalette::PlaceholderText);
  auto* texts = new QVBoxLayout;
  texts->setSpacing(1);
  texts->addWidget(title_);
  texts->addWidget(sentence_);
  row->addWidget(icon_, 0, Qt::AlignTop);
  row->addLayout(texts, 1);
  row->addWidget(nearest_);
  for (std::size_t i = 0; i < kChoices; ++i) {
    auto* button = new QPushButton(this);
    buttons_.push_back(button);
    row->addWidget(button);
    connect(button, &QPushButton::clicked, this, [this, i] {
      if (i < choices_.size()) emit applyRequested(choices_[i], shortEdit(choices_[i]));
    });
  }
  hide();
}

void ImpossiblePanel::render(const Scenario& scenario, const Report& report, const Locks& locks) {
  setVisible(report.verdict == Verdict::invalid);
  if (report.verdict != Verdict::invalid) return;
  scenario_ = scenario;
  errors_.clear();
  std::copy_if(report.issues.begin(), report.issues.end(), std::back_inserter(errors_),
               [](const Issue& issue) { return issue.severity == Severity::error; });
  choices_ = nearestLegal(scenario, locks, kChoices);
  renderTexts();
}

void ImpossiblePanel::renderTexts() {
  if (errors_.empty()) return;
  icon_->setPixmap(icon("error").pixmap(16, 16));
  const bool isSplit = errors_.front().rule == RuleId::W1 || errors_.front().rule == RuleId::W2;
  title_->setText(isSplit ? tr("No such split exists") : tr("This configuration is not possible"));
  sentence_->setText(sentence(errors_.front(), scenario_));
  nearest_->setText(choices_.empty() ? tr("See Rules for what to change.") : tr("Nearest:"));
  for (std::size_t i = 0; i < buttons_.size(); ++i) {
    buttons_[i]->setVisible(i < choices_.size());
    if (i >= choices_.size()) continue;
    const QString edit = shortEdit(choices_[i]);
    buttons_[i]->setText(edit);
    buttons_[i]->setAccessibleName(tr("Apply the legal setting %1").arg(edit));
  }
}

QString ImpossiblePanel::text() const { return sentence_->text(); }

void ImpossiblePanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) renderTexts();
  QFrame::changeEvent(event);
}

void ImpossiblePanel::paintEvent(QPaintEvent*) {
  const auto& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::badFill));
  painter.fillRect(QRect(0, 0, 4, height()), theme.color(Token::bad));
}

}  // namespace shardscope::ui
