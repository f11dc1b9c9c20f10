// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/explain_view.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTextBrowser>
#include <QTextDocument>
#include <QUrl>
#include <QVBoxLayout>
#include <cmath>
#include <memory>

#include "ui/text/language.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {

ExplainView::ExplainView(ExplainDetail detail, QWidget* parent) : QWidget(parent), detail_(detail) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(12, 8, 12, 4);
  column->setSpacing(2);
  auto* head = new QHBoxLayout;
  title_ = makeTitle(this);
  title_->setWordWrap(true);
  value_ = makeTitle(this);
  value_->setAlignment(Qt::AlignRight | Qt::AlignTop);
  head->addWidget(title_, 1);
  head->addWidget(value_);
  page_ = new QTextBrowser(this);
  page_->setOpenLinks(false);
  page_->setFrameShape(QFrame::NoFrame);
  page_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  page_->document()->setDocumentMargin(0);
  page_->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::TextSelectableByKeyboard);
  page_->setTabChangesFocus(true);
  page_->setCursorWidth(0);  // it is read, not written
  column->addLayout(head);
  column->addWidget(page_, 1);
  connect(page_, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { follow(url.toString()); });
  show();
}

void ExplainView::setKey(const QString& key) { key_ = key; }

void ExplainView::render(const Scenario& scenario, const Report& report) {
  explanation_.reset();
  placeholder_.clear();
  if (!key_.isEmpty()) {
    const auto wanted = key_.toStdString();
    const auto changes = detail_ == ExplainDetail::full ? Changes::evaluated : Changes::leftOut;
    auto found = explain(wanted, scenario, report, currentLanguage(), changes);
    if (found)
      explanation_ = std::move(*found);
    else
      placeholder_ = QString::fromStdString(noFigureText(found.error(), wanted, report, currentLanguage()));
  }
  show();
}

void ExplainView::show() {
  page_->setAccessibleName(tr("Explanation"));
  if (!explanation_) {
    title_->setText(tr("No figure"));
    value_->clear();
    page_->setPlainText(placeholder_.isEmpty() ? tr("Click any figure to see where it comes from.") : placeholder_);
    return;
  }
  title_->setText(QString::fromStdString(explanation_->title));
  value_->setText(QString::fromStdString(explanation_->valueText));
  page_->setHtml(explainHtml(*explanation_, detail_, currentTheme()));
}

int ExplainView::heightOfPage(int width) const {
  const auto document = std::unique_ptr<QTextDocument>(page_->document()->clone());
  document->setTextWidth(width - 24);
  const auto margins = layout()->contentsMargins();
  return static_cast<int>(std::ceil(document->size().height())) + title_->sizeHint().height() + margins.top() +
         margins.bottom() + scaledInt(12);
}

void ExplainView::follow(const QString& link) {
  if (const QString key = explainKeyOf(link); !key.isEmpty()) return emit keyRequested(key);
  if (!explanation_ || !link.startsWith(QLatin1String("apply:"))) return;
  const auto index = link.mid(6).toUInt();
  if (index >= explanation_->changes.size()) return;
  const auto change = explanation_->changes[index];
  emit applyRequested(change.edit, QString::fromStdString(change.label));
}

void ExplainView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) show();
  QWidget::changeEvent(event);
}

}  // namespace shardscope::ui
