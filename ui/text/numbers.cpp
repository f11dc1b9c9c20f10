// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/numbers.hpp"

#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope::ui {
namespace {

constexpr QChar kMinus(0x2212);
constexpr int kSignificant = 4;  // at most, design §7
constexpr std::int64_t kSequenceUnit = 1024;

// The dot and the comma in both languages.
const QLocale& english() {
  static const QLocale locale(QLocale::English, QLocale::UnitedStates);
  return locale;
}

// "1,203.5", with a true minus, and none before a zero.
QString grouped(double value, int decimals) {
  const QString text = english().toString(std::abs(value), 'f', std::max(decimals, 0));
  const bool isZero = std::none_of(text.begin(), text.end(), [](QChar c) { return c >= u'1' && c <= u'9'; });
  return value < 0 && !isZero ? kMinus + text : text;
}

// Decimals that leave `digits` significant ones, judged after rounding: 9.9996 has one digit more than it seems.
int decimalsFor(double value, int digits) {
  const double size = std::abs(value);
  if (size == 0) return 0;
  int decimals = digits - 1 - static_cast<int>(std::floor(std::log10(size)));
  if (std::round(size * std::pow(10.0, decimals)) >= std::pow(10.0, digits)) --decimals;
  return std::max(decimals, 0);
}

QString withoutTrailingZeros(QString text) {
  if (!text.contains(u'.')) return text;
  while (text.endsWith(u'0')) text.chop(1);
  if (text.endsWith(u'.')) text.chop(1);
  return text;
}

// Below 1 GiB the first decimals count as significant too: 0.012 is shown as 0.0, like its neighbors in the chart.
int gibDecimals(Bytes bytes) { return decimalsFor(std::max(std::abs(inGib(bytes)), 1.0), kSignificant); }

QString withSign(const QString& text, bool isPositive) { return isPositive ? u'+' + text : text; }

// To `digits` significant ones.
double roundedTo(int digits, double value) {
  if (value == 0) return 0;
  const double unit = std::pow(10.0, std::floor(std::log10(std::abs(value))) + 1 - digits);
  return std::round(value / unit) * unit;
}

}  // namespace

QString gib(Bytes bytes, int decimals) { return grouped(inGib(bytes), std::min(decimals, gibDecimals(bytes))); }

QString gibUnit(Bytes bytes, int decimals) { return gib(bytes, decimals) + QStringLiteral(" GiB"); }

QString limitText(Bytes limit, Bytes value) {
  const QString usual = gib(limit);
  return value != limit && gibAgainst(value, limit) == usual ? gibAgainst(limit, value) : usual;
}

QString gibAgainst(Bytes value, Bytes limit) {
  constexpr int kMostDecimals = 9;  // 2^-30 GiB, one byte, differs in the tenth
  int decimals = std::min({1, gibDecimals(value), gibDecimals(limit)});
  const auto text = [&decimals](Bytes bytes) { return grouped(inGib(bytes), decimals); };
  while (value != limit && text(value) == text(limit) && decimals < kMostDecimals) ++decimals;
  return text(value);
}

QString seconds(double s) {
  if (!std::isfinite(s)) return notAvailable();
  const double size = std::abs(s);
  if (size == 0) return QStringLiteral("0 s");
  if (size < 0.9995e-3) return grouped(s * 1e6, decimalsFor(s * 1e6, 2)) + QStringLiteral(" µs");
  if (size < 0.00995) return grouped(s * 1e3, decimalsFor(s * 1e3, 2)) + QStringLiteral(" ms");
  if (size < 0.0995) return grouped(s, 3) + QStringLiteral(" s");
  if (size < 0.9995) return grouped(s * 1e3, 0) + QStringLiteral(" ms");
  return grouped(s, std::min(decimalsFor(s, kSignificant), 3)) + QStringLiteral(" s");
}

QString percent(double fraction, int decimals) {
  return std::isfinite(fraction) ? grouped(fraction * 100, decimals) + QStringLiteral(" %") : notAvailable();
}

QString count(std::int64_t value) {
  QString text = english().toString(static_cast<qlonglong>(value));
  return text.replace(u'-', kMinus);
}

QString si(double value, int digits) {
  if (!std::isfinite(value)) return notAvailable();
  struct Prefix {
    double factor;
    const char* letter;
  };
  constexpr std::array<Prefix, 4> prefixes{{{1e12, " T"}, {1e9, " B"}, {1e6, " M"}, {1e3, " k"}}};
  const double rounded = roundedTo(digits, value);  // decides: 999,950 with three digits is 1 M, not 1000 k
  for (const Prefix& prefix : prefixes) {
    if (std::abs(rounded) < prefix.factor) continue;
    const double scaledValue = value / prefix.factor;
    return withoutTrailingZeros(grouped(scaledValue, decimalsFor(scaledValue, digits))) +
           QString::fromLatin1(prefix.letter);
  }
  return withoutTrailingZeros(grouped(value, decimalsFor(value, digits)));
}

QString sequence(std::int64_t tokens) {
  const bool isWhole = tokens >= kSequenceUnit && tokens % kSequenceUnit == 0;
  return isWhole ? QString::number(tokens / kSequenceUnit) + QStringLiteral(" K") : QString::number(tokens);
}

QString delta(double fraction) {
  if (!std::isfinite(fraction)) return notAvailable();
  const QString text = percent(fraction);
  return withSign(text, fraction > 0 && text != percent(0));
}

QString signedGib(Bytes bytes) { return withSign(gibUnit(bytes), bytes.count() > 0 && gib(bytes) != gib(Bytes(0))); }

QString signedSeconds(double s) {
  if (!std::isfinite(s)) return notAvailable();
  const QString size = seconds(std::abs(s));
  return s < 0 ? kMinus + size : withSign(size, s > 0);
}

QString notAvailable() { return QStringLiteral("—"); }

}  // namespace shardscope::ui
