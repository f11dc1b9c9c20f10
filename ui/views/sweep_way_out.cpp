// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/sweep_way_out.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/text/sweep_texts.hpp"
#include "ui/text/way_out_texts.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {

SweepWayOut::SweepWayOut(SweepBoard& board, QWidget* parent) : QFrame(parent), board_(board) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(12, 8, 12, 8);
  row->setSpacing(10);
  icon_ = new QLabel(this);
  title_ = makeTitle(this);
  const auto sentence = [this] {
    auto* label = new QLabel(this);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
  };
  reason_ = sentence();
  change_ = sentence();
  apply_ = new QPushButton(this);
  apply_->setAutoDefault(false);
  auto* texts = new QVBoxLayout;
  texts->setSpacing(1);
  for (auto* label : {title_, reason_, change_}) texts->addWidget(label);
  row->addWidget(icon_, 0, Qt::AlignTop);
  row->addLayout(texts, 1);
  row->addWidget(apply_, 0, Qt::AlignVCenter);
  connect(apply_, &QPushButton::clicked, this, [this] {
    const auto& outcome = board_.outcome();
    if (!outcome || !outcome->wayOut) return;
    const auto& way = *outcome->wayOut;
    emit applyRequested(scenarioAt(board_.store().scenario(), way.space, way.best),
                        wholeRecipe(lineOf(way.space, way.best), board_.settings()));
  });
  connect(&board_, &SweepBoard::changed, this, &SweepWayOut::render);
  hide();
}

void SweepWayOut::render() {
  const auto& outcome = board_.outcome();
  const bool shows = outcome && outcome->isEmpty() && !board_.isStale();
  setVisible(shows);
  if (!shows) return;
  icon_->setPixmap(icon("error").pixmap(16, 16));
  title_->setText(tr("No configuration of the sweep can run"));
  reason_->setText(emptyReason(*outcome));
  renderChange(*outcome);
}

void SweepWayOut::renderChange(const SweepOutcome& outcome) {
  const auto& now = board_.store().scenario();
  const auto& way = outcome.wayOut;
  const bool applies = way && changes(now, scenarioAt(now, way->space, way->best)) != Edit{};
  apply_->setVisible(applies);
  apply_->setText(tr("Apply"));
  apply_->setAccessibleName(tr("Apply the smallest change"));
  if (!outcome.isLast)
    change_->setText(tr("Looking for the smallest change that gives one."));
  else if (outcome.searchStopped)
    change_->setText(tr("The search for a change was stopped; F9 runs it again."));
  else if (!way)
    change_->setText(tr("No change of one setting gives one."));
  else
    change_->setText(wayOutText(*way, now, board_.store().locks(), board_.settings()));
}

QString SweepWayOut::text() const { return title_->text() + u'\n' + reason_->text() + u'\n' + change_->text(); }

void SweepWayOut::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange) render();
  QFrame::changeEvent(event);
}

void SweepWayOut::paintEvent(QPaintEvent*) {
  const auto& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.color(Token::badFill));
  painter.fillRect(QRect(0, 0, 4, height()), theme.color(Token::bad));
}

}  // namespace shardscope::ui
