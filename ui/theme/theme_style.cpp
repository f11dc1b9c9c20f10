// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_style.hpp"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QPainter>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <algorithm>

#include "ui/theme/text_style.hpp"
#include "ui/theme/theme_paint.hpp"
#include "ui/theme/tokens.hpp"

namespace shardscope::ui {
namespace {

bool isPartOfAnInput(const QWidget* widget) {
  const QWidget* parent = widget != nullptr ? widget->parentWidget() : nullptr;
  return qobject_cast<const QComboBox*>(parent) != nullptr || qobject_cast<const QAbstractSpinBox*>(parent) != nullptr;
}

QColor color(Token token) { return currentTheme().color(token); }

}  // namespace

ThemeStyle::ThemeStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void ThemeStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const {
  switch (element) {
    case PE_PanelButtonCommand: return paint::button(*painter, *option, widget);
    case PE_PanelButtonTool: return paint::toolButton(*painter, *option, widget);
    case PE_IndicatorCheckBox: return paint::checkBox(*painter, *option);
    case PE_IndicatorRadioButton: return paint::radioButton(*painter, *option);
    case PE_PanelTipLabel:
      painter->fillRect(option->rect, option->palette.brush(QPalette::ToolTipBase));
      return paint::outline(*painter, option->rect);
    case PE_IndicatorToolBarSeparator: {
      const QRect& rect = option->rect;
      painter->fillRect(QRect(rect.center().x(), rect.top() + 3, 1, rect.height() - 6), color(Token::border));
      return;
    }
    case PE_PanelStatusBar: return paint::bar(*painter, option->rect, false);
    case PE_FrameStatusBarItem: return;
    default: break;
  }
  if (!drawFrame(element, option, painter, widget)) QProxyStyle::drawPrimitive(element, option, painter, widget);
}

bool ThemeStyle::drawFrame(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
  switch (element) {
    case PE_FrameFocusRect:
      if (qobject_cast<const QPushButton*>(widget) == nullptr) paint::focusRing(*painter, option->rect);
      return true;
    case PE_FrameLineEdit: return true;  // part of the panel below
    case PE_PanelLineEdit: {
      const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
      if (isPartOfAnInput(widget)) return true;
      if (frame == nullptr || frame->lineWidth <= 0) return false;
      paint::field(*painter, *option);
      return true;
    }
    case PE_Frame:
    case PE_FrameTabWidget:
    case PE_FrameMenu:
    case PE_FrameDockWidget: paint::outline(*painter, option->rect); return true;
    case PE_FrameTabBarBase:
      painter->fillRect(QRect(option->rect.left(), option->rect.bottom(), option->rect.width(), 1),
                        color(Token::border));
      return true;
    default: return false;
  }
}

void ThemeStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                             const QWidget* widget) const {
  switch (element) {
    case CE_ToolBar: return paint::bar(*painter, option->rect, true);
    case CE_MenuBarEmptyArea: painter->fillRect(option->rect, color(Token::panel)); return;
    case CE_MenuBarItem: return drawMenuBarItem(option, painter, widget);
    case CE_TabBarTabShape: return paint::tab(*painter, *option);
    case CE_TabBarTabLabel: return drawTabLabel(option, painter, widget);
    case CE_Header:
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option))
        return drawHeader(*header, painter);
      break;
    case CE_HeaderSection: return paint::header(*painter, *option);
    case CE_HeaderEmptyArea: painter->fillRect(option->rect, color(Token::alternate)); return;
    case CE_ProgressBarGroove: return paint::progressGroove(*painter, *option);
    case CE_ProgressBarContents: return paint::progressDone(*painter, *option);
    case CE_Splitter: painter->fillRect(option->rect, color(Token::window)); return;
    case CE_PushButtonLabel:
      if (paint::isPrimary(widget)) return drawPrimaryLabel(option, painter, widget);
      break;
    default: break;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

void ThemeStyle::drawMenuBarItem(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  paint::menuBarItem(*painter, *option);
  const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
  if (item == nullptr) return;
  const bool underline = styleHint(SH_UnderlineShortcut, option, widget, nullptr) != 0;
  const int flags = Qt::AlignCenter | (underline ? Qt::TextShowMnemonic : Qt::TextHideMnemonic);
  drawItemText(painter, option->rect, flags, option->palette, item->state.testFlag(State_Enabled), item->text,
               QPalette::WindowText);
}

