// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ranked table with its buttons. The live configuration's row stays below the table while it is out of sight.

#include <QWidget>
#include <memory>

#include "ui/store/sweep_board.hpp"

class QAction;
class QLabel;
class QMenu;
class QPushButton;
class QSettings;
class QTableView;

namespace shardscope::ui {

class SweepRankColumns;
class SweepRankDelegate;
class SweepRankModel;

class SweepRankTable : public QWidget {
  Q_OBJECT

 public:
  explicit SweepRankTable(SweepBoard& board, QWidget* parent = nullptr);
  ~SweepRankTable() override;
  void render();
  QTableView* table() const { return table_; }
  QTableView* pinned() const { return pinned_; }  // shown while the current row is out of sight
  SweepRankModel* model() const { return model_; }
  QPushButton* frontOnly() const { return frontOnly_; }
  QPushButton* applyFirst() const { return applyFirst_; }
  void showColumn(int column, bool on);
  void copy() const;                      // selected rows, else all
  QString writeCsv(const QString& path);  // the rows of the list, best first; empty, or what went wrong
  void save(QSettings& settings) const;
  void restore(const QSettings& settings);

 signals:
  void applyRequested(const shardscope::Scenario& scenario, const QString& what);
  void pinRequested(const shardscope::Scenario& scenario);
  void told(const QString& text);  // for the status bar

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;
  void resizeEvent(QResizeEvent*) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void buildHeader();
  void buildTables();
  void buildColumnMenu();
  void retranslate();
  void renderColumns();
  void placePinned();
  void choose(int row, bool pins);
  void askCsv();
  QString subtitleText() const;

  SweepBoard& board_;
  SweepRankModel *model_, *currentModel_;
  SweepRankDelegate* delegate_;
  QLabel *title_, *subtitle_;
  QPushButton *frontOnly_, *chooseColumns_, *csv_, *applyFirst_;
  QMenu* columnMenu_;
  QAction *applyRow_, *pinRow_, *copyRows_;
  QTableView *table_, *pinned_;
  std::unique_ptr<SweepRankColumns> columns_;
  std::shared_ptr<const SweepOutcome> outcome_;  // the columns are fit for
};

}  // namespace shardscope::ui
