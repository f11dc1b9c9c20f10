// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>
#include <optional>

#include "ui/theme/tokens.hpp"

// The resources sit in a static library, which the linker would drop without this. Global namespace: a rule of the
// macro.
static void initResources() { Q_INIT_RESOURCE(resources); }

namespace shardscope::ui {
namespace {

// Draws the SVG in the color of the moment, so a change of theme needs no new icons and any pixel ratio is sharp.
class TintedIcon final : public QIconEngine {
 public:
  TintedIcon(QString name, QByteArray svg, std::optional<Token> color)
      : name_(std::move(name)), svg_(std::move(svg)), color_(color) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QByteArray svg = svg_;
    QSvgRenderer renderer(svg.replace("currentColor", colorOf(mode).name().toLatin1()));
    const int side = std::min(rect.width(), rect.height());
    QRectF square(0, 0, side, side);
    square.moveCenter(QRectF(rect).center());
    renderer.render(painter, square);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    const QString key =
        QStringLiteral("shardscope/%1/%2/%3x%4").arg(name_, colorOf(mode).name()).arg(size.width()).arg(size.height());
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) return pixmap;
    pixmap = QPixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    paint(&painter, QRect(QPoint(), size), mode, state);
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
  }

  QIconEngine* clone() const override { return new TintedIcon(*this); }
  QString key() const override { return QStringLiteral("shardscope-tinted"); }
  QString iconName() override { return name_; }
  bool isNull() override { return svg_.isEmpty(); }
  QSize actualSize(const QSize& size, QIcon::Mode, QIcon::State) override { return size; }

 private:
  QColor colorOf(QIcon::Mode mode) const {
    const QPalette palette = QApplication::palette();
    if (mode == QIcon::Disabled) return palette.color(QPalette::Disabled, QPalette::ButtonText);
    if (mode == QIcon::Selected) return palette.color(QPalette::HighlightedText);
    return color_ ? currentTheme().color(*color_) : palette.color(QPalette::ButtonText);
  }

  QString name_;
  QByteArray svg_;
  std::optional<Token> color_;
};

QIcon tinted(const char* name, std::optional<Token> color) {
  initResources();
  QFile file(QStringLiteral(":/icons/%1.svg").arg(QLatin1String(name)));
  const bool found = file.open(QIODevice::ReadOnly);
  Q_ASSERT_X(found, "icon", name);
  return found ? QIcon(new TintedIcon(QString::fromLatin1(name), file.readAll(), color)) : QIcon();
}

}  // namespace

QIcon icon(const char* name) { return tinted(name, std::nullopt); }
QIcon icon(const char* name, Token enabledColor) { return tinted(name, enabledColor); }

}  // namespace shardscope::ui