// The arrow of the sorted column stands right of its name: up when the values rise downwards.
void ThemeStyle::drawHeader(const QStyleOptionHeader& option, QPainter* painter) const {
  paint::header(*painter, option);
  const int air = scaledInt(kHeaderAir), arrow = scaledInt(kHeaderArrow);
  const bool sorted = option.sortIndicator != QStyleOptionHeader::None;
  const QRect label = option.rect.adjusted(air, 0, sorted ? -air - arrow : -air, 0);
  drawItemText(painter, label, static_cast<int>(option.textAlignment), option.palette,
               option.state.testFlag(State_Enabled), option.text, QPalette::ButtonText);
  if (!sorted) return;
  const QPointF centre(option.rect.right() + 1 - air - arrow / 2.0 + 2, option.rect.center().y() + 0.5);
  paint::arrow(*painter, centre, option.sortIndicator == QStyleOptionHeader::SortDown ? 1 : -1, true, true);
}

void ThemeStyle::drawTabLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option);
  if (tab == nullptr) return;
  const bool chosen = tab->state.testFlag(State_Selected);
  QStyleOptionTab quiet = *tab;
  quiet.state &= ~State_HasFocus;  // the shape draws the ring
  if (!chosen) quiet.palette.setColor(QPalette::WindowText, color(Token::secondaryText));
  painter->save();
  QFont font = painter->font();
  font.setBold(chosen);
  painter->setFont(font);
  QProxyStyle::drawControl(CE_TabBarTabLabel, &quiet, painter, widget);
  painter->restore();
}

void ThemeStyle::drawPrimaryLabel(const QStyleOption* option, QPainter* painter, const QWidget* widget) const {
  const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
  if (button == nullptr) return;
  QStyleOptionButton onAccent = *button;
  const bool enabled = button->state.testFlag(State_Enabled);
  onAccent.palette.setColor(QPalette::ButtonText, color(enabled ? Token::onAccent : Token::secondaryText));
  if (enabled) {
    onAccent.icon =
        QIcon(button->icon.pixmap(button->iconSize, painter->device()->devicePixelRatio(), QIcon::Selected));
  }
  QProxyStyle::drawControl(CE_PushButtonLabel, &onAccent, painter, widget);
}

void ThemeStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                                    const QWidget* widget) const {
  switch (control) {
    case CC_ComboBox: return drawComboBox(option, painter, widget);
    case CC_SpinBox: return drawSpinBox(option, painter, widget);
    case CC_ScrollBar: return drawScrollBar(option, painter, widget);
    default: QProxyStyle::drawComplexControl(control, option, painter, widget);
  }
}

void ThemeStyle::drawComboBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
  paint::field(*painter, *option);
  const QRect button = proxy()->subControlRect(CC_ComboBox, option, SC_ComboBoxArrow, widget);
  paint::arrow(*painter, QRectF(button).center(), -1, option->state.testFlag(State_Enabled),
               option->state.testFlag(State_MouseOver));
}

void ThemeStyle::drawSpinBox(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
  paint::field(*painter, *option);
  const auto* spin = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
  if (spin == nullptr || spin->buttonSymbols == QAbstractSpinBox::NoButtons) return;
  const double away = std::max(3.0, scaled(3.5));
  for (const auto& [part, direction, flag] : {std::tuple(SC_SpinBoxUp, 1, QAbstractSpinBox::StepUpEnabled),
                                              std::tuple(SC_SpinBoxDown, -1, QAbstractSpinBox::StepDownEnabled)}) {
    const QRect button = proxy()->subControlRect(CC_SpinBox, option, part, widget);
    const bool enabled = option->state.testFlag(State_Enabled) && spin->stepEnabled.testFlag(flag);
    const QPointF center(QRectF(button).center().x(), QRectF(option->rect).center().y() - direction * away);
    paint::arrow(*painter, center, direction, enabled, option->activeSubControls == part);
  }
}

void ThemeStyle::drawScrollBar(const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const {
  const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option);
  if (bar == nullptr || bar->minimum >= bar->maximum) return;
  const bool active = option->state.testFlag(State_Sunken) || option->state.testFlag(State_MouseOver);
  const QRectF handle =
      QRectF(proxy()->subControlRect(CC_ScrollBar, option, SC_ScrollBarSlider, widget)).adjusted(2, 2, -2, -2);
  const double radius = std::min(handle.width(), handle.height()) / 2;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  painter->setBrush(color(active ? Token::secondaryText : Token::hatch));
  painter->drawRoundedRect(handle, radius, radius);
  painter->restore();
}

