// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "core/advice/procedure.hpp"
#include "core/text/messages.hpp"

namespace shardscope {
namespace {

std::string shown(const AdviceValue& value, Language language) {
  const auto say = [language](std::string_view word) { return text(fmt::format("advice-word-{}", word), language); };
  if (const auto* word = std::get_if<std::string_view>(&value.value))
    return value.name == "rule" || value.name == "precision" ? std::string(*word) : say(*word);
  if (const auto* words = std::get_if<std::vector<std::string_view>>(&value.value)) {
    std::string list;
    for (const auto word : *words) list += (list.empty() ? "" : text("advice-list-separator", language)) + say(word);
    return list.empty() ? say("nothing") : list;
  }
  const double number = std::get<double>(value.value);
  if (value.name.ends_with("_bytes")) return fmt::format("{:.1f}\u00a0GB", number / 1e9);
  if (value.name.ends_with("_share")) return fmt::format("{:.1f}\u00a0%", 100 * number);
  if (value.name.ends_with("_s")) return fmt::format("{:.4g}\u00a0s", number);
  if (number == std::floor(number)) return fmt::format("{:.0f}", number);
  return fmt::format("{:.2f}", number);
}

}  // namespace

std::string adviceTitle(int step, Language language) { return text(fmt::format("advice-title-{}", step), language); }

std::string adviceQuestion(const AdvicePart& part, Language language) {
  return text("advice-question-" + std::string(part.id), language);
}

bool isAmount(const AdviceValue& value) {
  return value.name.ends_with("_bytes") || value.name.ends_with("_s") || value.name.ends_with("_share");
}

std::string adviceTest(const AdvicePart& part, Language language) {
  return adviceTest(part, language, [](const AdviceValue&, std::string words) { return words; });
}

std::string adviceTest(const AdvicePart& part, Language language, const AdviceMark& mark) {
  std::vector<MessageArg> args;
  for (const auto& value : part.values) args.emplace_back(value.name, mark(value, shown(value, language)));
  std::string id = "advice-test-" + std::string(part.id);
  if (!part.variant.empty()) id += "-" + std::string(part.variant);
  return fillIn(textTemplate(id, language), args);
}

}  // namespace shardscope
