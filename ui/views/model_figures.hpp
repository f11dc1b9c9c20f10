// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What dimensions amount to: exact totals and how they split, as rows of label and number.

#include <QString>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/io/hf_config.hpp"

class QGridLayout;
class QLabel;

namespace shardscope::ui {

struct ModelFigure {
  QString label, value;
  bool isTotal = false;
};
// `counted`: the breakdown of the file that the shape was read from. Precondition: the dimensions are legal together.
std::vector<ModelFigure> modelFigures(const ModelShape& shape, const std::optional<ParameterBreakdown>& counted);

class ModelFigures : public QWidget {
  Q_OBJECT

 public:
  explicit ModelFigures(QWidget* parent = nullptr);
  void render(const std::vector<ModelFigure>& figures);  // empty: dashes stand for the numbers
  QString text() const;                                  // "total 70,553,706,496\n…"

 private:
  struct Row {
    QLabel *label, *value;
  };
  QGridLayout* grid_;
  std::vector<Row> rows_;
};

}  // namespace shardscope::ui
