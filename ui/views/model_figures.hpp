// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What dimensions amount to: exact totals and how they split by place and kind, heads, work per token; rows of label
// and number.

#include <QString>
#include <QWidget>
#include <vector>

#include "core/scenario/model.hpp"

class QGridLayout;
class QLabel;

namespace shardscope::ui {

struct ModelOrigin;

struct ModelFigure {
  enum class Kind : std::uint8_t { plain, total, title };
  QString label, value;
  Kind kind = Kind::plain;
};
// Of the file that `origin` read where the shape is still the one it says, else of the dimensions alone. FLOPs are the
// mean over a sequence of `tokens`. Precondition: the dimensions are legal together.
std::vector<ModelFigure> modelFigures(const ModelShape& shape, const ModelOrigin& origin, std::int64_t tokens);

// One stop of the keyboard for all rows: screen readers read them, Ctrl+C copies them.
class ModelFigures : public QWidget {
  Q_OBJECT

 public:
  explicit ModelFigures(QWidget* parent = nullptr);
  void render(const std::vector<ModelFigure>& figures);  // empty: dashes stand for the numbers
  QString text() const;                                  // "Total parameters 70,553,706,496\n…"

 protected:
  void keyPressEvent(QKeyEvent*) override;
  void paintEvent(QPaintEvent*) override;
  void focusInEvent(QFocusEvent*) override;

 private:
  struct Row {
    QLabel *label, *value;
  };
  void addRow();

  QGridLayout* grid_;
  std::vector<Row> rows_;
};

}  // namespace shardscope::ui
