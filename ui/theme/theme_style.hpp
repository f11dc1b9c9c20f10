// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Fusion without gradients: the look of design §6 for the widgets of Qt. Two dynamic properties of buttons are read:
// `primary` (filled with the accent: the one main action of a bar) and `chip` (framed although it sits in a tool bar).

#include <QProxyStyle>

class QStyleOptionHeader;

namespace shardscope::ui {

// Of a table header, design lengths: room beside a name, and for the arrow of the sorted column.
inline constexpr double kHeaderAir = 7, kHeaderArrow = 9;

class ThemeStyle : public QProxyStyle {
  Q_OBJECT

 public:
  ThemeStyle();

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                       const QWidget* widget) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                         const QWidget* widget) const override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* answer) const override;

 private:
  bool drawFrame(PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawMenuBarItem(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawHeader(const QStyleOptionHeader& option, QPainter* painter) const;
  void drawTabLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawPrimaryLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const;
  void drawSpinBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;
  void drawComboBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;
  void drawScrollBar(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const;
};

}  // namespace shardscope::ui
