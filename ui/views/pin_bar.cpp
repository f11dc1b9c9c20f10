// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/pin_bar.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QToolButton>

#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

constexpr int kLetter = 18;                  // pixels at a 12 px body
constexpr int kNameLength = 16, kShort = 7;  // average characters

// The letter on the pin's colour, as the charts show it.
QIcon letterIcon(int slot) {
  const int side = scaledInt(kLetter);
  QPixmap pixmap(side * 2, side * 2);
  pixmap.setDevicePixelRatio(2);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(Theme::pin(slot));
  painter.drawRoundedRect(QRectF(0.5, 0.5, side - 1, side - 1), 3, 3);
  QFont font = painter.font();
  font.setBold(true);
  font.setPixelSize(scaledInt(11));
  painter.setFont(font);
  painter.setPen(Qt::white);
  painter.drawText(QRectF(0, 0, side, side), Qt::AlignCenter, PinBoard::letter(slot));
  return QIcon(pixmap);
}

}  // namespace

PinBar::PinBar(PinBoard& board, QWidget* parent) : QWidget(parent), board_(board) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(4, 0, 4, 0);
  row->setSpacing(6);
  row->setSizeConstraint(QLayout::SetNoConstraint);  // it gives way, see minimumSizeHint()
  title_ = new QLabel(this);
  title_->setForegroundRole(QPalette::PlaceholderText);
  row->addWidget(title_);
  chips_ = new QHBoxLayout;
  chips_->setSpacing(6);
  row->addLayout(chips_);
  pin_ = new QToolButton(this);
  pin_->setAutoRaise(true);
  all_ = new QToolButton(this);
  all_->setPopupMode(QToolButton::InstantPopup);
  all_->setAutoRaise(true);
  allMenu_ = new QMenu(this);
  all_->setMenu(allMenu_);
  row->addWidget(all_);
  row->addWidget(pin_);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  connect(allMenu_, &QMenu::aboutToShow, this, &PinBar::fillMenu);
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
  chip->setProperty("name", name);
  chip->setIcon(letterIcon(slot));
  chip->setIconSize(QSize(scaledInt(kLetter), scaledInt(kLetter)));
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
  all_->setText(tr("Pins (%1)").arg(board_.pins().size()));
  all_->setToolTip(tr("Apply, rename or remove pins"));
  all_->setAccessibleName(tr("Pins"));
  measure();
  arrangeToWidth();
  updateGeometry();
}

void PinBar::arrange(Room room) {
  title_->setVisible(room == Room::names);
  all_->setVisible(room == Room::menu);
  for (int i = 0; i < chips_->count(); ++i) {
    auto* chip = static_cast<QToolButton*>(chips_->itemAt(i)->widget());
    const int length = room == Room::names ? kNameLength : kShort;
    const auto metrics = chip->fontMetrics();
    chip->setText(
        metrics.elidedText(chip->property("name").toString(), Qt::ElideRight, metrics.averageCharWidth() * length));
    chip->setToolButtonStyle(room < Room::letters ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    chip->setVisible(room != Room::menu);
  }
  chips_->invalidate();
  layout()->invalidate();
}

void PinBar::measure() {
  const QScopedValueRollback<bool> guard(arranging_, true);
  for (std::size_t room = widths_.size(); room-- > 0;) {
    arrange(static_cast<Room>(room));
    widths_[room] = layout()->sizeHint().width();
  }
}

// Showing and hiding may lay out the whole tool bar and come back here with another width.
void PinBar::arrangeToWidth() {
  if (arranging_) return;
  const QScopedValueRollback<bool> guard(arranging_, true);
  int arranged = -1;
  for (int tries = 0; arranged != width() && tries < 3; ++tries) {
    arranged = width();
    std::size_t room = 0;
    while (room + 1 < widths_.size() && widths_[room] > arranged) ++room;
    arrange(static_cast<Room>(room));
  }
}

void PinBar::resizeEvent(QResizeEvent* event) {
  arrangeToWidth();
  QWidget::resizeEvent(event);
}

void PinBar::fillMenu() {
  allMenu_->clear();
  for (const auto& pin : board_.pins()) {
    auto* menu = allMenu_->addMenu(letterIcon(pin.slot), pin.name);
    menu->addAction(tr("Apply"), this, [this, slot = pin.slot] { emit applyRequested(slot); });
    menu->addAction(tr("Rename…"), this, [this, slot = pin.slot] { rename(slot); });
    menu->addAction(tr("Remove"), this, [this, slot = pin.slot] { board_.remove(slot); });
  }
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
    emit applyTakenBack(slot);
    rename(slot);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void PinBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange ||
      event->type() == QEvent::FontChange)
    rebuild();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
