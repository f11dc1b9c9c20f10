// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/pin_bar.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

// The letter on the pin's colour, as the charts show it.
QIcon letterIcon(int slot) {
  constexpr int kSize = 18;
  QPixmap pixmap(kSize * 2, kSize * 2);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(Theme::pin(slot));
  painter.drawRoundedRect(QRectF(0.5, 0.5, kSize - 1, kSize - 1), 3, 3);
  QFont font = painter.font();
  font.setBold(true);
  font.setPixelSize(11);
  painter.setFont(font);
  painter.setPen(Qt::white);
  painter.drawText(QRectF(0, 0, kSize, kSize), Qt::AlignCenter, PinBoard::letter(slot));
  return QIcon(pixmap);
}

}  // namespace

PinBar::PinBar(PinBoard& board, QWidget* parent) : QWidget(parent), board_(board) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(4, 0, 4, 0);
  row->setSpacing(6);
  title_ = new QLabel(this);
  title_->setForegroundRole(QPalette::PlaceholderText);
  row->addWidget(title_);
  chips_ = new QHBoxLayout;
  chips_->setSpacing(6);
  row->addLayout(chips_);
  pin_ = new QToolButton(this);
  pin_->setAutoRaise(true);
  row->addWidget(pin_);
  connect(pin_, &QToolButton::clicked, this, &PinBar::pinRequested);
  connect(&board_, &PinBoard::changed, this, &PinBar::rebuild);
  rebuild();
}

QToolButton* PinBar::chip(int slot) const {
  return findChild<QToolButton*>(QStringLiteral("pin%1").arg(PinBoard::letter(slot)));
}

QToolButton* PinBar::makeChip(int slot, const QString& name) {
  auto* chip = new QToolButton(this);
  chip->setObjectName(QStringLiteral("pin%1").arg(PinBoard::letter(slot)));
  chip->setProperty("slot", slot);
  chip->setProperty("chip", true);
  chip->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  chip->setIcon(letterIcon(slot));
  chip->setText(chip->fontMetrics().elidedText(name, Qt::ElideRight, chip->fontMetrics().averageCharWidth() * 16));
  chip->setAccessibleName(tr("Pin %1: %2").arg(PinBoard::letter(slot), name));
  chips_->addWidget(chip);
  if (slot == 0) {
    chip->setToolTip(tr("The live configuration"));
    return chip;
  }
  chip->setToolTip(tr("%1\nClick applies, middle click removes, double click renames").arg(name));
  chip->installEventFilter(this);
  chip->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(chip, &QToolButton::clicked, this, [this, slot] { emit applyRequested(slot); });
  connect(chip, &QWidget::customContextMenuRequested, this,
          [this, slot, chip](const QPoint& at) { showMenu(slot, chip->mapToGlobal(at)); });
  return chip;
}

void PinBar::rebuild() {
  title_->setText(tr("Pins"));
  pin_->setIcon(icon("pin"));
  pin_->setToolTip(tr("Pin the live configuration (Ctrl+D)"));
  pin_->setAccessibleName(tr("Pin the live configuration"));
  while (auto* item = chips_->takeAt(0)) {
    item->widget()->setObjectName(QString());
    item->widget()->hide();
    item->widget()->deleteLater();
    delete item;
  }
  makeChip(0, tr("current"));
  for (const auto& pin : board_.pins()) makeChip(pin.slot, pin.name);
  pin_->setEnabled(static_cast<int>(board_.pins().size()) < PinBoard::kSlots - 1);
}

void PinBar::showMenu(int slot, const QPoint& globalPosition) {
  QMenu menu(this);
  menu.addAction(tr("Apply"), this, [this, slot] { emit applyRequested(slot); });
  menu.addAction(tr("Rename…"), this, [this, slot] { rename(slot); });
  menu.addAction(tr("Remove"), this, [this, slot] { board_.remove(slot); });
  menu.exec(globalPosition);
}

void PinBar::rename(int slot) {
  const auto* pin = board_.at(slot);
  if (!pin) return;
  bool accepted = false;
  const QString name = QInputDialog::getText(this, tr("Rename pin %1").arg(PinBoard::letter(slot)), tr("Name"),
                                             QLineEdit::Normal, pin->name, &accepted);
  if (accepted) board_.rename(slot, name);
}

bool PinBar::eventFilter(QObject* watched, QEvent* event) {
  const int slot = watched->property("slot").toInt();
  if (event->type() == QEvent::MouseButtonRelease && static_cast<QMouseEvent*>(event)->button() == Qt::MiddleButton) {
    board_.remove(slot);
    return true;
  }
  if (event->type() == QEvent::MouseButtonDblClick) {
    rename(slot);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void PinBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) rebuild();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
