// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/model_dialog.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QVBoxLayout>

#include "core/rules/range_rule.hpp"
#include "core/rules/rules.hpp"
#include "ui/text/labels.hpp"
#include "ui/text/language.hpp"
#include "ui/text/model_texts.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/tokens.hpp"
#include "ui/views/model_figures.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

constexpr int kWidth = 920, kHeight = 690;
constexpr int kMargin = 12;

bool isOwn(const ModelChoice& model) {
  return model.source == ModelSource::inlineDimensions && model.reference.empty();
}

}  // namespace

ModelDialog::ModelDialog(ScenarioStore& store, QWidget* parent) : QDialog(parent), store_(store) {
  setModal(false);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, kMargin, 0, kMargin);
  column->addWidget(buildHead());
  scroll_ = new QScrollArea(this);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setFocusPolicy(Qt::NoFocus);
  scroll_->setWidget(buildBody(scroll_));
  scroll_->viewport()->installEventFilter(this);
  column->addWidget(scroll_, 1);
  column->addWidget(buildButtons());
  connect(editor_, &ModelEditor::edited, this, &ModelDialog::update);
  connect(&store_, &ScenarioStore::changed, this, &ModelDialog::followStore);
  connect(&store_, &ScenarioStore::historyChanged, this, &ModelDialog::followFile);
  retranslate();
  load();
}

QWidget* ModelDialog::buildHead() {
  auto* head = new QWidget(this);
  auto* row = new QHBoxLayout(head);
  row->setContentsMargins(kMargin, 0, kMargin, 0);
  name_ = new QLabel(head);
  mark_ = new QLabel(head);
  mark_->setAutoFillBackground(true);
  mark_->setContentsMargins(6, 1, 6, 1);
  from_ = new QLabel(head);
  from_->setForegroundRole(QPalette::PlaceholderText);
  from_->setWordWrap(true);
  from_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  from_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  for (auto* label : {name_, mark_, from_}) label->setTextFormat(Qt::PlainText);
  row->addWidget(name_);
  row->addWidget(mark_);
  row->addWidget(from_, 1);
  return head;
}

// The fields with what was assumed below, beside them what they amount to.
QWidget* ModelDialog::buildBody(QWidget* parent) {
  editor_ = new ModelEditor(parent);
  markAsPanel(editor_);
  auto* fields = editor_->fieldsColumn();
  noticesTitle_ = makeTitle(editor_);
  notices_ = new QPlainTextEdit(editor_);
  notices_->setReadOnly(true);
  notices_->setTabChangesFocus(true);
  notices_->setMinimumHeight(2 * fontMetrics().lineSpacing() + 10);
  fields->addWidget(noticesTitle_);
  fields->addWidget(notices_, 1);
  auto* side = editor_->sideColumn();
  figuresTitle_ = makeTitle(editor_);
  figures_ = new ModelFigures(editor_);
  side->addWidget(figuresTitle_);
  side->addWidget(figures_);
  side->addStretch(1);
  return editor_;
}

QWidget* ModelDialog::buildButtons() {
  auto* foot = new QWidget(this);
  auto* row = new QHBoxLayout(foot);
  row->setContentsMargins(kMargin, 0, kMargin, 0);
  faultPicture_ = new QLabel(foot);
  faultPicture_->setFixedWidth(20);
  faultText_ = new QLabel(foot);
  faultText_->setTextFormat(Qt::PlainText);
  faultText_->setWordWrap(true);
  faultText_->setMinimumHeight(2 * fontMetrics().lineSpacing());
  revert_ = new QPushButton(foot);
  close_ = new QPushButton(foot);
  apply_ = new QPushButton(foot);
  apply_->setDefault(true);
  apply_->setProperty("primary", true);
  row->addWidget(faultPicture_);
  row->addWidget(faultText_, 1);
  for (auto* button : {revert_, close_, apply_}) row->addWidget(button);
  revert_->setAutoDefault(false);
  close_->setAutoDefault(false);
  connect(revert_, &QPushButton::clicked, this, &ModelDialog::revert);
  connect(close_, &QPushButton::clicked, this, &QDialog::reject);
  connect(apply_, &QPushButton::clicked, this, &ModelDialog::apply);
  return foot;
}

void ModelDialog::present() {
  const QSize room = (parentWidget() ? parentWidget()->size() : screen()->availableSize()) - QSize(24, 48);
  if (!isVisible()) resize(QSize(scaledInt(kWidth), scaledInt(kHeight)).boundedTo(room));
  show();
  raise();
  activateWindow();
  editor_->editor("layers")->setFocus(Qt::OtherFocusReason);
}

void ModelDialog::load() {
  loaded_ = store_.scenario().model;
  origin_ = originOf(asOpened(), currentLanguage());
  editor_->render(loaded_.shape);
  update();
}

// An own model names no origin: it is what the file of the scenario holds.
const ModelChoice& ModelDialog::asOpened() const {
  const auto* held = store_.fileHolds();
  return held && isOwn(loaded_) && isOwn(held->model) ? held->model : loaded_;
}

void ModelDialog::followFile() {
  if (!isOwn(loaded_) || asOpened() == origin_.choice) return;
  origin_ = originOf(asOpened(), currentLanguage());
  update();
}

void ModelDialog::followStore() {
  if (store_.scenario().model != loaded_)
    load();
  else if (isVisible())
    update();
}

