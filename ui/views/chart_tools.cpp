// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/chart_tools.hpp"

#include <QClipboard>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QImage>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/charts/chart_widget.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::ChartTools)
};

constexpr double kPictureScale = 2;

QTableWidget* makeTable(const ChartTable& table, QWidget* parent) {
  auto* view = new QTableWidget(table.rowCount(), table.columnCount(), parent);
  view->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view->setHorizontalHeaderLabels(table.columns);
  view->setVerticalHeaderLabels(table.rowHeaders);
  for (int row = 0; row < table.rowCount(); ++row)
    for (int column = 0; column < table.columnCount(); ++column) {
      auto* item = new QTableWidgetItem(table.cell(row, column));
      item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      view->setItem(row, column, item);
    }
  view->resizeColumnsToContents();
  return view;
}

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

void showTable(const ChartWidget& chart) {
  auto* dialog = new QDialog(chart.window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setObjectName(QStringLiteral("chartTable"));
  dialog->setWindowTitle(chart.title());
  auto* column = new QVBoxLayout(dialog);
  const ChartTable table = chart.table();
  auto* view = makeTable(table, dialog);
  view->setAccessibleName(chart.title());
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
  auto* copy = buttons->addButton(Texts::tr("Copy"), QDialogButtonBox::ActionRole);
  QObject::connect(copy, &QPushButton::clicked, dialog,
                   [table] { QGuiApplication::clipboard()->setText(table.toCsv()); });
  QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
  column->addWidget(view);
  column->addWidget(buttons);
  const QSize wanted(view->horizontalHeader()->length() + view->verticalHeader()->sizeHint().width() + 48,
                     view->verticalHeader()->length() + view->horizontalHeader()->height() + 90);
  dialog->resize(wanted.boundedTo(chart.window()->size()).expandedTo(QSize(280, 160)));
  dialog->show();
}

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
