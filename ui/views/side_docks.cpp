// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/side_docks.hpp"

#include <QDockWidget>
#include <QMainWindow>
#include <QSettings>

#include "ui/theme/text_style.hpp"
#include "ui/views/dock_title.hpp"

namespace shardscope::ui {
namespace {

constexpr int kWidth = 312;
constexpr int kLeastWidth = 240;
constexpr int kShare = 100;  // pixels; only the proportions count

}  // namespace

SideDocks::SideDocks(QMainWindow* window, std::vector<QString> tabs)
    : QObject(window), window_(window), tabs_(std::move(tabs)) {
  window_->setTabPosition(Qt::RightDockWidgetArea, QTabWidget::North);
}

QDockWidget* SideDocks::add(const char* name, QWidget* content, const std::vector<bool>& beside, int share) {
  auto* dock = new QDockWidget(window_);
  dock->setObjectName(QLatin1String(name));
  dock->setFeatures(QDockWidget::DockWidgetMovable | QDockWidget::DockWidgetFloatable |
                    QDockWidget::DockWidgetClosable);
  dock->setWidget(content);
  titles_.push_back(new DockTitle(dock));
  dock->setTitleBarWidget(titles_.back());
  blanks_.push_back(new QWidget(dock));
  docks_.push_back(dock);
  shares_ << share;
  usual_.push_back(beside);
  beside_.push_back(beside);
  window_->addDockWidget(Qt::RightDockWidgetArea, dock, Qt::Vertical);
  dock->setVisible(beside[static_cast<std::size_t>(tab_)]);
  return dock;
}

void SideDocks::setText(const QDockWidget* dock, const QString& text) {
  for (std::size_t i = 0; i < docks_.size(); ++i)
    if (docks_[i] == dock) {
      docks_[i]->setWindowTitle(text);
      titles_[i]->setText(text);
    }
}

void SideDocks::setBadge(const QDockWidget* dock, const QString& text) {
  for (std::size_t i = 0; i < docks_.size(); ++i)
    if (docks_[i] == dock) titles_[i]->setBadge(text);
}

void SideDocks::setCompact(bool compact) {
  for (auto* title : titles_) title->setCompact(compact);
  for (std::size_t i = 0; i < docks_.size(); ++i) showTitle(i, !compact);
  if (compact == compact_) return;
  compact_ = compact;
  remember();
  for (std::size_t i = 1; i < docks_.size(); ++i) {
    if (docks_[i]->isFloating() || docks_[i - 1]->isFloating()) continue;
    if (compact_)
      window_->tabifyDockWidget(docks_[i - 1], docks_[i]);
    else
      window_->splitDockWidget(docks_[i - 1], docks_[i], Qt::Vertical);
  }
  show();
  if (compact_ && !docks_.empty()) docks_.front()->raise();
  if (!compact_) share();
}

void SideDocks::changeTab(int tab) {
  remember();
  tab_ = tab;
  show();
}

void SideDocks::remember() {
  for (std::size_t i = 0; i < docks_.size(); ++i) beside_[i][static_cast<std::size_t>(tab_)] = !docks_[i]->isHidden();
}

void SideDocks::show() {
  for (std::size_t i = 0; i < docks_.size(); ++i) docks_[i]->setVisible(beside_[i][static_cast<std::size_t>(tab_)]);
}

// A tab says the name already.
void SideDocks::showTitle(std::size_t dock, bool shows) {
  docks_[dock]->setTitleBarWidget(shows ? static_cast<QWidget*>(titles_[dock]) : blanks_[dock]);
  titles_[dock]->setVisible(shows);
}

void SideDocks::share() {
  QList<int> heights;
  for (const int share : shares_) heights << kShare * share;
  window_->resizeDocks(QList<QDockWidget*>(docks_.begin(), docks_.end()), heights, Qt::Vertical);
}

void SideDocks::fitToText() {
  for (auto* dock : docks_) dock->setMinimumWidth(scaledInt(kLeastWidth));
}

void SideDocks::arrange() {
  beside_ = usual_;
  compact_ = !compact_;  // whatever stands where, it is laid out anew
  for (auto* dock : docks_) {
    dock->setFloating(false);
    window_->addDockWidget(Qt::RightDockWidgetArea, dock, Qt::Vertical);
  }
  show();
  setCompact(!compact_);
  if (!docks_.empty()) window_->resizeDocks({docks_.front()}, {kWidth}, Qt::Horizontal);
}

void SideDocks::save(QSettings& settings) const {
  for (std::size_t i = 0; i < docks_.size(); ++i)
    for (std::size_t tab = 0; tab < tabs_.size(); ++tab) {
      const bool shows = static_cast<int>(tab) == tab_ ? !docks_[i]->isHidden() : beside_[i][tab];
      settings.setValue(QStringLiteral("window/beside/%1/%2").arg(tabs_[tab], docks_[i]->objectName()), shows);
    }
}

void SideDocks::restore(const QSettings& settings) {
  for (std::size_t i = 0; i < docks_.size(); ++i)
    for (std::size_t tab = 0; tab < tabs_.size(); ++tab) {
      const bool usual = beside_[i][tab];
      beside_[i][tab] =
          settings.value(QStringLiteral("window/beside/%1/%2").arg(tabs_[tab], docks_[i]->objectName()), usual)
              .toBool();
    }
  show();
}

}  // namespace shardscope::ui
