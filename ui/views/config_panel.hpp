// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// All inputs: stop sliders of the layout and the batch, memory and schedule settings, everything else under "More".

#include <QWidget>
#include <array>
#include <vector>

#include "core/report/report.hpp"
#include "core/scenario/locks.hpp"
#include "core/scenario/scenario.hpp"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QTimer;
class QToolButton;
class QVBoxLayout;

namespace shardscope::ui {

class MoreSettings;
class ParamRow;
class Segmented;

class ConfigPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ConfigPanel(QWidget* parent = nullptr);
  void render(const Scenario& scenario, const Locks& locks);
  void setCompact(bool compact);
  ParamRow* row(Knob knob) const { return rows_[static_cast<std::size_t>(knob)]; }
  void focusKnob(Knob knob);
  void toggleFocusedLock();
  void mark(const std::vector<Key>& keys);  // a coloured ground behind the controls of these settings
  std::vector<QWidget*> marked() const { return marked_; }
  void flash(const std::vector<Key>& keys);  // the same ground for a moment: what an Apply has changed
  std::vector<QWidget*> flashed() const { return flashed_; }

 signals:
  void moveRequested(shardscope::Knob knob, std::int64_t value);
  void editRequested(const shardscope::Edit& edit, const QString& what);
  void locksEdited(const shardscope::Locks& locks);
  void gestureStarted();
  void gestureFinished();
  void reasonRequested(const QString& reason);

 protected:
  void changeEvent(QEvent*) override;
  void paintEvent(QPaintEvent*) override;

 private:
  std::vector<QWidget*> controlsOf(Key key) const;
  void addRows(QVBoxLayout* column, std::initializer_list<Knob> knobs);
  void buildMemoryGroup(QVBoxLayout* column);
  void renderRow(Knob knob);
  void renderMemoryGroup();
  void renderEquation();
  void toggleLock(Knob knob);
  void editOne(Key key, const Value& value, const QString& what);
  void retranslate();

  Scenario scenario_;
  Locks locks_;
  std::array<ParamRow*, static_cast<std::size_t>(Knob::count)> rows_{};
  QLabel *stopNote_, *parallelTitle_, *batchTitle_, *memoryTitle_, *hint_, *equation_, *expertNote_;
  QLabel *zeroLabel_, *recomputeLabel_, *scheduleLabel_, *precisionLabel_, *overlapLabel_;
  Segmented *zero_, *recompute_;
  QComboBox *schedule_, *precision_;
  QCheckBox *overlapDp_, *overlapPp_, *sp_;
  QGridLayout* memoryGrid_;
  QToolButton* more_;
  MoreSettings* moreSettings_;
  std::vector<QWidget*> marked_, flashed_;
  QTimer* flashEnd_;
};

}  // namespace shardscope::ui