ModelChoice ModelDialog::choice() const {
  return sameDimensions(editor_->shape(), loaded_.shape) ? loaded_ : editedModel(origin_, editor_->shape());
}

// Of the rules, what the dimensions alone decide; whether a layout suits them is said where layouts are chosen.
std::optional<DimensionFault> ModelDialog::faultOf(const ModelShape& shape) const {
  Scenario scenario = store_.scenario();
  scenario.model.shape = shape;
  std::vector<Issue> issues;
  check(scenario, issues);
  for (const auto& issue : issues) {
    if (issue.severity != Severity::error || issue.field != Key::model) continue;
    const bool isRange = issue.rule == RuleId::R1;
    if (isRange && dependsOnLayout(rangeReason(issue))) continue;
    const auto key = isRange ? rangeFieldName(issue) : std::string("model.hidden");
    const auto dimension = key.substr(key.find('.') + 1);
    return DimensionFault{
        dimension, sentence(issue, scenario)
                       .replace(QStringLiteral("`%1`").arg(QString::fromStdString(key)), dimensionName(dimension))};
  }
  return std::nullopt;
}

void ModelDialog::update() {
  fault_ = editor_->typedFault();
  const auto chosen = choice();
  if (!fault_) fault_ = faultOf(chosen.shape);
  editor_->mark(fault_);
  const bool isAsRead = chosen == origin_.choice;
  figures_->render(fault_ ? std::vector<ModelFigure>()
                          : modelFigures(chosen.shape, origin_, store_.scenario().workload.sequenceLength));
  const bool isEdited = chosen.source == ModelSource::inlineDimensions && (!isOwn(chosen) || !isAsRead);
  const auto& read = origin_.choice.shape;
  renderHead(isEdited || fault_);
  renderNotices(read.parametersExact.has_value() && !sameDimensions(chosen.shape, read));
  renderFault(fault_);
  editor_->fitInto(scroll_->viewport()->width());
  apply_->setEnabled(!fault_ && chosen != loaded_);
  revert_->setEnabled(origin_.isThere && (fault_ || chosen != origin_.choice));
}

// The name stays what was read; that it was edited is said beside it.
void ModelDialog::renderHead(bool isEdited) {
  name_->setFont(textFont(TextRole::title));
  name_->setText(origin_.isThere ? modelName(origin_.choice) : modelName(loaded_));
  mark_->setVisible(isEdited);
  from_->setText(modelOriginText(origin_.choice, origin_.family));
  QPalette colours = palette();
  colours.setColor(QPalette::Window, currentTheme().color(Token::warnFill));
  colours.setColor(QPalette::WindowText, currentTheme().color(Token::warn));
  if (mark_->palette().color(QPalette::Window) != colours.color(QPalette::Window)) mark_->setPalette(colours);
}

void ModelDialog::renderNotices(bool losesExactTotal) {
  QStringList lines = origin_.notices;
  if (losesExactTotal)
    lines.prepend(
        tr("The exact total of the model as read counted what no dimension says (norms of queries and keys, odd "
           "biases, narrow tables). Edited dimensions are counted by themselves."));
  const QString text = lines.isEmpty() ? tr("Nothing was assumed.") : lines.join(QLatin1Char('\n'));
  if (notices_->toPlainText() != text) notices_->setPlainText(text);
}

void ModelDialog::renderFault(const std::optional<DimensionFault>& fault) {
  faultPicture_->setPixmap(fault ? icon("error", Token::bad).pixmap(16, 16) : QPixmap());
  faultText_->setText(fault ? fault->text : QString());
}

void ModelDialog::apply() {
  if (!apply_->isEnabled()) return;
  store_.replace(withModel(store_.scenario(), choice()), tr("dimensions of the model"));
}

void ModelDialog::revert() {
  editor_->render(origin_.choice.shape);
  update();
}

QString ModelDialog::notices() const { return notices_->toPlainText(); }
QString ModelDialog::fault() const { return faultText_->text(); }
bool ModelDialog::isMarkedEdited() const { return mark_->isVisibleTo(this); }

void ModelDialog::retranslate() {
  setWindowTitle(tr("Model"));
  mark_->setText(tr("Edited"));
  figuresTitle_->setText(tr("Parameters"));
  figures_->setAccessibleName(tr("Parameters"));
  noticesTitle_->setText(tr("Notices"));
  notices_->setAccessibleName(tr("Notices"));
  revert_->setText(tr("&Revert"));
  revert_->setToolTip(tr("Back to the dimensions as they were read"));
  close_->setText(tr("&Close"));
  apply_->setText(tr("&Apply"));
  apply_->setToolTip(tr("Use these dimensions in the scenario: one step of undo"));
}

// Also after its contents grew: another language, larger text, longer numbers.
bool ModelDialog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && watched == scroll_->viewport()) editor_->fitInto(scroll_->viewport()->width());
  return QDialog::eventFilter(watched, event);
}

void ModelDialog::changeEvent(QEvent* event) {
  const bool speaksAnew = event->type() == QEvent::LanguageChange;
  if (speaksAnew) retranslate();
  if (speaksAnew && apply_) origin_ = originOf(asOpened(), currentLanguage());
  if (speaksAnew || event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
    if (isVisible()) update();
  QDialog::changeEvent(event);
}

}  // namespace shardscope::ui
