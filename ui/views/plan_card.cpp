// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/plan_card.hpp"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "ui/text/advice_texts.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {

PlanCard::PlanCard(QWidget* parent) : QFrame(parent) {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(14, 8, 10, 8);
  grid->setVerticalSpacing(2);
  title_ = makeTitle(this);
  title_->setWordWrap(true);
  recipe_ = new QLabel(this);
  recipe_->setWordWrap(true);
  figures_ = new QLabel(this);
  figures_->setWordWrap(true);
  figures_->setForegroundRole(QPalette::PlaceholderText);
  apply_ = new QPushButton(this);
  apply_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  grid->addWidget(title_, 0, 0);
  grid->addWidget(apply_, 0, 1, Qt::AlignRight | Qt::AlignTop);
  grid->addWidget(recipe_, 1, 0, 1, 2);
  grid->addWidget(figures_, 2, 0, 1, 2);
  grid->setRowStretch(3, 1);
  grid->setColumnStretch(0, 1);
  connect(apply_, &QPushButton::clicked, this, [this] {
    if (plan_) emit applyRequested(plan_->scenario, title_->text());
  });
  renderTexts();
}

void PlanCard::render(const QString& title, const PlanOnCard& shown) {
  plan_ = shown.plan ? std::optional(*shown.plan) : std::nullopt;
  now_ = shown.now ? *shown.now : plan_ ? plan_->scenario : Scenario{};
  sought_ = shown.isSought;
  preferred_ = plan_ && shown.isPreferred;
  current_ = plan_ && shown.isCurrent;
  title_->setText(title);
  renderTexts();
  update();
}

void PlanCard::renderTexts() {
  recipe_->setText(plan_ ? planRecipe(plan_->scenario, now_) : QString());
  figures_->setText(plan_ ? planFigures(plan_->report) : sought_ ? tr("Sweeping…") : tr("Nothing of the kind fits."));
  recipe_->setVisible(plan_.has_value());
  if (current_ && apply_->hasFocus()) setFocus(Qt::OtherFocusReason);
  apply_->setVisible(plan_ && plan_->report.verdict != Verdict::invalid);
  apply_->setEnabled(!current_);
  apply_->setText(current_ ? tr("Current") : tr("Apply"));
  apply_->setAccessibleName(QStringLiteral("%1: %2").arg(apply_->text(), title_->text()));
  apply_->setToolTip(current_ ? tr("This is the configuration as it is.") : recipe_->text());
}

void PlanCard::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) renderTexts();
  QFrame::changeEvent(event);
}

void PlanCard::paintEvent(QPaintEvent*) {
  const auto& theme = currentTheme();
  QPainter painter(this);
  painter.setPen(theme.color(Token::border));
  painter.setBrush(theme.color(Token::alternate));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
  if (preferred_) painter.fillRect(QRect(0, 0, 3, height()), theme.color(Token::ok));
}

}  // namespace shardscope::ui
