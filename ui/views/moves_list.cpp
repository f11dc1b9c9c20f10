// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/moves_list.hpp"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/text/advice_texts.hpp"
#include "ui/text/labels.hpp"

namespace shardscope::ui {

MovesList::MovesList(QWidget* parent) : QWidget(parent) {
  grid_ = new QGridLayout(this);
  grid_->setContentsMargins(12, 4, 10, 10);
  grid_->setHorizontalSpacing(10);
  grid_->setVerticalSpacing(4);
  grid_->setColumnStretch(0, 3);
  grid_->setColumnStretch(1, 2);
}

void MovesList::addRow() {
  const int index = static_cast<int>(rows_.size());
  Row row{new QLabel(this), new QLabel(this), new QPushButton(this), new QPushButton(this)};
  row.edit->setWordWrap(true);
  row.figures->setForegroundRole(QPalette::PlaceholderText);
  row.figures->setWordWrap(true);
  row.tries->setCheckable(true);
  connect(row.tries, &QPushButton::clicked, this, [this, index] { toggle(index); });
  connect(row.applies, &QPushButton::clicked, this, [this, index] {
    const auto edit = moves_[static_cast<std::size_t>(index)].edit;
    emit applyRequested(edit, shortEdit(edit));
  });
  grid_->addWidget(row.edit, index, 0);
  grid_->addWidget(row.figures, index, 1);
  grid_->addWidget(row.tries, index, 2);
  grid_->addWidget(row.applies, index, 3);
  rows_.push_back(row);
}

void MovesList::render(const std::vector<AdviceMove>& moves) {
  if (moves == moves_) return;
  moves_ = moves;
  endTrial();
  while (rows_.size() < moves_.size()) addRow();
  for (std::size_t i = 0; i < rows_.size(); ++i)
    for (QWidget* part :
         std::initializer_list<QWidget*>{rows_[i].edit, rows_[i].figures, rows_[i].tries, rows_[i].applies})
      part->setVisible(i < moves_.size());
  renderTexts();
}

void MovesList::renderTexts() {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    const auto& row = rows_[i];
    const QString edit = shortEdit(moves_[i].edit);
    row.edit->setText(edit);
    row.figures->setText(moveFigures(moves_[i]));
    row.tries->setText(tr("Try"));
    row.tries->setToolTip(tr("Show it in the chart; nothing is changed"));
    row.tries->setAccessibleName(tr("Try: %1").arg(edit));
    row.tries->setAccessibleDescription(row.figures->text());
    row.applies->setText(tr("Apply"));
    row.applies->setAccessibleName(tr("Apply: %1").arg(edit));
    row.applies->setAccessibleDescription(row.figures->text());
  }
}

void MovesList::toggle(int index) {
  const bool ends = tried_ == index;
  endTrial();
  if (!ends) {
    tried_ = index;
    rows_[static_cast<std::size_t>(index)].tries->setChecked(true);
  }
  emit tryRequested(tried_);
}

void MovesList::endTrial() {
  tried_ = -1;
  for (const auto& row : rows_) row.tries->setChecked(false);
}

void MovesList::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) renderTexts();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
