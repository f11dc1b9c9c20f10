// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/language.hpp"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace shardscope::ui {
namespace {

Language current = Language::en;

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
