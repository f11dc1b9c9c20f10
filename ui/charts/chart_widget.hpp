// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What all charts share: one themed plot, a scene laid out lazily, pointer and keyboard focus over its items,
// tooltips, the accessible table, and text and colour changes at run time.

#include <QImage>
#include <QString>
#include <QWidget>
#include <memory>
#include <optional>

#include "ui/charts/chart_table.hpp"
#include "ui/charts/scene.hpp"

class QCustomPlot;

namespace shardscope::ui {

class ThemedPlot;

// A segment of a bar or a cell of a map, by its place; stays the same across renders.
struct ChartItem {
  int row = -1, column = -1;
  bool isSet() const { return row >= 0; }
  bool operator==(const ChartItem&) const = default;
};

class ChartWidget : public QWidget {
  Q_OBJECT

 public:
  ~ChartWidget() override;
  // The chart as a picture: in the light theme unless told otherwise, without hover and focus ring.
  QImage toImage(double scale, ThemeName theme = ThemeName::light);
  // PNG (twice the size on screen), PDF or SVG by the suffix of the file; false if it could not be written.
  bool savePicture(const QString& path, ThemeName theme = ThemeName::light);
  QCustomPlot* plot() const;            // for picture export
  virtual QString title() const = 0;    // also the accessible name
  virtual QString summary() const = 0;  // one sentence, also the accessible description
  virtual ChartTable table() const = 0;
  virtual QString toolTipFor(ChartItem item) const = 0;      // up to three lines
  virtual QString clickHint(ChartItem) const { return {}; }  // the dim last line: what a click does
  void setCompact(bool compact);                             // short names, lower bars
  // A chooser that stands where the title is drawn; pictures get the title. Becomes a child of the chart.
  void setTitleWidget(QWidget* widget);
  // Pictures are exported in the light theme whatever the window wears; nothing = the window's theme.
  void setPictureTheme(std::optional<ThemeName> theme);
  const Scene& scene() const;  // brought up to date
  ChartItem focusedItem() const;
  ChartItem hoveredItem() const { return hovered_; }
  QRectF itemRect(ChartItem item) const;  // widget coordinates; empty if not on the chart
  QSize sizeHint() const override { return {640, 220}; }
  QSize minimumSizeHint() const override { return {320, 120}; }

 signals:
  void itemFocused(shardscope::ui::ChartItem item);

 protected:
  explicit ChartWidget(QWidget* parent);
  // Fills the cleared scene for a plot of this size.
  virtual void layoutScene(Scene& scene, const ChartFrame& frame) const = 0;
  virtual void activate(ChartItem item, Qt::KeyboardModifiers modifiers) = 0;
  virtual void hoverChanged(ChartItem) {}
  virtual ChartItem firstFocus() const;                                      // where the arrow keys start
  virtual void paintOver(QPainter& painter, const ChartFrame& frame) const;  // hover, under the focus ring
  const Theme& theme() const;
  bool isCompact() const { return compact_; }
  void invalidate();  // layout and replot with the next frame
  void describe();    // name and description, after data or language changed
  void copyTable() const;
  void showStory(ChartItem item);  // its tooltip, at once

  void changeEvent(QEvent* event) override;
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void ensureScene() const;
  void placeTitleWidget();
  void drawOverlay(QPainter& painter);
  void handlePress(QPointF position);
  void handleRelease(QPointF position, Qt::KeyboardModifiers modifiers);
  void setHovered(ChartItem item);
  void moveFocus(int key);
  ChartItem itemAt(QPointF position) const;
  void showToolTip(ChartItem item, const QPoint& globalPosition);

  ThemedPlot* plot_;
  QWidget* titleWidget_ = nullptr;
  mutable std::unique_ptr<ChartFonts> fonts_;
  mutable Scene scene_;
  mutable QSize sceneSize_;
  mutable bool dirty_ = true;
  HatchTiles tiles_;
  std::optional<ThemeName> pictureTheme_;
  ChartItem hovered_, pressed_, focused_;
  bool compact_ = false;
  bool ringVisible_ = false;  // focus came from the keyboard
};

}  // namespace shardscope::ui
