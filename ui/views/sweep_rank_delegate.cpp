// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_rank_delegate.hpp"

#include <QPainter>
#include <QSet>
#include <algorithm>
#include <cmath>

#include "ui/charts/scene.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/sweep_rank_model.hpp"

namespace shardscope::ui {
namespace {

constexpr double kStaleOpacity = 0.4;
constexpr double kAir = 7;                   // left and right of a cell, design length
constexpr double kBar = 58, kShortBar = 30;  // of the peak
constexpr double kRowHeight = 24, kMark = 11;

const RankRow& rowAt(const QModelIndex& index) {
  return static_cast<const SweepRankModel*>(index.model())->at(index.row());
}

bool isBold(RankColumn column) { return column == RankColumn::mfu; }

void paintBar(QPainter& painter, const QRectF& cell, double width, double share, bool tight) {
  const Theme& theme = currentTheme();
  QRectF track(0, 0, width, scaled(12));
  track.moveRight(cell.right() - scaled(kAir));
  track.moveTop(cell.center().y() - track.height() / 2);
  painter.fillRect(track, theme.color(Token::softBorder));
  track.setWidth(track.width() * std::clamp(share, 0.0, 1.0));
  const QColor fill = share > 1 ? theme.color(Token::bad)
                      : tight   ? theme.color(Token::warn)
                                : Theme::memory(MemoryPart::parameters);
  painter.fillRect(track, fill);
}

void paintNote(QPainter& painter, const QRectF& cell, const RankNote& note, const QFontMetricsF& metrics) {
  const Theme& theme = currentTheme();
  const double air = scaled(kAir);
  QRectF text = cell.adjusted(air, 0, -air, 0);
  QColor ink = theme.color(note.tone == NoteTone::current ? Token::accent : Token::secondaryText);
  if (note.tone == NoteTone::warn) {
    const double side = scaled(kMark), inner = scaled(6);
    const double width = std::min(text.width(), metrics.horizontalAdvance(note.text) + side + 3 * inner);
    const QRectF plate(text.left(), cell.center().y() - scaled(9), width, scaled(18));
    ink = theme.color(Token::warn);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.color(Token::warnFill));
    painter.drawRoundedRect(plate, scaled(3), scaled(3));
    paintMark(painter, QRectF(plate.left() + inner, cell.center().y() - side / 2, side, side), Mark::alert, ink);
    text.adjust(2 * inner + side, 0, -inner / 2, 0);
  }
  painter.setPen(ink);
  painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(note.text, Qt::ElideRight, text.width()));
}

}  // namespace

SweepRankDelegate::SweepRankDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void SweepRankDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const Theme& theme = currentTheme();
  const auto column = static_cast<RankColumn>(index.column());
  const auto& row = rowAt(index);
  const QRectF cell(option.rect);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  const bool selected = option.state.testFlag(QStyle::State_Selected);
  if (row.isCurrent || selected) painter->fillRect(cell, theme.color(Token::accentFill));
  painter->fillRect(QRectF(cell.left(), cell.bottom() - 1, cell.width(), 1), theme.color(Token::softBorder));
  if (stale_ && !row.isCurrent) painter->setOpacity(kStaleOpacity);
  QRectF text = cell.adjusted(scaled(kAir), 0, -scaled(kAir), 0);
  if (column == RankColumn::front) {
    const double side = scaled(10);
    const QRectF mark(cell.center().x() - side / 2, cell.center().y() - side / 2, side, side);
    if (row.isFront) paintMark(*painter, mark, Mark::diamond, theme.color(Token::accent));
  } else if (column == RankColumn::note) {
    painter->setFont(textFont(TextRole::secondary));
    paintNote(*painter, cell, row.note, QFontMetricsF(painter->font()));
  } else {
    if (column == RankColumn::peak) {
      const double share = static_cast<double>(row.line.row.peak) / static_cast<double>(capacity_.count());
      paintBar(*painter, cell, barWidth(), share, row.line.row.verdict == Verdict::tight);
      text.setRight(text.right() - barWidth() - scaled(kAir));
    }
    const bool warns = column == RankColumn::worst && isFragile(row);
    if (warns) {
      const double side = scaled(kMark);
      paintMark(*painter, QRectF(text.left(), cell.center().y() - side / 2, side, side), Mark::alert,
                theme.color(Token::warn));
    }
    painter->setFont(textFont(isBold(column) ? TextRole::strong : TextRole::body));
    painter->setPen(theme.color(warns ? Token::warn : Token::text));
    painter->drawText(text, index.data(Qt::TextAlignmentRole).toInt(), index.data().toString());
  }
  painter->setOpacity(1);
  if (option.state.testFlag(QStyle::State_HasFocus)) {
    painter->setPen(QPen(theme.color(Token::accent), scaled(2)));
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(cell.adjusted(1, 1, -1, -2));
  }
  painter->restore();
}

QSize SweepRankDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const {
  return {widthOf(*static_cast<const SweepRankModel*>(index.model()), static_cast<RankColumn>(index.column())),
          scaledInt(kRowHeight)};
}

double SweepRankDelegate::barWidth() const { return scaled(narrow_ ? kShortBar : kBar); }

int SweepRankDelegate::widthOf(const SweepRankModel& model, RankColumn column) const {
  const QFontMetricsF metrics(textFont(isBold(column) ? TextRole::strong : TextRole::body));
  // Measuring is slow, so each of the texts with the most characters, or one less, is measured once; digits are all of
  // one width.
  QSet<QString> texts;
  qsizetype longest = 0;
  for (int row = 0; row < model.rowCount(); ++row) {
    QString text = cellText(model.at(row), column);
    for (auto& c : text)
      if (c.isDigit()) c = u'0';
    if (text.size() > longest + 1) texts.clear();
    if (text.size() + 1 >= longest) texts.insert(text);
    longest = std::max(longest, text.size());
  }
  double widest = 0;
  for (const auto& text : std::as_const(texts)) widest = std::max(widest, metrics.horizontalAdvance(text));
  if (column == RankColumn::peak) widest += barWidth() + scaled(kAir);
  if (column == RankColumn::worst) widest += scaled(kMark + 4);
  if (column == RankColumn::note) widest += scaled(kMark + 3 * 6);
  return static_cast<int>(std::ceil(widest + 2 * scaled(kAir)));
}

}  // namespace shardscope::ui
