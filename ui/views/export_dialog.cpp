// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/export_dialog.hpp"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/cost/evaluate.hpp"
#include "core/io/scenario_reader.hpp"
#include "core/io/scenario_writer.hpp"
#include "core/scenario/derived.hpp"
#include "ui/text/language.hpp"
#include "ui/text/numbers.hpp"
#include "ui/views/notice_bar.hpp"
#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

QString mark(bool good) { return good ? QStringLiteral("✓ ") : QStringLiteral("✕ "); }

QStringList checkLines(const Scenario& scenario, const Report& report, const std::string& yaml) {
  const auto& p = scenario.parallel;
  const auto dp = dataParallel(scenario);
  const auto gpus = gpuCount(scenario.cluster);
  const auto back = parseScenario(yaml, "preview", {}, currentLanguage());
  QStringList lines;
  lines << mark(p.tp * p.pp * p.cp * dp == gpus) +
               ExportDialog::tr("Ranks: %1 × %2 × %3 × %4 = %5 GPUs").arg(p.tp).arg(p.pp).arg(p.cp).arg(dp).arg(gpus);
  lines << mark(report.batch.microBatches > 0) + ExportDialog::tr("Batch: %1 × %2 × %3 = %4")
                                                     .arg(scenario.workload.microBatch)
                                                     .arg(report.batch.microBatches)
                                                     .arg(dp)
                                                     .arg(scenario.workload.globalBatch);
  lines << mark(back && back->scenario == scenario) + ExportDialog::tr("The file reads back to the same scenario");
  if (report.verdict == Verdict::doesNotFit)
    lines << mark(false) + ExportDialog::tr("Stage %1 needs %2, the GPU has %3")
                               .arg(report.memory.peakStage)
                               .arg(gibUnit(report.memory.peak), gibUnit(report.memory.capacity));
  if (report.verdict == Verdict::tight)
    lines << QStringLiteral("△ ") + ExportDialog::tr("Tight: over the fit limit, may run out");
  return lines;
}

}  // namespace

ExportDialog::ExportDialog(const Scenario& scenario, const Report& report, QWidget* parent)
    : QDialog(parent), fits_(runs(report.verdict)) {
  setWindowTitle(tr("Export scenario"));
  resize(720, 620);
  auto* column = new QVBoxLayout(this);
  notices_ = new NoticeBar(this);
  column->addWidget(notices_);
  auto* title = makeTitle(this);
  title->setText(tr("Shardscope scenario (YAML)"));
  column->addWidget(title);
  const std::string yaml = scenarioYaml(scenario);
  text_ = new QPlainTextEdit(QString::fromStdString(yaml), this);
  text_->setReadOnly(true);
  text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  text_->setAccessibleName(tr("Preview"));
  column->addWidget(text_, 1);

  auto* checkedTitle = makeTitle(this);
  checkedTitle->setText(tr("Checked before writing"));
  column->addWidget(checkedTitle);
  auto* checks = new QLabel(checkLines(scenario, report, yaml).join(QLatin1Char('\n')), this);
  checks->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(checks);

  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  nameButtons(*buttons);
  auto* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
  auto* save = buttons->addButton(tr("Save as…"), QDialogButtonBox::AcceptRole);
  save->setObjectName(QStringLiteral("saveAs"));
  save->setDefault(true);
  connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(text_->toPlainText()); });
  connect(save, &QPushButton::clicked, this, &ExportDialog::save);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  column->addWidget(buttons);
}

// A configuration that cannot run is written after a second thought.
void ExportDialog::save() {
  if (fits_) return emit saveRequested();
  notices_->show(
      [this] {
        return Notice{Tone::warn,
                      tr("This configuration cannot run as it is. Export it all the same?"),
                      QString(),
                      {{tr("Export it"), [this] { emit saveRequested(); }}}};
      },
      QStringLiteral("cannot run"));
}

QString ExportDialog::preview() const { return text_->toPlainText(); }

}  // namespace shardscope::ui