// A scroll bar without buttons: the handle has the whole length.
QRect ThemeStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                                 const QWidget* widget) const {
  const auto* bar = control == CC_ScrollBar ? qstyleoption_cast<const QStyleOptionSlider*>(option) : nullptr;
  if (bar == nullptr) return QProxyStyle::subControlRect(control, option, part, widget);
  const bool flat = bar->orientation == Qt::Horizontal;
  const QRect& all = option->rect;
  const int length = flat ? all.width() : all.height();
  const qint64 span = qint64(bar->maximum) - bar->minimum + bar->pageStep;
  const int wanted = span > 0 ? static_cast<int>(qint64(length) * bar->pageStep / span) : length;
  const int size = std::clamp(wanted, std::min(scaledInt(24), length), length);
  const int start =
      sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - size, bar->upsideDown);
  const auto piece = [&](int from, int to) {
    const QRect logical = flat ? QRect(all.left() + from, all.top(), to - from, all.height())
                               : QRect(all.left(), all.top() + from, all.width(), to - from);
    return visualRect(option->direction, all, logical);
  };
  switch (part) {
    case SC_ScrollBarSlider: return piece(start, start + size);
    case SC_ScrollBarSubPage: return piece(0, start);
    case SC_ScrollBarAddPage: return piece(start + size, length);
    case SC_ScrollBarGroove: return all;
    default: return {};
  }
}

QRect ThemeStyle::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const {
  const QRect rect = QProxyStyle::subElementRect(element, option, widget);
  const auto* frame = element == SE_LineEditContents ? qstyleoption_cast<const QStyleOptionFrame*>(option) : nullptr;
  const int air = frame != nullptr && frame->lineWidth > 0 ? scaledInt(4) : 0;
  return rect.adjusted(air, 0, -air, 0);
}

QSize ThemeStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& contents,
                                   const QWidget* widget) const {
  QSize size = QProxyStyle::sizeFromContents(type, option, contents, widget);
  const auto atLeast = [&size](int height) { size.setHeight(std::max(size.height(), height)); };
  switch (type) {
    case CT_PushButton: atLeast(scaledInt(28)); break;
    case CT_HeaderSection:
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option);
          header && !header->text.isEmpty()) {
        const bool sorted = header->sortIndicator != QStyleOptionHeader::None;
        const int name = header->fontMetrics.horizontalAdvance(header->text) + 1;
        size.setWidth(
            std::max(size.width(), name + 2 * scaledInt(kHeaderAir) + (sorted ? scaledInt(kHeaderArrow) : 0)));
      }
      break;
    case CT_ToolButton:
    case CT_ComboBox:
    case CT_LineEdit:
    case CT_SpinBox: atLeast(scaledInt(24)); break;
    case CT_TabBarTab:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option)) {  // room for its bold form
        QFont bold = widget != nullptr ? widget->font() : textFont(TextRole::body);
        const int plainWidth = QFontMetrics(bold).horizontalAdvance(tab->text);
        bold.setBold(true);
        size.rwidth() += std::max(0, QFontMetrics(bold).horizontalAdvance(tab->text) - plainWidth);
      }
      atLeast(scaledInt(28));
      break;
    default: break;
  }
  return size;
}

int ThemeStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_ScrollBarExtent: return scaledInt(11);
    case PM_ScrollBarSliderMin: return scaledInt(24);
    case PM_SmallIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
    case PM_TabBarIconSize: return scaledInt(16);
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight: return scaledInt(14);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing: return scaledInt(6);
    case PM_TabBarTabHSpace: return scaledInt(28);
    case PM_TabBarTabVSpace: return scaledInt(8);
    case PM_TabBarTabShiftVertical:
    case PM_TabBarTabShiftHorizontal: return 0;
    case PM_SplitterWidth: return scaledInt(4);
    case PM_DockWidgetSeparatorExtent: return scaledInt(4);
    case PM_ToolBarItemSpacing: return scaledInt(4);
    default: return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int ThemeStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* answer) const {
  switch (hint) {
    case SH_ToolTip_WakeUpDelay: return 500;
    case SH_Widget_Animation_Duration: return 0;
    case SH_DialogButtonBox_ButtonsHaveIcons:  // their pictures are made for a light ground
    case SH_EtchDisabledText:
    case SH_DitherDisabledText: return 0;
    default: return QProxyStyle::styleHint(hint, option, widget, answer);
  }
}

}  // namespace shardscope::ui
