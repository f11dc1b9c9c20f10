// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_rank_table.hpp"

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include "core/io/file.hpp"
#include "core/io/sweep_table.hpp"
#include "core/rules/rules.hpp"
#include "core/sweep/answers.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"
#include "ui/text/sweep_texts.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/panel.hpp"
#include "ui/views/sweep_rank_columns.hpp"
#include "ui/views/sweep_rank_delegate.hpp"
#include "ui/views/sweep_rank_model.hpp"

namespace shardscope::ui {
namespace {

void prepare(QTableView* table, SweepRankModel* model, SweepRankDelegate* delegate) {
  table->setModel(model);
  table->setItemDelegate(delegate);
  table->setFrameShape(QFrame::NoFrame);
  table->setShowGrid(false);
  table->setWordWrap(false);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  table->setTabKeyNavigation(false);
  table->verticalHeader()->hide();
  table->verticalHeader()->setMinimumSectionSize(1);
  table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table->horizontalHeader()->setHighlightSections(false);
  table->horizontalHeader()->setStretchLastSection(true);
  table->horizontalHeader()->setMinimumSectionSize(20);
}

}  // namespace

SweepRankTable::SweepRankTable(SweepBoard& board, QWidget* parent) : QWidget(parent), board_(board) {
  markAsPanel(this);
  model_ = new SweepRankModel(SweepRankModel::Scope::ranking, this);
  currentModel_ = new SweepRankModel(SweepRankModel::Scope::currentOnly, this);
  delegate_ = new SweepRankDelegate(this);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  buildHeader();
  buildTables();
  column->addWidget(table_, 1);
  column->addWidget(pinned_);
  connect(&board_, &SweepBoard::changed, this, [this] {
    if (isVisible()) render();
  });
  connect(&board_, &SweepBoard::settingsChanged, this, &SweepRankTable::renderColumns);
  retranslate();
}

SweepRankTable::~SweepRankTable() = default;

void SweepRankTable::buildHeader() {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(12, 4, 12, 4);
  row->setSpacing(8);
  title_ = makeTitle(this);
  subtitle_ = new QLabel(this);
  subtitle_->setForegroundRole(QPalette::PlaceholderText);
  row->addWidget(title_);
  row->addWidget(subtitle_);
  row->addStretch(1);
  const auto button = [&] {
    auto* made = new QPushButton(this);
    made->setAutoDefault(false);
    row->addWidget(made);
    return made;
  };
  frontOnly_ = button();
  frontOnly_->setCheckable(true);
  chooseColumns_ = button();
  csv_ = button();
  applyFirst_ = button();
  applyFirst_->setProperty("primary", true);
  buildColumnMenu();
  connect(frontOnly_, &QPushButton::toggled, this, [this](bool on) {
    model_->setFrontOnly(on);
    placePinned();
  });
  connect(csv_, &QPushButton::clicked, this, &SweepRankTable::askCsv);
  connect(applyFirst_, &QPushButton::clicked, this, [this] {
    const auto& outcome = board_.outcome();
    if (!outcome || outcome->result.top.empty()) return;
    const auto& space = outcome->request->space;
    const auto& best = outcome->result.top.front();
    emit applyRequested(scenarioAt(board_.store().scenario(), space, best),
                        wholeRecipe(lineOf(space, best), board_.settings()));
  });
  static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void SweepRankTable::buildColumnMenu() {
  columnMenu_ = new QMenu(chooseColumns_);
  chooseColumns_->setMenu(columnMenu_);
  for (int i = 0; i < kRankColumns; ++i) {
    auto* action = columnMenu_->addAction(QString());
    action->setCheckable(true);
    connect(action, &QAction::triggered, this, [this, i](bool on) { showColumn(i, on); });
  }
}

void SweepRankTable::buildTables() {
  table_ = new QTableView(this);
  pinned_ = new QTableView(this);
  prepare(table_, model_, delegate_);
  prepare(pinned_, currentModel_, delegate_);
  table_->setSortingEnabled(true);
  table_->sortByColumn(static_cast<int>(RankColumn::rank), Qt::AscendingOrder);
  table_->horizontalHeader()->setSectionsMovable(true);
  pinned_->horizontalHeader()->hide();
  pinned_->setSelectionMode(QAbstractItemView::NoSelection);
  pinned_->setFocusPolicy(Qt::NoFocus);
  pinned_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  pinned_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  pinned_->hide();
  connect(table_->horizontalHeader(), &QHeaderView::sectionResized, pinned_,
          [this](int column, int, int width) { pinned_->setColumnWidth(column, width); });
  connect(table_->horizontalHeader(), &QHeaderView::sectionMoved, pinned_,
          [this](int, int from, int to) { pinned_->horizontalHeader()->moveSection(from, to); });
  connect(table_->horizontalScrollBar(), &QScrollBar::valueChanged, pinned_->horizontalScrollBar(),
          &QScrollBar::setValue);
  connect(table_->verticalScrollBar(), &QScrollBar::valueChanged, this, &SweepRankTable::placePinned);
  connect(table_->horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this] {
    columns_->fitHeader();
    placePinned();
  });
  for (auto** action : {&applyRow_, &pinRow_, &copyRows_}) {
    *action = new QAction(table_);
    table_->addAction(*action);
  }
  table_->setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(applyRow_, &QAction::triggered, this, [this] { choose(table_->currentIndex().row(), false); });
  connect(pinRow_, &QAction::triggered, this, [this] { choose(table_->currentIndex().row(), true); });
  connect(copyRows_, &QAction::triggered, this, &SweepRankTable::copy);
  columns_ = std::make_unique<SweepRankColumns>(board_, *model_, *delegate_, table_, pinned_);
  table_->installEventFilter(this);
  table_->viewport()->installEventFilter(this);
}

void SweepRankTable::render() {
  const auto rows = rankRows(board_);
  const auto& scenario = board_.store().scenario();
  delegate_->setCapacity(scenario.cluster.device.memory);
  delegate_->setStale(board_.isStale());
  const bool first = model_->rowCount() == 0;
  model_->render(rows, scenario, board_.settings());
  currentModel_->render(rows, scenario, board_.settings());
  if (board_.outcome() != outcome_)
    columns_->fit(first);
  else
    columns_->grow(*currentModel_);
  outcome_ = board_.outcome();
  table_->viewport()->update();
  pinned_->viewport()->update();
  applyFirst_->setEnabled(board_.outcome() && !board_.outcome()->result.top.empty());
  subtitle_->setText(subtitleText());
  csv_->setEnabled(applyFirst_->isEnabled());
  placePinned();
}

// Where nothing runs, how far the nearest miss is away.
QString SweepRankTable::subtitleText() const {
  const auto& outcome = board_.outcome();
  if (outcome && !outcome->result.complete && board_.isStopped()) {
    const auto& result = outcome->result;
    return tr("stopped after %1: the order is not final")
        .arg(percent(static_cast<double>(result.counts.tried) / static_cast<double>(result.total), 0));
  }
  if (!outcome || !outcome->result.complete || !outcome->result.top.empty())
    return tr("equal results merged; current row stays visible");
  std::int64_t least = 0;
  for (const auto& cell : outcome->result.cells)
    if (cell.missing > 0 && (least == 0 || cell.missing < least)) least = cell.missing;
  if (least == 0) {
    const auto rule = decidingRefusal(outcome->result.counts);
    return rule ? tr("none can run: %1").arg(QString::fromStdString(ruleText(*rule, currentLanguage())))
                : tr("none can run: every one breaks a rule");
  }
  const Bytes capacity = outcome->request->space.base.cluster.device.memory;
  const Bytes needed(capacity.count() + least);
  return tr("none can run: the smallest needs %1 of %2 GiB")
      .arg(gibAgainst(needed, capacity), limitText(capacity, needed));
}

// The current row is out of sight if its middle is.
void SweepRankTable::placePinned() {
  const int row = model_->currentRow();
  bool visible = row < 0;
  if (row >= 0) {
    const int height = table_->viewport()->height() + (pinned_->isHidden() ? 0 : pinned_->height());
    const int y = table_->rowViewportPosition(row) + table_->rowHeight(row) / 2;
    const int roomBelow = pinned_->isHidden() ? 0 : pinned_->height();
    visible = y >= 0 && y < height - roomBelow;
  }
  pinned_->setVisible(!visible);
}

void SweepRankTable::renderColumns() {
  const int rowHeight = scaledInt(24);
  for (auto* view : {table_, pinned_}) view->verticalHeader()->setDefaultSectionSize(rowHeight);
  pinned_->setFixedHeight(rowHeight);
  columns_->fit(true);
  for (int i = 0; i < kRankColumns; ++i) columnMenu_->actions()[i]->setChecked(columns_->isShown(i));
  placePinned();
}

void SweepRankTable::showColumn(int column, bool on) {
  columns_->ask(column, on);
  renderColumns();
}

void SweepRankTable::choose(int row, bool pins) {
  if (row < 0 || row >= model_->rowCount()) return;
  const auto& chosen = model_->at(row);
  if (!board_.outcome() || !(chosen.isTop || chosen.isFront)) return;  // the live one is applied already
  const auto& space = board_.outcome()->request->space;
  const auto scenario = scenarioAt(board_.store().scenario(), space, chosen.line.row);
  if (pins)
    emit pinRequested(scenario);
  else
    emit applyRequested(scenario, wholeRecipe(chosen.line, board_.settings()));
}

void SweepRankTable::copy() const {
  std::vector<int> rows, columns;
  for (const auto& index : table_->selectionModel()->selectedRows()) rows.push_back(index.row());
  std::sort(rows.begin(), rows.end());
  if (rows.empty())
    for (int i = 0; i < model_->rowCount(); ++i) rows.push_back(i);
  const auto* header = table_->horizontalHeader();
  for (int i = 0; i < kRankColumns; ++i)
    if (const int column = header->logicalIndex(i); !table_->isColumnHidden(column)) columns.push_back(column);
  QGuiApplication::clipboard()->setText(model_->toText(rows, columns));
}

// The rows of the list: the ranking, or the front alone.
QString SweepRankTable::writeCsv(const QString& path) {
  const auto& outcome = board_.outcome();
  if (!outcome) return tr("There is no ranking yet.");
  const auto& result = outcome->result;
  const auto& rows = frontOnly_->isChecked() ? result.front : result.top;
  const auto written = replaceFile(path.toStdString(), sweepCsv(outcome->request->space, rows, result.front));
  return written ? QString() : QString::fromStdString(message(written.error(), currentLanguage()));
}

void SweepRankTable::askCsv() {
  const QString path = QFileDialog::getSaveFileName(window(), tr("Save the ranking"), QString(), tr("CSV (*.csv)"));
  if (path.isEmpty()) return;
  const QString problem = writeCsv(path);
  emit told(problem.isEmpty() ? tr("Ranking saved: %1").arg(path) : problem);
}

bool SweepRankTable::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_->viewport()) {
    if (event->type() == QEvent::Resize) {
      const auto* resize = static_cast<QResizeEvent*>(event);
      if (resize->size().width() != resize->oldSize().width()) columns_->fit(false);  // a scroll bar came or went
      placePinned();
    }
    const auto* mouse = static_cast<QMouseEvent*>(event);
    if (event->type() == QEvent::MouseButtonPress && mouse->button() == Qt::LeftButton &&
        mouse->modifiers() == Qt::ControlModifier) {
      choose(table_->rowAt(qRound(mouse->position().y())), true);
      return true;
    }
    if (event->type() == QEvent::MouseButtonDblClick && mouse->button() == Qt::LeftButton) {
      choose(table_->rowAt(qRound(mouse->position().y())), false);
      return true;
    }
  } else if (watched == table_ && event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Copy)) {
      copy();
      return true;
    }
    if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
      choose(table_->currentIndex().row(), key->modifiers() & Qt::ControlModifier);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

