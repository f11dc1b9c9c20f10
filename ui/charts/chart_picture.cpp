// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFileInfo>
#include <QSaveFile>
#include <QSvgGenerator>

#include "ui/charts/chart_widget.hpp"
#include "ui/charts/plot_theme.hpp"

namespace shardscope::ui {
namespace {

constexpr double kPngScale = 2;

bool saveSvg(ThemedPlot& plot, const QString& path, const QString& title) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly)) return false;
  QSvgGenerator generator;
  generator.setOutputDevice(&file);
  generator.setSize(plot.size());
  generator.setViewBox(plot.rect());
  generator.setTitle(title);
  QCPPainter painter;
  if (!painter.begin(&generator)) return false;
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  painter.fillRect(plot.rect(), plot.panel());
  plot.toPainter(&painter, plot.width(), plot.height());
  painter.end();
  return file.commit();
}

}  // namespace

QImage ChartWidget::toImage(double scale, ThemeName theme) {
  const std::optional<ThemeName> before = pictureTheme_;
  setPictureTheme(theme);
  const QImage image = plot_->toPixmap(plot_->width(), plot_->height(), scale).toImage();
  setPictureTheme(before);
  return image;
}

bool ChartWidget::savePicture(const QString& path, ThemeName theme) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == QLatin1String("png")) {
    QSaveFile file(path);
    return file.open(QIODevice::WriteOnly) && toImage(kPngScale, theme).save(&file, "PNG") && file.commit();
  }
  const std::optional<ThemeName> before = pictureTheme_;
  setPictureTheme(theme);
  bool saved = false;
  if (suffix == QLatin1String("pdf"))
    saved = plot_->savePdf(path, plot_->width(), plot_->height(), QCP::epAllowCosmetic, QString(), title());
  else if (suffix == QLatin1String("svg"))
    saved = saveSvg(*plot_, path, title());
  setPictureTheme(before);
  return saved;
}

}  // namespace shardscope::ui
