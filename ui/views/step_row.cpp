// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/step_row.hpp"

#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/store/advice_board.hpp"
#include "ui/text/explain_html.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/lines.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/theme_paint.hpp"
#include "ui/views/panel.hpp"
#include "ui/views/step_marks.hpp"

namespace shardscope::ui {
namespace {

constexpr double kTitleWidth = 180;
constexpr double kVerdictWidth = 76;
constexpr double kApplyWidth = 106;

}  // namespace

StepRow::StepRow(Kind kind, QWidget* parent) : QFrame(parent), kind_(kind) {
  setFocusPolicy(Qt::StrongFocus);
  number_ = new StepNumber(this);
  title_ = makeTitle(this);
  title_->setWordWrap(true);
  test_ = new QLabel(this);
  test_->setTextFormat(Qt::RichText);
  test_->setTextInteractionFlags(Qt::LinksAccessibleByMouse);
  test_->setWordWrap(true);
  test_->setForegroundRole(kind == Kind::wide ? QPalette::WindowText : QPalette::PlaceholderText);
  chip_ = new VerdictChip(this);
  apply_ = new QPushButton(this);
  apply_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  try_ = new QPushButton(this);
  try_->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  try_->setCheckable(true);  // on trial
  try_->hide();
  connect(apply_, &QPushButton::clicked, this, &StepRow::apply);
  connect(try_, &QPushButton::clicked, this, [this] { emit tryRequested(text_.step); });
  connect(test_, &QLabel::linkActivated, this,
          [this](const QString& link) { emit explainRequested(explainKeyOf(link)); });
  arrange();
  render({});
}

void StepRow::arrange() {
  auto* grid = new QGridLayout(this);
  grid->setContentsMargins(12, kind_ == Kind::wide ? 9 : 7, 10, kind_ == Kind::wide ? 9 : 7);
  grid->setHorizontalSpacing(10);
  grid->setVerticalSpacing(2);
  if (kind_ == Kind::wide) {
    grid->addWidget(number_, 0, 0, Qt::AlignTop);
    grid->addWidget(title_, 0, 1, Qt::AlignTop);
    grid->addWidget(test_, 0, 2);
    grid->addWidget(chip_, 0, 3, Qt::AlignLeft | Qt::AlignVCenter);
    buttons_ = new QWidget(this);  // always there, so that the verdicts stand in one column
    auto* buttons = new QVBoxLayout(buttons_);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(4);
    buttons->addStretch(1);
    for (auto* button : {apply_, try_}) buttons->addWidget(button, 0, Qt::AlignRight);
    buttons->addStretch(1);
    grid->addWidget(buttons_, 0, 4);
    grid->setColumnStretch(2, 1);
    grid->setColumnMinimumWidth(1, scaledInt(kTitleWidth));
    grid->setColumnMinimumWidth(3, scaledInt(kVerdictWidth));
    buttons_->setMinimumWidth(scaledInt(kApplyWidth));
    title_->setFixedWidth(scaledInt(kTitleWidth));
  } else {
    grid->addWidget(number_, 0, 0, 2, 1, Qt::AlignTop);
    grid->addWidget(title_, 0, 1);
    grid->addWidget(chip_, 0, 2, Qt::AlignRight | Qt::AlignTop);
    grid->addWidget(test_, 1, 1, 1, 2);
    grid->addWidget(apply_, 2, 1, 1, 2, Qt::AlignRight);
    grid->setColumnStretch(1, 1);
  }
}

void StepRow::render(const StepText& text) {
  if (text == text_ && text.step != 0) return;
  text_ = text;
  const bool pending = text.answers && text.applies;
  // "No" to a question that asks whether more is needed is good news.
  const bool calm = text.verdict == AdviceVerdict::no && text.step >= 5;
  const auto tone = calm ? AdviceVerdict::skip : text.verdict;
  number_->render(text.step, tone, pending);
  title_->setText(text.title);
  const QString settled = text.tests.value(text.decisive);
  renderTest();
  chip_->render(text.chip, tone);
  QStringList story;
  for (qsizetype i = 0; i < text.tests.size(); ++i)
    story << wrappedText(text.questions[i]) << wrappedText(text.tests[i]);
  setToolTip(story.join(QLatin1Char('\n')));
  setAccessibleName(QStringLiteral("%1. %2: %3").arg(QString::number(text.step), text.title, text.chip));
  setAccessibleDescription(settled);
  renderButtons();
}

void StepRow::renderTest() {
  const bool wide = kind_ == Kind::wide;
  const QString page = wide ? text_.pages.join(QLatin1String("<br>")) : text_.pages.value(text_.decisive);
  test_->setText(quietLinks(page, currentTheme().color(wide ? Token::text : Token::secondaryText)));
  test_->setAccessibleName(wide ? text_.tests.join(QLatin1Char('\n')) : text_.tests.value(text_.decisive));
}

void StepRow::renderButtons() {
  const bool hasTry = kind_ == Kind::wide && text_.alternative.has_value();
  if (!hasTry && try_->hasFocus()) setFocus(Qt::OtherFocusReason);
  try_->setVisible(hasTry);
  if (hasTry) {
    try_->setText(tr("Try %1").arg(text_.alternativeName));
    try_->setToolTip(wrappedText(tr("Show it in the chart above: %1").arg(shortEdit(*text_.alternative))));
    try_->setAccessibleName(tr("Try the alternative of step %1: %2").arg(text_.step).arg(text_.alternativeName));
  }
  const bool offers = text_.answers && text_.applies;
  // A button that goes takes the focus along, and the next in line may do anything.
  if (!offers && apply_->hasFocus()) setFocus(Qt::OtherFocusReason);
  apply_->setVisible(offers);
  if (!offers) return;
  const QString edit = shortEdit(*text_.applies);
  apply_->setText(tr("Apply"));
  apply_->setToolTip(wrappedText(edit));
  apply_->setAccessibleName(tr("Apply: %1").arg(edit));
}

void StepRow::apply() {
  if (text_.answers && text_.applies) emit applyRequested(*text_.applies, tr("advice, step %1").arg(text_.step));
}

void StepRow::keyPressEvent(QKeyEvent* event) {
  const bool applies = event->key() == Qt::Key_A || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  // A key that the Try button leaves alone does not mean the other plan.
  if (applies && event->modifiers() == Qt::NoModifier && !try_->hasFocus()) return apply();
  QFrame::keyPressEvent(event);
}

void StepRow::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) renderButtons();
  if (event->type() == QEvent::PaletteChange) renderTest();
  if (event->type() == QEvent::FontChange && kind_ == Kind::wide) {
    title_->setFixedWidth(scaledInt(kTitleWidth));
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->setColumnMinimumWidth(1, scaledInt(kTitleWidth));
    grid->setColumnMinimumWidth(3, scaledInt(kVerdictWidth));
    buttons_->setMinimumWidth(scaledInt(kApplyWidth));
  }
  QFrame::changeEvent(event);
}

void StepRow::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(QRect(0, height() - 1, width(), 1), currentTheme().color(Token::softBorder));
  if (hasFocus()) paint::focusRing(painter, rect());
}

void StepRow::setTried(bool tried) { try_->setChecked(tried); }

QString quietLinks(const QString& page, const QColor& color) {
  return QString(page).replace(QLatin1String("<a "),
                               QStringLiteral("<a style=\"color:%1; text-decoration:none\" ").arg(color.name()));
}

void renderSteps(const AdviceBoard& board, QLabel& obstacle, const std::array<StepRow*, 6>& rows) {
  const auto& advice = board.advice();
  obstacle.setVisible(board.obstacle().has_value());
  if (board.obstacle())
    obstacle.setText(StepRow::tr("No advice: %1").arg(sentence(*board.obstacle(), board.store().scenario())));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i]->setVisible(advice.has_value());
    if (advice) rows[i]->render(stepText(*advice, static_cast<int>(i) + 1));
  }
}

}  // namespace shardscope::ui
