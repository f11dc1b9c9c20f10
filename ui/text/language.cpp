// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/language.hpp"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace shardscope::ui {
namespace {

Language current = Language::en;

// Words that Qt puts on buttons and into menus of text fields: they are among our own translations, since Qt's are
// often not installed.
[[maybe_unused]] constexpr const char* kWordsOfQt[] = {QT_TRANSLATE_NOOP("QPlatformTheme", "OK"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "Save"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "Open"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "&Yes"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "&No"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "Close"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "Cancel"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "Discard"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "Apply"),
                                                       QT_TRANSLATE_NOOP("QPlatformTheme", "Reset"),
                                                       QT_TRANSLATE_NOOP("QGnomeTheme", "&OK"),
                                                       QT_TRANSLATE_NOOP("QGnomeTheme", "&Save"),
                                                       QT_TRANSLATE_NOOP("QGnomeTheme", "&Cancel"),
                                                       QT_TRANSLATE_NOOP("QGnomeTheme", "&Close"),
                                                       QT_TRANSLATE_NOOP("QGnomeTheme", "Close without Saving"),
                                                       QT_TRANSLATE_NOOP("QLineEdit", "&Undo"),
                                                       QT_TRANSLATE_NOOP("QLineEdit", "&Redo"),
                                                       QT_TRANSLATE_NOOP("QLineEdit", "Cu&t"),
                                                       QT_TRANSLATE_NOOP("QLineEdit", "&Copy"),
                                                       QT_TRANSLATE_NOOP("QLineEdit", "&Paste"),
                                                       QT_TRANSLATE_NOOP("QLineEdit", "Delete"),
                                                       QT_TRANSLATE_NOOP("QLineEdit", "Select All"),
                                                       QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Select All"),
                                                       QT_TRANSLATE_NOOP("QAbstractSpinBox", "&Step up"),
                                                       QT_TRANSLATE_NOOP("QAbstractSpinBox", "Step &down"),
                                                       QT_TRANSLATE_NOOP("QWidgetTextControl", "&Copy"),
                                                       QT_TRANSLATE_NOOP("QWidgetTextControl", "Copy &Link Location"),
                                                       QT_TRANSLATE_NOOP("QWidgetTextControl", "Select All")};

// Owned by the application; empty while the language is English.
QTranslator* translator(const char* name) {
  auto* app = QCoreApplication::instance();
  const QString objectName = QLatin1String(name);
  if (auto* found = app->findChild<QTranslator*>(objectName)) return found;
  auto* made = new QTranslator(app);
  made->setObjectName(objectName);
  return made;
}

}  // namespace

Language currentLanguage() { return current; }

Language systemLanguage() { return QLocale::system().language() == QLocale::Chinese ? Language::zhCn : Language::en; }

void setLanguage(Language language) {
  current = language;
  QLocale::setDefault(language == Language::zhCn ? QLocale(QLocale::Chinese, QLocale::China)
                                                 : QLocale(QLocale::English, QLocale::UnitedStates));
  auto* own = translator("shardscope");
  auto* qt = translator("qtbase");
  QCoreApplication::removeTranslator(own);
  QCoreApplication::removeTranslator(qt);
  if (language == Language::en) return;  // removing a translator has told every widget
  if (qt->load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(qt);
  if (own->load(QStringLiteral(":/i18n/shardscope_zh_CN.qm"))) QCoreApplication::installTranslator(own);
}

}  // namespace shardscope::ui
