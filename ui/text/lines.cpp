// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/lines.hpp"

namespace shardscope::ui {
namespace {

bool isWide(QChar c) { return c.unicode() >= 0x2E80 && c.unicode() < 0xFFE0; }
// Punctuation that never begins a line.
bool clings(QChar c) { return QStringLiteral("，。；：、）？！").contains(c); }

}  // namespace

QString wrappedText(const QString& text, int columns) {
  QString wrapped;
  qsizetype lineStart = 0, lastBreak = -1;
  int width = 0;
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text[i];
    const bool beforeWide = i > lineStart && (isWide(c) || isWide(text[i - 1])) && !clings(c);
    if (c == u' ' || beforeWide) lastBreak = i;
    width += isWide(c) ? 2 : 1;
    if (width <= columns || lastBreak <= lineStart) continue;
    wrapped += text.mid(lineStart, lastBreak - lineStart).trimmed() + u'\n';
    i = lineStart = lastBreak;
    width = isWide(text[i]) ? 2 : 1;
    lastBreak = -1;
  }
  return wrapped + text.mid(lineStart).trimmed();
}

}  // namespace shardscope::ui
