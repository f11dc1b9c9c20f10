// SPDX-License-Identifier: Apache-2.0
// Pictures of the window in both languages and themes, at both sizes: no clipped text, nothing outside its parent.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QApplication>
#include <QBuffer>
#include <QFile>
#include <QLabel>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <tuple>

#include "core/catalogue/catalogue.hpp"
#include "tests/support/ui_window.hpp"
#include "ui/text/language.hpp"
#include "ui/views/config_panel.hpp"
#include "ui/views/main_window.hpp"

namespace shardscope::ui {
namespace {

enum class State { fits, tight, doesNotFit, impossible, moe };

Scenario scenarioIn(State state) {
  Scenario s = uitest::designScenario();
  switch (state) {
    case State::fits: break;
    case State::tight:
      s.parallel.tp = 4;
      s.parallel.pp = 8;
      break;
    case State::doesNotFit:
      s.parallel.pp = 1;
      s.parallel.dp = 8;
      break;
    case State::impossible: s.parallel.dp = 3; break;
    case State::moe:
      const auto* model = catalogue().model("deepseek-v3");
      s.model = {ModelSource::preset, model->id, model->shape};
      s.parallel.ep = 8;
      s.parallel.dp.reset();
      break;
  }
  return s;
}

using Case = std::tuple<Language, ThemeName, QSize, State>;

// Everything the widgets paint, as text: the SVG painter writes each text as it was drawn, shortened or not.
QStringList paintedTexts(QWidget& widget) {
  QBuffer buffer;
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setSize(widget.size());
  widget.render(&generator);
  QStringList texts;
  static const QRegularExpression element(QStringLiteral("<text[^>]*>([^<]*)</text>"));
  for (auto it = element.globalMatch(QString::fromUtf8(buffer.data())); it.hasNext();)
    texts << it.next().captured(1).trimmed();
  return texts;
}

class WindowPicture : public testing::TestWithParam<Case> {
 protected:
  void TearDown() override {
    setLanguage(Language::en);
    applyTheme(ThemeName::light);
  }
};

bool needsMore(const QLabel* label) {
  if (label->wordWrap()) return label->heightForWidth(label->width()) > label->height();
  return !label->text().isEmpty() && label->minimumSizeHint().width() > label->width();
}

bool needsMore(const QAbstractButton* button) {
  return !button->text().isEmpty() && button->minimumSizeHint().width() > button->width();
}

std::string place(const QWidget* widget) {
  std::string path;
  for (; widget; widget = widget->parentWidget()) path = std::string(widget->metaObject()->className()) + "/" + path;
  return path;
}

void expectWholeTexts(MainWindow& window) {
  for (const auto* label : window.findChildren<QLabel*>()) {
    if (!label->isVisible()) continue;
    EXPECT_FALSE(needsMore(label)) << label->text().toStdString() << " in " << place(label);
  }
  for (const auto* button : window.findChildren<QAbstractButton*>()) {
    if (!button->isVisible()) continue;
    EXPECT_FALSE(needsMore(button)) << button->text().toStdString() << " in " << place(button);
  }
  // One ellipsis is meant: Export… (a text may come in several runs, one per font).
  const auto texts = paintedTexts(window);
  EXPECT_GT(texts.size(), 60);
  const QString all = texts.join(QLatin1Char('|'));
  EXPECT_EQ(all.count(QStringLiteral("…")), 1) << all.toStdString();
}

TEST_P(WindowPicture, HoldsEveryTextWhole) {
  const auto& [language, theme, size, state] = GetParam();
  setLanguage(language);
  applyTheme(theme);
  uitest::Window w(scenarioIn(state), size);
  for (const char* tab : {"overview", "sweep"}) {
    ASSERT_TRUE(w.window.showTab(QLatin1String(tab)));
    w.window.renderNow();
    QApplication::processEvents();
    const QString name =
        QStringLiteral("window-%1-%2-%3-%4-%5")
            .arg(QLatin1String(tab), language == Language::zhCn ? QStringLiteral("zh") : QStringLiteral("en"),
                 theme == ThemeName::dark ? QStringLiteral("dark") : QStringLiteral("light"))
            .arg(size.width())
            .arg(static_cast<int>(state));
    uitest::keepPicture(w.window, name);
    EXPECT_EQ(w.window.size(), size);
    expectWholeTexts(w.window);
  }
}

// All settings of the dock stand on the screen, at the smallest size the design names too.
TEST_P(WindowPicture, ConfigurationNeedsNoScrolling) {
  const auto& [language, theme, size, state] = GetParam();
  setLanguage(language);
  applyTheme(theme);
  uitest::Window w(scenarioIn(state), size);
  QApplication::processEvents();
  const auto* config = w.window.config();
  EXPECT_LE(config->height(), config->parentWidget()->height());
}

INSTANTIATE_TEST_SUITE_P(
    All, WindowPicture,
    testing::Combine(testing::Values(Language::en, Language::zhCn), testing::Values(ThemeName::light, ThemeName::dark),
                     testing::Values(QSize(1440, 900), QSize(1280, 720)),
                     testing::Values(State::fits, State::tight, State::doesNotFit, State::impossible, State::moe)));

TEST(Translations, NoneIsMissing) {
  QFile file(QStringLiteral(SHARDSCOPE_SOURCE_DIR "/resources/i18n/shardscope_zh_CN.ts"));
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray text = file.readAll();
  EXPECT_FALSE(text.contains("type=\"unfinished\""));
  EXPECT_GT(text.count("<source>"), 200);
}

}  // namespace
}  // namespace shardscope::ui
