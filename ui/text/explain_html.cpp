// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/explain_html.hpp"

#include <QCoreApplication>
#include <QRegularExpression>
#include <QUrl>

#include "ui/text/numbers.hpp"
#include "ui/theme/text_style.hpp"

namespace shardscope::ui {
namespace {

struct Texts {
  Q_DECLARE_TR_FUNCTIONS(shardscope::ui::ExplainHtml)
};

QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

class Page {
 public:
  Page(const Explanation& explanation, const Theme& theme) : e_(explanation), theme_(theme) {}

  QString brief() const { return paragraph(text(e_.definition), Token::secondaryText) + formula() + source(); }

  QString full() const {
    return paragraph(text(e_.definition), Token::secondaryText) + formula() + symbols() + check() + changes() +
           paragraph(text(e_.convention), Token::secondaryText) + source();
  }

 private:
  QString color(Token token) const { return theme_.color(token).name(); }

  QString paragraph(const QString& words, Token token) const {
    if (words.isEmpty()) return {};
    return QStringLiteral("<p style=\"color:%1; margin:6px 0\">%2</p>").arg(color(token), words.toHtmlEscaped());
  }

  QString formula() const {
    const QFont font = textFont(TextRole::formula);
    QStringList lines;
    for (std::size_t i = 0; i < e_.lines.size(); ++i) {
      const QString line = withSubscripts(text(e_.lines[i].text));
      lines << (i + 1 == e_.lines.size() ? QStringLiteral("<b>%1</b>").arg(line) : line);
    }
    return QStringLiteral(
               "<table width=\"100%\" cellpadding=\"8\" style=\"background-color:%1; margin:4px 0\"><tr><td "
               "style=\"font-family:'%2'; font-size:%3pt\">%4</td></tr></table>")
        .arg(color(Token::alternate), font.family(), QString::number(font.pointSizeF()),
             lines.join(QStringLiteral("<br/>")));
  }

  QString heading(const QStringList& cells) const {
    QString row = QStringLiteral("<tr style=\"background-color:%1\">").arg(color(Token::alternate));
    for (qsizetype i = 0; i < cells.size(); ++i)
      row += QStringLiteral("<th align=\"%1\">%2</th>")
                 .arg(i + 1 == cells.size() ? QStringLiteral("right") : QStringLiteral("left"), cells[i]);
    return row + QStringLiteral("</tr>");
  }

  QString link(const QString& target, const QString& words) const {
    return QStringLiteral("<a href=\"%1\" style=\"color:%2\">%3</a>").arg(target, color(Token::accent), words);
  }

  QString symbols() const {
    if (e_.symbols.empty()) return {};
    QString rows = heading({Texts::tr("Symbol"), Texts::tr("Meaning"), Texts::tr("Value")});
    for (const auto& symbol : e_.symbols) {
      const QString value = text(symbol.valueText).toHtmlEscaped();
      rows += QStringLiteral("<tr><td>%1</td><td>%2</td><td align=\"right\" style=\"white-space:nowrap\">%3</td></tr>")
                  .arg(withSubscripts(text(symbol.symbol)), text(symbol.meaning).toHtmlEscaped(),
                       symbol.key.empty() ? value : link(QStringLiteral("explain:") + text(symbol.key), value));
    }
    return QStringLiteral("<table width=\"100%\" cellpadding=\"4\" style=\"margin:6px 0\">%1</table>").arg(rows);
  }

  QString check() const {
    if (e_.check.empty()) return {};
    return QStringLiteral("<p style=\"margin:6px 0\"><b>%1</b> %2</p>")
        .arg(Texts::tr("Check."), text(e_.check).toHtmlEscaped());
  }

  QString changes() const {
    if (e_.changes.empty()) return {};
    QString rows;
    for (std::size_t i = 0; i < e_.changes.size(); ++i) {
      const auto& change = e_.changes[i];
      rows += QStringLiteral(
                  "<tr><td>%1</td><td align=\"right\">%2</td><td align=\"right\">%3 · %4</td>"
                  "<td align=\"right\">%5</td></tr>")
                  .arg(text(change.label).toHtmlEscaped(), text(change.valueText).toHtmlEscaped(),
                       signedGib(change.deltaPeak), signedSeconds(change.deltaStep.count()),
                       link(QStringLiteral("apply:%1").arg(i), Texts::tr("Apply")));
    }
    return QStringLiteral(
               "<p style=\"margin:8px 0 2px 0\"><b>%1</b></p><table width=\"100%\" cellpadding=\"4\">%2</table>")
        .arg(Texts::tr("What would change it"), rows);
  }

  QString source() const {
    if (e_.source.empty()) return {};
    return QStringLiteral("<p style=\"color:%1; margin:6px 0\">%2</p>")
        .arg(color(Token::secondaryText), Texts::tr("Source: %1").arg(text(e_.source)).toHtmlEscaped());
  }

  const Explanation& e_;
  const Theme& theme_;
};

}  // namespace

QString explainKeyOf(const QString& link) {
  const QLatin1String scheme("explain:");
  return link.startsWith(scheme) ? link.mid(scheme.size()) : QString();
}

QString withSubscripts(const QString& text) {
  static const QRegularExpression subscript(QStringLiteral("(?<=\\w)_([\\w–]+)"),
                                            QRegularExpression::UseUnicodePropertiesOption);
  return text.toHtmlEscaped().replace(subscript, QStringLiteral("<sub>\\1</sub>"));
}

QString explainHtml(const Explanation& explanation, ExplainDetail detail, const Theme& theme) {
  const Page page(explanation, theme);
  return detail == ExplainDetail::brief ? page.brief() : page.full();
}

}  // namespace shardscope::ui
