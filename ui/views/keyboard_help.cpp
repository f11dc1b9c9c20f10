// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/keyboard_help.hpp"

#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>

#include "ui/views/panel.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::KeyboardHelp)
};

}  // namespace

void showKeyboardHelp(QWidget* parent) {
  QDialog dialog(parent);
  dialog.setWindowTitle(Texts::tr("Keyboard"));
  auto* form = new QFormLayout(&dialog);
  form->setHorizontalSpacing(24);
  const auto row = [form](const QString& keys, const QString& what) {
    auto* label = new QLabel(keys);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    form->addRow(label, new QLabel(what));
  };
  row(QStringLiteral("T P V D C X"), Texts::tr("focus TP, PP, VPP, DP, CP, EP"));
  row(QStringLiteral("B M G S"), Texts::tr("focus micro-batch, M, global batch, sequence"));
  row(QStringLiteral("← →"), Texts::tr("previous, next valid stop"));
  row(QStringLiteral("Home End"), Texts::tr("first, last valid stop"));
  row(QStringLiteral("Alt+→"), Texts::tr("read why a stop is not valid"));
  row(QStringLiteral("L"), Texts::tr("lock or unlock the focused row"));
  row(QStringLiteral("R"), Texts::tr("next recompute mode"));
  row(QStringLiteral("Enter, A"), Texts::tr("apply the cell in focus on the map"));
  row(QStringLiteral("Ctrl+Enter"), Texts::tr("pin it (map, Pareto front, ranking)"));
  row(QStringLiteral("Ctrl+1, Ctrl+2, Ctrl+3"), Texts::tr("overview, sweep, advice"));
  row(QStringLiteral("Shift+F1"), Texts::tr("explain the figure in focus"));
  row(QStringLiteral("F9, Esc"), Texts::tr("sweep again, stop the sweep"));
  row(QStringLiteral("Ctrl+M"), Texts::tr("choose a model"));
  row(QStringLiteral("Ctrl+D"), Texts::tr("pin the live configuration"));
  row(QStringLiteral("Ctrl+Shift+2 … 6"), Texts::tr("apply pin B … F"));
  row(QStringLiteral("Ctrl+Z, Ctrl+Shift+Z"), Texts::tr("undo, redo"));
  row(QStringLiteral("Ctrl+O, Ctrl+S, Ctrl+E"), Texts::tr("open, save, export"));
  row(QStringLiteral("Ctrl+Shift+C, Ctrl+Shift+T"),
      Texts::tr("copy the chart in focus as a picture, view it as a table"));
  row(QStringLiteral("Ctrl+F"), Texts::tr("find a figure or setting"));
  row(QStringLiteral("F6, Shift+F6"), Texts::tr("next, previous panel"));
  row(QStringLiteral("Ctrl+L, Ctrl+T"), Texts::tr("language, theme"));
  row(QStringLiteral("Ctrl++, Ctrl+−, Ctrl+0"), Texts::tr("text size"));
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, &dialog);
  QObject::connect(buttons, &QDialogButtonBox::rejected, &dialog, &QDialog::reject);
  nameButtons(*buttons);
  form->addRow(buttons);
  dialog.exec();
}

}  // namespace shardscope::ui
