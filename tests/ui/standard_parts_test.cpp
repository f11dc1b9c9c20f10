// SPDX-License-Identifier: Apache-2.0
// Parts that Qt brings along: headers of tables hold their texts, standard buttons speak the language of the window and
// wear no pictures made for another ground.
#include <gtest/gtest.h>

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableWidget>
#include <QTest>

#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/theme/theme_style.hpp"
#include "ui/views/batch_dialog.hpp"

namespace shardscope::ui {
namespace {

class StandardParts : public testing::TestWithParam<Language> {
 protected:
  StandardParts() { setLanguage(GetParam()); }
  ~StandardParts() override { setLanguage(Language::en); }
};

TEST_P(StandardParts, EveryHeaderOfTheBatchSolverHoldsItsText) {
  BatchDialog dialog(uitest::designScenario());
  uitest::present(dialog, dialog.size());
  const auto* header = dialog.table()->horizontalHeader();
  const QFontMetrics metrics(header->font());
  for (int i = 0; i < header->count(); ++i) {
    const QString name = dialog.table()->horizontalHeaderItem(i)->text();
    EXPECT_GE(header->sectionSize(i), metrics.horizontalAdvance(name) + 2 * scaledInt(kHeaderAir))
        << name.toStdString();
  }
  EXPECT_LE(header->length(), dialog.table()->viewport()->width());
  uitest::keepPicture(dialog, QStringLiteral("batch-%1").arg(static_cast<int>(GetParam())));
}

bool isChinese(const QString& text) {
  return std::any_of(text.begin(), text.end(), [](QChar c) { return c.unicode() >= 0x4E00 && c.unicode() < 0xA000; });
}

TEST_P(StandardParts, ButtonsSpeakTheLanguageOfTheWindow) {
  using Box = QDialogButtonBox;
  Box box(Box::Ok | Box::Save | Box::Open | Box::Yes | Box::No | Box::Close | Box::Cancel | Box::Discard | Box::Apply |
          Box::Reset);
  for (const auto* button : box.buttons()) {
    EXPECT_EQ(isChinese(button->text()), GetParam() == Language::zhCn) << button->text().toStdString();
    EXPECT_TRUE(button->icon().isNull()) << button->text().toStdString();
  }
}

TEST_P(StandardParts, TheMenuOfATextFieldDoesToo) {
  QLineEdit field;
  const std::unique_ptr<QMenu> menu(field.createStandardContextMenu());
  int texts = 0;
  for (const auto* action : menu->actions()) {
    if (action->isSeparator()) continue;
    ++texts;
    EXPECT_EQ(isChinese(action->text()), GetParam() == Language::zhCn) << action->text().toStdString();
  }
  EXPECT_GT(texts, 4);
}

INSTANTIATE_TEST_SUITE_P(Both, StandardParts, testing::Values(Language::en, Language::zhCn));

}  // namespace
}  // namespace shardscope::ui
