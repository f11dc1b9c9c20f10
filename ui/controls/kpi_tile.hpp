// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One figure of the KPI strip: a focusable button with title, value, unit and a note.

#include <QAbstractButton>
#include <cstdint>

namespace shardscope::ui {

enum class Tone : std::uint8_t { neutral, ok, warn, bad };

struct KpiState {
  QString title;  // "Memory · fullest stage"
  QString value;  // "Fits" or "18.78"
  QString unit;   // "48.5 / 79.6 GiB" or "s"
  QString note;   // "stage 0 · 61 % · 31.1 GiB free"
  // A value with a tone gets the bar at its left. An `ok` note is coloured up to its first " · ", others whole.
  Tone valueTone = Tone::neutral, noteTone = Tone::neutral;
  bool dimmed = false;  // the scenario cannot run: "if it fitted"
  QString toolTip;
  bool operator==(const KpiState&) const = default;
};

QString spokenText(const KpiState& state);  // "Memory, Fits 48.5 / 79.6 GiB, stage 0 …", for screen readers

class KpiTile : public QAbstractButton {
  Q_OBJECT

 public:
  explicit KpiTile(QWidget* parent = nullptr);
  void render(const KpiState& state);
  const KpiState& state() const { return state_; }
  void setCompact(bool compact);      // 60 px strip
  void setProjector(bool projector);  // presentation: figures of 34 px
  QString spokenText() const { return ui::spokenText(state_); }
  void announce();  // says it to a screen reader, wherever the focus is
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent*) override;
  void keyPressEvent(QKeyEvent*) override;
  void changeEvent(QEvent*) override;

 private:
  QFont valueFont() const;
  void paintTexts(QPainter& painter) const;
  void paintFigure(QPainter& painter, QPointF baseline, double room) const;

  KpiState state_;
  bool compact_ = false;
  bool projector_ = false;
};

}  // namespace shardscope::ui
