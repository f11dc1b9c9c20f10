// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model_popup.hpp"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include "ui/store/recent_configs.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/model_rows.hpp"

namespace shardscope::ui {
namespace {

constexpr int kKindRole = Qt::UserRole, kKeyRole = Qt::UserRole + 1, kDetailRole = Qt::UserRole + 2,
              kCurrentRole = Qt::UserRole + 3;
constexpr int kWidth = 380, kHeight = 440;  // of the popup
constexpr int kPadding = 8, kMark = 16;

ModelRow::Kind kindOf(const QListWidgetItem& item) { return static_cast<ModelRow::Kind>(item.data(kKindRole).toInt()); }

bool isChoice(const QListWidgetItem* item) { return item && (item->flags() & Qt::ItemIsSelectable); }

// Name on the left, number on the right; titles small and bold; a mark before the model of the scenario.
class RowDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const override {
    return {option.rect.width(), QFontMetrics(textFont(TextRole::body)).height() + scaledInt(8)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const auto& theme = currentTheme();
    const auto kind = static_cast<ModelRow::Kind>(index.data(kKindRole).toInt());
    const bool isSelected = (option.state & QStyle::State_Selected) != 0;
    const bool isEnabled = (index.flags() & Qt::ItemIsEnabled) != 0;
    const bool isTitle = kind == ModelRow::Kind::title;
    painter->save();
    if (isSelected) painter->fillRect(option.rect, theme.color(Token::accentFill));
    QRect area = option.rect.adjusted(scaledInt(kPadding), 0, -scaledInt(kPadding), 0);
    painter->setFont(textFont(isTitle ? TextRole::secondaryStrong : TextRole::body));
    painter->setPen(theme.color(isTitle || !isEnabled ? Token::secondaryText : Token::text));
    if (!isTitle && kind != ModelRow::Kind::none) {
      if (index.data(kCurrentRole).toBool()) painter->drawText(area, Qt::AlignVCenter, QStringLiteral("✓"));
      area.setLeft(area.left() + scaledInt(kMark));
    }
    const QString detail = index.data(kDetailRole).toString();
    const int room = area.width() - painter->fontMetrics().horizontalAdvance(detail + QStringLiteral("  "));
    const auto mode = kind == ModelRow::Kind::file ? Qt::ElideLeft : Qt::ElideRight;
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                      painter->fontMetrics().elidedText(index.data().toString(), mode, room));
    painter->setPen(theme.color(Token::secondaryText));
    painter->drawText(area, Qt::AlignVCenter | Qt::AlignRight, detail);
    painter->restore();
    if (isSelected && option.widget && option.widget->hasFocus()) {
      painter->setPen(QPen(theme.color(Token::accent), 1));
      painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
  }
};

}  // namespace

ModelPopup::ModelPopup(QWidget* parent) : QFrame(parent, Qt::Popup) {
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(kPadding, kPadding, kPadding, kPadding);
  search_ = new QLineEdit(this);
  search_->setClearButtonEnabled(true);
  list_ = new QListWidget(this);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setItemDelegate(new RowDelegate(list_));
  list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  list_->setMouseTracking(true);
  open_ = new QPushButton(this);
  edit_ = new QPushButton(this);
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(open_);
  buttons->addWidget(edit_);
  column->addWidget(search_);
  column->addWidget(list_, 1);
  column->addLayout(buttons);
  setFocusProxy(search_);
  search_->installEventFilter(this);
  list_->installEventFilter(this);
  connect(search_, &QLineEdit::textChanged, this, &ModelPopup::fill);
  connect(list_, &QListWidget::itemClicked, this, &ModelPopup::choose);
  connect(list_, &QListWidget::itemEntered, this, [this](QListWidgetItem* item) {
    if (isChoice(item)) list_->setCurrentItem(item);
  });
  connect(open_, &QPushButton::clicked, this, [this] {
    close();
    emit openRequested();
  });
  connect(edit_, &QPushButton::clicked, this, [this] {
    close();
    emit editRequested();
  });
  retranslate();
}

void ModelPopup::popUp(const QWidget& button, const ModelChoice& current) {
  currentKey_ = current.source == ModelSource::inlineDimensions ? QString() : QString::fromStdString(current.reference);
  search_->clear();
  fill();
  place(button);
  show();
  search_->setFocus(Qt::PopupFocusReason);
}

void ModelPopup::place(const QWidget& button) {
  const QRect screen = button.screen()->availableGeometry();
  const QPoint below = button.mapToGlobal(QPoint(0, button.height() + 2));
  const int width = std::max(
      {scaledInt(kWidth), button.width(), open_->sizeHint().width() + edit_->sizeHint().width() + 3 * kPadding});
  const int room = std::max(screen.bottom() - below.y() - 4, 240);
  resize(std::min(width, screen.width()), std::min(scaledInt(kHeight), room));
  move(std::max(screen.left(), std::min(below.x(), screen.right() - this->width())), below.y());
}

void ModelPopup::fill() {
  list_->clear();
  for (const auto& row : modelRows(search_->text(), recentConfigs())) {
    auto* item = new QListWidgetItem(row.name, list_);
    const bool isTitle = row.kind == ModelRow::Kind::title;
    item->setData(kKindRole, static_cast<int>(row.kind));
    item->setData(kKeyRole, row.key);
    item->setData(kDetailRole, row.detail);
    item->setData(kCurrentRole, !row.key.isEmpty() && row.key == currentKey_);
    item->setData(Qt::AccessibleTextRole, row.detail.isEmpty() ? row.name : tr("%1, %2").arg(row.name, row.detail));
    if (!isTitle) item->setToolTip(row.key);
    if (isTitle || !row.isEnabled) item->setFlags(Qt::NoItemFlags);
    if (item->data(kCurrentRole).toBool() && search_->text().isEmpty()) list_->setCurrentItem(item);
  }
  if (!isChoice(list_->currentItem())) list_->setCurrentRow(firstChoice());
}

int ModelPopup::firstChoice() const {
  for (int row = 0; row < list_->count(); ++row)
    if (isChoice(list_->item(row))) return row;
  return -1;
}

int ModelPopup::lastChoice() const {
  for (int row = list_->count() - 1; row >= 0; --row)
    if (isChoice(list_->item(row))) return row;
  return -1;
}

void ModelPopup::choose(const QListWidgetItem* item) {
  if (!isChoice(item)) return;
  const bool isFile = kindOf(*item) == ModelRow::Kind::file;
  const QString key = item->data(kKeyRole).toString();
  close();
  if (isFile)
    emit fileChosen(key);
  else
    emit modelChosen(key);
}

// From the search: down into the list, Enter takes what is marked there.
bool ModelPopup::searchKey(int key) {
  if (key == Qt::Key_Return || key == Qt::Key_Enter) return choose(list_->currentItem()), true;
  if (key != Qt::Key_Down && key != Qt::Key_Up && key != Qt::Key_PageDown && key != Qt::Key_PageUp) return false;
  if (firstChoice() < 0) return true;
  const bool isBackward = key == Qt::Key_Up || key == Qt::Key_PageUp;
  const bool wasSearched = !search_->text().isEmpty();
  if (isBackward) list_->setCurrentRow(lastChoice());
  if (!isBackward && wasSearched) list_->setCurrentRow(firstChoice());
  list_->setFocus(Qt::TabFocusReason);
  return true;
}

// From the list: up beyond the first row, and whatever is typed, goes to the search.
bool ModelPopup::listKey(QEvent* event) {
  auto* press = static_cast<QKeyEvent*>(event);
  if (press->key() == Qt::Key_Return || press->key() == Qt::Key_Enter) return choose(list_->currentItem()), true;
  const bool leaves = press->key() == Qt::Key_Up && list_->currentRow() <= firstChoice();
  const bool types =
      press->key() == Qt::Key_Backspace || (!press->text().isEmpty() && press->text().front().isPrint() &&
                                            !(press->modifiers() & (Qt::ControlModifier | Qt::AltModifier)));
  if (!leaves && !types) return false;
  search_->setFocus(Qt::OtherFocusReason);
  if (types) QApplication::sendEvent(search_, event);
  return true;
}

bool ModelPopup::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    if (watched == search_ && searchKey(static_cast<QKeyEvent*>(event)->key())) return true;
    if (watched == list_ && listKey(event)) return true;
  }
  return QFrame::eventFilter(watched, event);
}

void ModelPopup::retranslate() {
  setAccessibleName(tr("Choose a model"));
  search_->setPlaceholderText(tr("Find a model: name, family, 70b"));
  search_->setAccessibleName(tr("Find a model"));
  list_->setAccessibleName(tr("Models"));
  open_->setText(tr("&From config.json…"));
  open_->setToolTip(tr("Read the dimensions of a Hugging Face config.json"));
  edit_->setText(tr("&Edit dimensions…"));
  edit_->setToolTip(tr("Show and change the dimensions of the model"));
}

void ModelPopup::changeEvent(QEvent* event) {
  if (event->type() == QEvent::LanguageChange) {
    retranslate();
    fill();
  }
  QFrame::changeEvent(event);
}

}  // namespace shardscope::ui
