// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The docks at the right: which of them stand beside which tab; one above the other, or as tabs where the window is
// low.

#include <QObject>
#include <QString>
#include <vector>

class QDockWidget;
class QMainWindow;
class QSettings;
class QWidget;

namespace shardscope::ui {

class DockTitle;

class SideDocks : public QObject {
  Q_OBJECT

 public:
  // `tabs`: the names of the centre's tabs, in order.
  SideDocks(QMainWindow* window, std::vector<QString> tabs);

  // `beside`: by tab, whether it stands there unless the user decides otherwise. `share`: of the height.
  QDockWidget* add(const char* name, QWidget* content, const std::vector<bool>& beside, int share);
  void setText(const QDockWidget* dock, const QString& text);  // of the title row
  void setBadge(const QDockWidget* dock, const QString& text);
  const std::vector<QDockWidget*>& docks() const { return docks_; }

  void setCompact(bool compact);
  void changeTab(int tab);
  void fitToText();
  void arrange();  // as at the first start
  void save(QSettings& settings) const;
  void restore(const QSettings& settings);

 private:
  void show();
  void remember();
  void share();
  void showTitle(std::size_t dock, bool shows);

  QMainWindow* window_;
  std::vector<QString> tabs_;
  std::vector<QDockWidget*> docks_;
  QList<int> shares_;
  std::vector<DockTitle*> titles_;
  std::vector<QWidget*> blanks_;                   // in place of the titles
  std::vector<std::vector<bool>> usual_, beside_;  // [dock][tab]
  int tab_ = 0;
  bool compact_ = false;
};

}  // namespace shardscope::ui
