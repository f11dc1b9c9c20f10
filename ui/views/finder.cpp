// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/finder.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/text_style.hpp"

namespace shardscope::ui {

Finder::Finder(std::vector<FindTarget> targets, QWidget* parent) : QDialog(parent), targets_(std::move(targets)) {
  setWindowTitle(tr("Find a figure or setting"));
  auto* column = new QVBoxLayout(this);
  field_ = new QLineEdit(this);
  field_->setPlaceholderText(tr("Name, or key of the file"));
  field_->setAccessibleName(windowTitle());
  field_->installEventFilter(this);
  list_ = new QListWidget(this);
  list_->setAccessibleName(tr("Found"));
  column->addWidget(field_);
  column->addWidget(list_);
  connect(field_, &QLineEdit::textChanged, this, &Finder::filter);
  connect(field_, &QLineEdit::returnPressed, this, &Finder::go);
  connect(list_, &QListWidget::itemActivated, this, &Finder::go);
  resize(scaledInt(360), scaledInt(320));
  filter({});
}

// Names that begin so come first, then those that hold it.
void Finder::filter(const QString& text) {
  const QString wanted = text.trimmed();
  shown_.clear();
  for (const bool atStart : {true, false})
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const bool starts = targets_[i].name.startsWith(wanted, Qt::CaseInsensitive);
      const bool holds = targets_[i].name.contains(wanted, Qt::CaseInsensitive) ||
                         targets_[i].alsoCalled.contains(wanted, Qt::CaseInsensitive);
      if (atStart ? starts : holds && !starts) shown_.push_back(i);
    }
  list_->clear();
  for (const auto i : shown_) list_->addItem(targets_[i].name);
  list_->setCurrentRow(shown_.empty() ? -1 : 0);
}

void Finder::go() {
  const int row = list_->currentRow();
  if (row < 0) return;
  accept();
  targets_[shown_[static_cast<std::size_t>(row)]].go();
}

QStringList Finder::found() const {
  QStringList names;
  for (const auto i : shown_) names << targets_[i].name;
  return names;
}

// The arrows walk through the list while the field keeps the focus.
bool Finder::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  const int key = static_cast<QKeyEvent*>(event)->key();
  if (key != Qt::Key_Up && key != Qt::Key_Down) return QDialog::eventFilter(watched, event);
  const int last = list_->count() - 1;
  list_->setCurrentRow(std::clamp(list_->currentRow() + (key == Qt::Key_Down ? 1 : -1), std::min(0, last), last));
  return true;
}

}  // namespace shardscope::ui
