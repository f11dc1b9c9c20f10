// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The dimensions of a model as fields. An empty field stands for its default, which it shows in pale letters.

#include <QWidget>
#include <optional>
#include <string>
#include <vector>

#include "core/scenario/model.hpp"

class QBoxLayout;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace shardscope::ui {

struct DimensionFault {
  std::string dimension;
  QString text;  // what is wrong and what is legal
};

class ModelEditor : public QWidget {
  Q_OBJECT

 public:
  explicit ModelEditor(QWidget* parent = nullptr);
  void render(const ModelShape& shape);  // what was typed is forgotten
  // What the fields hold, or the first of them that holds nothing its dimension can be.
  const ModelShape& shape() const { return shape_; }
  std::optional<DimensionFault> typedFault() const;
  void mark(const std::optional<DimensionFault>& fault);
  QWidget* editor(std::string_view dimension) const;
  QVBoxLayout* fieldsColumn() const { return fields_; }  // room under the fields
  QVBoxLayout* sideColumn() const { return side_; }      // room beside the fields
  void fitInto(int width);                               // below them, where there is none beside

 signals:
  void edited();  // by a person

 protected:
  void changeEvent(QEvent*) override;
  void showEvent(QShowEvent*) override;

 private:
  struct Row {
    std::size_t field;  // of modelFields()
    QLabel* label;
    QWidget* editor;
  };
  void addGroup(QVBoxLayout* column, std::size_t group);
  QWidget* makeEditor(std::size_t field);
  void readText(std::size_t row, const QString& text);
  void renderRow(const Row& row);
  void renderDefaults();
  void fitToText();
  void retranslate();

  ModelShape shape_;
  std::vector<Row> rows_;
  std::vector<QLabel*> titles_;
  QBoxLayout* halves_ = nullptr;
  QVBoxLayout *fields_ = nullptr, *side_ = nullptr;
  std::string marked_;
};

}  // namespace shardscope::ui
