// SPDX-License-Identifier: Apache-2.0
// How large a model is stands where it is chosen and where it was read, whatever its name and the room.
#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/theme/text_style.hpp"
#include "ui/views/chooser.hpp"
#include "ui/views/notice_bar.hpp"

namespace shardscope::ui {
namespace {

TEST(ModelSize, aChooserKeepsTheNumberAtEveryWidth) {
  for (const double scale : {0.8, 1.0, 1.6}) {
    setTextScale(scale);
    Chooser chooser;
    chooser.setFont(textFont(TextRole::body));
    for (const char* name : {"Llama 3 70B", "gemma-3-12b-nested/config.json", "模型", ""})
      for (const char* subtitle : {"dense · 11.8 B", "MoE · 1.04 T", "80.0 GiB · NIC 400 Gb/s"}) {
        chooser.render(QString::fromUtf8(name), QString::fromUtf8(subtitle));
        for (int width = chooser.minimumSizeHint().width(); width < 700; width += 7) {
          chooser.resize(width, chooser.sizeHint().height());
          const QString shown = chooser.shownSubtitle();
          EXPECT_EQ(shown.right(4), QString::fromUtf8(subtitle).right(4)) << scale << ' ' << width;
          if (shown != QString::fromUtf8(subtitle)) {
            EXPECT_LT(chooser.shownName().size(), 8) << "the name goes first";
          }
          EXPECT_LE(chooser.fontMetrics().horizontalAdvance(chooser.shownName() + QStringLiteral("  ") + shown), width);
        }
      }
  }
  setTextScale(1.0);
}

struct Read : uitest::Window {
  Read() {
    const QString where = folder.filePath(QStringLiteral("gemma-3-12b-nested"));
    QDir().mkpath(where);
    path = where + QStringLiteral("/config.json");
    QFile::copy(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/tests/data/models/gemma-3-4b.json"), path);
    EXPECT_TRUE(window.openPath(path));
    QApplication::processEvents();
    for (const auto* found : window.findChildren<Chooser*>())
      if (found->accessibleName() == QStringLiteral("Model")) chooser = found;
  }
  QTemporaryDir folder;
  QString path;
  const Chooser* chooser = nullptr;
};

TEST(ModelSize, theWindowSaysFamilyAndCountOfAFile) {
  Read w;
  ASSERT_TRUE(w.chooser);
  EXPECT_TRUE(w.chooser->isVisible());
  EXPECT_EQ(w.chooser->shownName(), QStringLiteral("gemma-3-12b-nested/config.json"));
  EXPECT_EQ(w.chooser->shownSubtitle(), QStringLiteral("dense · 3.88 B"));
  const auto said = [&w] {
    QString text;
    for (const auto* bar : w.window.findChildren<NoticeBar*>()) text += bar->text();
    return text;
  };
  EXPECT_TRUE(said().contains(QStringLiteral(": gemma3_text, 3,880,263,168 parameters."))) << said().toStdString();
  setLanguage(Language::zhCn);
  QApplication::processEvents();
  EXPECT_TRUE(said().contains(QStringLiteral("：gemma3_text，3,880,263,168 个参数。"))) << said().toStdString();
  setLanguage(Language::en);
  for (const int width : {1280, 1440}) {
    w.window.resize(width, 800);
    QApplication::processEvents();
    EXPECT_TRUE(w.chooser->isVisible());
    EXPECT_TRUE(w.chooser->shownSubtitle().endsWith(QStringLiteral("3.88 B"))) << width;
  }
}

}  // namespace
}  // namespace shardscope::ui
