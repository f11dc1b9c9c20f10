// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Chips of the pins: click applies, middle click removes, double click renames; the pin button freezes the live one.
// Where room is short the names get shorter, then only letters are left, then one button with a menu.

#include <QWidget>
#include <array>

#include "core/scenario/scenario.hpp"
#include "ui/store/pins.hpp"

class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace shardscope::ui {

class PinBar : public QWidget {
  Q_OBJECT

 public:
  explicit PinBar(PinBoard& board, QWidget* parent = nullptr);
  QToolButton* chip(int slot) const;
  QSize sizeHint() const override { return {widths_.front(), QWidget::sizeHint().height()}; }
  QSize minimumSizeHint() const override { return {widths_.back(), QWidget::minimumSizeHint().height()}; }

 signals:
  void pinRequested();
  void applyRequested(int slot);
  void applyTakenBack(int slot);  // the click that asked for it was the first half of a double click

 protected:
  void changeEvent(QEvent*) override;
  bool eventFilter(QObject*, QEvent*) override;
  void resizeEvent(QResizeEvent*) override;

 private:
  enum class Room : std::uint8_t { names, shortNames, letters, menu, count };
  void rebuild();
  QToolButton* makeChip(int slot, const QString& name);
  void arrange(Room room);
  void measure();
  void arrangeToWidth();
  void fillMenu();
  void showMenu(int slot, const QPoint& globalPosition);
  void rename(int slot);

  PinBoard& board_;
  QLabel* title_;
  QHBoxLayout* chips_;
  QToolButton *pin_, *all_;
  QMenu* allMenu_;
  bool arranging_ = false;
  std::array<int, static_cast<std::size_t>(Room::count)> widths_{};  // what each room needs
};

}  // namespace shardscope::ui
