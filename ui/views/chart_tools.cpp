// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart_tools.hpp"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImage>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/charts/chart_widget.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::ChartTools)
};

constexpr double kPictureScale = 2;

void fill(QTableWidget& view, const ChartTable& table) {
  view.setRowCount(table.rowCount());
  view.setColumnCount(table.columnCount());
  view.setHorizontalHeaderLabels(table.columns);
  view.setVerticalHeaderLabels(table.rowHeaders);
  for (int row = 0; row < table.rowCount(); ++row)
    for (int column = 0; column < table.columnCount(); ++column) {
      auto* item = new QTableWidgetItem(table.cell(row, column));
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      view.setItem(row, column, item);
    }
  view.resizeColumnsToContents();
}

// The numbers of a chart at the moment it was asked for; speaks the language of the window.
class TableDialog : public QDialog {
 public:
  explicit TableDialog(const ChartWidget& chart) : QDialog(chart.window()), chart_(&chart) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("chartTable"));
    view_ = new QTableWidget(this);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setTabKeyNavigation(false);
    buttons_ = new QDialogButtonBox(QDialogButtonBox::Close, this);
    copy_ = buttons_->addButton(QString(), QDialogButtonBox::ActionRole);
    connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(table_.toCsv()); });
    connect(buttons_, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addWidget(view_);
    column->addWidget(buttons_);
    retranslate();
    const QSize wanted(view_->horizontalHeader()->length() + view_->verticalHeader()->sizeHint().width() + 48,
                       view_->verticalHeader()->length() + view_->horizontalHeader()->height() + 90);
    resize(wanted.boundedTo(chart.window()->size()).expandedTo(QSize(280, 160)));
  }

 protected:
  void changeEvent(QEvent* event) override {
    if (event->type() == QEvent::LanguageChange)
      QTimer::singleShot(0, this, [this] { retranslate(); });  // once the chart has changed its texts
    QDialog::changeEvent(event);
  }

 private:
  void retranslate() {
    table_ = chart_->table();
    fill(*view_, table_);
    setWindowTitle(chart_->title());
    view_->setAccessibleName(chart_->title());
    copy_->setText(Texts::tr("Copy"));
    nameButtons(*buttons_);
  }

  const ChartWidget* chart_;  // a child of the same window, and outlives it
  ChartTable table_;
  QTableWidget* view_;
  QDialogButtonBox* buttons_;
  QPushButton* copy_;
};

}  // namespace

void copyPicture(ChartWidget& chart) { QGuiApplication::clipboard()->setImage(chart.toImage(kPictureScale)); }

bool savePictureAs(ChartWidget& chart, const QString& path) {
  const bool named = !QFileInfo(path).suffix().isEmpty();
  return chart.savePicture(named ? path : path + QStringLiteral(".png"));
}

void askSavePicture(ChartWidget& chart, const std::function<void(const QString&)>& say) {
  const QString path = QFileDialog::getSaveFileName(chart.window(), Texts::tr("Save picture"), QString(),
                                                    Texts::tr("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"));
  if (path.isEmpty()) return;
  say(savePictureAs(chart, path) ? Texts::tr("Picture saved: %1").arg(path)
                                 : Texts::tr("The picture could not be written to %1. Choose another folder, and a "
                                             "name that ends in .png, .svg or .pdf.")
                                       .arg(path));
}

void showTable(const ChartWidget& chart) { (new TableDialog(chart))->show(); }

void installChartMenu(ChartWidget& chart, const std::function<void(const QString&)>& say) {
  chart.setContextMenuPolicy(Qt::CustomContextMenu);
  QObject::connect(&chart, &QWidget::customContextMenuRequested, &chart, [&chart, say](const QPoint& at) {
    QMenu menu(&chart);
    menu.addAction(Texts::tr("Copy picture"), &chart, [&chart] { copyPicture(chart); });
    menu.addAction(Texts::tr("Save picture…"), &chart, [&chart, say] { askSavePicture(chart, say); });
    menu.addSeparator();
    menu.addAction(Texts::tr("Copy table"), &chart,
                   [&chart] { QGuiApplication::clipboard()->setText(chart.table().toCsv()); });
    menu.addAction(Texts::tr("View as table"), &chart, [&chart] { showTable(chart); });
    menu.exec(chart.mapToGlobal(at));
  });
}

ChartWidget* chartOf(QWidget* focus) {
  for (auto* widget = focus; widget; widget = widget->parentWidget())
    if (auto* chart = qobject_cast<ChartWidget*>(widget)) return chart;
  return nullptr;
}

}  // namespace shardscope::ui