void SweepRankTable::retranslate() {
  title_->setText(tr("Ranked configurations"));
  subtitle_->setText(subtitleText());
  frontOnly_->setText(tr("Pareto only"));
  chooseColumns_->setText(tr("Columns"));
  csv_->setText(tr("CSV"));
  csv_->setToolTip(tr("Save the ranking as a CSV file"));
  applyFirst_->setText(tr("Apply #1"));
  applyRow_->setText(tr("Apply"));
  pinRow_->setText(tr("Pin"));
  copyRows_->setText(tr("Copy rows"));
  table_->setAccessibleName(title_->text());
  pinned_->setAccessibleName(tr("Row of the current configuration"));
  for (int i = 0; i < kRankColumns; ++i) {
    const auto column = static_cast<RankColumn>(i);
    columnMenu_->actions()[i]->setText(columnName(column));
    columnMenu_->actions()[i]->setToolTip(columnStory(column));
  }
  renderColumns();
}

void SweepRankTable::save(QSettings& settings) const { columns_->save(settings); }

void SweepRankTable::restore(const QSettings& settings) {
  columns_->restore(settings);
  renderColumns();
}

void SweepRankTable::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    if (isVisible()) render();
  } else if (event->type() == QEvent::FontChange) {
    renderColumns();
  }
  QWidget::changeEvent(event);
}

void SweepRankTable::showEvent(QShowEvent* event) {
  render();
  QWidget::showEvent(event);
}

void SweepRankTable::resizeEvent(QResizeEvent* event) {
  int wanted = title_->sizeHint().width() + subtitle_->sizeHint().width() + 60;
  for (const auto* button : {frontOnly_, chooseColumns_, csv_, applyFirst_}) wanted += button->sizeHint().width() + 8;
  subtitle_->setVisible(wanted <= width());
  QWidget::resizeEvent(event);
  columns_->fit(false);
  placePinned();
}

}  // namespace shardscope::ui
